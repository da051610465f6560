import type { Page } from '@playwright/test'
import { expect, giveCredentials, type Marketplace, openAs, test, tokenOf } from './marketplace.ts'

const password = 'a first long password'

/** Somebody with these permissions, who is signed in. */
async function newPerson(marketplace: Marketplace, username: string, permissions: string[]) {
  const token = await tokenOf(marketplace)
  const role = await marketplace.call('POST', '/api/admin/roles', token, {
    name: `Role of ${username}`,
    permissions,
  })
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@shop.example`
  const role_id = role.body.results.id as string
  await marketplace.call('POST', '/api/admin/staff', token, { username, email, phone: '', role_id })
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
  return { email, role_id }
}

async function signIn(page: Page, marketplace: Marketplace, email: string, path = '/login') {
  await page.goto(marketplace.url + path)
  await giveCredentials(page, email, password)
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** How far down this section of the menu is. */
const topOf = async (page: Page, name: string) =>
  (await main(page).getByRole('button', { name }).boundingBox())?.y ?? -1

test('typing finds an entry in any section; the arrows and Enter go there, Escape shows all again', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  const menu = main(page)
  const box = menu.getByRole('searchbox', { name: 'Find a screen' })
  await expect(menu.getByRole('link', { name: 'Deactivated Products' })).toBeHidden()
  await box.fill('ed ver')
  await expect(menu.getByRole('link')).toHaveText([/Approved Verification/, /Disabled Verification/])
  await expect(menu.getByRole('link', { name: 'Approved Verification' })).toBeVisible()
  await expect(menu.getByRole('status')).toHaveText('2 screens found')
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Approved Verification' })).toBeHidden()

  await box.fill('PRODUCTS')
  await expect(menu.getByRole('link')).toHaveCount(4)
  await box.press('ArrowDown')
  await expect(menu.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(box).toBeFocused()
  await box.fill('no such screen')
  await expect(menu.getByText('Nothing found with this name')).toBeVisible()
  await expect(menu.getByRole('link')).toHaveCount(0)
  await box.press('Enter')
  await expect(page).toHaveURL(`${marketplace.url}/`)
  await box.fill('deact')
  await box.press('Enter')
  await expect(page).toHaveURL(/products-deactivatedproducts/)
  await expect(box).toHaveValue('')
  const here = menu.getByRole('link', { name: 'Deactivated Products' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('button', { name: /Products$/ }).first()).toHaveAttribute(
    'aria-expanded',
    'true',
  )
})

test('pinned screens are at the top in every browser, until they are unpinned or may not be opened', async ({
  page,
  marketplace,
}) => {
  const { email, role_id } = await newPerson(marketplace, 'Pinned Person', [
    'Products: view',
    'Audit Log: view',
  ])
  await signIn(page, marketplace, email)
  await expect(page).toHaveURL(/products-all-products/)
  const pins = (where: Page) => main(where).getByRole('region', { name: 'Pinned' })
  const menu = main(page)
  const pin = menu.getByRole('button', { name: 'Pin All Approved Products' })
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  await expect(pin).toHaveCSS('opacity', '0')
  const before = await topOf(page, '2 Products')
  await menu.getByRole('link', { name: 'All Approved Products' }).focus()
  await page.keyboard.press('Tab')
  await expect(pin).toBeFocused()
  await expect(pin).toHaveCSS('opacity', '1')
  expect(await topOf(page, '2 Products')).toBe(before)
  const size = await pin.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Space')
  await expect(pins(page).getByRole('link')).toHaveText(['All Approved Products'])
  await menu.getByRole('link', { name: 'Audit Log' }).hover()
  await menu.getByRole('button', { name: 'Pin Audit Log' }).click()
  await expect(pins(page).getByRole('link')).toHaveText(['All Approved Products', 'Audit Log'])
  await page.reload()
  await expect(pins(page).getByRole('link')).toHaveText(['All Approved Products', 'Audit Log'])

  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 360, height: 800 } })
  const other = await context?.newPage()
  if (!other) throw new Error('no second browser')
  await signIn(other, marketplace, email)
  await expect(other).toHaveURL(/products-all-products/)
  await other.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = other.getByRole('dialog', { name: 'Navigation' })
  await expect(drawer.getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText([
    'All Approved Products',
    'Audit Log',
  ])
  const box = drawer.getByRole('searchbox', { name: 'Find a screen' })
  await box.fill('audit')
  await expect(drawer.getByRole('link', { name: 'Audit Log' })).toHaveCount(1)
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await expect(drawer).toBeVisible()
  expect(await drawer.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
  await drawer.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Audit Log' }).click()
  await expect(other).toHaveURL(/audit-log/)
  await expect(drawer).toBeHidden()

  const { token } = await marketplace.signIn()
  const role = (await marketplace.call('GET', `/api/admin/roles/${role_id}`, token)).body.results
  const less = { name: role.name, permissions: ['Products: view'] }
  const changed = await marketplace.call('PATCH', `/api/admin/roles/${role_id}`, token, less, role.version)
  expect(changed.status).toBe(200)
  await page.reload()
  await expect(pins(page).getByRole('link')).toHaveText(['All Approved Products'])
  await pins(page).getByRole('button', { name: 'Pin All Approved Products' }).focus()
  await page.keyboard.press('Enter')
  await expect(pins(page)).toHaveCount(0)
  await expect(main(page).getByRole('searchbox')).toBeFocused()
  await context?.close()
})

test('signing in leads to the first screen that the role opens, in the order of the menu', async ({
  page,
  marketplace,
}) => {
  const { email } = await newPerson(marketplace, 'First Screen', [
    'Audit Log: view',
    'Manage Staffs: view',
    'Vendor Verifications: view',
  ])
  await signIn(page, marketplace, email)
  await expect(page).toHaveURL(/vendor-verification-approved-verification/)
  await expect(main(page).getByRole('link', { name: 'Approved Verification' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto(`${marketplace.url}/products-all-products`)
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  await expect(page.getByText('Products: View')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(/vendor-verification-approved-verification/)
})

test('a role that opens nothing says so; My Account and Logout are there all the same', async ({
  page,
  marketplace,
}) => {
  const { email, role_id } = await newPerson(marketplace, 'Nothing Yet', [])
  await signIn(page, marketplace, email, '/login?to=%2Faudit-log')
  await expect(page.getByText('Audit Log: view')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Your role has no screens yet' })).toBeVisible()
  await expect(page.getByText('Ayesha')).toHaveCount(0)
  await expect(main(page).getByRole('searchbox')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Nothing At All')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  // A permission that opens no screen that is built is as good as none.
  const { token } = await marketplace.signIn()
  const role = (await marketplace.call('GET', `/api/admin/roles/${role_id}`, token)).body.results
  expect(role.permissions).toEqual([])
  await page.goto(marketplace.url)
  await expect(page.getByRole('heading', { name: 'Your role has no screens yet' })).toBeVisible()
  await page.getByRole('button', { name: /Nothing At All/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
})
