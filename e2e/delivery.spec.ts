import type { Page } from '@playwright/test'
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
  tokenOf,
} from './marketplace.ts'

const methods = '/general-setting-shipping-method'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/${path}`, token, body)).body?.results
}

/** A listing of two kilograms at Rs 1,500 that shoppers can order. */
async function listed(marketplace: Marketplace): Promise<string> {
  const seller = await newSeller(marketplace)
  const token = await tokenOf(marketplace)
  await marketplace.call('GET', `/api/admin/sellers/${seller}/approve`, token)
  const product = await newProduct(marketplace, seller, { package_weight: 2, sku: `CARRIED-${Date.now()}` })
  await marketplace.call('GET', `/api/admin/products/${product}/approve`, token)
  return product
}

/** An order of one piece with this delivery, as the shop front hands it in. */
async function ordered(marketplace: Marketplace, named: object, shipping_total: string) {
  const product_id = await listed(marketplace)
  const customer_id = await newCustomer(marketplace)
  const { status, body } = await marketplace.call('POST', '/api/intake/orders', marketplace.key, {
    external_id: `delivered-${crypto.randomUUID()}`,
    ...{ customer_id, city: 'Lahore', address: '7 Main Boulevard', payment_method: 'cod' },
    lines: [{ product_id, quantity: 1, unit_price: '1500' }],
    ...{ items_total: '1500', shipping_total, total_bill: String(1500 + Number(shipping_total)) },
    ...named,
  })
  expect(status).toBe(201)
  return { id: body.results.id as string, number: body.results.order_number as string, product_id }
}

/** Of two orders as new as each other, the list with this filter has the one with the mark, and not the one without. */
async function onlyMarked(
  page: Page,
  marketplace: Marketplace,
  { filter, mark, order, without }: { filter: string; mark: string; order: string; without: string },
): Promise<void> {
  await openAs(page, marketplace, '/orders-all-orders')
  await expect(row(page, order)).toContainText(mark)
  await expect(row(page, without)).toBeVisible()
  await expect(row(page, without)).not.toContainText(mark)
  await page.goto(`${marketplace.url}/orders-all-orders?mark=${filter}`)
  await expect(row(page, order)).toContainText(mark)
  await expect(row(page, without)).toHaveCount(0)
}

test('a shipping method is added, chosen by an order, and seen on its page, its packing slip and its label', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, methods)
  await expect(page.getByRole('heading', { level: 1, name: /^Shipping Method/ })).toBeVisible()
  for (const heading of ['Title', 'Price', 'Duration']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  await expect(row(page, 'Standard delivery').getByText('Free from Rs 10,000')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add New Shipping Method' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add New Shipping Method' })
  await add.click()
  await expect(dialog.getByText('Title is Required')).toBeVisible()
  await expect(dialog.getByText('Duration is Required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Daewoo FastEx')
  await dialog.getByLabel('Price', { exact: true }).fill('Rs 300')
  await dialog.getByLabel('Duration').fill('2 days')
  await dialog.getByRole('button', { name: 'Add a weight step' }).click()
  await dialog.getByLabel('Up to, step 1').fill('5')
  await dialog.getByLabel('Price, step 1').fill('299')
  await add.click()
  await expect(dialog.getByText(/Must not be less than the price/)).toBeVisible()
  await dialog.getByLabel('Price, step 1').fill('420')
  await dialog.getByRole('combobox', { name: 'Add a city' }).fill('lah')
  await dialog.getByRole('option', { name: /^Lahore/ }).click()
  await expect(dialog.getByRole('button', { name: 'Remove Lahore' })).toBeVisible()
  await expectAccessible(page)
  await add.click()
  await expect(said(page, 'Daewoo FastEx is added')).toBeVisible()
  await expect(row(page, 'Daewoo FastEx')).toContainText('2 days')

  const { shipping_methods } = (await marketplace.call('GET', '/api/storefront/delivery', '')).body.results
  const made = shipping_methods.find(({ title }: { title: string }) => title === 'Daewoo FastEx')
  expect(made).toMatchObject({
    price: '300',
    cities: ['Lahore'],
    weight_steps: [{ up_to_kg: 5, price: '420' }],
  })
  const { id, product_id } = await ordered(marketplace, { shipping_method_id: made.id }, '420')
  const quote = await marketplace.call('POST', '/api/storefront/delivery/quote', '', {
    ...{ items: [{ product_id, quantity: 1 }], city: 'Lahore' },
  })
  expect(quote.body.results.methods).toContainEqual(
    expect.objectContaining({ id: made.id, price: '420', why: '2 kg: step up to 5 kg' }),
  )

  await openAs(page, marketplace, `/orders-order-details?id=${id}`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Delivery', exact: true }) })
  await expect(card.getByText('Daewoo FastEx')).toBeVisible()
  await expect(page.getByText('Shipping differs')).toBeHidden()
  for (const kind of ['label', 'packing']) {
    await page.goto(`${marketplace.url}/print/order?id=${id}&kind=${kind}`)
    await expect(page.getByText('Shipping method: Daewoo FastEx')).toBeVisible()
  }
})

test('what is typed while a packaging is being stored does not store it twice', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/general-setting-packaging')
  await page.getByRole('button', { name: 'Add New Packaging' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price').fill('60')
  await dialog.getByLabel('Weight limit').fill('2 kg')
  await dialog.getByLabel('Title').fill('Held box')
  const adding = await held(page, /\/api\/admin\/packagings$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Loading...' })).toBeDisabled()
  await dialog.getByLabel('Title').fill('Held box 2')
  await expect(dialog.getByRole('button', { name: 'Loading...' })).toBeDisabled()
  adding.arrive()
  await expect(said(page, 'Held box is added')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const stored = await ask(marketplace, 'GET', 'packagings?limit=100')
  expect(stored.filter(({ title }: { title: string }) => title.startsWith('Held box'))).toHaveLength(1)
})

test('an order whose shipping differs from the quote is marked, and says what was quoted', async ({
  page,
  marketplace,
}) => {
  const method = await ask(marketplace, 'POST', 'shipping-methods', {
    ...{ title: 'Trax Saver', price: '175', duration: '4 days' },
  })
  const asQuoted = await ordered(marketplace, { shipping_method_id: method.id }, '175')
  const { id, number } = await ordered(marketplace, { shipping_method_id: method.id }, '170')
  await openAs(page, marketplace, `/orders-order-details?id=${id}`)
  await expect(page.getByText('Shipping Rs 170, quoted at Rs 175 (Trax Saver, one price)')).toBeVisible()
  await expectAccessible(page)
  await onlyMarked(page, marketplace, {
    ...{ filter: 'shipping_price', mark: 'Shipping differs', order: number, without: asQuoted.number },
  })
  await openAs(page, marketplace, '/order-checks')
  const shipping = page.getByRole('radiogroup', { name: 'Different shipping' })
  await expect(shipping.getByRole('radio', { name: 'Accept and mark' })).toBeChecked()
})

test('an order that names no way of delivery is marked, found by its filter, and its case is a setting', async ({
  page,
  marketplace,
}) => {
  const method = await ask(marketplace, 'POST', 'shipping-methods', {
    ...{ title: 'Named Rider', price: '180', duration: '3 days' },
  })
  const named = await ordered(marketplace, { shipping_method_id: method.id }, '180')
  const { id, number } = await ordered(marketplace, {}, '1')
  await openAs(page, marketplace, `/orders-order-details?id=${id}`)
  const marks = page.locator('section', {
    has: page.getByRole('heading', { name: 'Differs from the listings' }),
  })
  await expect(marks.getByText('Shipping Rs 1 without a shipping method or pickup location')).toBeVisible()
  await expect(marks.getByText('Delivery', { exact: true })).toBeVisible()
  await onlyMarked(page, marketplace, {
    ...{ filter: 'shipping_unnamed', mark: 'Delivery not named', order: number, without: named.number },
  })
  await openAs(page, marketplace, '/order-checks')
  const unnamed = page.getByRole('radiogroup', { name: 'Delivery not named' })
  await expect(unnamed.getByRole('radio')).toHaveCount(3)
  await expect(unnamed.getByRole('radio', { name: 'Accept and mark' })).toBeChecked()
})

test('a method is changed from its row, put in order with keys, switched off, deleted and undone', async ({
  page,
  marketplace,
}) => {
  await ask(marketplace, 'POST', 'shipping-methods', { title: 'Rider One', price: '90', duration: 'Today' })
  await ask(marketplace, 'POST', 'shipping-methods', { title: 'Rider Two', price: '95', duration: 'Today' })
  await openAs(page, marketplace, methods)
  await page.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Move Rider Two up/ }).press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: /Rider Two is now/ })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => {
      const rows = await ask(marketplace, 'GET', 'shipping-methods?limit=100')
      const titles = rows.map(({ title }: { title: string }) => title)
      return titles.indexOf('Rider One') - titles.indexOf('Rider Two')
    })
    .toBe(1)

  await row(page, 'Rider One').getByRole('link', { name: 'Rider One' }).click()
  await expect(page).toHaveURL(/edit=/)
  await dialog.getByLabel('Price', { exact: true }).fill('110')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Rider One is saved')).toBeVisible()
  await expect(row(page, 'Rider One')).toContainText('Rs 110')

  await row(page, 'Rider One').getByRole('switch').click()
  await expect(said(page, /Rider One.* is switched off/)).toBeVisible()

  // The dialog had shown it before the switch: it opens on what is stored now, so one's own edit is saved.
  await row(page, 'Rider One').getByRole('link', { name: 'Rider One' }).click()
  await dialog.getByLabel('Price', { exact: true }).fill('120')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Rider One')).toContainText('Rs 120')
  await expect(dialog).toHaveCount(0)

  await row(page, 'Rider Two').getByRole('link', { name: 'Rider Two' }).click()
  await dialog.getByRole('button', { name: 'Delete Rider Two' }).click()
  const deleted = said(page, 'Rider Two is deleted')
  await expect(deleted).toBeVisible()
  await expect(row(page, 'Rider Two')).toBeHidden()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(page, 'Rider Two')).toBeVisible()

  await row(page, 'Rider Two').getByRole('link', { name: 'Rider Two' }).click()
  await dialog.getByLabel('Price', { exact: true }).fill('96')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Rider Two')).toContainText('Rs 96')
  await expect(dialog).toHaveCount(0)
})

test('packagings and pickup locations are added under their headings', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/general-setting-packaging')
  await expect(page.getByRole('heading', { level: 1, name: /^Packagings/ })).toBeVisible()
  for (const heading of ['Title', 'Price']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add New Packaging' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Bottle sleeve')
  await dialog.getByLabel('Price').fill('60')
  await dialog.getByLabel('Weight limit').fill('۲ kg')
  await dialog.getByLabel('Length').fill('12')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add New Packaging' }).click()
  await expect(row(page, 'Bottle sleeve')).toContainText('up to 2 kg')

  await openAs(page, marketplace, '/general-setting-pickup-location')
  await expect(page.getByRole('heading', { level: 1, name: /^Pickup Location/ })).toBeVisible()
  for (const heading of ['City', 'Area']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add New Pickup Location' }).click()
  await dialog.getByLabel('City').fill('Multan')
  await dialog.getByLabel('Area').fill('Cantt')
  await dialog.getByLabel('Address').fill('Shop 3, Abdali Road')
  await dialog.getByLabel('Map link').fill('http://maps.example')
  await dialog.getByRole('button', { name: 'Add New Pickup Location' }).click()
  await expect(dialog.getByText('Must be a link that starts with https://')).toBeVisible()
  await dialog.getByLabel('Map link').fill('https://maps.example/multan')
  await dialog.getByRole('button', { name: 'Add New Pickup Location' }).click()
  await expect(row(page, 'Multan')).toContainText('Cantt')
})
