import type { Page } from '@playwright/test'
import { karachiDay, plusDays } from '#kit/contract/day.ts'
import { dayOf } from '#kit/contract/words.ts'
import {
  expect,
  expectAccessible,
  held,
  type Marketplace,
  openAs,
  said,
  test,
  tokenOf,
} from './marketplace.ts'

async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/promotions${path}`, token, body)).body?.results
}

/** Whole minutes from now, as the wire writes them. */
const inMinutes = (minutes: number) =>
  new Date((Math.floor(Date.now() / 60_000) + minutes) * 60_000).toISOString()

/** What shoppers are told that a product costs. */
const priceOf = async (marketplace: Marketplace, id: string) =>
  (await marketplace.call('GET', `/api/storefront/prices?product_ids=${id}`, '')).body.results[0]

/** A seller of the demo who is in no campaign, with five listings or more, none of which is too young for a discount. */
async function freeSeller(marketplace: Marketplace): Promise<{ id: string; name: string }> {
  const taken = (await ask(marketplace, 'GET', '?limit=100')).map(({ id }: { id: string }) =>
    ask(marketplace, 'GET', `/${id}`),
  )
  const passed = new Set(
    (await Promise.all(taken)).flatMap(({ sellers }) =>
      sellers.map(({ vendor_id }: { vendor_id: string }) => vendor_id),
    ),
  )
  const listings = new Map<string, number>()
  const product = await listingWhere(marketplace, ({ vendor_id, created_at }) => {
    if (Date.parse(created_at) > Date.now() - 8 * 86_400_000) passed.add(vendor_id)
    listings.set(vendor_id, (listings.get(vendor_id) ?? 0) + 1)
    return !passed.has(vendor_id) && listings.get(vendor_id) === 5
  })
  return { id: product.vendor_id, name: product.shop_name }
}

interface Listing {
  id: string
  product_name: string
  vendor_id: string
  shop_name: string
  created_at: string
}

/** The first listing that shoppers see of which this is so, from the newest on. */
async function listingWhere(
  marketplace: Marketplace,
  isMeant: (listing: Listing) => boolean,
): Promise<Listing> {
  const token = await tokenOf(marketplace)
  for (let page = 1; page < 30; page += 1) {
    const path = `/api/admin/products/get/approved?limit=100&sort=-created_at&page=${page}`
    const found = (await marketplace.call('GET', path, token)).body.results.find(isMeant)
    if (found) return found
  }
  throw new Error('The demo has no such listing')
}

/** What somebody else saves of a draft meanwhile. */
async function changedElsewhere(marketplace: Marketplace, id: string, changes: object) {
  const token = await tokenOf(marketplace)
  const { version } = await ask(marketplace, 'GET', `/${id}`)
  const path = `/api/admin/promotions/${id}`
  expect((await marketplace.call('PATCH', path, token, changes, version)).status).toBe(200)
}

/** A draft with this seller, who has joined, from tomorrow on. */
async function draftWith(marketplace: Marketplace, name: string, vendor_id: string, given: object = {}) {
  const draft = await ask(marketplace, 'POST', '', {
    name,
    discount_bp: 1_500,
    starts_at: inMinutes(24 * 60),
    ends_at: inMinutes(3 * 24 * 60),
    ...given,
  })
  await ask(marketplace, 'POST', `/${draft.id}/sellers`, { vendor_id })
  await ask(marketplace, 'POST', `/${draft.id}/sellers/${vendor_id}/opt-in`, { cost_share_bp: 5_000 })
  return draft.id as string
}

/** The rows of the preview: what each product costs before and after. */
const preview = (page: Page) => page.getByRole('table', { name: 'Preview' }).getByRole('row')
const rupees = (text: string) => Number(text.replace(/[^\d.]/g, ''))

test('the sellers of a category are counted and invited together', async ({ page, marketplace }) => {
  const { vendor_id } = await listingWhere(marketplace, () => true)
  const id = await draftWith(marketplace, 'By category', vendor_id)
  await openAs(page, marketplace, `/promotion?id=${id}`)
  await page.getByRole('button', { name: 'Invite sellers of a category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite sellers of a category' })
  await expect(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled()
  await dialog.getByRole('combobox').click()
  await dialog.getByRole('option').first().click()
  const verb = dialog.getByRole('button', { name: /^Invite \d+ sellers?$/ })
  await expect(verb).toBeEnabled()
  const count = Number((await verb.innerText()).replace(/\D/g, ''))
  await expect(dialog.getByText(/with approved products in .+ can be invited/)).toContainText(String(count))
  await expectAccessible(page)
  await verb.click()
  await expect(
    page.getByText(count === 1 ? '1 seller is invited' : `${count} sellers are invited`),
  ).toBeVisible()
  expect((await ask(marketplace, 'GET', `/${id}`)).invited_count).toBe(count)
})

test('a seller who is chosen before the last one is invited is invited too', async ({
  page,
  marketplace,
}) => {
  const found: Listing[] = []
  await listingWhere(marketplace, (listing) => {
    if (!found.some(({ vendor_id }) => vendor_id === listing.vendor_id)) found.push(listing)
    return found.length === 3
  })
  const [joined, ...others] = found
  const id = await draftWith(marketplace, 'Two at once', joined?.vendor_id ?? '')
  await openAs(page, marketplace, `/promotion?id=${id}`)
  const calls = await held(page, /\/api\/admin\/promotions\/[^/]+\/sellers$/)
  const field = page.getByRole('combobox', { name: 'Invite a seller' })
  for (const { shop_name } of others) {
    await field.fill(shop_name)
    await page.getByRole('option', { name: shop_name, exact: true }).click()
    await expect(field).toHaveValue('')
  }
  calls.arrive()
  for (const { shop_name } of others) await expect(said(page, `${shop_name} is invited`)).toBeVisible()
  expect((await ask(marketplace, 'GET', `/${id}`)).sellers).toHaveLength(3)
})

test('a campaign is not started while its clashes could not be read', async ({
  page,
  marketplace,
  faults,
}) => {
  const { vendor_id } = await listingWhere(marketplace, () => true)
  const id = await draftWith(marketplace, 'Unread clashes', vendor_id)
  faults.expected(/^500 GET \S+\/clashes$/)
  await page.route('**/clashes*', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await openAs(page, marketplace, `/promotion?id=${id}`)
  const words = 'The clashes could not be loaded.'
  await expect(page.getByText(words)).toBeVisible()
  await page.getByRole('button', { name: 'Start…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(words)).toBeVisible()
  const start = dialog.getByRole('button', { name: 'Schedule' })
  await expect(start).toBeDisabled()
  await page.unroute('**/clashes*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText(words)).toHaveCount(0)
  await expect(start).toBeEnabled()
})

test('Escape closes the calendar of a field alone, and the dialog around it keeps what was typed', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/promotions')
  await page.getByRole('button', { name: 'New campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await dialog.getByLabel('Name').fill('Kept Bazaar')
  const calendar = dialog.getByRole('button', { name: 'Open calendar' }).first()
  const month = dialog.getByRole('button', { name: 'Next month' })
  await calendar.click()
  await expect(month).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(month).toHaveCount(0)
  await expect(dialog.getByLabel('Name')).toHaveValue('Kept Bazaar')
  // The same from within the calendar.
  await calendar.click()
  await month.focus()
  await page.keyboard.press('Escape')
  await expect(month).toHaveCount(0)
  await expect(dialog.getByLabel('Name')).toHaveValue('Kept Bazaar')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toHaveCount(0)
})

test('a campaign is previewed on five products while its terms are edited, started, and ended early', async ({
  page,
  marketplace,
}) => {
  const seller = await freeSeller(marketplace)
  await openAs(page, marketplace, '/promotions')
  for (const heading of ['Campaign', 'Seller', 'Period', 'Discount %', 'Status', 'Sold', 'Details']) {
    await expect(page.getByRole('columnheader', { name: heading })).toBeVisible()
  }
  await page.getByRole('button', { name: 'New campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await dialog.getByRole('button', { name: 'Add campaign' }).click()
  await expect(dialog.getByText('Name is Required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Weekend Bazaar')
  await dialog.getByLabel('Discount').fill('10')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Weekend Bazaar', level: 1 })).toBeVisible()
  await expect(page.getByText('No products yet.')).toBeVisible()

  // A seller is invited, found by name with the keys, and joins on the phone.
  await page.getByRole('combobox', { name: 'Invite a seller' }).fill(seller.name.slice(0, 6))
  await page.getByRole('option', { name: seller.name, exact: true }).click()
  await expect(said(page, `${seller.name} is invited`)).toBeVisible()
  await expect(preview(page)).toHaveCount(6)
  await expect(preview(page).nth(1)).toContainText('Seller has not joined')
  await page.getByRole('button', { name: 'Mark as joined…' }).click()
  const joining = page.getByRole('dialog', { name: `Mark ${seller.name} as joined` })
  await joining.getByLabel('Share of the discount').fill('60')
  await joining.getByLabel('How it was agreed').fill('On the phone')
  await joining.getByRole('button', { name: 'Mark as joined' }).click()
  await expect(joining).toBeHidden()
  await expect(page.getByText('Carries 60% of the discount')).toBeVisible()
  await expect(page.getByText('The discount is real')).toBeVisible()

  // What is typed is previewed before it is saved.
  const cells = preview(page).nth(5).getByRole('cell')
  const before = rupees(await cells.nth(0).innerText())
  expect(rupees(await cells.nth(1).innerText())).toBeCloseTo(before * 0.9, 2)
  await page.getByLabel('Discount').fill('25')
  await expect.poll(async () => rupees(await cells.nth(1).innerText())).toBeCloseTo(before * 0.75, 2)
  await page.getByLabel('Cap').fill('5')
  await expect.poll(async () => rupees(await cells.nth(1).innerText())).toBeCloseTo(before - 5, 2)
  await expect(preview(page).nth(5)).toContainText('Cap reached')
  await page.getByLabel('Cap').fill('')
  await expect(page.getByText('Unsaved changes: discount')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start…' })).toBeDisabled()
  await page.keyboard.press('Control+s')
  // Who joined other terms has not joined these.
  await expect(said(page, 'Weekend Bazaar is saved. 1 seller is asked again')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as joined…' }).click()
  await joining.getByRole('button', { name: 'Mark as joined' }).click()
  await expect(joining).toBeHidden()
  await expect(page.getByText('Carries 100% of the discount')).toBeVisible()

  await page.getByRole('button', { name: 'Start…' }).click()
  await page.getByRole('checkbox', { name: 'Start now instead' }).check()
  const starting = page.getByRole('dialog', { name: 'Start Weekend Bazaar now?' })
  await expect(starting).toContainText('of 1 seller')
  await starting.getByRole('button', { name: 'Start now' }).click()
  await expect(page.getByText('Running', { exact: true })).toBeVisible()

  // Shoppers pay the price that was previewed, and the listing says so.
  const href = await preview(page).nth(5).getByRole('link').getAttribute('href')
  const productId = new URLSearchParams(href?.split('?')[1]).get('id') ?? ''
  const { price, campaign } = await priceOf(marketplace, productId)
  expect(campaign).toMatchObject({ name: 'Weekend Bazaar' })
  expect(Number(campaign.price)).toBeCloseTo(Number(price) * 0.75, 1)
  await preview(page).nth(5).getByRole('link').click()
  await expect(page.getByText('Campaign price')).toBeVisible()
  await page.getByRole('link', { name: 'Weekend Bazaar' }).click()

  await page.getByRole('button', { name: 'End early…' }).click()
  await page
    .getByRole('dialog', { name: 'End Weekend Bazaar now?' })
    .getByRole('button', { name: 'End campaign' })
    .click()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  expect((await priceOf(marketplace, productId)).campaign).toBeNull()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Weekend Bazaar', level: 1 })).toBeVisible()
})

test('a campaign starts automatically at its start time, on an open screen', async ({
  page,
  marketplace,
}) => {
  test.setTimeout(150_000)
  const seller = await freeSeller(marketplace)
  // The next minute, or the one after it where too little is left to see that it waits.
  const isLate = Date.now() % 60_000 > 30_000
  const starts_at = inMinutes(isLate ? 2 : 1)
  const id = await draftWith(marketplace, 'At the minute', seller.id, { starts_at })
  expect((await ask(marketplace, 'POST', `/${id}/start`, {})).status).toBe('scheduled')
  await openAs(page, marketplace, `/promotion?id=${id}`)
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(page.getByText('Running', { exact: true })).toBeVisible({ timeout: 100_000 })
  await ask(marketplace, 'POST', `/${id}/end`)
})

test('a clash is shown before saving, and a change by somebody else is not overwritten', async ({
  page,
  marketplace,
}) => {
  const seller = await freeSeller(marketplace)
  const later = { starts_at: inMinutes(20 * 24 * 60), ends_at: inMinutes(22 * 24 * 60) }
  await draftWith(marketplace, 'The other one', seller.id, later)
  const id = await draftWith(marketplace, 'Clashing', seller.id)
  await openAs(page, marketplace, `/promotion?id=${id}`)
  await expect(page.getByText('No other campaign has the same products')).toBeVisible()
  await page.getByLabel('Ends').fill(new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 16))
  await expect(page.getByRole('link', { name: 'The other one' })).toBeVisible()
  await expect(page.getByText('Discounts are never added together.')).toBeVisible()

  await page.getByLabel('Discount').fill('30')
  await changedElsewhere(marketplace, id, { discount_bp: 500, price_floor: '90' })
  await page.getByRole('button', { name: 'Save' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Another person changed this while you typed' })
  await expect(notice.getByRole('row', { name: /Discount/ })).toContainText('30')
  await expect(notice.getByRole('row', { name: /Discount/ })).toContainText('5')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Keep my values' }).click()
  await expect(page.getByLabel('Floor price')).toHaveValue('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Clashing is saved')).toBeVisible()
  expect(await ask(marketplace, 'GET', `/${id}`)).toMatchObject({ discount_bp: 3_000, price_floor: '90' })
})

test('a moment that is saved by Ctrl and S while it is typed is the one that was typed', async ({
  page,
  marketplace,
}) => {
  const { id } = await ask(marketplace, 'POST', '', {
    ...{ name: 'Typed moment', discount_bp: 1_500 },
    ...{ starts_at: inMinutes(24 * 60), ends_at: inMinutes(3 * 24 * 60) },
  })
  await openAs(page, marketplace, `/promotion?id=${id}`)
  const ends = page.getByLabel('Ends')
  const endOf = async () => (await ask(marketplace, 'GET', `/${id}`)).ends_at
  const day = plusDays(karachiDay(Date.now()), 20)
  for (const [written, at] of [
    [`${dayOf(day)} 09:00`, '04:00'],
    [`${day.split('-').reverse().join('/')} 5pm`, '12:00'],
  ] as const) {
    await ends.fill(written)
    // A tab that is closed now asks first.
    await expect(page.getByText(/^Unsaved changes:/)).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect.poll(endOf).toBe(`${day}T${at}:00.000Z`)
    await expect(page.getByText(/^Unsaved changes:/)).toBeHidden()
  }
  await ends.fill(`${dayOf(day)}, soon`)
  await page.keyboard.press('Control+s')
  await expect(ends).toHaveAttribute('aria-invalid', 'true')
  expect(await endOf()).toBe(`${day}T12:00:00.000Z`)
})

test('unsaved changes of a campaign survive a reload and a closed tab, and are merged with what others saved', async ({
  page,
  context,
  marketplace,
}) => {
  const id = await draftWith(marketplace, 'Half written', (await freeSeller(marketplace)).id)
  await openAs(page, marketplace, `/promotion?id=${id}`)
  await page.getByLabel('Discount').fill('35')
  await page.getByLabel('Cap').fill('750')
  await page.waitForFunction(() => Object.values(localStorage).some((kept) => String(kept).includes('"750"')))
  await page.reload()
  await expect(page.getByLabel('Discount')).toHaveValue('35')
  await expect(page.getByText('Unsaved changes: discount and cap')).toBeVisible()
  await page.getByRole('link', { name: 'Promotions' }).first().click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leave.getByText('They are kept in this browser')).toBeVisible()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/promotions$/)
  await page.close()

  await changedElsewhere(marketplace, id, { discount_bp: 500, discount_cap: '600', name: 'Whole by others' })
  const next = await context.newPage()
  await next.goto(`${marketplace.url}/promotion?id=${id}`)
  const question = next.getByRole('region', { name: 'Unsaved drafts' })
  await expect(question.getByText(/Restore unsaved changes from \d\d:\d\d\?/)).toBeVisible()
  await expect(question.getByText('The record has changed since then')).toBeVisible()
  await expect(next.getByLabel('Discount')).toHaveValue('5')
  await expectAccessible(next)
  await question.getByRole('button', { name: 'Restore' }).focus()
  await next.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(await next.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await expect(next.getByRole('textbox', { name: 'Cap' })).toHaveValue('750')
  const notice = next.getByRole('alert').filter({ hasText: 'Another person changed this while you typed' })
  await expect(notice.getByRole('row', { name: /Discount/ })).toContainText('35')
  await expect(notice.getByRole('row', { name: /^Cap/ })).toContainText('600')
  await notice.getByRole('button', { name: 'Keep my value: Cap' }).click()
  await expect(notice.getByRole('row', { name: /^Cap/ })).toHaveCount(0)
  await notice.getByRole('button', { name: 'Use saved values' }).click()
  await expect(notice).toHaveCount(0)
  await expect(next.getByLabel('Name')).toHaveValue('Whole by others')
  await next.getByRole('button', { name: 'Save' }).click()
  await expect(said(next, 'Whole by others is saved')).toBeVisible()
  expect(await ask(marketplace, 'GET', `/${id}`)).toMatchObject({ discount_bp: 500, discount_cap: '750' })
  await next.reload()
  await expect(next.getByRole('textbox', { name: 'Cap' })).toHaveValue('750')
  await expect(question).toHaveCount(0)
})

test('a product that was cheaper is left out until it is allowed with a reason', async ({
  page,
  marketplace,
}) => {
  const seller = await freeSeller(marketplace)
  const product = await listingWhere(marketplace, ({ vendor_id }) => vendor_id === seller.id)
  const id = await draftWith(marketplace, 'Honest', seller.id, {
    scope: 'products',
    product_ids: [product.id],
  })
  await openAs(page, marketplace, `/promotion?id=${id}`)
  await expect(page.getByText('The discount is real')).toBeVisible()
  // Nothing is known of a time before there was a shop.
  await page.getByLabel('Starts').fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Honest is saved')).toBeVisible()
  await expect(page.getByText('1 product left out: the discount is not real')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Allow…' }).click()
  const dialog = page.getByRole('dialog', { name: `Allow ${product.product_name}?` })
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The shop opened with this sale')
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('1 product allowed')).toBeVisible()
  await page.getByRole('button', { name: 'Leave out' }).click()
  await expect(page.getByText('1 product left out')).toBeVisible()
})
