import type { Page } from '@playwright/test'
import { pictureForm } from '#testing/picture-form.ts'
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

async function ask(marketplace: Marketplace, path: string) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call('GET', `/api/admin/${path}`, token)).body
}
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of the vendor' })
const shownNames = async (page: Page) =>
  (await sections(page).getByRole('link').allInnerTexts()).map((text) => text.replace(/[\s\d,]+$/, ''))
const open = (page: Page) => sections(page).locator('[aria-current=page]')

/** A vendor of the demo with approved listings. */
async function seller(marketplace: Marketplace): Promise<{ id: string; shop_name: string }> {
  const { results } = await ask(marketplace, 'products/get/approved?limit=1')
  return { id: results[0].vendor_id, shop_name: results[0].shop_name }
}

test('all that belongs to a vendor is on one page, a section an address, by keys and from both older addresses', async ({
  page,
  marketplace,
}) => {
  const { id, shop_name } = await seller(marketplace)
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: shop_name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  expect(await shownNames(page)).toEqual([
    'Profile',
    'Documents',
    'Listings',
    'Orders',
    'Money',
    'Messages',
    'History',
    'Notes',
  ])
  await expect(open(page)).toHaveText('Profile')
  await page.keyboard.press('3')
  await expect(page).toHaveURL(/section=listings/)
  const approved = page.getByRole('region', { name: 'All Approved Products' })
  await expect(approved.getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('5')
  await expect(page.getByRole('heading', { name: 'Balance' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Balance' })).toBeVisible()
  await expect(open(page)).toHaveText('Money')
  for (const [section, heading] of [
    ['documents', 'Documents'],
    ['messages', 'Messages'],
    ['history', 'History'],
    ['notes', 'Notes'],
  ] as const) {
    await page.goto(`${marketplace.url}/vendor-page?id=${id}&section=${section}`)
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
  await page.goto(`${marketplace.url}/vendor-page?id=${id}&section=orders`)
  await expect(open(page)).toContainText('Orders')
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: shop_name })).toBeVisible()
  await expect(sections(page)).toBeVisible()
})

test('a section that the role may not see is neither offered nor opened', async ({ page, marketplace }) => {
  const { id } = await seller(marketplace)
  await openAs(page, marketplace, `/vendor-page?id=${id}&section=orders`, 'sana@munshi.example')
  await expect(open(page)).toHaveText('Profile')
  expect(await shownNames(page)).toEqual(['Profile', 'Documents', 'Messages', 'History', 'Notes'])
})

test('product lists say whose a listing is, within the edge, and more columns are there to choose', async ({
  page,
  marketplace,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, '/products-all-products')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const headings = page.getByRole('columnheader')
  const fromSpecification = [
    'Product',
    'Retail price',
    'Sale Price',
    'Qty Available in pcs',
    'Available',
    'View',
  ]
  const shown = (await headings.allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  expect(shown.filter((text) => fromSpecification.includes(text))).toEqual(fromSpecification)
  for (const heading of ['Vendor', 'Category', 'Age', 'Risk']) expect(shown).toContain(heading)
  const table = page.getByRole('region', { name: 'All Pending Products' })
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)

  await page.getByRole('button', { name: 'View options' }).click()
  const sku = page.getByRole('region', { name: 'View options' }).getByRole('checkbox', { name: 'SKU' })
  await expect(sku).not.toBeChecked()
  // It is shown before it is saved: a busy server may answer the page that is loaded again first.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await sku.click()
  await expect(page.getByRole('columnheader', { name: 'SKU' })).toBeVisible()
  await saved
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'SKU' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Risk' }).selectOption({ label: '40 or more' })
  await expect(page).toHaveURL(/risk=high/)
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Risk: 40 or more')
  await page.goto(`${marketplace.url}/products-all-products?list=rejected`)
  await page.getByRole('combobox', { name: 'Add filter' }).selectOption({ label: 'Reviewer' })
  await page.getByRole('combobox', { name: 'Reviewer' }).fill('Bilal')
  await page.getByRole('option', { name: /Bilal/ }).click()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Reviewer: Bilal Ahmed')
  const { token } = await marketplace.signIn()
  const bilal = await marketplace.signIn('bilal@munshi.example')
  const { body } = await marketplace.call(
    'GET',
    `/api/admin/products/get/pending?list=rejected&limit=25&reviewer=${bilal.id}`,
    token,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`All Pending Products\\s*${body.total}$`),
  )
})

/** A seller that waits for a decision, with this paper. */
async function sellerWithPaper(marketplace: Marketplace, slot: string, given: object): Promise<string> {
  const id = await newSeller(marketplace, given)
  const headers = { authorization: `Bearer ${marketplace.key}` }
  const path = `${marketplace.url}/api/intake/sellers/${id}/files/${slot}`
  expect((await fetch(path, { method: 'POST', headers, body: await pictureForm() })).status).toBe(201)
  return id
}

/** Somebody comes back to the window after a minute: what it shows is read again by itself. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

test('a number that was revealed beside a paper is hidden again once the vendor has changed', async ({
  page,
  marketplace,
}) => {
  const given = { external_id: `papers-${process.pid}`, username: 'Changed Papers' }
  const id = await sellerWithPaper(marketplace, 'cheque_copy', given)
  await openAs(page, marketplace, `/vendor-page?id=${id}&section=documents`)
  const paper = page.getByRole('button', { name: 'Open Cheque copy' })
  const viewer = page.getByRole('dialog', { name: 'Cheque copy' })
  await paper.click()
  await viewer.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(viewer.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await newSeller(marketplace, {
    ...given,
    shop: { shop_name: 'Now At Meezan', bank_name: 'Meezan Bank', ibn_number: 'PK40MEZN0000001123456702' },
  })
  await page.clock.install()
  await comeBack(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Now At Meezan' })).toBeVisible()
  await paper.click()
  await expect(viewer.getByText('Meezan Bank', { exact: true })).toBeVisible()
  await expect(viewer.getByText('PK36 SCBL 0000 0011 2345 6702')).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(viewer.getByText('PK40 MEZN 0000 0011 2345 6702')).toBeVisible()
})

test('a paper is sent for each look and for nothing else', async ({ page, marketplace, faults }) => {
  const given = { external_id: `looked-at-${process.pid}`, username: 'Looked At' }
  const id = await sellerWithPaper(marketplace, 'cnic_front', given)
  await openAs(page, marketplace, `/vendor-page?id=${id}&section=documents`)
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/papers/')) asked += 1
  })
  faults.expected(/^500 POST \S+\/papers\//)
  await page.route('**/papers/*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  )
  const paper = page.getByRole('button', { name: 'Open CNIC, front' })
  const viewer = page.getByRole('dialog', { name: 'CNIC, front' })
  await paper.click()
  await expect(page.getByRole('alert')).toContainText('CNIC, front')
  expect(asked).toBe(1)
  // What failed stays closed when the person comes back to the window.
  await page.unroute('**/papers/*')
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/sellers/${id}`))
  await comeBack(page)
  await read
  await expect(paper).toBeEnabled()
  await expect(viewer).toHaveCount(0)
  expect(asked).toBe(1)
  await paper.click()
  await expect(viewer.locator('img')).toBeVisible()
  expect(asked).toBe(2)
  await page.keyboard.press('Escape')

  // A person who comes back to it looks again.
  await sections(page).getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible()
  await sections(page).getByRole('link', { name: 'Documents' }).click()
  await expect(paper).toHaveText('Open')
  expect(asked).toBe(2)
  await paper.click()
  await expect(viewer.locator('img')).toBeVisible()
  expect(asked).toBe(3)
})

test('a review goes on behind the other sections: the reasons, the claim and what was read', async ({
  page,
  marketplace,
}) => {
  const given = { external_id: `goes-on-${process.pid}`, username: 'Read At Length' }
  const shop = { bank_name: 'Standard Chartered', ibn_number: 'PK36SCBL0000001123456702' }
  const id = await newSeller(marketplace, { ...given, shop: { ...shop, shop_name: 'As It Was Read' } })
  const claim = async () => (await ask(marketplace, `sellers/${id}/claim`)).results
  await openAs(page, marketplace, `/vendor-page?id=${id}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('As It Was Read')
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await expect.poll(async () => (await claim()).is_mine).toBe(true)
  const { since } = await claim()
  const dialog = page.getByRole('dialog', { name: 'Reject vendor?' })
  const own = dialog.getByRole('textbox', { name: 'Reason', exact: true })
  await page.keyboard.press('r')
  await own.fill('The shop has no sign')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('2')
  await expect(open(page)).toContainText('Documents')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeEnabled()
  await page.keyboard.press('r')
  await expect(own).toHaveValue('The shop has no sign')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // The vendor submits again while another section is open, which shows what is there now.
  await page.keyboard.press('2')
  await expect(open(page)).toContainText('Documents')
  await newSeller(marketplace, { ...given, shop: { ...shop, shop_name: 'As It Is Now' } })
  await page.clock.install()
  await comeBack(page)
  await expect(heading).toHaveText('As It Is Now')
  expect(await claim()).toMatchObject({ is_mine: true, since })
  // The reader comes back to what they have read, and is told of the change.
  await page.keyboard.press('1')
  await expect(page.getByText('Another person changed this since you opened it')).toBeVisible()
  await expect(heading).toHaveText('As It Was Read')
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(heading).toHaveText('As It Is Now')
  await page.keyboard.press('r')
  await expect(own).toHaveValue('The shop has no sign')
  expect(await claim()).toMatchObject({ is_mine: true, since })
})

test('the last decision on a vendor is undone from any section', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace)
  const token = await tokenOf(marketplace)
  const body = { reason: 'The shop has no sign' }
  await openAs(page, marketplace, `/vendor-page?id=${id}&section=documents`)
  await expect(open(page)).toContainText('Documents')
  expect((await marketplace.call('POST', `/api/admin/sellers/${id}/reject`, token, body)).status).toBe(200)
  await page.reload()
  await page.getByRole('region', { name: 'Last decision' }).getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Decision undone. The message will not be sent.')).toBeVisible()
  expect((await ask(marketplace, `sellers/${id}`)).results.status).toBe('submitted')
})

test('listings that wait for their vendor stand apart from those that wait for us', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await newProduct(marketplace, id, { product_name: 'Waits for us' })
  const sentBack = await newProduct(marketplace, id, { product_name: 'Waits for its vendor' })
  const { token } = await marketplace.signIn()
  const body = { reason: 'Add a picture' }
  const path = `/api/admin/products/${sentBack}/request-update`
  expect((await marketplace.call('POST', path, token, body)).status).toBe(200)
  await openAs(page, marketplace, `/vendor-page?id=${id}&section=listings`)
  const pending = page.getByRole('region', { name: 'All Pending Products' })
  await expect(pending.getByRole('link', { name: 'Waits for us' })).toBeVisible()
  await expect(pending.getByRole('link', { name: 'Waits for its vendor' })).toHaveCount(0)
  const changes = page.getByRole('region', { name: 'Changes requested' })
  await expect(changes.getByRole('link', { name: 'Waits for its vendor' })).toBeVisible()
})
