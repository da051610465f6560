import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import {
  expect,
  expectAccessible,
  held,
  newCompleteSeller,
  newProduct,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

test('a row opens its record, Ctrl opens a tab, and selecting text opens nothing', async ({
  page,
  context,
  marketplace,
}) => {
  await openAs(page, marketplace, '/products-approvedproducts')
  const row = page.getByRole('row').nth(1)
  const name = row.getByRole('link').first()
  const opened = context.waitForEvent('page')
  await name.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab).toHaveURL(/single-product\/approved\?id=/)
  await tab.close()
  await expect(page).toHaveURL(/products-approvedproducts$/)

  const price = row.getByText(/^Rs\s/).first()
  const box = await price.boundingBox()
  if (!box) throw new Error('no price is shown')
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/\d/)
  await expect(page).toHaveURL(/products-approvedproducts$/)

  await page.evaluate(() => getSelection()?.removeAllRanges())
  await price.click()
  await expect(page).toHaveURL(/single-product\/approved\?id=/)
  await page.goBack()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('an empty list says why: nothing there, or nothing that matches, with the way back', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/vendor-verification-approved-verification?q=nobody-has-this-name')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  // Until the rows have come, neither the list is said to be empty nor a page not to exist.
  const read = await held(page, /\/api\/admin\/sellers\/get\/approve\?/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await read.asked
  await expect(page.getByRole('heading', { name: /^No / })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toHaveCount(0)
  read.arrive()
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
  await expect(page).not.toHaveURL(/q=/)
  const next = await held(page, /\/api\/admin\/sellers\/get\/approve\?.*page=2/)
  await page.getByRole('link', { name: 'Next page' }).click()
  await next.asked
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
  await expect(page.getByText('does not exist')).toHaveCount(0)
  next.arrive()
  await expect(page.getByText(/^26–/)).toBeVisible()

  // An empty tab is not an empty list: it says so of itself, and leads to the rows.
  await page.route('**/api/admin/products/get/approved?*revision=waiting*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), results: [], total: 0 } })
  })
  await page.goto(`${marketplace.url}/products-approvedproducts?revision=waiting`)
  await expect(page.getByRole('heading', { name: 'Nothing under “Edits to review”' })).toBeVisible()
  await page.getByRole('link', { name: 'Show “All”' }).click()
  await expect(page).toHaveURL(/products-approvedproducts$/)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
})

test('the tabs of a list have the numbers of whole lists, and none beside one that is narrowed', async ({
  page,
  marketplace,
}) => {
  const vendors = '/vendor-verification-pending-verification'
  const lists = [
    { path: '/review-desk', many: 6, filter: 'late=yes', counts: '/api/admin/desk/counts' },
    { path: '/products-all-products', many: 3, filter: 'risk=some', counts: '/api/admin/products/counts' },
    { path: '/products-approvedproducts', many: 2, filter: 'stock=in', counts: '/api/admin/products/counts' },
    { path: vendors, many: 3, filter: 'profile=created', counts: '/api/admin/sellers/counts' },
    { path: vendors, many: 3, filter: 'q=shop', counts: '/api/admin/sellers/counts' },
  ]
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
  const counted = tabs.filter({ hasText: /\d/ })
  await openAs(page, marketplace, '/')
  for (const { path, many, filter, counts } of lists) {
    await page.goto(marketplace.url + path)
    await expect(counted).toHaveCount(many)
    const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === counts && answer.ok())
    await page.goto(`${marketplace.url}${path}?${filter}`)
    await (await read).finished()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d/)
    await expect(tabs.first()).toBeVisible()
    await expect(counted).toHaveCount(0)
  }
})

test('a city that is asked for in another spelling stays as it is when its field is passed', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/orders-all-orders?city=lahore')
  const city = page.getByRole('combobox', { name: 'City', exact: true })
  await expect(city).toHaveValue('lahore')
  await city.focus()
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/city=lahore/)
  await expect(city).toHaveValue('lahore')
  // What is typed again is asked for in the spelling of the list.
  await city.fill('KARACHI')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/city=Karachi/)
})

test('a search finds words in any order and with a typo, and marks what matched', async ({
  page,
  marketplace,
}) => {
  await newSeller(marketplace, { username: 'Kulsoom Bibi Marked', phone: '0345 1122334' })
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=marked kulsoom')
  const row = page.getByRole('row', { name: /Kulsoom Bibi Marked/ })
  await expect(row.locator('mark')).toHaveText(['Kulsoom', 'Marked'])
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('kulsom')
  await expect(row.locator('mark')).toHaveText(['Kulsoom'])
  await search.fill('+92 345 1122334')
  await expect(row.locator('mark')).toHaveText(['0345 1122334'])
})

test('a decision under way says Loading... and is sent once, however often it is clicked', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Twice Clicked' })
  let sent = 0
  await page.route('**/approve', async (route) => {
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: /^Approve/ }).dblclick()
  const waiting = page.getByRole('button', { name: 'Loading...' })
  await expect(waiting).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Vendor approved' })).toBeVisible()
  expect(sent).toBe(1)
})

test('a switch that was turned stays turned when the tab is closed at once', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const [product] = (
    await marketplace.call('GET', '/api/admin/products/get/approved?limit=1&sort=product_name', admin.token)
  ).body.results
  await openAs(page, marketplace, `/single-product/approved?id=${product.id}`)
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('switch', { name: /available/ }).click()
  await sent
  await page.close()
  const stored = async () =>
    (await marketplace.call('GET', `/api/admin/products/${product.id}`, admin.token)).body.results.available
  await expect.poll(stored).toBe(!product.available)
})

test('rows that were read stay when a later read fails, with what failed above them', async ({
  page,
  marketplace,
  faults,
}) => {
  const name = `Stays ${Date.now()}`
  await newProduct(marketplace, await newSeller(marketplace), { product_name: name })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toBeVisible()
  const list = '**/api/admin/products/get/pending*'
  faults.expected(/^503 GET \/api\/admin\/products\/get\/pending$/)
  await page.route(list, (route) => route.fulfill({ status: 503 }))
  // The list is read again after a switch was turned.
  await row.getByRole('switch').click()
  const told = page.getByRole('alert').filter({ hasText: 'The pending products could not be loaded' })
  await expect(told).toBeVisible()
  await expect(row).toBeVisible()
  await page.unroute(list)
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(told).toBeHidden()
  await expect(row).toBeVisible()
})

test('a list whose reader comes back keeps its rows, and tells of the new ones that its filter shows', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const seller = await newSeller(marketplace)
  const name = `Returning ${Date.now().toString(36)}`
  const approve = async (product_name: string) => {
    const id = await newProduct(marketplace, seller, { product_name })
    await marketplace.call('POST', `/api/admin/products/${id}/approve`, admin.token)
  }
  await approve(`${name} before`)
  await openAs(page, marketplace, `/products-approvedproducts?q=${encodeURIComponent(name)}`)
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(1)
  await page.clock.install()
  const notice = page.getByRole('button', { name: /^Show (\d+ new|changes)$/ })
  /** Somebody comes back to the window after a minute. */
  const comeBack = async () => {
    await page.clock.fastForward(60_000)
    const again = page.waitForResponse('**/api/admin/products/get/approved?*')
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await again
  }
  await approve('Of another name')
  await approve(`${name} after`)
  await comeBack()
  await expect(notice).toHaveText('Show 1 new')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`${name} before`)
  await notice.click()
  await expect(rows).toHaveCount(2)
  await expect(notice).toHaveCount(0)
  await comeBack()
  await expect(rows).toHaveCount(2)
  await expect(notice).toHaveCount(0)
})

test('the desk leaves a row under the pointer where it is while a colleague decides on another', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const vendor = await newSeller(marketplace)
  const [first] = [
    await newProduct(marketplace, vendor, { product_name: 'Pointed 1' }),
    await newProduct(marketplace, vendor, { product_name: 'Pointed 2' }),
  ]
  await openAs(page, marketplace, `/review-desk?kind=product&vendor_id=${vendor}`)
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).hover()
  await marketplace.call('POST', `/api/admin/products/${first}/approve`, admin.token)
  const notice = page.getByRole('button', { name: 'Show changes' })
  await expect(notice).toBeVisible({ timeout: 15_000 })
  await expect(rows).toHaveCount(2)
  await notice.click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Pointed 2')
})

test('a filter whose options cannot be read says so, and reads them again', async ({
  page,
  marketplace,
  faults,
}) => {
  const seller = await newSeller(marketplace)
  const vendors = /\/api\/admin\/products\/vendors/
  faults.expected(/^503 GET \/api\/admin\/products\/vendors/)
  await page.route(vendors, (route) => route.fulfill({ status: 503 }))
  await openAs(page, marketplace, `/review-desk?vendor_id=${seller}`)
  const chip = page.getByRole('list', { name: 'Filters' }).getByRole('listitem').first()
  await expect(chip).toContainText('Vendor: not loaded')
  const field = page.getByRole('combobox', { name: 'Vendor', exact: true })
  await field.click()
  const told = page.getByRole('alert').filter({ hasText: 'The options could not be loaded.' })
  await expect(told).toBeVisible()
  await page.unroute(vendors)
  await field.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Vendor' }).getByRole('option').first()).toBeVisible()
  await expect(told).toBeHidden()
  await field.press('Escape')
  await chip.getByRole('button', { name: 'Try again' }).click()
  await expect(chip).toContainText('Vendor: Journey Shop')
})

test('a switch whose answer was lost says that it may be changed, and shows what is stored', async ({
  page,
  marketplace,
}) => {
  const name = `Lost answer ${Date.now()}`
  const id = await newProduct(marketplace, await newSeller(marketplace), { product_name: name })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(name)}`)
  const toggle = page.getByRole('row', { name: new RegExp(name) }).getByRole('switch')
  await expect(toggle).toBeChecked()
  await page.route(`**/api/admin/products/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await toggle.click()
  const told = page.getByRole('alert').filter({ hasText: 'The change may have been saved.' })
  await expect(told).toBeVisible()
  await expect(toggle).not.toBeChecked()
  await expect(toggle).toHaveAttribute('aria-busy', 'false')
})

function isWholeInView(stage: Element): boolean {
  const outer = stage.getBoundingClientRect()
  const inner = stage.querySelector('img')?.getBoundingClientRect()
  if (!inner || inner.height < 100) return false
  const isInside = inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  return isInside && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
}

test('a document opens as large as the screen, is zoomed and turned by keys, and closes on Escape', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace, { username: 'With Cheque' })
  const picture = await sharp({ create: { width: 800, height: 350, channels: 3, background: '#cfe3d6' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'cheque.png')
  const upload = await fetch(`${marketplace.url}/api/intake/sellers/${id}/files/cheque_copy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${marketplace.key}` },
    body: form,
  })
  expect(upload.status).toBe(201)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: /cheque copy/i }).click()
  const viewer = page.getByRole('dialog', { name: /cheque copy/i })
  await expect(viewer.locator('img')).toBeVisible()
  await expect(viewer.locator(':focus')).toHaveCount(1)
  // All of it is in view at first, turned or not, and what is larger can be scrolled to.
  const fits = () => expect.poll(() => viewer.locator('section').evaluate(isWholeInView)).toBe(true)
  await fits()
  await page.keyboard.press('r')
  await fits()
  for (let turns = 1; turns < 4; turns += 1) await page.keyboard.press('r')
  await page.keyboard.press('-')
  await expect(viewer.getByRole('status')).toContainText('75%')
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect(viewer.getByRole('status')).not.toContainText('100%')
  await page.keyboard.press('r')
  await expect(viewer.locator('img')).toHaveAttribute('style', /rotate\(450deg\)/)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(/vendor-vendordetails/)
})

test('an export holds every row that the list is narrowed to, with the fields that were chosen', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/products-approvedproducts?q=mirror&stock=out')
  const total = await page.getByText(/^1–\d+ of \d+$/).innerText()
  const count = Number(total.split(' of ')[1])
  expect(count).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export products' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Only SKU' }).click()
  await dialog.getByRole('checkbox', { name: 'Name', exact: true }).check()
  const arrives = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export 2 fields' }).click()
  const download = await arrives
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('\uFEFFsku,product_name')
  expect(rows).toHaveLength(count)
  for (const row of rows) expect(row.toLowerCase()).toContain('mirror')
  await expect(dialog).toBeHidden()
  // What was chosen is chosen the next time, and a sheet is asked for as well.
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog.getByRole('radio', { name: /Excel/ }).check()
  const sheet = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export 2 fields' }).click()
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/)
  // A filter of the list is one of the file as well.
  await page.goto(`${marketplace.url}/products-deactivatedproducts?risk=none`)
  await expect(page.getByRole('columnheader', { name: 'Store Name' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(
    dialog.getByText('All rows that match the search and the filters, in the order of the list.'),
  ).toBeVisible()
})
