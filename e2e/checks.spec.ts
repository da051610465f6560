import {
  approveDespite,
  expect,
  expectAccessible,
  newProduct,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

test('a listing is reviewed with what the checks found, and the checks are set', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const pending = '/api/admin/products/get/pending?list=pending&sort=-risk&limit=1'
  const [riskiest] = (await marketplace.call('GET', pending, token)).body?.results ?? []
  expect(riskiest.risk).toBeGreaterThan(0)
  await openAs(page, marketplace, `/single-product/pending?id=${riskiest.id}`)
  const checks = page.locator('section', { has: page.getByRole('heading', { name: 'Checks', exact: true }) })
  await expect(checks.getByText(`Risk ${riskiest.risk}`)).toBeVisible()
  const vendor = page.locator('section', { has: page.getByRole('heading', { name: 'Vendor’s record' }) })
  await expect(vendor.getByText('Vendor since')).toBeVisible()
  await expectAccessible(page)

  await openAs(page, marketplace, '/listing-checks')
  await page.getByRole('group', { name: 'No picture' }).getByLabel('Weight').fill('101')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('From 1 to 100')).toBeVisible()
  await page.getByRole('group', { name: 'No picture' }).getByLabel('Weight').fill('35')
  await page.getByLabel('In all categories').fill('replica\nنقلی')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The checks were saved.')).toBeVisible()
  await expectAccessible(page)
  const saved = (await marketplace.call('GET', '/api/admin/listing-checks', token)).body?.results
  expect(saved.checks.no_picture.weight).toBe(35)
  expect(saved.forbidden).toHaveLength(2)

  await openAs(page, marketplace, '/trust-rules')
  await expect(page.getByText('The rule is off.')).toBeVisible()
  await expectAccessible(page)
  const sold = page.getByRole('group', { name: 'Trusted vendors' }).getByRole('textbox').nth(1)
  await sold.fill('1,000')
  await page.getByLabel('Retail price, at most (Rs)').fill('۱۵,۰۰۰')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0)
  await page.reload()
  await expect(sold).toHaveValue('1000')
  const rules = (await marketplace.call('GET', '/api/admin/trust-rules', token)).body?.results
  expect(rules).toMatchObject({ most_price: '15000', trusted: { least_approved: 1_000 } })
})

test('an approval asks for its reason when what the checks found can no longer be read', async ({
  page,
  marketplace,
  faults,
}) => {
  const product_name = 'Call 0300-7654321'
  const id = await newProduct(marketplace, await newSeller(marketplace), { product_name })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  const checks = page.locator('section', { has: page.getByRole('heading', { name: 'Checks', exact: true }) })
  await expect(checks.getByText(/^Risk \d+$/)).toBeVisible()
  await page.clock.install()
  const question = page.getByRole('dialog', { name: `${product_name} has open warnings` })
  const unread = async (work: () => Promise<unknown>) => {
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/checks') && !answer.ok())
    await work()
    await refused
    await page.keyboard.press('a')
  }
  faults.expected(/^503 GET \S+\/checks$/)
  await page.route('**/checks', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  )
  // Somebody comes back to the window: it is read again by itself, and what was read before still counts.
  await unread(async () => {
    await page.clock.fastForward(60_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  })
  await expect(question).toContainText('0300-7654321')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)

  // What was never read may hold anything.
  await unread(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: product_name })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  })
  await expect(question).toContainText('The checks could not be loaded.')
  const { body } = await marketplace.call('GET', `/api/intake/products/${id}`, marketplace.key)
  expect(body.results.status).toBe('submitted')
})

test('a listing that was not checked yet is not told as one in which nothing was found', async ({
  page,
  marketplace,
}) => {
  const product_name = `Waits for its check ${Date.now()}`
  const id = await newProduct(marketplace, await newSeller(marketplace), { product_name })
  // As the server answers before the check has run, which takes a few seconds.
  await page.route('**/api/admin/products/get/pending*', async (route) => {
    const response = await route.fetch()
    const { results, ...rest } = await response.json()
    const json = { ...rest, results: results.map((row: object) => ({ ...row, risk: 0, is_checked: false })) }
    await route.fulfill({ response, json })
  })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(product_name)}`)
  const row = page.getByRole('row', { name: new RegExp(product_name) })
  await expect(row).toContainText('Not checked yet')
  await expect(row).not.toContainText('Nothing found')
  const { token } = await marketplace.signIn()
  const found = () => marketplace.call('GET', `/api/admin/products/${id}/checks`, token)
  await expect.poll(async () => (await found()).body.results.is_checked, { timeout: 20_000 }).toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Not checked yet')
})

test('the pending listings of a vendor are counted with the one that is open only while it is pending too', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const seller = await newSeller(marketplace)
  const [live = '', waiting = ''] = [
    await newProduct(marketplace, seller, { product_name: 'Counted one' }),
    await newProduct(marketplace, seller, { product_name: 'Counted two' }),
    await newProduct(marketplace, seller, { product_name: 'Counted three' }),
  ]
  await marketplace.call('POST', `/api/admin/products/${live}/approve`, token)
  await openAs(page, marketplace, `/single-product/pending?id=${waiting}`)
  await expect(page.getByRole('link', { name: 'Decide all 2 of this vendor' })).toBeVisible()
  await page.goto(`${marketplace.url}/single-product/approved?id=${live}`)
  await expect(page.getByRole('link', { name: 'Decide all 2 of this vendor' })).toBeVisible()
})

test('an edit of a live listing asks for its reason when its checks found something, by the same key', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const seller = await newSeller(marketplace)
  const given = { external_id: `warned-edit-${seller}`, sku: 'WARNED-EDIT' }
  const id = await newProduct(marketplace, seller, { ...given, product_name: 'Lamp of brass' })
  await marketplace.call('POST', `/api/admin/products/${id}/approve`, token)
  await newProduct(marketplace, seller, { ...given, product_name: 'Call 0300-7654321' })
  await openAs(page, marketplace, `/single-product/approved?id=${id}`)
  await expect(page.getByRole('button', { name: /^Approve edit/ })).toBeEnabled()
  await page.keyboard.press('a')
  const question = page.getByRole('dialog', { name: 'Lamp of brass has open warnings' })
  await expect(question).toContainText('0300-7654321')
  await question.getByRole('button', { name: 'Approve despite warnings' }).click()
  await expect(question.getByText('Write why you approve anyway.')).toBeVisible()
  await expectAccessible(page)
  // What was typed is there again when the dialog was closed to look something up.
  await question.getByRole('textbox').fill('Seen at the')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(question.getByRole('textbox')).toHaveValue('Seen at the')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('r')
  const refusal = page.getByRole('dialog', { name: 'Reject edit?' })
  await refusal.getByRole('checkbox').first().check()
  await refusal.getByRole('button', { name: 'Cancel' }).click()
  await expect(refusal).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(refusal.getByRole('checkbox').first()).toBeChecked()
  await refusal.getByRole('button', { name: 'Cancel' }).click()
  await expect(refusal).toHaveCount(0)
  await page.keyboard.press('a')
  await approveDespite(page)
  await expect(page.getByRole('dialog', { name: 'Edit approved' })).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/products/${id}`, token)
  expect(body.results).toMatchObject({
    product_name: 'Call 0300-7654321',
    change_decision: { reason: 'Seen at the bazaar' },
  })
  expect(JSON.stringify(body.results.history)).toContain('Phone, link or e-mail')
})
