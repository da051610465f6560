import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

let made = 0

/** An order that is paid, with a part for each of this many vendors. */
async function paidOrder(marketplace: Marketplace, vendors: number): Promise<{ id: string; number: string }> {
  const { key, call, signIn } = marketplace
  const { token } = await signIn()
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

test('an order of three vendors goes from paid to delivered in at most eight clicks', async ({
  page,
  marketplace,
  faults,
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
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(8)

  // The way back leads to the list with its search, whatever became of the order.
  await page.getByRole('link', { name: '‹ All Orders' }).click()
  await expect(page).toHaveURL(new RegExp(`orders-all-orders\\?q=${number}$`))
  expect(faults).toEqual([])
})

test('parcels of several orders are scanned, checked and shipped together', async ({
  page,
  marketplace,
  faults,
}) => {
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
  await expect(page.getByText('0 ready, 1 not possible, 2 shipped')).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/orders/${one.id}`, token)
  expect(body.results.parts[0]).toMatchObject({ courier: 'Leopards', tracking_number: `LE-${one.number}` })
  expect(faults).toEqual([])
})
