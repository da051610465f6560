import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  giveCredentials,
  held,
  type Marketplace,
  newCompleteSeller,
  openAs,
  test,
  tokenOf,
} from './marketplace.ts'

const placeholder = 'Search transactions, invoices or help...'
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const password = 'a first long password'

/** An order of the demo that is on its way, with its tracking number. */
async function trackedOrder(marketplace: Marketplace) {
  const { call } = marketplace
  const token = await tokenOf(marketplace)
  const { body } = await call('GET', '/api/admin/orders?status=processing&limit=50', token)
  for (const { id, order_number } of body.results) {
    const { body: detail } = await call('GET', `/api/admin/orders/${id}`, token)
    const tracking = detail.results.parts.map((part: { tracking_number: string }) => part.tracking_number)
    if (tracking[0]) return { id, order_number, tracking: tracking[0] as string }
  }
  throw new Error('the demo has no order with a tracking number')
}

test('an order is found by its tracking number in three keys, and is among the recent ones', async ({
  page,
  context,
  marketplace,
}) => {
  const { id, order_number, tracking } = await trackedOrder(marketplace)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, marketplace, '/')
  await expect(page.getByRole('banner').getByPlaceholder(placeholder)).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), tracking)

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders-order-details\\?id=${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: order_number })).toBeFocused()

  // The search of the bar takes what is typed into it; the arrows choose, and Escape gives the focus back.
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.focus()
  await page.keyboard.type('orders')
  await expect(field(page)).toHaveValue('orders')
  await expect(field(page)).toBeFocused()
  const pending = options(page).filter({ hasText: 'Pending Orders' })
  await expect(pending).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /./)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(box).toBeFocused()

  await page.goto(`${marketplace.url}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText(order_number)
  await page.keyboard.press('Escape')

  // What is reviewed is among the recent records like any other.
  const seller = await newCompleteSeller(marketplace, { username: 'Opened To Review' })
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${seller}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText('Opened To Review')

  // What was found stays while more is typed.
  await field(page).fill(`#${order_number.slice(0, -1)}`)
  const kept = options(page).filter({ hasText: order_number }).first()
  await expect(kept).toBeVisible()
  const finding = await held(page, /\/api\/admin\/find\?/)
  await field(page).fill(`#${order_number}`)
  await finding.asked
  await expect(kept).toBeVisible()
  finding.arrive()
  await field(page).fill('#zzzz no such order')
  await expect(palette(page).getByText('Nothing found for')).toBeVisible()
  await expect(palette(page).getByRole('status')).toHaveText('No results')

  await field(page).fill(tracking)
  const found = options(page).filter({ hasText: order_number }).first()
  await expect(found).toBeVisible()
  const tab = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  await expect(await tab).toHaveURL(new RegExp(`id=${id}$`))
  await expect(palette(page)).toBeVisible()
})

test('what the screen offers is done from the palette, with the question that it asks there', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Approved From Palette' })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const actions = palette(page).getByRole('group', { name: 'Actions on this screen' })
  await expect(actions.getByRole('option')).toHaveText([/Approve/, /Request update/, /Reject/])
  await field(page).fill('>rej')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Reject vendor?' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('appr')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Vendor approved' })).toBeVisible()
})

test('a group that could not be searched is searched again from its own line', async ({
  page,
  marketplace,
  faults,
}) => {
  const { order_number } = await trackedOrder(marketplace)
  await newCompleteSeller(marketplace, { username: `Seller ${order_number}` })
  const ofOrders = /\/api\/admin\/find\?.*groups=orders&/
  faults.expected(/^500 GET \/api\/admin\/find$/)
  await page.route(ofOrders, (route) => route.fulfill({ status: 500, body: 'oops' }))
  await openAs(page, marketplace, '/')
  await expect(page.getByRole('banner').getByPlaceholder(placeholder)).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(order_number)
  const again = options(page).filter({ hasText: 'Search them again' })
  await expect(again).toBeVisible()
  await expect(options(page).filter({ hasText: `Seller ${order_number}` })).toBeVisible()
  await page.unroute(ofOrders)
  await page.keyboard.press('ArrowUp')
  await expect(again).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(again).toHaveCount(0)
  await expect(palette(page).getByRole('group', { name: /^Orders/ })).toContainText(order_number)
})

test('who may not see orders finds none, and no command of them', async ({ page, marketplace }) => {
  const { order_number, tracking } = await trackedOrder(marketplace)
  const { token } = await marketplace.signIn()
  const role = await marketplace.call('POST', '/api/admin/roles', token, {
    name: 'Writers of the blog',
    permissions: ['Dashboard: view', 'Blogs: view', 'Products: view'],
  })
  const [email, role_id] = ['writer@shop.example', role.body.results.id as string]
  await marketplace.call('POST', '/api/admin/staff', token, { username: 'Writer', email, phone: '', role_id })
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
  await page.goto(`${marketplace.url}/login`)
  await giveCredentials(page, email, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('Control+k')
  for (const q of [order_number, tracking, `#${order_number}`]) {
    await field(page).fill(q)
    await expect(palette(page).getByText('Nothing found for')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
  }
  await field(page).fill('>')
  await expect(options(page).filter({ hasText: 'Approved Products' })).toBeVisible()
  await expect(options(page).filter({ hasText: /order/i })).toHaveCount(0)
  expect(asked.filter((url) => url.includes('/find') && /groups=[^&]*(orders|vendors)/.test(url))).toEqual([])
})
