import { expect, expectAccessible, openAs, test } from './marketplace.ts'

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
})
