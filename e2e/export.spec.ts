import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  giveCredentials,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  test,
  tokenOf,
} from './marketplace.ts'

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const exportSelected = (page: Page) => page.getByRole('button', { name: 'Export selected' })

/** The lines of the file that arrives when this is pressed. */
async function linesOf(page: Page, press: () => Promise<void>): Promise<string[]> {
  const arrives = page.waitForEvent('download')
  await press()
  const lines = readFileSync(await (await arrives).path(), 'utf8')
  return lines.trimEnd().split('\r\n')
}

async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/${path}`, token, body)).body?.results
}

test('what is selected in a list is exported alone, and stays selected', async ({ page, marketplace }) => {
  const seller = await newSeller(marketplace)
  for (const name of ['Abacus one', 'Abacus two', '=Abacus three']) {
    const id = await newProduct(marketplace, seller, { product_name: name })
    await ask(marketplace, 'POST', `products/${id}/approve`)
  }
  await openAs(page, marketplace, '/products-approvedproducts?q=abacus&sort=-product_name')
  const whole = page.getByRole('button', { name: 'Export', exact: true })
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(3)
  await expect(whole).toBeVisible()
  const places = async () => [await whole.boundingBox(), await page.getByRole('table').boundingBox()]
  const before = await places()
  await select(page, 'Abacus two').check()
  await select(page, '=Abacus three').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(exportSelected(page)).toBeVisible()
  // The actions of a selection take the place of the search: nothing else moves.
  expect(await places()).toEqual(before)
  await expect(page.getByRole('button', { name: 'Switch off selected' })).toBeVisible()
  await exportSelected(page).click()
  const dialog = page.getByRole('dialog', { name: 'Export products' })
  await expect(dialog.getByText('2 selected rows, in the order of the list.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Only SKU' }).click()
  await dialog.getByRole('checkbox', { name: 'SKU', exact: true }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Name', exact: true }).check()
  const lines = await linesOf(page, () => dialog.getByRole('button', { name: 'Export 1 field' }).click())
  expect(lines).toEqual(['\uFEFFproduct_name', 'Abacus two', "'=Abacus three"])
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(exportSelected(page)).toBeFocused()
  // All of the list is as near as before.
  await whole.click()
  await expect(dialog.getByText('All rows that match the search and the filters')).toBeVisible()
  expect(
    await linesOf(page, () => dialog.getByRole('button', { name: 'Export 1 field' }).click()),
  ).toHaveLength(4)
})

test('who may look and export selects with the keys as well, and has nothing else to press', async ({
  page,
  marketplace,
}) => {
  for (const name of ['Qanat deep', 'Qanat old', 'Qanat short'])
    await ask(marketplace, 'POST', 'categories', { name, parent_id: null })
  const seller = await newSeller(marketplace)
  const waiting = await newProduct(marketplace, seller, { product_name: 'Beanbag that waits' })
  await ask(marketplace, 'POST', `products/${waiting}/reject`, { reason: 'Blurred' })
  const role = await ask(marketplace, 'POST', 'roles', {
    name: 'Takes lists out',
    permissions: [
      'Products: view',
      'Products: export',
      'Manage Categories: view',
      'Manage Categories: export',
    ],
  })
  const [email, password] = ['nadia@shop.example', 'a first long password']
  const invitation = { username: 'Nadia Rauf', email, phone: '', role_id: role.id }
  await ask(marketplace, 'POST', 'staff', invitation)
  const token = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token, password })
  await page.goto(`${marketplace.url}/login`)
  await giveCredentials(page, email, password)
  await expect(page.getByRole('heading', { name: /All Pending Products/ })).toBeVisible()

  await page.goto(`${marketplace.url}/manage-categories-main-categories?q=qanat`)
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await select(page, 'Qanat short').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await exportSelected(page).click()
  const dialog = page.getByRole('dialog', { name: 'Export categories' })
  await dialog.getByRole('button', { name: 'Only Name' }).click()
  const categories = await linesOf(page, () => dialog.getByRole('button', { name: 'Export 1 field' }).click())
  expect(categories).toEqual(['\uFEFFname', 'Qanat deep', 'Qanat short'])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(exportSelected(page)).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  // Of those that were rejected nobody decides on any, and they are taken out all the same.
  await page.goto(`${marketplace.url}/products-all-products?list=rejected&q=beanbag`)
  await select(page, 'Beanbag that waits').check()
  await expect(page.getByRole('button', { name: 'Approve selected' })).toHaveCount(0)
  await exportSelected(page).click()
  await page.getByRole('button', { name: 'Only SKU' }).click()
  const rejected = await linesOf(page, () => page.getByRole('button', { name: 'Export 1 field' }).click())
  expect(rejected).toHaveLength(2)
})
