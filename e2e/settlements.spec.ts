import { readFile } from 'node:fs/promises'
import {
  expect,
  expectAccessible,
  held,
  type Marketplace,
  newCustomer,
  newProduct,
  newSeller,
  openAs,
  said,
  test,
} from './marketplace.ts'

let made = 0

interface Parcel {
  id: string
  number: string
  tracking: string
  /** The path of its part. */
  part: string
}

/** Orders of one piece at this price that Leopards has delivered for cash. */
async function deliveredOrders(
  marketplace: Marketplace,
  token: string,
  prices: readonly string[],
): Promise<Parcel[]> {
  const parcels = await shippedOrders(marketplace, token, prices)
  for (const { part } of parcels) {
    expect((await marketplace.call('POST', `${part}/deliver`, token)).status).toBe(200)
  }
  return parcels
}

/** Orders of one piece at this price that are on their way with Leopards for cash. */
async function shippedOrders(
  marketplace: Marketplace,
  token: string,
  prices: readonly string[],
): Promise<Parcel[]> {
  const { call, key } = marketplace
  const must = async (method: string, path: string, as: string, body?: unknown) => {
    const answer = await call(method, path, as, body)
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.body.results
  }
  const seller = await newSeller(marketplace)
  await must('POST', `/api/admin/sellers/${seller}/approve`, token)
  const customer_id = await newCustomer(marketplace)
  const parcels: Parcel[] = []
  for (const price of prices) {
    const product = await newProduct(marketplace, seller, { product_price: price })
    await must('POST', `/api/admin/products/${product}/approve`, token)
    const order = await must('POST', '/api/intake/orders', key, {
      external_id: `journey-settled-${process.pid}-${++made}`,
      customer_id,
      phone: '0300 1234567',
      address: '14 Model Town',
      city: 'Lahore',
      payment_method: 'cod',
      lines: [{ product_id: product, quantity: 1, unit_price: price }],
      items_total: price,
      total_bill: price,
    })
    const path = `/api/admin/orders/${order.id}`
    await must('POST', `${path}/process`, token)
    const { parts } = await must('GET', path, token)
    const part = `${path}/parts/${parts[0].id}`
    const tracking = `LE99${process.pid}${made}`
    await must('POST', `${part}/pack`, token)
    await must('POST', `${part}/ship`, token, { courier: 'Leopards', tracking_number: tracking })
    parcels.push({ id: order.id, number: order.order_number, tracking, part })
  }
  return parcels
}

test('a courier’s statement is looked at, settled, and the row that is short is accepted with a reason', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const [exact, short] = await deliveredOrders(marketplace, token, ['1200', '900'])
  if (!exact || !short) throw new Error('no order was delivered')

  await openAs(page, marketplace, `/orders-order-details?id=${short.id}`)
  await expect(page.getByText(/^Rs.900 with Leopards since/)).toBeVisible()
  await page.goto(`${marketplace.url}/courier-cash`)
  await expect(page.getByRole('row', { name: /^Leopards/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '‹ Settlements' }).click()
  await page.getByRole('link', { name: 'Import a statement' }).click()
  await page.getByRole('button', { name: 'Check statement' }).click()
  await expect(page.getByText('Choose the statement of the courier')).toBeVisible()
  await page.getByLabel('Courier').selectOption('Leopards')
  await page.getByLabel('Payment reference').fill('LCS-JOURNEY-1')
  const file = [
    'sep=;',
    'CN #;Order Ref;COD Amount;Delivery Charges;Net',
    `="${exact.tracking}";${exact.number};Rs 1,200;150;Rs 1,050`,
    `${short.tracking};${short.number};Rs 800;150;Rs 650`,
    '3.52E+12;;Rs 400;0;400',
  ].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({
    name: 'leopards.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${file}`),
  })
  await page.getByRole('button', { name: 'Check statement' }).click()
  await expect(page.getByText('Nothing is booked yet.')).toBeVisible()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(row(exact.tracking)).toContainText('Matched')
  await expect(row(short.tracking)).toContainText('Short-paid')
  await expect(row(short.tracking)).toContainText('-Rs\u00a0100')
  await expect(row('3.52E+12')).toContainText('A spreadsheet rounded this tracking number')
  await expectAccessible(page)
  expect((await marketplace.call('GET', '/api/admin/settlements?q=LCS-JOURNEY-1', token)).body.total).toBe(0)

  await page.getByRole('button', { name: /^Settle 2 rows, Rs.2,000$/ }).click()
  await expect(page).toHaveURL(/\/settlement\?id=/)
  await page.getByRole('button', { name: 'Undo settlement' }).click()
  const undoing = page.getByRole('dialog', { name: /^Undo S-\d+: 2 rows, Rs.2,000\?$/ })
  await undoing.getByRole('button', { name: 'Undo settlement' }).click()
  await expect(undoing.getByText('A reason is required')).toBeVisible()
  await undoing.getByLabel('Reason').fill('The statement of last week')
  await undoing.getByRole('button', { name: 'Undo settlement' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  // Beside who undid it, and in the history.
  await expect(page.getByText('The statement of last week')).toHaveCount(2)
  await expectAccessible(page)
  await page.goto(`${marketplace.url}/orders-order-details?id=${short.id}`)
  await expect(page.getByText(/^Rs.900 with Leopards since/)).toBeVisible()
  await page.goto(`${marketplace.url}/settlement-import`)
  await page.getByLabel('Courier').selectOption('Leopards')
  await page.getByLabel('Payment reference').fill('LCS-JOURNEY-1')
  await page.locator('input[type=file]').setInputFiles({
    name: 'leopards.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${file}`),
  })
  await page.getByRole('button', { name: 'Check statement' }).click()
  const booking = await held(page, /\/api\/admin\/settlements\?courier=/)
  await page.getByRole('button', { name: /^Settle 2 rows, Rs.2,000$/ }).click()
  // What is on its way is booked with its reference: another one cannot be typed over it, and what was booked is told.
  await expect(page.locator('form[inert]')).toHaveCount(1)
  const reference = page.getByLabel('Payment reference')
  await reference.evaluate((field: HTMLInputElement) => field.focus())
  await page.keyboard.type('9')
  await expect(reference).toHaveValue('LCS-JOURNEY-1')
  booking.arrive()
  await expect(said(page, /: 2 rows settled$/)).toBeVisible()
  await expect(page).toHaveURL(/\/settlement\?id=/)
  await expect(page.getByText(/1 open, Rs.100 short/)).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export differences' }).click()
  const differences = await readFile(await (await download).path(), 'utf8')
  expect(differences).toContain(
    `${short.tracking},${short.number},${short.number},,Short-paid,800,900,-100,150`,
  )
  expect(differences).not.toContain(exact.tracking)

  // The open differences of a courier lead to the settlements where they are accepted.
  await page.goto(`${marketplace.url}/courier-cash`)
  await page
    .getByRole('row', { name: /^Leopards/ })
    .getByRole('link', { name: /^[\d,]+: / })
    .click()
  await expect(page).toHaveURL(/\/settlements\?courier=Leopards&difference=open$/)
  await page
    .getByRole('row', { name: /LCS-JOURNEY-1/ })
    .filter({ hasNotText: 'Undone' })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/settlement\?id=/)
  await page.getByRole('button', { name: 'Accept difference' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The rider had no change')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('No open differences')).toBeVisible()
  await expect(row(short.tracking)).toContainText('The rider had no change')

  await page.goto(`${marketplace.url}/orders-order-details?id=${short.id}`)
  await expect(page.getByText(/^Settled .*, ref LCS-JOURNEY-1/)).toBeVisible()
  await page.goto(`${marketplace.url}/settlements?q=LCS-JOURNEY-1`)
  await expect(page.getByRole('row', { name: /LCS-JOURNEY-1/ }).filter({ hasText: 'None open' })).toHaveCount(
    1,
  )
  await expect(page.getByRole('row', { name: /LCS-JOURNEY-1/ }).filter({ hasText: 'Undone' })).toHaveCount(1)
  await expectAccessible(page)
})

test('a row that came before its parcel was delivered is checked again, and settled with the same payment', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const [exact] = await deliveredOrders(marketplace, token, ['1100'])
  const [late] = await shippedOrders(marketplace, token, ['700'])
  if (!exact || !late) throw new Error('no order was shipped')
  await openAs(page, marketplace, '/settlement-import')
  await page.getByLabel('Courier').selectOption('Leopards')
  await page.getByLabel('Payment reference').fill('LCS-JOURNEY-2')
  const file = `CN #,COD Amount\r\n${exact.tracking},1100\r\n${late.tracking},700\r\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'leopards.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check statement' }).click()
  await page.getByRole('button', { name: /^Settle 1 row, Rs.1,100$/ }).click()
  await expect(page).toHaveURL(/\/settlement\?id=/)
  await expect(page.getByText(/^1 of 2 rows had no effect/)).toBeVisible()

  const dialog = page.getByRole('dialog', { name: /^S-\d+: rows without effect$/ })
  const again = page.getByRole('button', { name: 'Check these rows again' })
  await again.click()
  await expect(dialog.getByText('None of these rows can be settled now.')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: late.tracking })).toContainText('Not delivered')
  await expect(dialog.getByRole('button', { name: /^Settle 0 rows/ })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  expect((await marketplace.call('POST', `${late.part}/deliver`, token)).status).toBe(200)
  await again.click()
  await expect(dialog.getByText('1 of 1 row can be settled now.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Settle 1 row, Rs.700$/ }).click()
  await expect(said(page, /: 1 row settled$/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/had no effect/)).toBeHidden()
  await expect(again).toBeHidden()
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo settlement' })).toBeVisible()
})
