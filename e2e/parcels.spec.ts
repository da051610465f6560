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

let made = 0

interface Ordered {
  id: string
  number: string
}

/** An order that is paid, with a part for each of this many vendors. */
async function paidOrder(marketplace: Marketplace, vendors: number): Promise<Ordered> {
  const { key, call } = marketplace
  const token = await tokenOf(marketplace)
  made += 1
  const mark = `parcels-${process.pid}-${made}`
  const lines = []
  for (let vendor = 0; vendor < vendors; vendor++) {
    const seller = await newSeller(marketplace)
    await call('GET', `/api/admin/sellers/${seller}/approve`, token)
    const product_id = await newProduct(marketplace, seller, { sku: `${mark}-${vendor}`, product_stock: 9 })
    await call('GET', `/api/admin/products/${product_id}/approve`, token)
    lines.push({ product_id, quantity: 1, unit_price: '1500' })
  }
  const customer = await call('POST', '/api/intake/customers', key, {
    external_id: mark,
    username: 'Sana Tariq',
    email: `${mark}@mail.example`,
    phone: '0300 1234567',
  })
  const total = String(1500 * vendors)
  const { status, body } = await call('POST', '/api/intake/orders', key, {
    external_id: mark,
    customer_id: customer.body.results.id,
    name: 'Sana Tariq',
    phone: '0300 1234567',
    address: '12 Mall Road',
    area: 'Gulberg III',
    city: 'Lahore',
    province: 'Punjab',
    payment_method: 'easypaisa',
    paid_reference: mark,
    lines,
    items_total: total,
    shipping_total: '0',
    total_bill: total,
  })
  expect(status).toBe(201)
  return { id: body.results.id, number: body.results.order_number }
}

/** Counts what a person clicks with the mouse; keys are a scanner's. */
async function clicksOf(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset.clicks = '0'
    const count = () => {
      document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + 1)
    }
    addEventListener('pointerdown', count, true)
  })
  return async () => Number(await page.locator('body').getAttribute('data-clicks'))
}

test('an order of three vendors goes from paid to completed in eight clicks', async ({
  page,
  marketplace,
}) => {
  const { number } = await paidOrder(marketplace, 3)
  await openAs(page, marketplace, `/orders-all-orders?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  const clicks = await clicksOf(page)
  await page.getByRole('button', { name: 'Move to processing' }).click()
  await page.getByRole('button', { name: 'Pack all 3 parts' }).click()
  await page.getByRole('button', { name: 'Ship all 3 parts' }).click()
  const ship = page.getByRole('dialog')
  await ship.getByRole('radio', { name: 'TCS' }).click()
  await expectAccessible(page)
  const numbers = ship.getByLabel(/^Tracking number of part/)
  await numbers.first().focus()
  // As a scanner types: the last Enter ships.
  for (const part of [1, 2, 3]) {
    await page.keyboard.type(`TCS-${number}-${part}`)
    await page.keyboard.press('Enter')
  }
  await expect(ship).toBeHidden()
  await page.getByRole('button', { name: 'Deliver all 3 parts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark 3 parts as delivered' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible()
  expect(await clicks()).toBe(8)

  // The way back leads to the list with its search, whatever became of the order.
  await page.getByRole('link', { name: '‹ All Orders' }).click()
  await expect(page).toHaveURL(new RegExp(`orders-all-orders\\?q=${number}$`))
})

test('parcels of several orders are scanned, checked and shipped together', async ({ page, marketplace }) => {
  const { token } = await marketplace.signIn()
  const [one, two] = [await paidOrder(marketplace, 1), await paidOrder(marketplace, 2)]
  for (const { id } of [one, two]) await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await openAs(page, marketplace, '/tracking-numbers')
  await page.getByRole('radio', { name: 'Leopards' }).check()
  await page.getByLabel('Order number').focus()
  for (const [order, parcel] of [
    [one.number, `LE-${one.number}`],
    [two.number, `LE-${two.number}`],
    [`${two.number}/2`, `LE-${two.number}-2`],
  ]) {
    await page.keyboard.type(order ?? '')
    await page.keyboard.press('Enter')
    await page.keyboard.type(parcel ?? '')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('2 ready, 1 not possible, 0 shipped')).toBeVisible()
  await expect(page.getByText(`The order has 2 parts to ship. Add the part`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ship 2 parcels' }).click()
  // One part of the second order is left by then, so the number without a part is of that one.
  await expect(page.getByText('1 ready, 0 not possible, 2 shipped')).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/orders/${one.id}`, token)
  expect(body.results.parts[0]).toMatchObject({ courier: 'Leopards', tracking_number: `LE-${one.number}` })
})

test('of two numbers for one parcel the one that was scanned first counts, and what was removed comes back', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { id, number } = await paidOrder(marketplace, 1)
  await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await openAs(page, marketplace, '/tracking-numbers')
  await page.getByRole('radio', { name: 'Leopards' }).check()
  await page.getByLabel('Order number').focus()
  for (const parcel of ['RIGHT', 'MISTAKE']) {
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.keyboard.type(`${parcel}-${number}`)
    await page.keyboard.press('Enter')
  }
  const row = (parcel: string) => page.getByRole('row').filter({ hasText: `${parcel}-${number}` })
  await expect(row('MISTAKE')).toContainText('This part is in the list already')
  await expect(row('RIGHT')).toContainText('Ready')
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(row('RIGHT')).toHaveCount(0)
  await expect(page.getByText('2 parcels removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('RIGHT')).toContainText('Ready')
  await page.getByRole('button', { name: 'Ship 1 parcel' }).click()
  await expect(page.getByText('0 ready, 1 not possible, 1 shipped')).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/orders/${id}`, token)
  expect(body.results.parts[0]).toMatchObject({ tracking_number: `RIGHT-${number}` })
})

test('the next step of an order whose parcel must not leave any more says why, and asks nothing', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { id, number } = await paidOrder(marketplace, 1)
  const path = `/api/admin/orders/${id}`
  await marketplace.call('POST', `${path}/process`, token)
  const { parts } = (await marketplace.call('GET', path, token)).body.results
  const lines = [{ line_id: parts[0].lines[0].id, amount: '1500' }]
  const grant = { lines, method: 'wallet', reason: 'Cancelled by phone' }
  expect((await marketplace.call('POST', `${path}/refunds`, token, grant)).status).toBe(200)
  await openAs(page, marketplace, `/orders-processingorders?q=${number}`)
  const why = page.getByLabel('Messages').getByText(/a refund of it is granted/)
  await page.getByRole('button', { name: `Pack, order ${number}` }).click()
  await expect(why).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { body } = await marketplace.call('GET', path, token)
  expect(body.results.parts[0].vendor_status).toBe('to_pack')
})

test('the next step of an order is a button in its row, and the way back leads to the view that one works through', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { id, number } = await paidOrder(marketplace, 2)
  await openAs(page, marketplace, `/orders-pending-orders?q=${number}`)
  await page.getByRole('button', { name: `Process, order ${number}` }).click()
  await expect(page.getByText(`Order ${number} was moved to processing`)).toBeVisible()

  await page.goto(`${marketplace.url}/orders-processingorders?q=${number}`)
  await page.getByRole('button', { name: `Pack, order ${number}` }).click()
  await expect(page.getByText(`Order ${number}: 2 parts packed`)).toBeVisible()
  await page.getByRole('button', { name: `Ship, order ${number}` }).click()
  const ship = page.getByRole('dialog')
  // No courier is chosen beforehand.
  await expect(ship.getByRole('radio', { checked: true })).toHaveCount(0)
  await ship.getByRole('radio', { name: 'PostEx' }).check()
  await ship.getByLabel(/^Tracking number of part 1/).fill(`PX-${number}-1`)
  await ship.getByLabel(/^Tracking number of part 2/).fill(`PX-${number}-2`)
  // A click on the dialog's own text is none on the row below it, which would open the order and lose the numbers.
  await ship.getByRole('heading').click()
  await expect(page).toHaveURL(/orders-processingorders/)
  await ship.getByRole('button', { name: 'Ship 2 parts' }).click()
  await expect(page.getByRole('button', { name: `Deliver, order ${number}` })).toBeVisible()

  const { body } = await marketplace.call('GET', `/api/admin/orders/${id}`, token)
  const [part] = body.results.parts
  const attempt = { reason: 'Nobody was at home' }
  await marketplace.call('POST', `/api/admin/orders/${id}/parts/${part.id}/attempt`, token, attempt)
  await page.goto(`${marketplace.url}/orders-processingorders`)
  await page.getByRole('link', { name: /^Failed attempts/ }).click()
  await page.getByRole('link', { name: number, exact: true }).click()
  await page.getByRole('button', { name: 'Deliver all 2 parts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark 2 parts as delivered' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^‹/ }).click()
  await expect(page).toHaveURL(/orders-processingorders\?.*preset=failed_attempts/)
})

test('the question of a next step is about the order as it is now, and one that cannot be read is told', async ({
  page,
  marketplace,
  faults,
}) => {
  const { token } = await marketplace.signIn()
  const { id, number } = await paidOrder(marketplace, 2)
  await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await openAs(page, marketplace, `/orders-processingorders?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await page.getByRole('link', { name: /^‹/ }).click()
  await page.getByRole('button', { name: `Pack, order ${number}` }).click()
  await expect(page.getByText(`Order ${number}: 2 parts packed`)).toBeVisible()
  faults.expected(/^503 GET \/api\/admin\/orders\//)
  await page.route(`**/api/admin/orders/${id}`, (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: `Ship, order ${number}` }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute(`**/api/admin/orders/${id}`)
  const { body } = await marketplace.call('GET', `/api/admin/orders/${id}`, token)
  const [part] = body.results.parts
  await marketplace.call('POST', `/api/admin/orders/${id}/parts/${part.id}/ship`, token, {
    courier: 'TCS',
    tracking_number: `BY-HAND-${number}`,
  })
  await page.getByRole('button', { name: `Ship, order ${number}` }).click()
  const ship = page.getByRole('dialog')
  await expect(ship.getByLabel(/^Tracking number/)).toHaveCount(1)
})

test('a next step that is refused says so where its order has left the list, or has no next step any more', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const changed = /This order changed since you opened it/
  const ship = page.getByRole('dialog')
  for (const list of ['orders-all-orders', 'orders-processingorders']) {
    const { id, number } = await paidOrder(marketplace, 1)
    const path = `/api/admin/orders/${id}`
    await marketplace.call('POST', `${path}/process`, token)
    const { parts } = (await marketplace.call('GET', path, token)).body.results
    await marketplace.call('POST', `${path}/parts/${parts[0].id}/pack`, token)
    await openAs(page, marketplace, `/${list}?q=${number}`)
    await page.getByRole('button', { name: `Ship, order ${number}` }).click()
    await ship.getByRole('radio', { name: 'PostEx' }).check()
    await ship.getByLabel(/^Tracking number of part 1/).fill(`PX-${number}`)
    const declined = await marketplace.call('POST', `${path}/decline`, token, { reason: 'Ordered twice' })
    expect(declined.status).toBe(200)
    const read = page.waitForResponse(/\/api\/admin\/orders\?/)
    await ship.getByRole('button', { name: 'Ship 1 part' }).click()
    await read
    if (list === 'orders-all-orders') {
      await expect(page.locator('tr[data-row]').filter({ hasText: number })).toContainText('Declined')
      await expect(ship.getByText(changed)).toBeVisible()
      await ship.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      await expect(page.getByText(changed)).toHaveCount(0)
    } else {
      await expect(ship).toHaveCount(0)
      await expect(page.getByLabel('Messages').getByText(changed)).toBeVisible()
    }
  }
})

test('why parcels were not shipped stays to be read, and a check that had no answer is made again', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { id, number } = await paidOrder(marketplace, 1)
  await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await openAs(page, marketplace, '/tracking-numbers')
  await page.route('**/tracking-numbers/check', (route) => route.abort())
  await page.getByRole('radio', { name: 'Trax' }).check()
  await page.getByLabel('Order number').fill(number)
  await page.getByLabel('Tracking number', { exact: true }).fill(`TR-${number}`)
  await page.keyboard.press('Enter')
  const failure = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await expect(failure).toBeVisible()
  await page.unroute('**/tracking-numbers/check')
  await expect(page.getByText('1 ready, 0 not possible, 0 shipped')).toBeVisible()
  await expect(failure).toHaveCount(0)
  await page.route('**/tracking-numbers', (route) => route.abort())
  await page.getByRole('button', { name: 'Ship 1 parcel' }).click()
  await expect(failure).toBeVisible()
  const checked = page.waitForResponse('**/tracking-numbers/check')
  await checked
  await expect(page.getByText('1 ready, 0 not possible, 0 shipped')).toBeVisible()
  await expect(failure).toBeVisible()
  await page.unroute('**/tracking-numbers')
  await page.getByRole('button', { name: 'Ship 1 parcel' }).click()
  await expect(page.getByText('0 ready, 0 not possible, 1 shipped')).toBeVisible()
  await expect(failure).toHaveCount(0)
})

test('tracking numbers are pasted and imported as CSV, and a declined order says that its parts are cancelled', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const orders = [
    await paidOrder(marketplace, 1),
    await paidOrder(marketplace, 1),
    await paidOrder(marketplace, 1),
  ]
  const [one, two, three] = orders as [Ordered, Ordered, Ordered]
  for (const { id } of [one, two]) await marketplace.call('POST', `/api/admin/orders/${id}/process`, token)
  await openAs(page, marketplace, '/tracking-numbers')
  await page.getByLabel('Order number').focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, `Order\tTracking\n${one.number}\tTR-${one.number}`)
  await expect(page.getByText('Choose the courier')).toBeVisible()
  await page.getByRole('radio', { name: 'Trax' }).check()
  await expect(page.getByText('1 ready, 0 not possible, 0 shipped')).toBeVisible()
  await page.getByLabel('Import CSV').setInputFiles({
    name: 'parcels.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `\uFEFForder number;tracking number;courier\r\n${two.number};="00${two.number}";M&P\r\n${three.number};1.2E+14;\r\nnothing\r\n`,
    ),
  })
  await expect(page.getByText('1 line without an order number and a tracking number left out')).toBeVisible()
  await expect(page.getByText('2 ready, 1 not possible, 0 shipped')).toBeVisible()
  // What is not shipped yet survives a reload.
  await page.reload()
  await page.getByRole('radio', { name: 'Trax' }).check()
  await page.getByRole('button', { name: 'Ship 2 parcels' }).click()
  await expect(page.getByText('0 ready, 1 not possible, 2 shipped')).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/orders/${two.id}`, token)
  expect(body.results.parts[0]).toMatchObject({ courier: 'M&P', tracking_number: `00${two.number}` })
  // The third is left, and is not there for somebody else who signs in in this tab.
  await expect(page.getByRole('link', { name: `${three.number}/1` })).toBeVisible()
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('current_user') ?? '{}')
    localStorage.setItem('current_user', JSON.stringify({ ...user, id: crypto.randomUUID() }))
  })
  await page.reload()
  await expect(page.getByLabel('Order number')).toBeVisible()
  await expect(page.getByRole('link', { name: `${three.number}/1` })).toHaveCount(0)

  await marketplace.call('POST', `/api/admin/orders/${three.id}/decline`, token, { reason: 'Ordered twice' })
  await page.goto(`${marketplace.url}/orders-declined-orders?q=${three.number}`)
  await expect(page.getByRole('row', { name: three.number }).getByText('Cancelled')).toBeVisible()
  await page.getByRole('link', { name: three.number, exact: true }).click()
  const part = page.getByRole('region', { name: /^Part 1/ })
  await expect(part.getByText('Cancelled', { exact: true })).toBeVisible()
})
