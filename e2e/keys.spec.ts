import type { Page } from '@playwright/test'
import {
  expect,
  type Marketplace,
  newCompleteSeller,
  newProduct,
  newSeller,
  openAs,
  test,
  tokenOf,
  turnChecksOff,
} from './marketplace.ts'

const vendorCount = 20
const listingCount = 50
/** Every so many records one is rejected. */
const rejectEvery = 5

const queueOf = (page: Page) => page.getByRole('navigation', { name: 'Queue' })

/** Counts what is pressed for each decision. */
function hands(page: Page) {
  const keys: Record<'approve' | 'reject', number[]> = { approve: [], reject: [] }
  let pressed = 0
  return {
    keys,
    press: async (key: string) => {
      pressed += 1
      await page.keyboard.press(key)
    },
    decided: (verb: 'approve' | 'reject') => {
      keys[verb].push(pressed)
      pressed = 0
    },
  }
}

async function goOnAtOnce(marketplace: Marketplace, goes_on: boolean) {
  const token = await tokenOf(marketplace)
  await marketplace.call('PATCH', '/api/account/preferences', token, { goes_on })
}

/** Works through the queue by the keyboard alone: every fifth record is rejected with the first reason of the list. */
async function workThrough(page: Page, names: readonly string[], noun: 'vendor' | 'product') {
  const { keys, press, decided } = hands(page)
  for (const [n, name] of names.entries()) {
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(queueOf(page)).toContainText(`${n + 1} of ${names.length}`)
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
    if (n % rejectEvery !== rejectEvery - 1) {
      await press('a')
      decided('approve')
      continue
    }
    await press('r')
    await expect(
      page
        .getByRole('dialog', { name: `Reject ${noun}?` })
        .getByRole('checkbox')
        .first(),
    ).toBeFocused()
    await press('1')
    await press('Enter')
    decided('reject')
  }
  return keys
}

test(`${vendorCount} vendors are decided by the keyboard: one key approves, three reject with a coded reason`, async ({
  page,
  marketplace,
}) => {
  test.setTimeout(240_000)
  const names = Array.from(
    { length: vendorCount },
    (_, n) => `Keyed Vendor ${String(n + 1).padStart(2, '0')}`,
  )
  const ids: string[] = []
  for (const username of names) ids.push(await newCompleteSeller(marketplace, { username }))
  await goOnAtOnce(marketplace, true)
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Keyed Vendor')
  await page.getByRole('link', { name: names[0] as string, exact: true }).click()
  const keys = await workThrough(page, names, 'vendor')
  // The last decision leads back to the list.
  await expect(page).toHaveURL(/pending-verification\?q=Keyed/)
  await goOnAtOnce(marketplace, false)
  expect(keys.approve).toEqual(Array(16).fill(1))
  expect(keys.reject).toEqual(Array(4).fill(3))
  for (const [n, id] of ids.entries()) {
    const { body } = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
    const isRejected = n % rejectEvery === rejectEvery - 1
    expect(body.results.status).toBe(isRejected ? 'rejected' : 'approved')
    if (isRejected) expect(body.results.reasons).toMatchObject([{ code: 'vendor_cnic_unreadable' }])
  }
})

test(`${listingCount} listings are decided by the keyboard: one key approves, three reject with a coded reason`, async ({
  page,
  marketplace,
}) => {
  test.setTimeout(300_000)
  // Listings of one name without a picture would be approved with a reason only.
  await turnChecksOff(marketplace)
  const seller = await newSeller(marketplace)
  const names = Array.from(
    { length: listingCount },
    (_, n) => `Keyed Kurta ${String(n + 1).padStart(2, '0')}`,
  )
  const ids: string[] = []
  for (const product_name of names) ids.push(await newProduct(marketplace, seller, { product_name }))
  await goOnAtOnce(marketplace, true)
  await openAs(page, marketplace, '/products-all-products?q=Keyed Kurta&sort=status_since')
  await page.getByRole('link', { name: names[0] as string, exact: true }).click()
  const keys = await workThrough(page, names, 'product')
  await expect(page).toHaveURL(/products-all-products\?q=Keyed/)
  await goOnAtOnce(marketplace, false)
  expect(keys.approve).toEqual(Array(40).fill(1))
  expect(keys.reject).toEqual(Array(10).fill(3))
  for (const [n, id] of ids.entries()) {
    const { body } = await marketplace.call('GET', `/api/intake/products/${id}`, marketplace.key)
    const isRejected = n % rejectEvery === rejectEvery - 1
    expect(body.results.status).toBe(isRejected ? 'rejected' : 'approved')
    if (isRejected) expect(body.results.reasons).toMatchObject([{ code: 'listing_picture_unclear' }])
  }
})

test('the keys of a list name the search only where there is one', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/audit-log')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(page.getByRole('heading', { level: 1, name: /^Audit Log/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(keys.getByText('Next row', { exact: true })).toBeVisible()
  await expect(keys.getByText('Search', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)

  await page.goto(`${marketplace.url}/orders-all-orders`)
  await expect(page.getByRole('heading', { level: 1, name: /^All Orders/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(keys.getByText('Search', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search order, customer, tracking, invoice or SKU')).toBeFocused()
})
