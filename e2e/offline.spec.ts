import { expect, newProduct, newSeller, openAs, test } from './marketplace.ts'

const banner = 'You are offline.'

test('without a connection it is told within two seconds, nothing typed is lost, and the work goes on by itself', async ({
  page,
  context,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const name = `Offline ${Date.now().toString(36)}`
  const id = await newProduct(marketplace, seller, { product_name: name })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeEnabled()
  await page.keyboard.press('r')
  const reason = page.getByRole('dialog').getByLabel('Reason')
  await reason.fill('The picture shows another colour')

  await context.setOffline(true)
  await expect(page.getByText(banner)).toBeVisible({ timeout: 2_000 })
  await page.keyboard.press('ControlOrMeta+Enter')
  const refused = page.getByRole('dialog').getByRole('alert')
  await expect(refused).toContainText('You are offline')
  await expect(refused).toContainText('Nothing was changed.')
  await expect(reason).toHaveValue('The picture shows another colour')

  await context.setOffline(false)
  await expect(page.getByText(banner)).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('dialog', { name: 'Product rejected' })).toBeVisible()
})

test('a list that was asked for offline comes by itself when the connection is back', async ({
  page,
  context,
  marketplace,
}) => {
  const name = `Returned ${Date.now().toString(36)}`
  await newProduct(marketplace, await newSeller(marketplace), { product_name: name })
  await openAs(page, marketplace, '/products-all-products')
  const rows = page.locator('tr[data-row]')
  await expect(rows.nth(1)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(banner)).toBeVisible()
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await expect(page).toHaveURL(/q=Returned/)
  await expect(page.locator('table[data-stale]')).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('table[data-stale]')).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(name)
  await expect(page.getByText(banner)).toBeHidden()
})

test('what could not be read again is said to be out of date until it was read', async ({
  page,
  marketplace,
  faults,
}) => {
  faults.expected(/^500 GET \/api\/admin\/dashboard\/work$/)
  await openAs(page, marketplace, '/')
  const waiting = page.getByRole('region', { name: 'Waiting' })
  await expect(waiting.getByRole('link').first()).toBeVisible()
  const told = page.getByText('Part of this screen could not be updated and may be out of date.')
  await expect(told).toBeHidden()
  // The server answers, and fails at this call alone.
  let asked = 0
  await page.route('**/api/admin/dashboard/work*', async (route) => {
    asked += 1
    await route.fulfill({ status: 500, json: { status: 500, message: 'Server error' } })
  })
  await page.clock.install()
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(told).toBeVisible()
  await expect(waiting.getByRole('link').first()).toBeVisible()
  const again = page.getByRole('status').getByRole('button', { name: 'Try again' })
  const before = asked
  await again.click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await expect(told).toBeVisible()
  await page.unroute('**/api/admin/dashboard/work*')
  await again.click()
  await expect(told).toBeHidden()
})

test('a new version of the product offers to be loaded', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/products-all-products')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  // As after an update of the server: its answers name another build than the page.
  await page.route('**/api/admin/products/get/pending*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } })
  })
  await page.getByRole('main').getByRole('searchbox').fill('a')
  const offer = page.getByText('A new version of Munshi is there.')
  await expect(offer).toBeVisible()
  await page.unroute('**/api/admin/products/get/pending*')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await expect(offer).toBeHidden()
})
