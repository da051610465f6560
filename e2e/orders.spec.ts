import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import {
  expect,
  expectAccessible,
  giveCredentials,
  held,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  test,
  tokenOf,
} from './marketplace.ts'

test.describe.configure({ mode: 'parallel' })

let made = 0

interface Line {
  product_id: string
  quantity: number
  unit_price: string
}

/** An order as the shop front hands it in: three pieces at Rs 1,500 and the shipping, for cash on delivery. */
async function newOrder(
  marketplace: Marketplace,
  given: object | ((of: { lines: Line[] }) => object) = {},
): Promise<{ id: string; number: string }> {
  made += 1
  const mark = `${process.pid}-${made}`
  const { key, call } = marketplace
  const token = await tokenOf(marketplace)
  const seller = await newSeller(marketplace)
  await call('GET', `/api/admin/sellers/${seller}/approve`, token)
  const product = await newProduct(marketplace, seller, { sku: `ORDERED-${mark}`, product_stock: 40 })
  await call('GET', `/api/admin/products/${product}/approve`, token)
  const customer = await call('POST', '/api/intake/customers', key, {
    external_id: `journey-customer-${mark}`,
    username: 'Sana Tariq',
    email: `sana-${mark}@mail.example`,
    phone: '0300 1234567',
  })
  const lines: Line[] = [{ product_id: product, quantity: 3, unit_price: '1500' }]
  const { status, body } = await call('POST', '/api/intake/orders', key, {
    external_id: `journey-order-${mark}`,
    customer_id: customer.body.results.id,
    name: 'Sana Tariq',
    phone: '0300 1234567',
    address: 'مکان نمبر ۱۲، گلی نمبر ۴',
    area: 'Gulberg III',
    city: 'Lahore',
    province: 'Punjab',
    payment_method: 'cod',
    lines,
    items_total: '4500',
    shipping_total: '250',
    total_bill: '4750',
    ...(typeof given === 'function' ? given({ lines }) : given),
  })
  expect(status).toBe(201)
  return { id: body.results.id, number: body.results.order_number }
}

const refunderPassword = 'a first long password'

/** A colleague of the administrator who may refund, and has chosen a password. */
async function newRefunder(marketplace: Marketplace): Promise<string> {
  const token = await tokenOf(marketplace)
  made += 1
  const role = await marketplace.call('POST', '/api/admin/roles', token, {
    name: `Refund desk ${made}`,
    permissions: ['Orders: view', 'Orders: refund'],
  })
  const email = `nadia-${made}@refunds.example`
  const invitation = { username: 'Nadia Khan', email, phone: '', role_id: role.body.results.id }
  await marketplace.call('POST', '/api/admin/staff', token, invitation)
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  const accepted = { token: secret, password: refunderPassword }
  await marketplace.call('POST', '/api/account/invitation/accept', '', accepted)
  return email
}

/** A move that is not the next step is in the menu of its group. */
async function fromMenu(page: Page, group: string, move: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${group}` }).click()
  await page.getByRole('button', { name: move, exact: true }).click()
}

const openOrder = (page: Page, marketplace: Marketplace, id: string) =>
  openAs(page, marketplace, `/orders-order-details?id=${id}`)

test('an order goes from the shop to the customer, and its cash to the marketplace', async ({
  page,
  marketplace,
}) => {
  const { number } = await newOrder(marketplace)
  await openAs(page, marketplace, `/orders-pending-orders?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Confirmed on call' }).click()
  await expect(page.getByText('Confirmed by the customer')).toBeVisible()
  await page.getByRole('button', { name: 'Move to processing' }).click()
  await expect(page.getByText(`Order ${number} was moved to processing`)).toBeVisible()

  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  const messages = page.getByLabel('Messages')
  const saysPacked = messages.getByText(`Order ${number}: part 1 packed`)
  await expect(saysPacked).toBeVisible()
  // The last of the two messages is about the part.
  await messages.getByRole('button', { name: 'Undo' }).last().click()
  await expect(messages.getByText(`Order ${number}: part 1 unpacked`)).toBeVisible()
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const ship = page.getByRole('dialog')
  await expect(ship).not.toContainText('Not confirmed by phone')
  await ship.getByRole('button', { name: 'Ship part 1', exact: true }).click()
  await expect(ship.getByText('Tracking number is required')).toBeVisible()
  await ship.getByLabel('Leopards').check()
  await ship.getByLabel('Tracking number').fill(`LE-${number}`)
  await ship.getByRole('button', { name: 'Ship part 1' }).click()
  await expect(page.getByText(`LE-${number}`, { exact: true })).toBeVisible()

  await fromMenu(page, 'Actions for part 1', 'Failed attempt')
  await page.getByRole('dialog').getByLabel('Reason from the courier').fill('Nobody was at home')
  await page.getByRole('dialog').getByRole('button', { name: 'Record attempt' }).click()
  await expect(page.getByText('Failed attempts', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delivered', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Rs\u00a04,750')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByRole('complementary').getByText('Paid', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible()

  await page.goto(`${marketplace.url}/orders-completed-orders?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await fromMenu(page, 'Actions for part 1', 'Returned')
  await page.getByRole('dialog').getByLabel('Reason').fill('The wrong size, exchanged in the shop')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as returned' }).click()
  // The vendor's share is held until somebody decides whether anything is refunded.
  await page.goto(`${marketplace.url}/orders-completed-orders?q=${number}&preset=returns_to_decide`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await fromMenu(page, 'Actions for part 1', 'No further refund')
  await page.getByRole('dialog').getByLabel('Reason').fill('Exchanged in the shop')
  await page.getByRole('dialog').getByRole('button', { name: 'No further refund' }).click()
  await expect(page.getByRole('main').getByText('Return decided', { exact: true })).toBeVisible()
  await page.goto(`${marketplace.url}/orders-completed-orders?q=${number}&preset=returns_to_decide`)
  await expect(page.getByRole('link', { name: number, exact: true })).toBeHidden()
})

test('a move that cannot be made says why in the menu', async ({ page, marketplace }) => {
  const { id, number } = await newOrder(marketplace)
  await openOrder(page, marketplace, id)
  await page.getByRole('button', { name: 'More: Actions for part 1' }).click()
  const ship = page.getByRole('button', { name: 'Ship' })
  const why = 'Only packed parts can be shipped. Status: To pack'
  await expect(ship).toHaveAttribute('aria-disabled', 'true')
  await expect(ship).toHaveAccessibleDescription(why)
  await ship.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Escape')

  // What was moved by a slip of the hand is put back from the message that says so.
  await page.getByRole('button', { name: 'Move to processing' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: '‹ Pending Orders' })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()

  // Opened by its address, the order leads to its list, and not to the list that was on the screen last.
  await page.goto(`${marketplace.url}/orders-declined-orders`)
  await expect(page.getByRole('heading', { name: 'Declined Orders' })).toBeVisible()
  await page.goto(`${marketplace.url}/orders-order-details?id=${id}`)
  await expect(page.getByRole('link', { name: '‹ Pending Orders' })).toBeVisible()
  // Opened from a list, it leads back there, also by way of its printed sheets.
  await page.goto(`${marketplace.url}/orders-all-orders?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await page.getByRole('link', { name: '‹ Order' }).click()
  await page.getByRole('link', { name: '‹ All Orders' }).click()
  await expect(page).toHaveURL(new RegExp(`orders-all-orders\\?q=${number}$`))
})

test('who acts on an order that somebody else has moved meanwhile is told what was done, and by whom', async ({
  page,
  marketplace,
}) => {
  const { id } = await newOrder(marketplace)
  const { token } = await marketplace.signIn()
  await openOrder(page, marketplace, id)
  await expect(page.getByRole('button', { name: 'Move to processing' })).toBeVisible()
  await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await page.getByRole('button', { name: 'Move to processing' }).click()
  await expect(page.getByText(/\(last: processed, by .+\)/)).toBeVisible()
  const since = page.getByRole('list', { name: 'Changes since you opened the record' })
  await expect(since).toContainText(/\w+ processed, /)
  await expect(since).toContainText('Order: Pending → Processing')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(since).toHaveCount(0)
  await expect(page.getByRole('link', { name: '‹ Processing Orders' })).toBeVisible()

  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('has not confirmed this cash on delivery order')
  await page.getByRole('dialog').getByLabel('TCS').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Ship part 1 without confirmation' }).click()
  await expect(page.getByRole('dialog').getByLabel('Tracking number')).toBeFocused()
})

test('what is typed in a dialog is sent on the present order, once it was told that somebody changed it', async ({
  page,
  marketplace,
}) => {
  const { id, number } = await newOrder(marketplace)
  const { token } = await marketplace.signIn()
  const path = `/api/admin/orders/${id}`
  await marketplace.call('POST', `${path}/process`, token)
  const { parts } = (await marketplace.call('GET', path, token)).body.results
  await marketplace.call('POST', `${path}/parts/${parts[0].id}/pack`, token)
  await openOrder(page, marketplace, id)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const ship = page.getByRole('dialog')
  await ship.getByLabel('TCS').check()
  await ship.getByLabel('Tracking number').fill(`TCS-${number}`)
  await marketplace.call('POST', `${path}/call`, token, { is_confirmed: true })
  await ship.getByRole('button', { name: /^Ship part 1/ }).click()
  await expect(ship.getByText(/This order changed since you opened it \(last: .+, by .+\)/)).toBeVisible()
  await expect(ship.getByLabel('Tracking number')).toHaveValue(`TCS-${number}`)
  // It is the present order that is shipped now: the customer has confirmed it.
  await ship.getByRole('button', { name: 'Ship part 1', exact: true }).click()
  await expect(ship).toBeHidden()
  await expect(page.getByText(`TCS-${number}`, { exact: true })).toBeVisible()
})

test('a mistyped phone and house number are corrected by the keyboard, until a courier has the address', async ({
  page,
  marketplace,
}) => {
  const { id, number } = await newOrder(marketplace, { address: 'House 12, Street 4' })
  await openOrder(page, marketplace, id)
  const side = page.getByRole('complementary', { name: 'Payment, customer and history' })
  const edit = page.getByRole('button', { name: 'Edit contact and address' })
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const typeOver = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(field('Name')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await typeOver('0301 76')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^Enter one phone number/)).toBeVisible()
  await expect(field('Phone')).toBeFocused()
  await typeOver('0301 7654321')
  await field('Address').focus()
  await typeOver('House 21, Street 4')
  // The province follows the city of the list.
  await field('City').focus()
  await typeOver('Karachi')
  await page.keyboard.press('Tab')
  await expect(field('Province')).toHaveValue('Sindh')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(side).toContainText('0301 7654321')
  await expect(side).toContainText('House 21, Street 4')
  await expect(side).toContainText('Karachi, Sindh')
  await expect(side).toContainText('phone, address, city, province')
  await expect(edit).toBeFocused()

  // What was corrected by mistake is undone from the message that says so.
  const messages = page.getByLabel('Messages')
  await expect(messages.getByText(`Order ${number}: contact and address corrected`)).toBeVisible()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(messages.getByText(`Order ${number}: contact and address restored`)).toBeVisible()
  await expect(side).toContainText('House 12, Street 4')
  await expect(side).toContainText('0300 1234567')

  const { token } = await marketplace.signIn()
  const path = `/api/admin/orders/${id}`
  await marketplace.call('POST', `${path}/process`, token)
  const { parts } = (await marketplace.call('GET', path, token)).body.results
  await marketplace.call('POST', `${path}/parts/${parts[0].id}/pack`, token)
  const shipment = { courier: 'TCS', tracking_number: `TCS-${number}` }
  await marketplace.call('POST', `${path}/parts/${parts[0].id}/ship`, token, shipment)
  await page.reload()
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('A part was shipped and its courier has the address')
  await expect(field('Address')).toBeDisabled()
  await expect(field('City')).toBeDisabled()
  await field('Phone').focus()
  await typeOver('0302 7654321')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(side).toContainText('0302 7654321')
  await page.goto(`${marketplace.url}/print/order?id=${id}&kind=label`)
  await expect(page.getByText('0302 7654321')).toBeVisible()
  await expect(page.getByText('House 12, Street 4')).toBeVisible()
})

test('a part of an order is refunded by two people, who see what it does before it is done', async ({
  page,
  browser,
  marketplace,
}) => {
  const { id } = await newOrder(marketplace, { payment_method: 'easypaisa', paid_reference: 'EP-1' })
  await openOrder(page, marketplace, id)
  await fromMenu(page, 'Order actions', 'Refund')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^Grant/ })).toBeHidden()
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel(/^Amount for/).fill('1,500')
  await dialog.getByLabel(/^Returned units of/).fill('1')
  await dialog.getByLabel('Refund to').selectOption('wallet')
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  const effect = dialog.getByRole('region', { name: 'Effect of this refund' })
  await expect(effect).toContainText('The customer gets')
  await expect(effect).toContainText('Balance')
  // A person who changes the amount has to see again what it does.
  await dialog.getByLabel(/^Amount for/).fill('9,999')
  await expect(effect).toBeHidden()
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  await expect(dialog.getByText(/is left to refund for this line item/)).toBeVisible()
  // An effect that arrives after the amount was changed is that of another amount.
  const preview = await held(page, /\/refunds\/preview$/)
  await dialog.getByLabel(/^Amount for/).fill('700')
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  await dialog.getByLabel(/^Amount for/).fill('1,500')
  preview.arrive()
  await expect(dialog.getByRole('button', { name: 'Show effect' })).toBeEnabled()
  await expect(effect).toBeHidden()
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  await dialog.getByLabel('Reason').fill('One arrived broken')
  await dialog.getByRole('button', { name: 'Grant Rs\u00a01,500' }).click()
  await expect(dialog).toBeHidden()
  const own = page.getByRole('button', { name: 'Send', exact: true })
  await expect(own).toHaveAttribute('title', 'You granted this refund. Another person must send it')

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.goto(`${marketplace.url}/login?to=${encodeURIComponent(`/orders-order-details?id=${id}`)}`)
  await giveCredentials(theirs, await newRefunder(marketplace), refunderPassword)
  await theirs.getByRole('button', { name: 'Send', exact: true }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Send refund' }).click()
  await expect(theirs.getByText('Partly refunded').first()).toBeVisible()
  // The sum of the part adds up, and says what is left of the vendor's share.
  const part = theirs.getByRole('region', { name: /^Part 1: / })
  await expect(part).toContainText('Total of this partRs\u00a04,750')
  await expect(part).toContainText('Cancelled or refunded-Rs\u00a01,500')
  await expect(part).toContainText('Still chargedRs\u00a03,250')
  await expect(part).toContainText(/Vendor share \(Rs\s[\d,.]+ at the sale\)Rs\s[\d,.]+/)
  await other.close()
})

test('a refund to a bank account names it, and is sent by another person from the list of refunds', async ({
  page,
  browser,
  marketplace,
}) => {
  const { id, number } = await newOrder(marketplace, { payment_method: 'easypaisa', paid_reference: 'EP-2' })
  await openOrder(page, marketplace, id)
  await fromMenu(page, 'Order actions', 'Refund')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel(/^Amount for/).fill('900')
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  await expect(dialog.getByText('Account title is required')).toBeVisible()
  await dialog.getByLabel('Account title').fill('Bilal Ahmed')
  await dialog.getByLabel('IBAN').fill('PK37 SCBL 0000 0011 2345 6702')
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  await expect(dialog.getByText(/its check digits fit/)).toBeVisible()
  await dialog.getByLabel('IBAN').fill('PK36 SCBL 0000 0011 2345 6702')
  await expect(dialog.getByText('The account title does not match the name of the customer')).toBeVisible()
  await dialog.getByLabel('Account title').fill('Sana Tariq')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show effect' }).click()
  await dialog.getByLabel('Reason').fill('One arrived broken')
  const grant = dialog.getByRole('button', { name: 'Grant Rs\u00a0900' })
  // Where the form is longer than the screen, its buttons are not flush with the edge of the dialog.
  await page.setViewportSize({ width: 1440, height: 700 })
  const [edge, button] = await Promise.all([dialog.boundingBox(), grant.boundingBox()])
  const bottomOf = (box: typeof edge) => (box ? box.y + box.height : 0)
  expect(bottomOf(edge)).toBeLessThan(700)
  expect(bottomOf(edge) - bottomOf(button)).toBeGreaterThanOrEqual(12)
  await grant.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Account of the refund' })).toContainText('•••• 6702')

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.goto(`${marketplace.url}/login?to=${encodeURIComponent(`/refunds?q=${number}`)}`)
  await giveCredentials(theirs, await newRefunder(marketplace), refunderPassword)
  await expect(theirs.getByRole('link', { name: /^Refunds to send/ })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: number, exact: true }).click()
  const account = theirs.getByRole('region', { name: 'Account of the refund' })
  await expect(account).toContainText('Sana Tariq')
  await expect(theirs.getByText('PK36 SCBL 0000 0011 2345 6702')).toHaveCount(0)
  await account.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(account).toContainText('PK36 SCBL 0000 0011 2345 6702')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Send', exact: true }).click()
  const sending = theirs.getByRole('dialog')
  await expect(sending.getByRole('region', { name: 'Account of the refund' })).toContainText('Sana Tariq')
  await sending.getByLabel('Reference').fill('IBFT 4711')
  // The refund leaves the list by what was done here, and stays counted while it is shown.
  const queue = theirs.getByRole('navigation', { name: 'Queue' })
  const hasLeft = theirs.waitForResponse(/api\/admin\/orders\/refunds\?/)
  await sending.getByRole('button', { name: 'Send refund' }).click()
  await expect(theirs.getByText(`Refund of ${number} sent`)).toBeVisible()
  await hasLeft
  await expect(queue).toContainText('1 of 1')
  await expect(queue).not.toContainText('decided by others')
  await theirs.getByRole('link', { name: 'Refunds to send' }).first().click()
  await theirs.getByRole('link', { name: /^Sent/ }).click()
  await expect(theirs.getByRole('link', { name: number, exact: true })).toBeVisible()
  await other.close()
})

test('a refund whose account was corrected meanwhile is not said to be sent, however often that is pressed', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { id, number } = await newOrder(marketplace, { payment_method: 'easypaisa', paid_reference: 'EP-3' })
  const path = `/api/admin/orders/${id}`
  const { parts } = (await marketplace.call('GET', path, token)).body.results
  const granted = await marketplace.call('POST', `${path}/refunds`, token, {
    lines: [{ line_id: parts[0].lines[0].id, amount: '500' }],
    account: { account_title: 'Sana Tariq', ibn_number: 'PK36 SCBL 0000 0011 2345 6702' },
    reason: 'One arrived broken',
  })
  const [refund] = granted.body.results.refunds
  await page.goto(`${marketplace.url}/login?to=${encodeURIComponent(`/orders-order-details?id=${id}`)}`)
  await giveCredentials(page, await newRefunder(marketplace), refunderPassword)
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const corrected = { account_title: 'Sana T. Khan', ibn_number: 'PK36 SCBL 0000 0011 2345 6702' }
  const entered = await marketplace.call('POST', `${path}/refunds/${refund.id}/account`, token, corrected)
  expect(entered.status).toBe(200)
  const sending = page.getByRole('dialog')
  await sending.getByLabel('Reference').fill('IBFT 4712')
  for (let press = 1; press <= 2; press += 1) {
    const answer = page.waitForResponse(/\/send$/)
    await sending.getByRole('button', { name: 'Send refund' }).click()
    expect((await answer).status()).toBe(412)
    await expect(sending.getByRole('alert')).toContainText('This order changed since you opened it')
  }
  const { body } = await marketplace.call('GET', path, token)
  expect(body.results.refunds).toMatchObject([
    { status: 'granted', account: { account_title: 'Sana T. Khan' } },
  ])
})

test('several orders are moved at once, each with what became of it', async ({ page, marketplace }) => {
  const moved = [await newOrder(marketplace), await newOrder(marketplace)]
  const gone = await newOrder(marketplace)
  const { token } = await marketplace.signIn()
  const statusOf = async ({ id }: { id: string }) =>
    (await marketplace.call('GET', `/api/admin/orders/${id}`, token)).body.results.order_status
  await openAs(page, marketplace, '/orders-pending-orders')
  const row = (number: string) => page.getByRole('checkbox', { name: `Select ${number}` })
  for (const { number } of [...moved, gone]) await row(number).check()
  await page.getByRole('button', { name: 'Move to processing' }).click()
  const move = page.getByRole('button', { name: 'Move 3 orders to processing' })
  await expect(move).toBeVisible()
  const reason = { reason: 'Nobody answers' }
  const declined = await marketplace.call('POST', `/api/admin/orders/${gone.id}/decline`, token, reason)
  expect(declined.status).toBe(200)
  await move.click()
  await expect(page.getByRole('dialog', { name: '2 moved to processing, 1 not done' })).toBeVisible()
  const outcome = ({ number }: { number: string }) =>
    page.getByRole('dialog').getByRole('listitem').filter({ hasText: number })
  for (const order of moved) {
    await expect(outcome(order)).toContainText('moved to processing')
    expect(await statusOf(order)).toBe('processing')
  }
  await expect(outcome(gone)).toContainText('not done')
  await expect(outcome(gone)).toContainText(/declined/i)
  expect(await statusOf(gone)).toBe('declined')
  await page.getByRole('button', { name: 'Undo all 2' }).click()
  for (const order of moved) await expect(outcome(order)).toContainText('moved back to pending')
  await expect(outcome(gone)).toContainText('not done')
  for (const order of moved) expect(await statusOf(order)).toBe('pending')
  expect(await statusOf(gone)).toBe('declined')
  await page.getByRole('button', { name: 'Done' }).click()
  for (const { number } of moved) await expect(row(number)).toBeVisible()
  await expect(row(gone.number)).toHaveCount(0)
  // What was undone is not offered again; the rest is, once the result is closed.
  await expect(page.getByLabel('Messages').getByRole('button', { name: 'Undo' })).toHaveCount(0)
  for (const { number } of moved) await row(number).check()
  await page.getByRole('button', { name: 'Move to processing' }).click()
  await page.getByRole('button', { name: 'Move 2 orders to processing' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 restored, 0 failed')).toBeVisible()
  for (const order of moved) expect(await statusOf(order)).toBe('pending')
})

test('new orders are told of, and the rows wait until they are asked for', async ({ page, marketplace }) => {
  await newOrder(marketplace)
  await openAs(page, marketplace, '/orders-pending-orders')
  const first = page.getByRole('row').nth(1).getByRole('link').first()
  const [before, place] = [await first.textContent(), await first.boundingBox()]
  const { number } = await newOrder(marketplace)
  const notice = page.getByRole('button', { name: /new orders?$/ })
  await expect(notice).toBeVisible({ timeout: 25_000 })
  await expect(first).toHaveText(before ?? '')
  expect(await first.boundingBox()).toEqual(place)
  await notice.click()
  await expect(page.getByRole('link', { name: number, exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('new orders are told of under a filter that shows them, and no others', async ({
  page,
  marketplace,
}) => {
  const name = `Zarina ${Date.now().toString(36)}`
  await newOrder(marketplace, { name })
  await openAs(page, marketplace, `/orders-pending-orders?q=${encodeURIComponent(name)}`)
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(1)
  const read = page.waitForResponse((answer) => /\/api\/admin\/orders\?.*q=Zarina/.test(answer.url()))
  await newOrder(marketplace)
  await read
  const notice = page.getByRole('button', { name: /new orders?$/ })
  await expect(notice).toHaveCount(0)
  await newOrder(marketplace, { name })
  await expect(notice).toHaveText('1 new order', { timeout: 25_000 })
  await expect(rows).toHaveCount(1)
  await notice.click()
  await expect(rows).toHaveCount(2)
})

test('an order that differs from its listing is found by its mark and checked with a note', async ({
  page,
  marketplace,
}) => {
  const { body } = await marketplace.call('GET', '/api/storefront/delivery', '')
  const [method] = body.results.shipping_methods.filter(({ price }: { price: string }) => price === '250')
  const { id, number } = await newOrder(marketplace, ({ lines: [line] }) => ({
    lines: [{ ...line, quantity: 45 }],
    items_total: '67500',
    total_bill: '67750',
    ...{ shipping_method_id: method.id, payment_method: 'raast', paid_reference: 'RAAST 4711' },
  }))
  await openAs(page, marketplace, `/orders-all-orders?mark=open&q=${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row.getByText('Short of stock')).toBeVisible()
  await row.getByRole('link', { name: number, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(page.getByText('5 short: 45 ordered, 40 in stock')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as checked' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark as checked' }).click()
  await expect(dialog.getByText('Note is required')).toBeVisible()
  await dialog.getByLabel('Note').fill('The vendor sends five more')
  await dialog.getByRole('button', { name: 'Mark as checked' }).click()
  await expect(page.getByText('Checked', { exact: true })).toBeVisible()
  await expect(page.getByText('“The vendor sends five more”').first()).toBeVisible()
  await openAs(page, marketplace, `/orders-all-orders?mark=open&q=${number}`)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
})

test('what becomes of such orders is set on a screen, and stays set', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/order-checks')
  const unknown = page.getByRole('radiogroup', { name: 'Price not known' })
  await expect(unknown.getByRole('radio', { name: 'Accept and mark' })).toBeChecked()
  await expectAccessible(page)
  await unknown.getByRole('radio', { name: 'Accept', exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Order checks saved')).toBeVisible()
  await page.reload()
  await expect(unknown.getByRole('radio', { name: 'Accept', exact: true })).toBeChecked()
})

test('what is printed holds what it should, Urdu letters among it', async ({ page, marketplace }) => {
  const { id, number } = await newOrder(marketplace)
  await openAs(page, marketplace, `/print/order?id=${id}&kind=invoice`)
  for (const [kind, size, words] of [
    ['invoice', 'a4', ['Invoice', 'Rs 4,750', 'Page 1 of 1', 'Lahore, Punjab']],
    ['packing', 'a5', ['Packing slip', 'Part 1 of 1', '3 pieces']],
    ['label', 'thermal', ['Cash to collect', 'Rs 4,750', '0300 1234567']],
  ] as const) {
    await page.goto(`${marketplace.url}/print/order?id=${id}&kind=${kind}&size=${size}`)
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
    await expect(page.getByText('مکان نمبر ۱۲، گلی نمبر ۴')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const { text, pages, fonts } = await printed(page)
    expect(pages).toBe(1)
    for (const word of [number, ...words]) expect(text).toContain(word)
    expect(text).not.toContain('Paper size')
    expect(fonts).toContain('NotoNaskhArabic')
    // A file for a printer keeps the shapes in the order in which they are drawn: words cannot be read back from it.
    expect(text.match(/\p{Script=Arabic}/gu)?.length).toBeGreaterThan(12)
  }
})

test('labels and packing slips of several orders are printed in one go', async ({ page, marketplace }) => {
  const made = [await newOrder(marketplace), await newOrder(marketplace), await newOrder(marketplace)]
  await openAs(page, marketplace, '/orders-pending-orders')
  for (const [button, words] of [
    ['Print labels', ['Cash to collect', '0300 1234567']],
    ['Print packing slips', ['Part 1 of 1', '3 pieces']],
  ] as const) {
    await page.goto(`${marketplace.url}/orders-pending-orders`)
    for (const { number } of made) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
    await page.getByRole('link', { name: button }).click()
    await expect(page.getByRole('heading', { name: 'Print 3 orders' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
    await page.evaluate(() => document.fonts.ready)
    const { text, pages } = await printed(page)
    expect(pages).toBe(3)
    for (const word of [...made.map(({ number }) => number), ...words]) expect(text).toContain(word)
    expect(text).not.toContain('Page ')
  }
})

test('an invoice bears its number and what FBR made of it, and says so where there is nothing of that', async ({
  page,
  marketplace,
}) => {
  const { id } = await newOrder(marketplace)
  const { token } = await marketplace.signIn()
  const order = (await marketplace.call('GET', `/api/admin/orders/${id}`, token)).body.results
  await openAs(page, marketplace, `/print/order?id=${id}&kind=invoice`)
  const sheet = page.getByRole('region', { name: 'Seller invoices' })
  await expect(sheet).toContainText('The invoice number is assigned when the part is packed')
  await expect(sheet).toContainText('FBR invoice: Not integrated')
  await expect(sheet.locator('svg')).toHaveCount(0)

  await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await marketplace.call('POST', `/api/admin/orders/${id}/parts/${order.parts[0].id}/pack`, token)
  const fbr = `7000007DI${Date.now()}`
  const told = { type: 'invoiced', fbr_invoice_number: fbr }
  const answer = await marketplace.call('POST', `/api/intake/orders/${id}/events`, marketplace.key, told)
  expect(answer.status).toBe(200)
  await page.reload()
  await expect(sheet).toContainText('INV-000001')
  await expect(sheet.locator('svg')).toBeVisible()
  const { text } = await printed(page)
  for (const word of ['INV-000001', 'FBR invoice number', fbr]) expect(text).toContain(word)
  expect(text).not.toContain('Not integrated')
  await page.goto(`${marketplace.url}/orders-order-details?id=${id}`)
  await expect(page.getByText(fbr).first()).toBeVisible()
})

/** What is in the file that the browser would hand to the printer. */
async function printed(page: Page): Promise<{ text: string; pages: number; fonts: string }> {
  const bytes = await page.pdf({ preferCSSPageSize: true })
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  return {
    text: text.normalize('NFKC').replaceAll(/\s+/g, ' '),
    pages: pdf.numPages,
    fonts: bytes.toString('latin1'),
  }
}
