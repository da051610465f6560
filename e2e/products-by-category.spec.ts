import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  test,
  tokenOf,
} from './marketplace.ts'

const approved = '/products-approvedproducts'

async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/${path}`, token, body)).body?.results
}

/** A branch of its own with two approved products below it, one approved in it and one that waits. */
async function branch(marketplace: Marketplace, name: string) {
  const add = async (called: string, parent_id: string | null) =>
    (await ask(marketplace, 'POST', 'categories', { name: called, parent_id })).id as string
  const main = await add(name, null)
  const sub = await add(`${name} covers`, main)
  const seller = await newSeller(marketplace)
  for (const category of [name, `${name} covers`, `${name} covers`]) {
    const id = await newProduct(marketplace, seller, { category })
    await ask(marketplace, 'POST', `products/${id}/approve`)
  }
  await newProduct(marketplace, seller, { category: `${name} covers` })
  return { main, sub }
}

const total = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const rows = (page: Page) => page.locator('tbody tr[data-row]')
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' })

test('the number beside a category opens its products, and equals the number in the list', async ({
  page,
  marketplace,
}) => {
  const { main, sub } = await branch(marketplace, 'Satellites')
  await openAs(page, marketplace, '/manage-categories-main-categories?q=Satellites')
  await page.getByRole('link', { name: '3 approved products in Satellites' }).click()
  await expect(page).toHaveURL(new RegExp(`${approved}\\?category_id=${main}`))
  await expect(total(page)).toHaveText(/All Approved Products\s*3$/)
  await expect(rows(page)).toHaveCount(3)
  await expect(chips(page)).toContainText('Category: Satellites')
  await page.goBack()
  await page.getByRole('link', { name: 'Details' }).click()
  const lists = page.getByRole('list', { name: 'Products in Satellites' })
  await expect(lists.getByRole('link')).toHaveText(['Approved 3', 'Pending 1'])
  await expect(page.getByRole('link', { name: '2 approved products in Satellites covers' })).toBeVisible()
  await expectAccessible(page)
  await lists.getByRole('link', { name: 'Pending 1' }).click()
  await expect(total(page)).toHaveText(/All Pending Products\s*1$/)
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await page.getByRole('link', { name: '2 approved products in Satellites covers' }).click()
  await expect(page).toHaveURL(new RegExp(`category_id=${sub}`))
  await expect(total(page)).toHaveText(/All Approved Products\s*2$/)
  await expect(chips(page)).toContainText('Category: Satellites › Satellites covers')
})

test('a category is found by any part of its path, chosen with the keyboard, and saved in a view', async ({
  page,
  marketplace,
}) => {
  const { main, sub } = await branch(marketplace, 'Telescopes')
  await openAs(page, marketplace, approved)
  const field = page.getByRole('combobox', { name: 'Category', exact: true })
  const options = page.getByRole('listbox', { name: 'Category' }).getByRole('option')
  await field.click()
  await expect(options.first()).toBeVisible()
  await page.keyboard.type('covers telesc')
  await expect(options).toHaveText(['Telescopes › Telescopes covers'])
  await expectAccessible(page)
  await field.fill('no such category')
  await expect(page.getByText('Nothing found with this name')).toBeVisible()
  await field.fill('telescopes')
  await expect(options).toHaveText(['Telescopes', 'Telescopes › Telescopes covers'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`category_id=${sub}`))
  await expect(chips(page)).toContainText('Category: Telescopes › Telescopes covers')
  await expect(total(page)).toHaveText(/Products\s*2$/)

  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Covers of telescopes')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Remove Category: Telescopes › Telescopes covers' }).click()
  await expect(page).not.toHaveURL(/category_id/)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Covers of telescopes' })
    .click()
  await expect(page).toHaveURL(new RegExp(`category_id=${sub}`))
  await expect(field).toHaveValue('Telescopes › Telescopes covers')
  await expect(rows(page)).toHaveCount(2)

  // The address alone names it too, on another list as well.
  await page.goto(`${marketplace.url}/products-all-products?category_id=${main}`)
  await expect(chips(page)).toContainText('Category: Telescopes')
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`${marketplace.url}/products-deactivatedproducts?category_id=${main}`)
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await page.goto(`${marketplace.url}${approved}?category_id=01a1fc80-d469-7475-b815-ea04c5a66a67`)
  await expect(chips(page)).toContainText('Category: Deleted category')
})

test('a commission rule suggests the names of the tree, and accepts any other', async ({
  page,
  marketplace,
}) => {
  await branch(marketplace, 'Compasses')
  await openAs(page, marketplace, '/commission')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const field = page.getByLabel('Rule 1: Category')
  const list = await field.getAttribute('list')
  await expect(page.locator(`[id="${list}"] option[value="Compasses covers"]`)).toHaveCount(1)
  await expectAccessible(page)
  await page.getByLabel('Rule 1: Rule').fill('Of no category yet')
  await field.fill('Astrolabes')
  await page.getByLabel('Rule 1: Rate, %').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Commission rules saved')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Astrolabes')
})

test('a shop that is pasted into a commission rule is found and chosen', async ({ page, marketplace }) => {
  const { token } = await marketplace.signIn()
  const seller = await newSeller(marketplace, { username: 'Pasted Traders' })
  await marketplace.call('GET', `/api/admin/sellers/${seller}/approve`, token)
  const { body } = await marketplace.call('GET', '/api/admin/commission/vendors?q=Pasted', token)
  const [{ name }] = body.results
  await openAs(page, marketplace, '/commission')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByLabel(/: Rule$/).last()
  const [, number] = /Rule (\d+)/.exec((await rule.getAttribute('aria-label')) ?? '') ?? []
  await rule.fill('Of one shop')
  await page.getByLabel(`Rule ${number}: Vendor`).fill(`${name} `)
  await page.getByLabel(`Rule ${number}: Rate, %`).fill('6')
  await expect(page.getByLabel(`Rule ${number}: Vendor`)).toHaveValue(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Commission rules saved')).toBeVisible()
})

test('a product that was switched off meanwhile is left out of a change of category, by the new number', async ({
  page,
  marketplace,
}) => {
  const { main } = await branch(marketplace, 'Candles')
  await ask(marketplace, 'POST', 'categories', { name: 'Wicks', parent_id: null })
  await openAs(page, marketplace, `${approved}?category_id=${main}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Change category…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change the category of/ })
  await dialog.getByLabel('Category', { exact: false }).first().selectOption({ label: 'Wicks' })
  await expect(dialog.getByText('All 3 can be completed.')).toBeVisible()
  const [one] = await ask(marketplace, 'GET', `products/get/approved?limit=25&category_id=${main}`)
  await ask(marketplace, 'POST', 'products/bulk/available', { ids: [one.id], available: false })
  await dialog.getByRole('button', { name: 'Change category of 3 products' }).click()
  await expect(dialog.getByText('Only 2 products match')).toBeVisible()
  await expect(dialog.getByText('All 2 can be completed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change category of 2 products' }).click()
  await expect(page.getByRole('dialog', { name: '2 changed, 0 not done' })).toBeVisible({ timeout: 20_000 })
})

test('the category of selected products is changed in a job that names what cannot be changed, and undone', async ({
  page,
  marketplace,
}) => {
  const { main, sub } = await branch(marketplace, 'Lanterns')
  const lamps = (await ask(marketplace, 'POST', 'categories', { name: 'Lamps', parent_id: null })).id
  const putAway = { name: 'Lamps put away', parent_id: null, is_active: false }
  await ask(marketplace, 'POST', 'categories', putAway)
  await openAs(page, marketplace, `${approved}?category_id=${main}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Change category…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the category of 3 products?' })
  const change = dialog.getByRole('button', { name: /^Change category of/ })
  await expect(change).toBeDisabled()
  await expectAccessible(page)

  // Where shoppers would not see the products, the dialog says so.
  await dialog
    .getByLabel('Category', { exact: false })
    .first()
    .selectOption({ label: 'Lamps put away (off)' })
  await expect(dialog.getByText('Hidden in the shop: Lamps put away is off.')).toBeVisible()

  // A branch is no place for a product, and two of the three are in the category already.
  await dialog.getByLabel('Category', { exact: false }).first().selectOption({ label: 'Lanterns' })
  await expect(change).toBeDisabled()
  await dialog.getByLabel('Sub category').selectOption({ label: 'Lanterns covers' })
  await expect(dialog.getByText('2 of 3 cannot be completed:')).toBeVisible()
  await expect(dialog.getByText(/Already in Lanterns › Lanterns covers/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change category of 1 product' })).toBeEnabled()

  await dialog.getByLabel('Category', { exact: false }).first().selectOption({ label: 'Lamps' })
  await expect(dialog.getByText('All 3 can be completed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change category of 3 products' }).click()
  await expect(page).toHaveURL(/[?&]job=/)
  const job = page.getByRole('dialog', { name: '3 changed, 0 not done' })
  await expect(job).toBeVisible({ timeout: 20_000 })
  const inLamps = await ask(marketplace, 'GET', `products/get/approved?limit=25&category_id=${lamps}`)
  expect(inLamps.length).toBe(3)

  await job.getByRole('button', { name: /^Undo all/ }).click()
  const result = page.getByRole('dialog', { name: '3 restored, 0 not restored' })
  await expect(result).toBeVisible({ timeout: 20_000 })
  await result.getByRole('button', { name: 'Done' }).click()
  await expect(rows(page)).toHaveCount(3)
  const inCovers = await ask(marketplace, 'GET', `products/get/approved?limit=25&category_id=${sub}`)
  expect(inCovers.length).toBe(2)
})
