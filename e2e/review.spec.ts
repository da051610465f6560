import {
  expect,
  type Marketplace,
  newCompleteSeller,
  newProduct,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

const stateOf = async (marketplace: Marketplace, id: string) =>
  (await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)).body.results

test('a vendor from the intake is found, reviewed and approved by the keyboard', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Keyboard Traders' })
  await newCompleteSeller(marketplace, { username: 'Keyboard Traders Two' })
  await openAs(page, marketplace, '/vendor-verification-pending-verification')
  await expect(page.getByRole('link', { name: 'View' }).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('Keyboard Traders')
  await expect(page.getByRole('link', { name: 'Keyboard Traders', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/q=Keyboard/)
  await page.getByRole('link', { name: 'Keyboard Traders', exact: true }).click()
  await expect(page.getByText('The IBAN and its check digits are valid')).toBeVisible()
  let approvals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/approve')) approvals += 1
  })
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Vendor approved' })
  await expect(dialog.getByRole('link', { name: 'Go to Approved Verification' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Next' })).toBeFocused()
  expect(approvals).toBe(1)
  expect((await stateOf(marketplace, id)).status).toBe('approved')
  await dialog.getByRole('link', { name: 'Go to Approved Verification' }).click()
  await expect(page).toHaveURL(/approved-verification/)
})

test('a rejection needs a reason, tells it, and can be undone', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: 'Reject', exact: false }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Reject vendor?' })
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  const own = dialog.getByLabel('Reason', { exact: true })
  await page.keyboard.press('x')
  await expect(own).toBeFocused()
  await own.fill('    ')
  await dialog.getByRole('button', { name: 'Reject vendor' }).click()
  await expect(dialog.getByText('Write a reason. The vendor will read it.')).toBeVisible()
  expect((await stateOf(marketplace, id)).status).toBe('submitted')
  await own.fill('The CNIC cannot be read')
  await dialog.getByRole('button', { name: 'Reject vendor' }).click()
  await expect(page.getByRole('dialog', { name: 'Vendor rejected' })).toBeVisible()
  expect(await stateOf(marketplace, id)).toMatchObject({
    status: 'rejected',
    reason: 'The CNIC cannot be read',
  })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(page.getByText('Withdrawn')).toBeVisible()
  expect((await stateOf(marketplace, id)).status).toBe('submitted')
})

test('the second of two reviewers sees who has decided', async ({ page, marketplace }) => {
  const id = await newCompleteSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  const other = await marketplace.signIn('sana@munshi.example')
  await marketplace.call('POST', `/api/admin/sellers/${id}/reject`, other.token, { reason: 'First' })
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Already rejected by Sana Tariq' })).toBeVisible()
  await expect(page.getByText('Server Error')).toHaveCount(0)
  // The present state is shown, in which nothing is left to decide.
  await expect(page.getByText('Another person changed this')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  expect((await stateOf(marketplace, id)).status).toBe('rejected')
})

test('an id that names nobody says No Vendor Found, on a cold link too', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/vendor-vendordetails?id=01a1fc80-d469-7475-b815-ea04c5a66a67')
  await expect(page.getByRole('heading', { name: 'No Vendor Found' })).toBeVisible()
  await page.goto(`${marketplace.url}/vendor-detail/approved`)
  await expect(page.getByRole('heading', { name: 'No Vendor Found' })).toBeVisible()
})

test('a vendor without a profile says so and cannot be approved', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace, { seller: null, shop: null })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('heading', { name: 'Profile Not Created Yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  const why = await page.getByRole('group', { name: 'Decision' }).getByRole('paragraph').innerText()
  await page.keyboard.press('a')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(why)
  // A person who loads the page again continues at the record, as after a link to it.
  await page.reload()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  expect(await heading.evaluate((title) => title.matches(':focus-visible'))).toBe(false)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a number is shown when it is revealed, and the look is in the history', async ({
  page,
  context,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  // What is masked is not copied, and what is copied has no spaces.
  const copy = page.getByRole('button', { name: 'Copy IBAN' })
  await expect(copy).toHaveCount(0)
  await page.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(page.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible()
  await copy.click()
  await expect(page.getByText('Copied', { exact: true })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('PK36SCBL0000001123456702')
  await page.reload()
  const history = page.locator('section', {
    has: page.getByRole('heading', { name: 'History', exact: true }),
  })
  const look = history.getByRole('listitem').filter({ hasText: /^Ayesha \S+ revealed/ })
  await expect(look).toHaveCount(1)
  await expect(look).toContainText('ibn number')
})

test('several vendors are decided together, each with its own outcome', async ({ page, marketplace }) => {
  const name = `Batch ${Date.now()}`
  const ids = [
    await newSeller(marketplace, { username: `${name} one` }),
    await newSeller(marketplace, { username: `${name} two`, seller: null, shop: null }),
  ]
  await openAs(page, marketplace, `/vendor-verification-pending-verification?q=${encodeURIComponent(name)}`)
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(page.getByText('1 of 2 cannot be completed:')).toBeVisible()
  await page.getByLabel('Why approve those with warnings anyway').fill('Seen at the bazaar')
  await page.getByRole('button', { name: 'Approve 1 vendor' }).click()
  await expect(page.getByRole('dialog', { name: '1 approved, 1 not done' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: `${name} two` })).toBeFocused()
  expect((await stateOf(marketplace, ids[0] ?? '')).status).toBe('approved')
  expect((await stateOf(marketplace, ids[1] ?? '')).status).toBe('submitted')
})

test('a vendor is disabled with a reason and enabled again', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace)
  const admin = await marketplace.signIn()
  await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Counterfeit goods')
  await page.getByRole('button', { name: 'Disable vendor' }).click()
  await expect(page.getByRole('button', { name: 'Enable', exact: true })).toBeVisible()
  await page.goto(`${marketplace.url}/vendor-verification-disabled-verification`)
  await expect(page.getByRole('row', { name: /Counterfeit goods/ }).first()).toBeVisible()
  await page.goto(`${marketplace.url}/vendor-detail/approved?id=${id}`)
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  expect((await stateOf(marketplace, id)).status).toBe('approved')
})

test('a disabled vendor is closed with a reason, and found among the closed', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace, { username: 'Closed For Good' })
  const admin = await marketplace.signIn()
  await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  await marketplace.call('POST', `/api/admin/sellers/${id}/disable`, admin.token, { reason: 'Asked for it' })
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await page.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close vendor?' })
  await dialog.getByLabel('Reason', { exact: true }).fill('The shop was sold')
  await expect(dialog).toContainText('Your shop is closed and cannot sell any more')
  await dialog.getByRole('button', { name: 'Close vendor' }).click()
  await expect(page.getByText('Vendor closed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enable', exact: true })).toHaveCount(0)
  expect((await stateOf(marketplace, id)).status).toBe('closed')
  await page.goto(`${marketplace.url}/vendor-verification-disabled-verification`)
  await page.getByRole('link', { name: /^Closed/ }).click()
  const closed = page.getByRole('row', { name: /The shop was sold/ })
  await closed.getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Export selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Enable/ })).toHaveCount(0)
})

test('a product is reviewed: what could run does not, and the decision is told', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, {
    product_name: 'Kurta <img src=x onerror=alert(1)>',
    product_description:
      '<p>Soft lawn</p><script>window.ran = true</script><img src=x onerror="window.ran = true">',
  })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await expect(page.getByText('Soft lawn')).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('The picture is missing')
  await page.getByRole('button', { name: 'Reject product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Product rejected' })
  await expect(dialog.getByRole('link', { name: 'Back to All Pending Products' })).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/intake/products/${id}`, marketplace.key)
  expect(body.results).toMatchObject({ status: 'rejected', reason: 'The picture is missing' })
})

test('the Available switch is stored at once, undone by Undo, and ends where it was last turned', async ({
  page,
  marketplace,
  faults,
}) => {
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller)
  const admin = await marketplace.signIn()
  const available = async () =>
    (await marketplace.call('GET', `/api/admin/products/${id}`, admin.token)).body.results.available
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  const toggle = page.getByRole('switch', { name: /available/ })
  await toggle.click()
  await expect(page.getByText(/is switched off/)).toBeVisible()
  expect(await available()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toggle).toBeChecked()
  await expect.poll(available).toBe(true)
  await page.route('**/api/admin/products/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  for (let turn = 0; turn < 5; turn += 1) await toggle.click({ force: true })
  await expect(toggle).not.toBeChecked()
  // On a slow machine it is stored off and on in between: what counts is where it ends.
  await expect(toggle).toHaveAttribute('aria-busy', 'false')
  expect(await available()).toBe(false)
  // A call that is still held back must be let through before the next answers are made up.
  await page.unrouteAll({ behavior: 'wait' })
  faults.expected(/^500 PATCH \/api\/admin\/products\//)
  await page.route('**/api/admin/products/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await toggle.click()
  await expect(page.getByRole('alert')).toContainText('The change may have been saved.')
  await expect(toggle).not.toBeChecked()
})

test('a list that cannot be loaded says so in words, with a way to try again', async ({
  page,
  marketplace,
  faults,
}) => {
  faults.expected(/^500 GET \/api\/admin\/products\/get\/pending$/)
  await page.route('**/api/admin/products/get/pending*', (route) =>
    route.fulfill({ status: 500, body: 'oops' }),
  )
  await openAs(page, marketplace, '/products-all-products?q=lawn')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('not_created')
  await expect(alert).toContainText('The pending products could not be loaded')
  await expect(alert).not.toContainText('product.pending_error')
  await page.unroute('**/api/admin/products/get/pending*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(/q=lawn/)
})

test('a list keeps its state in the address: sort, filters, tab and page come back', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/products-approvedproducts')
  await page.getByRole('button', { name: 'Retail price' }).click()
  await expect(page.getByRole('columnheader', { name: 'Retail price' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByLabel('Add filter').selectOption({ label: 'Stock' })
  await page.getByLabel('Stock').selectOption('in')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByText(/^26–50 of/)).toBeVisible()
  const first = await page.getByRole('row').nth(1).innerText()
  const address = page.url()
  await page.goto(marketplace.url)
  await page.goto(address)
  await expect(page.getByRole('row').nth(1)).toHaveText(first.replace(/\s+/g, ' ').trim(), {
    useInnerText: true,
  })
  await page.goto(`${marketplace.url}/products-approvedproducts?page=9999`)
  await expect(page.getByText(/Page 9,999 does not exist/)).toBeVisible()
})
