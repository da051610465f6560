import type { Page } from '@playwright/test'
import {
  approveDespite,
  expect,
  held,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  said,
  test,
  tokenOf,
  turnChecksOff,
} from './marketplace.ts'

const statusOf = async (marketplace: Marketplace, id: string) =>
  (await marketplace.call('GET', `/api/intake/products/${id}`, marketplace.key)).body.results.status

const queueOf = (page: Page) => page.getByRole('navigation', { name: 'Queue' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Listings of one vendor with a name of their own, so that a search makes them a list. */
async function someProducts(marketplace: Marketplace, word: string, many: number): Promise<string[]> {
  const sellerId = await newSeller(marketplace)
  const ids: string[] = []
  for (let n = 1; n <= many; n += 1) {
    ids.push(await newProduct(marketplace, sellerId, { product_name: `${word} ${n}` }))
  }
  return ids
}

const listOf = (word: string) => `/products-all-products?q=${word}&sort=status_since`

async function chooseToGoOn(marketplace: Marketplace, goes_on: boolean) {
  const token = await tokenOf(marketplace)
  await marketplace.call('PATCH', '/api/account/preferences', token, { goes_on })
}

// Listings of one name without a picture would be approved with a reason only.
test.beforeAll(({ marketplace }) => turnChecksOff(marketplace))

test('one key decides and the next record is there, and the last decision is undone from it', async ({
  page,
  marketplace,
}) => {
  const ids = await someProducts(marketplace, 'Keyqueue', 5)
  await chooseToGoOn(marketplace, true)
  await openAs(page, marketplace, listOf('Keyqueue'))
  await page.getByRole('link', { name: 'Keyqueue 1' }).click()
  const pressed: string[] = []
  const press = async (key: string) => {
    pressed.push(key)
    await page.keyboard.press(key)
  }
  for (let n = 1; n <= 4; n += 1) {
    await expect(heading(page, `Keyqueue ${n}`)).toBeVisible()
    await expect(queueOf(page)).toContainText(`${n} of 5`)
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
    await press('a')
  }
  await expect(heading(page, 'Keyqueue 5')).toBeVisible()
  expect(pressed).toEqual(['a', 'a', 'a', 'a'])
  for (const id of ids.slice(0, 4)) await expect.poll(() => statusOf(marketplace, id)).toBe('approved')
  await expect(page.getByRole('button', { name: /Undo: Keyqueue 4/ })).toBeVisible()
  await page.keyboard.press('z')
  await expect(heading(page, 'Keyqueue 4')).toBeVisible()
  expect(await statusOf(marketplace, ids[3] as string)).toBe('submitted')
  // It is the version that the undoing made: the same key decides again.
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(heading(page, 'Keyqueue 5')).toBeVisible()
  await expect.poll(() => statusOf(marketplace, ids[3] as string)).toBe('approved')
  // From a form the key undoes nothing, and nothing hangs over it.
  const there = page.url()
  await page.goto(`${marketplace.url}/products-add-product`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /Undo: / })).toHaveCount(0)
  await page.keyboard.press('z')
  await page.goto(there)
  await expect(page.getByRole('button', { name: /Undo: Keyqueue 4/ })).toBeVisible()
  expect(await statusOf(marketplace, ids[3] as string)).toBe('approved')
  // One's own decision is told as one's own, at once.
  await page.keyboard.press('k')
  await expect(heading(page, 'Keyqueue 4')).toBeVisible()
  await expect(page.getByText(/^Approved by you, \d+ s ago\./)).toBeVisible()
  await expect(page.getByText('Another person changed this')).toHaveCount(0)
  await chooseToGoOn(marketplace, false)
})

test('a skipped record comes back at the end, a reload keeps the place, and the way back leads to the row', async ({
  page,
  marketplace,
}) => {
  await someProducts(marketplace, 'Skipqueue', 3)
  await openAs(page, marketplace, listOf('Skipqueue'))
  await page.getByRole('link', { name: 'Skipqueue 1' }).click()
  await expect(queueOf(page)).toContainText('1 of 3')
  await page.keyboard.press('s')
  await expect(heading(page, 'Skipqueue 2')).toBeVisible()
  await expect(queueOf(page)).toContainText('1 skipped')
  await page.keyboard.press('j')
  await expect(heading(page, 'Skipqueue 3')).toBeVisible()
  await page.reload()
  await expect(queueOf(page)).toContainText('3 of 3')
  await expect(queueOf(page)).toContainText('1 skipped')
  await page.keyboard.press('k')
  await expect(heading(page, 'Skipqueue 2')).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading(page, 'Skipqueue 3')).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading(page, 'Skipqueue 1')).toBeVisible()
  await page.getByRole('link', { name: '‹ All Pending Products' }).click()
  await expect(page).toHaveURL(/q=Skipqueue/)
  await expect(page.getByRole('link', { name: 'Skipqueue 1' })).toBeFocused()
})

test('J before the list was read leads to the next record when the list is there', async ({
  page,
  marketplace,
}) => {
  const ids = await someProducts(marketplace, 'Earlykey', 3)
  let arrive = () => {}
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  // A queue is read in parts of a hundred rows.
  await page.route(
    (url) => url.searchParams.get('limit') === '100' && url.search.includes('Earlykey'),
    async (route) => {
      await hasArrived
      await route.continue()
    },
  )
  await openAs(
    page,
    marketplace,
    `/single-product/pending?id=${ids[0]}&from=${encodeURIComponent(listOf('Earlykey'))}`,
  )
  await expect(heading(page, 'Earlykey 1')).toBeVisible()
  await expect(queueOf(page)).not.toContainText('of 3')
  await page.keyboard.press('j')
  arrive()
  await expect(heading(page, 'Earlykey 2')).toBeVisible()
  await expect(queueOf(page)).toContainText('2 of 3')
  // It is done once.
  await page.keyboard.press('k')
  await expect(heading(page, 'Earlykey 1')).toBeVisible()
  await expect(queueOf(page)).toContainText('1 of 3')
  // The keys of the screen are told by a key, with those that lead nowhere from here.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const what of [
    'Approve',
    'Request update',
    'Reject',
    'Next record',
    'Previous record',
    'Undo the last decision',
    'Skip the record',
    'Choose a reason',
  ])
    await expect(keys.getByText(what, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
})

test('a record from a list that cannot be read says so, and leads to the list', async ({
  page,
  marketplace,
}) => {
  const [id] = await someProducts(marketplace, 'Lostqueue', 1)
  const from = encodeURIComponent('/products-all-products?colour=blue')
  await openAs(page, marketplace, `/single-product/pending?id=${id}&from=${from}`)
  await expect(queueOf(page)).toContainText('the list in this link cannot be read')
  await queueOf(page).getByRole('link', { name: 'Go to All Pending Products' }).click()
  await expect(page).toHaveURL(`${marketplace.url}/products-all-products`)
  await expect(page.getByRole('table')).toBeVisible()
})

test('a queue that could not be read is not told as its end, and leads nobody back to the list', async ({
  page,
  marketplace,
  faults,
}) => {
  const ids = await someProducts(marketplace, 'Unreadqueue', 2)
  const isRows = (url: URL) => url.searchParams.get('limit') === '100' && url.search.includes('Unreadqueue')
  await chooseToGoOn(marketplace, true)
  faults.expected(/^503 GET \/api\/admin\/products\//)
  await page.route(isRows, (route) => route.fulfill({ status: 503 }))
  await openAs(
    page,
    marketplace,
    `/single-product/pending?id=${ids[0]}&from=${encodeURIComponent(listOf('Unreadqueue'))}`,
  )
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Product approved' })
  await expect(dialog.getByText('The next record could not be loaded.')).toBeVisible()
  await expect(page.getByText('End of the queue')).toHaveCount(0)
  expect(await statusOf(marketplace, ids[0] as string)).toBe('approved')
  await page.unroute(isRows)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('link', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Unreadqueue 2')).toBeVisible()
  await chooseToGoOn(marketplace, false)
})

test('a colleague who reviews is named, is asked for, and what they decided drops out', async ({
  page,
  marketplace,
}) => {
  const [first = '', second = ''] = await someProducts(marketplace, 'Sharedqueue', 3)
  const bilal = await marketplace.signIn('bilal@munshi.example')
  await marketplace.call('PUT', `/api/admin/products/${first}/claim`, bilal.token, {})
  await openAs(page, marketplace, listOf('Sharedqueue'))
  await page.getByRole('link', { name: 'Sharedqueue 1' }).click()
  await expect(page.getByText(/Bilal Ahmed is reviewing/).first()).toBeVisible()
  await page.keyboard.press('a')
  const question = page.getByRole('dialog', { name: 'Bilal Ahmed is reviewing this record. Decide anyway?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await statusOf(marketplace, first)).toBe('submitted')
  await marketplace.call('POST', `/api/admin/products/${second}/approve`, bilal.token)
  await page.reload()
  await expect(queueOf(page)).toContainText('1 decided by others')
  await expect(queueOf(page)).toContainText('1 of 2')
  await page.keyboard.press('j')
  await expect(heading(page, 'Sharedqueue 3')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Product approved' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to All Pending Products', exact: true })).toBeVisible()
  // The first record is still open, and the queue leads back to its list.
  const end = page.getByRole('link', { name: 'End of the queue: back to All Pending Products' })
  await expect(end).toBeFocused()
  await end.click()
  await expect(page.getByRole('link', { name: 'Sharedqueue 1' })).toBeFocused()
})

test('several records decided together leave out what a colleague is reviewing, until that is unticked', async ({
  page,
  marketplace,
}) => {
  const ids = await someProducts(marketplace, 'Heldqueue', 3)
  const bilal = await marketplace.signIn('bilal@munshi.example')
  await marketplace.call('PUT', `/api/admin/products/${ids[1]}/claim`, bilal.token, {})
  await openAs(page, marketplace, listOf('Heldqueue'))
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reject \d products/ })
  await expect(dialog.getByText('1 record is being reviewed by Bilal Ahmed.')).toBeVisible()
  const leaveOut = dialog.getByRole('checkbox', { name: 'Leave out what others are reviewing' })
  await expect(leaveOut).toBeChecked()
  await leaveOut.uncheck()
  await expect(dialog.getByRole('button', { name: 'Reject 3 products' })).toBeVisible()
  await leaveOut.check()
  await dialog.getByLabel('Reason', { exact: true }).fill('All are the same bowl')
  await dialog.getByRole('button', { name: 'Reject 2 products' }).click()
  await expect(page.getByRole('dialog', { name: '2 rejected, 0 not done' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  const states = ['rejected', 'submitted', 'rejected']
  for (const [at, id] of ids.entries()) await expect.poll(() => statusOf(marketplace, id)).toBe(states[at])
})

test('a second tab keeps the queue, a review is taken over, assigned and released by leaving', async ({
  page,
  context,
  marketplace,
}) => {
  const [, second = '', third = ''] = await someProducts(marketplace, 'Tabqueue', 3)
  const bilal = await marketplace.signIn('bilal@munshi.example')
  const admin = await marketplace.signIn()
  await marketplace.call('PUT', `/api/admin/products/${third}/claim`, bilal.token, {})
  await openAs(page, marketplace, listOf('Tabqueue'))
  await page.getByRole('link', { name: 'Tabqueue 1' }).click()
  await expect(queueOf(page)).toContainText('1 of 3')
  await page.keyboard.press('j')
  await expect(heading(page, 'Tabqueue 2')).toBeVisible()
  await expect(page.getByText('You are reviewing this record.')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(heading(tab, 'Tabqueue 2')).toBeVisible()
  await expect(queueOf(tab)).toContainText('2 of 3')
  await expect(tab.getByText('You are reviewing this record.')).toBeVisible()
  // The second tab leaves the record, and the first goes on reviewing it.
  const released = tab.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes(`${second}/claim`),
  )
  await tab.keyboard.press('k')
  await expect(heading(tab, 'Tabqueue 1')).toBeVisible()
  await released
  const held = async () =>
    (await marketplace.call('GET', `/api/admin/products/${second}/claim`, admin.token)).body.results.by?.id
  await expect.poll(held).toBe(admin.id)
  await tab.close()
  await page.keyboard.press('j')
  await expect(heading(page, 'Tabqueue 3')).toBeVisible()
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('You are reviewing this record.')).toBeVisible()
  await page.getByLabel('Assigned to').selectOption('Bilal Ahmed')
  const path = `/api/admin/products/${third}/claim`
  const claim = async () => (await marketplace.call('GET', path, admin.token)).body.results
  await expect.poll(async () => (await claim()).assignee?.name).toBe('Bilal Ahmed')
  expect((await claim()).by.id).toBe(admin.id)
  const mine = await marketplace.call('GET', '/api/admin/desk?mine=yes', bilal.token)
  expect(mine.body.results.map(({ id }: { id: string }) => id)).toContain(third)
  await page.goBack()
  await expect(heading(page, 'Tabqueue 2')).toBeVisible()
  await expect.poll(async () => (await claim()).by).toBeNull()
})

test('a review that could not be taken over says so, and the last choice of who is asked counts', async ({
  page,
  marketplace,
  faults,
}) => {
  const [id = ''] = await someProducts(marketplace, 'Takenover', 1)
  const bilal = await marketplace.signIn('bilal@munshi.example')
  const admin = await marketplace.signIn()
  const claim = async () =>
    (await marketplace.call('GET', `/api/admin/products/${id}/claim`, admin.token)).body.results
  await marketplace.call('PUT', `/api/admin/products/${id}/claim`, bilal.token, {})
  faults.expected(/^503 GET \S+\/reviewers$/)
  await page.route('**/reviewers', (route) => route.fulfill({ status: 503 }))
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  const unread = page
    .getByRole('alert')
    .filter({ hasText: 'The people who may review this record could not be loaded.' })
  await expect(unread).toBeVisible()
  await page.unroute('**/reviewers')
  await unread.getByRole('button', { name: 'Try again' }).click()
  await expect(unread).toBeHidden()

  await page.getByRole('button', { name: 'Take over' }).click()
  faults.expected(/^503 PUT \S+\/claim$/)
  await page.route('**/claim', (route) => route.fulfill({ status: 503 }))
  const question = page.getByRole('dialog', { name: 'Take over the review?' })
  await question.getByRole('button', { name: 'Take over' }).click()
  await expect(question.getByRole('alert')).toContainText('Server Error')
  await page.unroute('**/claim')
  await question.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('You are reviewing this record.')).toBeVisible()

  const assignments = await held(page, /\/assignment$/)
  const assignee = page.getByLabel('Assigned to')
  await assignee.selectOption('Bilal Ahmed')
  await expect(assignee).toHaveValue(bilal.id)
  await assignee.selectOption('Anybody')
  await expect(assignee).toHaveValue('')
  const last = page.waitForResponse(
    (response) => /\/assignment$/.test(response.url()) && /null/.test(response.request().postData() ?? ''),
  )
  assignments.arrive()
  await last
  await expect(assignee).toHaveValue('')
  expect((await claim()).assignee).toBeNull()
})

test('an edit of a live listing is claimed like every record of the desk, and leads to the next', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const bilal = await marketplace.signIn('bilal@munshi.example')
  const seller = await newSeller(marketplace)
  const given = (n: number) => ({ external_id: `edited-${seller}-${n}`, sku: `EDITED-${n}` })
  const ids: string[] = []
  for (const n of [1, 2]) {
    const id = await newProduct(marketplace, seller, { ...given(n), product_name: `Edited ${n}` })
    await marketplace.call('POST', `/api/admin/products/${id}/approve`, admin.token)
    await newProduct(marketplace, seller, { ...given(n), product_name: `Edited ${n} again` })
    ids.push(id)
  }
  await chooseToGoOn(marketplace, true)
  await marketplace.call('PUT', `/api/admin/products/${ids[0]}/claim`, bilal.token, {})
  await openAs(page, marketplace, `/review-desk?kind=product_revision&vendor_id=${seller}`)
  await page.getByRole('link', { name: 'Edited 1' }).click()
  await expect(page.getByText(/Bilal Ahmed is reviewing/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Approve edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide anyway' }).click()
  await expect(heading(page, 'Edited 2')).toBeVisible()
  await expect(queueOf(page)).toContainText('2 of 2')
  await chooseToGoOn(marketplace, false)
})

test('edits of live listings are decided by the keyboard, and undone from the next record', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const seller = await newSeller(marketplace)
  const ids: string[] = []
  for (const n of [1, 2]) {
    const given = { external_id: `keyed-edit-${seller}-${n}`, sku: `KEYED-EDIT-${n}` }
    const id = await newProduct(marketplace, seller, { ...given, product_name: `Keyed edit ${n}` })
    await marketplace.call('POST', `/api/admin/products/${id}/approve`, admin.token)
    await newProduct(marketplace, seller, { ...given, product_name: `Keyed edit ${n} again` })
    ids.push(id)
  }
  await chooseToGoOn(marketplace, true)
  await openAs(page, marketplace, `/review-desk?kind=product_revision&vendor_id=${seller}`)
  await page.getByRole('link', { name: 'Keyed edit 1' }).click()
  await decideByKeys(page, {
    ...{ first: 'Keyed edit 1', second: 'Keyed edit 2', undone: 'Keyed edit 1 again' },
    ...{ accept: 'Approve edit', refusal: 'Reject edit?', list: /review-desk/, isWarned: false },
  })
  await chooseToGoOn(marketplace, false)
  const changeOf = async (id = '') =>
    (await marketplace.call('GET', `/api/intake/products/${id}`, marketplace.key)).body.results.last_change
  expect(await changeOf(ids[0])).toMatchObject({ status: 'accepted' })
  expect(await changeOf(ids[1])).toMatchObject({
    status: 'refused',
    reasons: [{ code: 'listing_picture_unclear' }],
  })
})

test('changed details of vendors are decided by the keyboard, and undone from the next record', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const ids: string[] = []
  for (const n of [1, 2]) {
    const given = { external_id: `keyed-change-${process.pid}-${n}`, username: `Keyed change ${n}` }
    const shop = { shop_name: `Keyed change ${n}`, bank_name: 'Standard Chartered' }
    const id = await newSeller(marketplace, { ...given, shop: { ...shop, shop_ntn: `123450${n}` } })
    await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
    await newSeller(marketplace, { ...given, shop: { ...shop, shop_ntn: `765430${n}` } })
    ids.push(id)
  }
  await chooseToGoOn(marketplace, true)
  const list = '/vendor-verification-approved-verification?change=waiting&q=Keyed change&sort=shop_name'
  await openAs(page, marketplace, list)
  await page.getByRole('link', { name: 'Keyed change 1' }).first().click()
  await decideByKeys(page, {
    ...{ first: 'Keyed change 1', second: 'Keyed change 2', undone: 'Keyed change 1' },
    ...{ accept: 'Accept change', refusal: 'Decline the change?', list: /approved-verification/ },
    // These vendors have no cheque copy.
    isWarned: true,
  })
  await chooseToGoOn(marketplace, false)
  const changeOf = async (id = '') =>
    (await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)).body.results.last_change
  expect(await changeOf(ids[0])).toMatchObject({ status: 'accepted' })
  expect(await changeOf(ids[1])).toMatchObject({
    status: 'refused',
    reasons: [{ code: 'vendor_cnic_unreadable' }],
  })
})

/**
 * Accepts the first of two changes by one key, undoes that from the second, accepts it again, and refuses the second in three.
 * Where warnings are open, the key asks why first.
 */
async function decideByKeys(
  page: Page,
  {
    isWarned,
    ...names
  }: {
    first: string
    second: string
    undone: string
    accept: string
    refusal: string
    list: RegExp
    isWarned: boolean
  },
) {
  const accept = page.getByRole('button', { name: new RegExp(`^${names.accept}`) })
  await expect(heading(page, names.first)).toBeVisible()
  await expect(queueOf(page)).toContainText('1 of 2')
  await expect(accept).toBeEnabled()
  await page.keyboard.press('a')
  if (isWarned) await approveDespite(page)
  await expect(heading(page, names.second)).toBeVisible()
  await expect(page.getByRole('button', { name: `Undo: ${names.undone}` })).toBeVisible()
  await page.keyboard.press('z')
  await expect(heading(page, names.first)).toBeVisible()
  await expect(accept).toBeEnabled()
  await page.keyboard.press('a')
  if (isWarned) await approveDespite(page)
  await expect(heading(page, names.second)).toBeVisible()
  await expect(accept).toBeEnabled()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: names.refusal })
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(names.list)
  await expect(dialog).toBeHidden()
  // The list has no Undo of its own, so that the last decision brings it along.
  const messages = page.getByLabel('Messages')
  await expect(messages).toContainText(`End of the queue: ${names.second} is decided`)
  await expect(messages.getByRole('button', { name: 'Undo' })).toBeVisible()
}

test('one’s own decision whose answer was lost is not told as decided by others', async ({
  page,
  marketplace,
}) => {
  const [first = ''] = await someProducts(marketplace, 'Lostanswer', 3)
  await openAs(page, marketplace, listOf('Lostanswer'))
  await page.getByRole('link', { name: 'Lostanswer 1' }).click()
  await expect(queueOf(page)).toContainText('1 of 3')
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.route('**/approve', async (route) => {
    await route.fetch()
    await route.abort()
  })
  // The rows are read again after the decision, and the record is no longer among them.
  const left = page.waitForResponse(
    async (response) =>
      /limit=100/.test(response.url()) &&
      response.url().includes('Lostanswer') &&
      !(await response.text().catch(() => first)).includes(first),
  )
  await page.keyboard.press('a')
  await left
  expect(await statusOf(marketplace, first)).toBe('approved')
  await page.unroute('**/approve')
  await page.keyboard.press('j')
  await expect(heading(page, 'Lostanswer 2')).toBeVisible()
  await expect(queueOf(page)).toContainText('2 of 3')
  await expect(queueOf(page)).not.toContainText('decided by others')
})

test('one’s own decision is told as one’s own after the name was changed elsewhere, and is undone by the key', async ({
  page,
  marketplace,
}) => {
  const [id] = await someProducts(marketplace, 'Renamed', 1)
  await openAs(page, marketplace, listOf('Renamed'))
  // The browser keeps the name from the sign-in.
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('current_user') ?? '{}')
    localStorage.setItem('current_user', JSON.stringify({ ...user, username: 'The Name Before' }))
  })
  await page.reload()
  await page.getByRole('link', { name: 'Renamed 1' }).click()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Product approved' })).toBeVisible()
  await expect(page.getByText(/^Already approved by/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Approved by you, \d+ s ago\./)).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Decision undone. The message will not be sent.')).toBeVisible()
  expect(await statusOf(marketplace, id as string)).toBe('submitted')
})

test('an undo that got no answer can be asked for again', async ({ page, marketplace }) => {
  const ids = await someProducts(marketplace, 'Undoagain', 2)
  await chooseToGoOn(marketplace, true)
  await openAs(page, marketplace, listOf('Undoagain'))
  await page.getByRole('link', { name: 'Undoagain 1' }).click()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(heading(page, 'Undoagain 2')).toBeVisible()
  await page.route('**/undo', (route) => route.abort())
  const again = page.getByRole('button', { name: /Undo: Undoagain 1/ })
  await again.click()
  await expect(page.getByText(/The decision may have been undone/).first()).toBeVisible()
  await expect(page.getByText(/The decision was not undone/)).toHaveCount(0)
  await page.unroute('**/undo')
  await again.click()
  await expect(heading(page, 'Undoagain 1')).toBeVisible()
  expect(await statusOf(marketplace, ids[0] as string)).toBe('submitted')
  await chooseToGoOn(marketplace, false)
})

test('an undo that was done although its answer was lost is done again, and the record is back in the queue', async ({
  page,
  marketplace,
}) => {
  const ids = await someProducts(marketplace, 'Undolost', 2)
  await chooseToGoOn(marketplace, true)
  await openAs(page, marketplace, listOf('Undolost'))
  await page.getByRole('link', { name: 'Undolost 1' }).click()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(heading(page, 'Undolost 2')).toBeVisible()
  await page.route('**/undo', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const again = page.getByRole('button', { name: /Undo: Undolost 1/ })
  await again.click()
  await expect(page.getByText(/The decision may have been undone/).first()).toBeVisible()
  expect(await statusOf(marketplace, ids[0] as string)).toBe('submitted')
  await page.unroute('**/undo')
  await expect(again).toBeEnabled()
  await page.keyboard.press('z')
  await expect(heading(page, 'Undolost 1')).toBeVisible()
  await expect(page.getByText(/The decision was not undone/)).toHaveCount(0)
  await expect(page.getByText(/The decision may have been undone/)).toHaveCount(0)
  await expect(queueOf(page)).toContainText('1 of 2')
  // It is decided on like before, and the same holds on its own screen.
  await chooseToGoOn(marketplace, false)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Product approved' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.route('**/undo', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const own = page.getByRole('region', { name: 'Last decision' }).getByRole('button', { name: /^Undo/ })
  await own.click()
  await expect(page.getByText(/The decision may have been undone/).first()).toBeVisible()
  await page.unroute('**/undo')
  await expect(own).toBeEnabled()
  await page.keyboard.press('z')
  await expect(page.getByText('Decision undone. The message will not be sent.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  expect(await statusOf(marketplace, ids[0] as string)).toBe('submitted')
})

test('the desk of one vendor says whose it is, and the focus goes on from a filter that is removed', async ({
  page,
  marketplace,
}) => {
  const vendor = await newSeller(marketplace, {
    shop: { shop_name: 'Chip Of Kasur', bank_name: 'HBL', ibn_number: 'PK36SCBL0000001123456702' },
  })
  await newProduct(marketplace, vendor, { product_name: 'Chipped Bowl' })
  await openAs(page, marketplace, `/review-desk?vendor_id=${vendor}&mine=yes`)
  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('listitem').filter({ hasText: /^Vendor: / })).toContainText('Chip Of Kasur')
  await chips.getByRole('button', { name: /^Remove Mine/ }).press('Enter')
  await expect(page).not.toHaveURL(/mine=/)
  await expect(chips.getByRole('button', { name: 'Remove Vendor: Chip Of Kasur' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Chipped Bowl' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(0)
  await expect(page.getByLabel('Late', { exact: true })).toBeFocused()
})

test('several records of the desk are assigned at once, the colleague is told once, and Undo gives them back', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const bilal = await marketplace.signIn('bilal@munshi.example')
  const vendor = await newSeller(marketplace)
  const ids: string[] = []
  for (const n of [1, 2, 3])
    ids.push(await newProduct(marketplace, vendor, { product_name: `Sharedout ${n}` }))
  const [first = '', second = '', third = ''] = ids
  const assigneeOf = async (id: string) =>
    (await marketplace.call('GET', `/api/admin/products/${id}/claim`, admin.token)).body.results.assignee?.id
  await marketplace.call('PUT', `/api/admin/products/${first}/assignment`, admin.token, {
    person_id: admin.id,
  })
  await openAs(page, marketplace, `/review-desk?kind=product&vendor_id=${vendor}`)
  await page.getByRole('checkbox', { name: 'Select Sharedout 1' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Sharedout 2' }).check()
  await page.getByRole('button', { name: 'Assign selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 2 records?' })
  const send = dialog.getByRole('button', { name: 'Assign 2 records' })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Assigned to').selectOption('Bilal Ahmed')
  await send.click()
  await expect(said(page, '2 records assigned to Bilal Ahmed')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('For Bilal Ahmed')).toHaveCount(2)
  expect([await assigneeOf(first), await assigneeOf(second)]).toEqual([bilal.id, bilal.id])
  expect(await assigneeOf(third)).toBeUndefined()
  const { results } = (await marketplace.call('GET', '/api/account/notifications', bilal.token)).body
  const together = results.filter(({ event }: { event: string }) => event === 'assigned_many')
  expect(together).toMatchObject([{ count: 2, path: '/review-desk?mine=yes' }])
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(said(page, '2 assignments restored')).toBeVisible()
  expect([await assigneeOf(first), await assigneeOf(second)]).toEqual([admin.id, undefined])
  await expect(page.getByText('For Bilal Ahmed')).toHaveCount(0)

  // What somebody else has assigned since is left to them.
  await page.getByRole('checkbox', { name: 'Select Sharedout 1' }).check()
  await page.getByRole('checkbox', { name: 'Select Sharedout 2' }).check()
  await page.getByRole('button', { name: 'Assign selected' }).click()
  await dialog.getByLabel('Assigned to').selectOption('Bilal Ahmed')
  await send.click()
  await expect(said(page, '2 records assigned to Bilal Ahmed')).toBeVisible()
  await marketplace.call('PUT', `/api/admin/products/${second}/assignment`, admin.token, {
    person_id: admin.id,
  })
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  const told = page.getByLabel('Messages').getByRole('alert')
  await expect(told).toHaveText(/^1 assignment restored\. 1 record was not given back/)
  expect(await assigneeOf(second)).toBe(admin.id)
})

test('a review starts with the first record that still waits in the list that is shown', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const vendor = await newSeller(marketplace)
  const ids: string[] = []
  for (const n of [1, 2, 3])
    ids.push(await newProduct(marketplace, vendor, { product_name: `Startqueue ${n}` }))
  const start = page.getByRole('link', { name: 'Start reviewing' })
  await openAs(page, marketplace, `/review-desk?kind=product&vendor_id=${vendor}&limit=10`)
  await expect(page.getByRole('link', { name: 'Startqueue 1' })).toBeVisible()
  await expect(start).toBeVisible()
  // A colleague decides on the first one while the list is shown.
  await marketplace.call('POST', `/api/admin/products/${ids[0]}/approve`, admin.token)
  await expect(page.getByRole('link', { name: 'Startqueue 1' })).toHaveCount(0)
  await expect(start).toHaveAttribute('href', new RegExp(`id=${ids[1]}`))
  await start.click()
  await expect(heading(page, 'Startqueue 2')).toBeVisible()
  await expect(queueOf(page)).toContainText('1 of 2')

  // From a later page the queue begins at the first record all the same.
  await page.goto(`${marketplace.url}/review-desk?kind=product&vendor_id=${vendor}&limit=10&page=2`)
  await start.click()
  await expect(heading(page, 'Startqueue 2')).toBeVisible()
  await expect(page).toHaveURL((url) => !new URLSearchParams(url.searchParams.get('from') ?? '').has('page'))
  await expect(queueOf(page)).toContainText('1 of 2')

  // On a slow line another tab has no first record until its answer is there.
  await page.goto(`${marketplace.url}/review-desk?kind=product&vendor_id=${vendor}`)
  await expect(start).toBeVisible()
  let arrive = () => {}
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const ofFirst = (url: URL) => url.pathname === '/api/admin/desk' && url.searchParams.get('limit') === '10'
  await page.route(ofFirst, async (route) => {
    await hasArrived
    await route.continue()
  })
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Everything/ })
    .click()
  await expect(page).not.toHaveURL(/kind=/)
  await expect(page.getByRole('button', { name: 'Start reviewing' })).toBeDisabled()
  await expect(start).toHaveCount(0)
  arrive()
  await expect(start).toBeVisible()
})

test('a review starts with and goes on to what no colleague is reviewing', async ({ page, marketplace }) => {
  const bilal = await marketplace.signIn('bilal@munshi.example')
  const vendor = await newSeller(marketplace)
  const ids: string[] = []
  for (const n of [1, 2, 3, 4])
    ids.push(await newProduct(marketplace, vendor, { product_name: `Freequeue ${n}` }))
  const claimOf = (id = '') => `/api/admin/products/${id}/claim`
  for (const id of [ids[0], ids[2]]) await marketplace.call('PUT', claimOf(id), bilal.token, {})
  await openAs(page, marketplace, `/review-desk?kind=product&vendor_id=${vendor}`)
  await expect(page.getByText('Bilal Ahmed is reviewing')).toHaveCount(2)
  await page.getByRole('link', { name: 'Start reviewing' }).click()
  await expect(heading(page, 'Freequeue 2')).toBeVisible()
  await expect(queueOf(page)).toContainText('2 of 4')
  const next = queueOf(page).getByRole('link', { name: /^Next/ })
  await expect(next).toHaveAttribute('href', new RegExp(`id=${ids[3]}`))
  // The colleague leaves the third one.
  await marketplace.call('DELETE', claimOf(ids[2]), bilal.token)
  await page.reload()
  await expect(next).toHaveAttribute('href', new RegExp(`id=${ids[2]}`))
  await page.keyboard.press('j')
  await expect(heading(page, 'Freequeue 3')).toBeVisible()
  await expect(queueOf(page)).toContainText('3 of 4')
  await expect(queueOf(page)).not.toContainText('decided by others')

  // Only what the colleague is reviewing is left: the end says so, and leads there.
  await page.keyboard.press('j')
  await expect(heading(page, 'Freequeue 4')).toBeVisible()
  const rest = 'End of the queue, except 1 record being reviewed by Bilal Ahmed'
  await expect(queueOf(page)).toContainText(rest)
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Product approved' })
  await expect(dialog.getByText(rest)).toBeVisible()
  await dialog.getByRole('link', { name: 'Open anyway' }).click()
  await expect(heading(page, 'Freequeue 1')).toBeVisible()
  await expect(page.getByText(/Bilal Ahmed is reviewing/).first()).toBeVisible()
})

test('a review starts with and goes on to what the reader has not accepted as the first of two people', async ({
  page,
  browser,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const given = { external_id: `accepted-first-${process.pid}`, username: 'Accepted First' }
  const vendor = await newSeller(marketplace, given)
  const path = `/api/admin/sellers/${vendor}`
  await marketplace.call('POST', `${path}/approve`, admin.token)
  const shop = {
    shop_name: 'Accepted First',
    bank_name: 'Meezan Bank',
    ibn_number: 'PK40MEZN0000001123456702',
  }
  await newSeller(marketplace, { ...given, shop })
  await newProduct(marketplace, vendor, { product_name: 'Waits behind it' })
  const { change } = (await marketplace.call('GET', path, admin.token)).body.results
  const reason = { reason: 'Seen at the bazaar' }
  await marketplace.call('POST', `${path}/changes/${change.id}/accept`, admin.token, reason)
  const desk = `/review-desk?vendor_id=${vendor}`
  await openAs(page, marketplace, desk)
  const row = page.getByRole('row').filter({ hasText: 'Changed vendor details' })
  await expect(row).toContainText('Accepted by you, waits for a second person')
  const start = page.getByRole('link', { name: 'Start reviewing' })
  await start.click()
  await expect(heading(page, 'Waits behind it')).toBeVisible()
  // Only what waits for a colleague is left: the end says so, and leads there.
  await expect(queueOf(page)).toContainText('2 of 2')
  await expect(queueOf(page)).toContainText('End of the queue, except 1 record that waits for other people')
  await queueOf(page).getByRole('link', { name: 'Open anyway' }).click()
  await expect(page.getByText('A second person has to confirm it').first()).toBeVisible()

  const theirs = await browser.newContext()
  const second = await theirs.newPage()
  await openAs(second, marketplace, desk, 'sana@munshi.example')
  await expect(second.getByRole('row').filter({ hasText: 'Changed vendor details' })).toBeVisible()
  await expect(second.getByText('Accepted by you')).toHaveCount(0)
  await second.getByRole('link', { name: 'Start reviewing' }).click()
  await expect(heading(second, 'Accepted First')).toBeVisible()
  await expect(second.getByRole('button', { name: /^Confirm change/ })).toBeEnabled()
  await theirs.close()
})

test('a first record that could not be read is told, and read again on request', async ({
  page,
  marketplace,
  faults,
}) => {
  await someProducts(marketplace, 'Nofirst', 1)
  const ofFirst = (url: URL) => url.pathname === '/api/admin/desk' && url.searchParams.get('limit') === '10'
  faults.expected(/^503 GET \/api\/admin\/desk$/)
  await page.route(ofFirst, (route) => route.fulfill({ status: 503 }))
  // A change that is heard of reads again without being asked.
  await page.route('**/api/admin/stream*', (route) => route.fulfill({ status: 204 }))
  await openAs(page, marketplace, '/review-desk')
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'The first record to review could not be loaded.' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start reviewing' })).toBeDisabled()
  await page.unroute(ofFirst)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Start reviewing' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the desk shows everything that waits, and what an administrator calls late', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/review-desk')
  await expect(heading(page, 'Review desk')).toBeVisible()
  await page
    .getByRole('tab', { name: /Customers/ })
    .or(page.getByRole('link', { name: /^Customers \d/ }))
    .first()
    .click()
  await expect(page).toHaveURL(/kind=customer/)
  await page.getByRole('link', { name: 'Start reviewing' }).click()
  await expect(queueOf(page)).toContainText(/1 of \d+/)
  await page.goto(`${marketplace.url}/review-limits`)
  const hours = page.getByLabel('Listing: working hours')
  const before = await hours.inputValue()
  // An emptied hour is no hour, and nothing is saved for it.
  await hours.fill('')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Enter a whole number')).toBeVisible()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(hours).toHaveValue(before)
  await hours.fill('۱۲')
  await page.getByLabel('Holidays').fill('23 Mar 2027 Pakistan Day')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Review limits saved')).toBeVisible()
  await page.reload()
  await expect(hours).toHaveValue('12')
  await expect(page.getByLabel('Holidays')).toHaveValue('23 Mar 2027 Pakistan Day')
  await page.goto(`${marketplace.url}/`)
  await page.getByRole('link', { name: /waiting for a decision/ }).click()
  await expect(page).toHaveURL(/review-desk/)
})
