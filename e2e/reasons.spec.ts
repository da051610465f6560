import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import {
  expect,
  held,
  type Marketplace,
  newCompleteSeller,
  newCustomer,
  newProduct,
  newSeller,
  openAs,
  test,
  tokenOf,
} from './marketplace.ts'

const told = async (marketplace: Marketplace, noun: 'sellers' | 'products', id: string) =>
  (await marketplace.call('GET', `/api/intake/${noun}/${id}`, marketplace.key)).body.results
const choose = (page: Page, name: string) => page.getByRole('dialog').getByRole('checkbox', { name })

test('a vendor is rejected with a coded reason in three keys, and the letter is read before it leaves', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Three Keys' })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('r')
  await expect(choose(page, 'CNIC unreadable')).toBeFocused()
  await press('1')
  await expect(choose(page, 'CNIC unreadable')).toBeChecked()
  const letter = page.getByRole('region', { name: 'The letter, as it will arrive' })
  await expect(letter).toContainText('Send a sharp photo of: CNIC, front and CNIC, back.')
  await press('Enter')
  await expect(page.getByRole('dialog', { name: 'Vendor rejected' })).toBeVisible()
  expect(keys).toBe(3)
  expect(await told(marketplace, 'sellers', id)).toMatchObject({
    status: 'rejected',
    reasons: [{ code: 'vendor_cnic_unreadable', fields: ['identity.cnic_front', 'identity.cnic_back'] }],
  })
})

test('keys that are pressed before the reasons have come are not lost', async ({ page, marketplace }) => {
  const id = await newCompleteSeller(marketplace, { username: 'Fast Fingers' })
  const reasons = await held(page, /\/api\/admin\/sellers\/reasons/)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  for (const key of ['r', '1', '2', 'S', 'e', 'e', ' ', 'i', 't']) await page.keyboard.press(key)
  reasons.arrive()
  await expect(choose(page, 'CNIC unreadable')).toBeChecked()
  await expect(page.getByRole('dialog').getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Reason', exact: true })).toHaveValue(
    'See it',
  )
  await page.keyboard.press('Escape')
  // Without a pause between the keys a reason is chosen and sent.
  await page.reload()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  for (const key of ['r', '1', 'Control+Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Vendor rejected' })).toBeVisible()
  expect(await told(marketplace, 'sellers', id)).toMatchObject({ status: 'rejected' })
})

test('a rejection that is written is there again after a change, after Escape and after a click outside', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const given = { external_id: `written-${seller}`, sku: `WRITTEN-${seller.slice(-6)}` }
  const id = await newProduct(marketplace, seller, { ...given, product_name: 'Written about' })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Reject product?' })
  const first = choose(page, 'Picture unclear or too small')
  const own = dialog.getByRole('textbox', { name: 'Reason', exact: true })
  const isThereAgain = async () => {
    await expect(page.getByRole('button', { name: /^Reject/ })).toBeEnabled()
    await page.keyboard.press('r')
    await expect(first).toBeFocused()
    await expect(first).toBeChecked()
    await expect(own).toHaveValue('Name the colour')
  }
  await page.keyboard.press('r')
  await expect(first).toBeFocused()
  await page.keyboard.press('1')
  await expect(first).toBeChecked()
  await own.fill('Name the colour')
  await newProduct(marketplace, seller, { ...given, product_name: 'Changed meanwhile' })
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Check the current values and decide again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changed meanwhile' })).toBeVisible()
  await isThereAgain()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await isThereAgain()
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  // Another decision has words of its own.
  await page.keyboard.press('u')
  await expect(first).toBeFocused()
  await expect(first).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Nor is it lost by a look at another screen, or a reload.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changed meanwhile' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Changed meanwhile' })).toBeVisible()
  await isThereAgain()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await isThereAgain()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Product rejected' })).toBeVisible()
  const { status, reason } = await told(marketplace, 'products', id)
  expect(status).toBe('rejected')
  expect(reason).toMatch(/\nName the colour$/)
})

test('the reasons for disabling a customer are there again when the customer has changed meanwhile', async ({
  page,
  marketplace,
}) => {
  const given = { external_id: `disabled-later-${process.pid}`, username: 'Disabled Later' }
  const id = await newCustomer(marketplace, given)
  await openAs(page, marketplace, `/customers-customer-details?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Disable customer?' })
  const first = dialog.getByRole('checkbox').first()
  const own = dialog.getByRole('textbox', { name: 'Reason', exact: true })
  await page.keyboard.press('d')
  await expect(first).toBeFocused()
  await page.keyboard.press('1')
  await expect(first).toBeChecked()
  await own.fill('Seen by two couriers')
  await newCustomer(marketplace, { ...given, city: 'Multan' })
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Check the current values and decide again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(page.getByRole('button', { name: /^Disable/ })).toBeEnabled()
  await page.keyboard.press('d')
  await expect(first).toBeChecked()
  await expect(own).toHaveValue('Seen by two couriers')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Customer disabled' })).toBeVisible()
  const token = await tokenOf(marketplace)
  const { body } = await marketplace.call('GET', `/api/admin/customers/${id}`, token)
  expect(body.results.status_reason).toMatch(/\nSeen by two couriers$/)
})

test('the reasons for disabling a vendor are there again when the vendor has changed meanwhile', async ({
  page,
  marketplace,
}) => {
  const given = { external_id: `vendor-later-${process.pid}`, username: 'Vendor Later' }
  const id = await newSeller(marketplace, given)
  const token = await tokenOf(marketplace)
  expect((await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, token)).status).toBe(200)
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  const disable = page.getByRole('button', { name: 'Disable', exact: true })
  await disable.click()
  const dialog = page.getByRole('dialog', { name: 'Disable vendor?' })
  const own = dialog.getByRole('textbox', { name: 'Reason', exact: true })
  await own.fill('Sells copies')
  await newSeller(marketplace, { ...given, phone: '0300 7654399' })
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Check the current values and decide again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await disable.click()
  await expect(own).toHaveValue('Sells copies')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Vendor disabled:/)).toBeVisible()
  expect(await told(marketplace, 'sellers', id)).toMatchObject({ status: 'disabled', reason: 'Sells copies' })
})

test('the reason for a reopening is there again when the listing has changed meanwhile', async ({
  page,
  marketplace,
}) => {
  const id = await newProduct(marketplace, await newSeller(marketplace), { product_name: 'Reopened Later' })
  const token = await tokenOf(marketplace)
  const path = `/api/admin/products/${id}`
  const body = { reasons: [{ code: 'listing_prohibited' }] }
  expect((await marketplace.call('POST', `${path}/reject`, token, body)).status).toBe(200)
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  const reopen = page.getByRole('button', { name: 'Reopen…' })
  await reopen.click()
  const dialog = page.getByRole('dialog', { name: 'Reopen “Reopened Later”?' })
  const why = dialog.getByLabel('Why it is reopened')
  await why.fill('The licence was sent')
  const { version, available } = (await marketplace.call('GET', path, token)).body.results
  const turned = await marketplace.call('PATCH', path, token, { available: !available }, version)
  expect(turned.status).toBe(200)
  await dialog.getByRole('button', { name: 'Reopen product' }).click()
  await expect(dialog.getByText('Check the current values and decide again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await reopen.click()
  await expect(why).toHaveValue('The licence was sent')
  await dialog.getByRole('button', { name: 'Reopen product' }).click()
  await expect(page.getByText('Reopened Later is pending again')).toBeVisible()
  expect(await told(marketplace, 'products', id)).toMatchObject({ status: 'submitted' })
})

test('reasons of several records that were typed are thrown away by an answer alone', async ({
  page,
  marketplace,
}) => {
  for (const name of ['One', 'Two']) await newSeller(marketplace, { username: `Thrownaway ${name}` })
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Thrownaway')
  // Back stays in the document, as after a link.
  await page.evaluate(() => history.pushState(null, '', window.location.href))
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const reject = page.getByRole('button', { name: 'Reject selected' })
  const dialog = page.getByRole('dialog', { name: 'Reject 2 vendors?' })
  const own = dialog.getByRole('textbox', { name: 'Reason', exact: true })
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  // Nothing was typed or chosen: it closes as ever.
  await reject.click()
  await expect(own).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  // A reason that is chosen by its digit counts as one that is typed.
  await reject.click()
  await choose(page, 'CNIC unreadable').focus()
  await page.keyboard.press('1')
  await expect(choose(page, 'CNIC unreadable')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  expect(await faultsOf(page, 'all')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await own.fill('Both are the same shop')
  await page.mouse.click(5, 5)
  await page.goBack()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(own).toHaveValue('Both are the same shop')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(reject).toBeFocused()
})

test('a listing is sent back with two marked fields, and what the vendor changed of them is shown', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const given = { external_id: `asked-${seller}`, sku: `ASKED-${seller.slice(-6)}` }
  const id = await newProduct(marketplace, seller, { ...given, product_name: 'Asked for two things' })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(choose(page, 'Picture unclear or too small')).toBeFocused()
  // What is against the rules cannot be corrected.
  await expect(choose(page, 'Prohibited product')).toHaveCount(0)
  await page.keyboard.press('5')
  await page.getByRole('button', { name: 'Leave out Sale Price' }).click()
  await page.getByLabel('Add a field that “Price looks wrong” concerns').selectOption({ label: 'Name' })
  const words = page.getByLabel('Text for “Price looks wrong”')
  await expect(words).toHaveValue(/Retail price and Name/)
  await page.getByLabel('Language of the letter').selectOption('Urdu')
  await expect(page.getByRole('region', { name: 'The letter, as it will arrive' })).toContainText('قیمت')
  await page.getByRole('dialog').getByRole('button', { name: 'Request update' }).click()
  await expect(page.getByRole('dialog', { name: 'Update requested' })).toBeVisible()
  expect((await told(marketplace, 'products', id)).reasons).toMatchObject([
    { code: 'listing_price_wrong', fields: ['product_price', 'product_name'] },
  ])
  await newProduct(marketplace, seller, {
    ...{ ...given, product_name: 'Asked for two things', product_price: '1250' },
  })
  await page.goto(`${marketplace.url}/single-product/pending?id=${id}`)
  await expect(page.getByText('1 of 2 requested fields changed')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Retail priceChanged since$/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^NameNot changed$/ })).toBeVisible()
  const row = page.getByRole('row', { name: /Retail price \(requested\)/ })
  await expect(row).toContainText('1,500')
  await expect(row).toContainText('1,250')
  await expect(page.getByLabel('Compare from')).toHaveValue('1')
  expect(await faultsOf(page, 'all')).toEqual([])
})

test('one vendor and one customer are disabled with coded reasons, and words of one’s own go on being enough', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const id = await newCompleteSeller(marketplace, { username: 'Disabled By Code' })
  await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(choose(page, 'CNIC unreadable')).toBeFocused()
  await page.keyboard.press('8')
  await expect(choose(page, 'Phone not reachable')).toBeChecked()
  const letter = page.getByRole('region', { name: 'The letter, as it will arrive' })
  await expect(letter).toContainText('Your shop is disabled and its listings are hidden')
  await expect(letter).toContainText('We could not reach you by phone. Check: Phone and Shop mobile.')
  expect(await faultsOf(page, 'all')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Vendor disabled:/)).toBeVisible()
  expect(await told(marketplace, 'sellers', id)).toMatchObject({ reasons: [{ code: 'vendor_phone_wrong' }] })

  const customer = await newCustomer(marketplace, { username: 'Disabled Twice' })
  await openAs(page, marketplace, `/customers-customer-details?id=${customer}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('1')
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Reason', exact: true })
    .fill('Seen by two couriers.')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable customer' }).click()
  await expect(page.getByRole('dialog', { name: 'Customer disabled' })).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/customers/${customer}`, admin.token)
  expect(body.results.status_reason).toMatch(
    /^Several orders were not accepted at the door\.\nSeen by two couriers\.$/,
  )

  const another = await newCustomer(marketplace, { username: 'Disabled In Words' })
  await openAs(page, marketplace, `/customers-customer-details?id=${another}`)
  await page.getByRole('button', { name: /^Disable/ }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeFocused()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason', exact: true }).fill('Asked for it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable customer' }).click()
  await expect(page.getByRole('dialog', { name: 'Customer disabled' })).toBeVisible()
  const inWords = await marketplace.call('GET', `/api/admin/customers/${another}`, admin.token)
  expect(inWords.body.results.status_reason).toBe('Asked for it.')
})

test('the reasons of the last decision are chosen again by 0, and words of one’s own are always possible', async ({
  page,
  marketplace,
}) => {
  const ids = [await newCompleteSeller(marketplace), await newCompleteSeller(marketplace)]
  await openAs(page, marketplace, `/vendor-vendordetails?id=${ids[0]}`)
  await page.getByRole('group', { name: 'Decision' }).waitFor()
  await page.keyboard.press('u')
  await expect(choose(page, 'CNIC unreadable')).toBeFocused()
  await page.keyboard.press('4')
  await page.keyboard.press('8')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Update requested' })).toBeVisible()
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${ids[1]}`)
  await page.getByRole('group', { name: 'Decision' }).waitFor()
  await page.keyboard.press('u')
  await expect(choose(page, 'CNIC unreadable')).toBeFocused()
  await page.keyboard.press('0')
  await expect(choose(page, 'IBAN does not match')).toBeChecked()
  await expect(choose(page, 'Phone not reachable')).toBeChecked()
  await page.keyboard.press('W')
  await page.keyboard.type('e called twice.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Update requested' })).toBeVisible()
  const { reason, reasons } = await told(marketplace, 'sellers', ids[1] ?? '')
  expect(reasons.map(({ code }: { code: string }) => code)).toEqual([
    'vendor_iban_wrong',
    'vendor_phone_wrong',
  ])
  // The first of the letters goes to the words too.
  expect(reason).toMatch(/\nWe called twice\.$/)
})

test('an approval in spite of warnings asks once, names them, and is in the history with its reason', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: 'Decide on Tax' }).click()
  await page.getByRole('radio', { name: 'Waive' }).check()
  await page.getByLabel('Note', { exact: true }).fill('Below the limit')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tax: Waived')).toBeVisible()
  await page.getByRole('button', { name: /^Approve/ }).click()
  const dialog = page.getByRole('dialog', { name: /has open warnings/ })
  await expect(dialog).toContainText('No cheque copy was submitted')
  await dialog.getByLabel('Why approve anyway').fill('Seen at the bazaar')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(dialog.getByLabel('Why approve anyway')).toHaveValue('Seen at the bazaar')
  await dialog.getByRole('button', { name: 'Approve despite warnings' }).click()
  await expect(page.getByRole('dialog', { name: 'Vendor approved' })).toBeVisible()
  const { token } = await marketplace.signIn()
  const { body } = await marketplace.call('GET', `/api/admin/sellers/${id}`, token)
  expect(JSON.stringify(body.results.history)).toContain('No cheque copy was submitted')
  expect(JSON.stringify(body.results.history)).toContain('Seen at the bazaar')
})

test('a decision on a requirement opens with what is decided now, and can be undone', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  const token = await tokenOf(marketplace)
  const body = { state: 'sent_back', note: 'The title is of somebody else' }
  await marketplace.call('PUT', `/api/admin/sellers/${id}/requirements/bank`, token, body)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: 'Decide on Bank' }).click()
  const dialog = page.getByRole('dialog', { name: /^Bank:/ })
  await expect(dialog.getByRole('radio', { name: 'Send back' })).toBeChecked()
  await expect(dialog.getByLabel('Note', { exact: true })).toHaveValue('The title is of somebody else')
  await dialog.getByRole('radio', { name: 'Undecided' }).check()
  await expect(dialog.getByLabel('Note', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bank: Undecided')).toBeVisible()
  await page.getByRole('button', { name: 'Decide on Bank' }).click()
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Undecided' })).toHaveCount(0)
})

test('several listings are sent back, one with a reason of its own, after a dry run, and undone', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const word = `Several ${Date.now()}`
  const ids = [
    await newProduct(marketplace, seller, { product_name: `${word} one` }),
    await newProduct(marketplace, seller, { product_name: `${word} two` }),
  ]
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Request update for selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request an update of 2 products?' })
  await expect(dialog.getByText('All 2 can be completed.')).toBeVisible()
  await choose(page, 'Picture unclear or too small').check()
  await dialog.getByRole('switch', { name: 'A separate reason for each' }).check()
  await dialog.getByRole('button', { name: new RegExp(`^${word} two`) }).click()
  await choose(page, 'Picture unclear or too small').uncheck()
  await dialog.getByLabel('Reason', { exact: true }).fill('Name the colour')
  await dialog.getByRole('button', { name: 'Request an update of 2 products' }).click()
  await expect(page.getByRole('dialog', { name: '2 asked for an update, 0 not done' })).toBeVisible()
  const [first, second] = await Promise.all(ids.map((id) => told(marketplace, 'products', id)))
  expect(first).toMatchObject({ status: 'changes_requested', reasons: [{ code: 'listing_picture_unclear' }] })
  expect(first.reason).toMatch(/^The pictures are too small or not clear\./)
  expect(second).toMatchObject({ status: 'changes_requested', reason: 'Name the colour', reasons: [] })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 restored, 0 not restored')).toBeVisible()
  for (const id of ids) expect((await told(marketplace, 'products', id)).status).toBe('submitted')
})

test('a reason for each of several listings is a digit for each, and the last one sends', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const word = `Digits ${Date.now()}`
  const ids: string[] = []
  for (const name of ['one', 'two', 'three'])
    ids.push(await newProduct(marketplace, seller, { product_name: `${word} ${name}` }))
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 3 products?' })
  const each = dialog.getByRole('switch', { name: 'A separate reason for each' })
  await each.focus()
  await page.keyboard.press('Space')
  // Sent too early, it shows the row that still needs a reason, with the focus in it.
  await page.keyboard.press('1')
  // Not for a moment does a text have the focus: a fast hand would type the digits there.
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) document.body.dataset.textFocused = target.name
    }),
  )
  await page.keyboard.press('Control+Enter')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('2')
  await page.keyboard.press('3')
  await expect(dialog.getByText('No reason yet')).toHaveCount(0)
  await expect(
    dialog.getByRole('list', { name: 'Reasons of each record' }).getByRole('button', { expanded: true }),
  ).toHaveCount(1)
  expect(await page.evaluate(() => document.body.dataset.textFocused)).toBeUndefined()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: '3 rejected, 0 not done' })).toBeVisible()
  const said = await Promise.all(ids.map(async (id) => (await told(marketplace, 'products', id)).reason))
  expect(new Set(said).size).toBe(3)
})

test('all listings that match are rejected with a coded reason in a job, and undone', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const word = `Everyone ${Date.now()}`
  for (let n = 0; n < 26; n += 1) await newProduct(marketplace, seller, { product_name: `${word} ${n}` })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 26 matching' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 26 products?' })
  await expect(dialog.getByText('All 26 can be completed.')).toBeVisible()
  await choose(page, 'Prohibited product').check()
  await expect(dialog.getByRole('region', { name: /^The letter about/ })).toContainText('not approve')
  expect(await faultsOf(page, 'all')).toEqual([])
  await dialog.getByRole('button', { name: 'Reject 26 products' }).click()
  await expect(page.getByText('26 rejected, 0 not done').first()).toBeVisible({ timeout: 20_000 })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Undo all \(1[45]:\d\d left\)/ })
    .click()
  const result = page.getByRole('dialog', { name: '26 restored, 0 not restored' })
  await expect(result).toBeVisible({ timeout: 20_000 })
  // Back shows the dialog again, and leads on from it.
  await result.getByRole('button', { name: 'Done' }).click()
  await expect(result).toHaveCount(0)
  await expect(page).not.toHaveURL(/[?&]job=/)
  await page.goBack()
  await expect(result).toBeVisible()
  await expect(page).toHaveURL(/[?&]job=/)
  await page.goBack()
  await expect(result).toHaveCount(0)
  await expect(page).not.toHaveURL(/[?&]job=/)
})

test('all that match are confirmed by the new number when one more has come, with what was written', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const word = `Grown ${Date.now()}`
  for (let n = 0; n < 3; n += 1) await newProduct(marketplace, seller, { product_name: `${word} ${n}` })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(word)}&limit=2`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 3 matching' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const three = page.getByRole('dialog', { name: 'Reject 3 products?' })
  await expect(three.getByText('All 3 can be completed.')).toBeVisible()
  await three.getByRole('textbox', { name: 'Reason', exact: true }).fill('Sold by another shop')
  const late = await newProduct(marketplace, seller, { product_name: `${word} 3` })
  await three.getByRole('button', { name: 'Reject 3 products' }).click()
  const four = page.getByRole('dialog', { name: 'Reject 4 products?' })
  await expect(four.getByText('More than 3 products match')).toBeVisible()
  await expect(four.getByText('All 4 can be completed.')).toBeVisible()
  await expect(four.getByRole('textbox', { name: 'Reason', exact: true })).toHaveValue('Sold by another shop')
  await expect(page.getByText('All 4 matching selected')).toBeVisible()
  expect((await told(marketplace, 'products', late)).status).toBe('submitted')
  await four.getByRole('button', { name: 'Reject 4 products' }).click()
  await expect(page.getByText('4 rejected, 0 not done').first()).toBeVisible({ timeout: 20_000 })
  const { status, reason } = await told(marketplace, 'products', late)
  expect([status, reason]).toEqual(['rejected', 'Sold by another shop'])
})

test('selected vendors are disabled without the one whom a colleague has disabled meanwhile', async ({
  page,
  marketplace,
}) => {
  const token = await tokenOf(marketplace)
  const word = `Remaining ${Date.now()}`
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    ids.push(await newCompleteSeller(marketplace, { username: `${word} ${n}` }))
    await marketplace.call('POST', `/api/admin/sellers/${ids[n]}/approve`, token)
  }
  await openAs(page, marketplace, `/vendor-verification-approved-verification?q=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  const trial = await held(page, /\/bulk\/try-matching$/)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Disable 5 vendors?' })).toBeVisible()
  const body = { reason: 'Closed by a colleague' }
  await marketplace.call('POST', `/api/admin/sellers/${ids[0]}/disable`, token, body)
  trial.arrive()
  const dialog = page.getByRole('dialog', { name: 'Disable 4 vendors?' })
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('The shops have closed')
  await dialog.getByRole('button', { name: 'Disable 4 vendors' }).click()
  await expect(page.getByText('4 disabled, 0 not done').first()).toBeVisible({ timeout: 20_000 })
  const reasons = await Promise.all(ids.map(async (id) => (await told(marketplace, 'sellers', id)).reason))
  expect(reasons).toEqual(['Closed by a colleague', ...Array(4).fill('The shops have closed')])
})

test('an undo of a job whose answer was lost is asked for again, and shows the job that undoes', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const word = `Unheard ${Date.now()}`
  for (let n = 0; n < 26; n += 1) await newProduct(marketplace, seller, { product_name: `${word} ${n}` })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 26 matching' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 26 products?' })
  await expect(dialog.getByText('All 26 can be completed.')).toBeVisible()
  await choose(page, 'Prohibited product').check()
  await dialog.getByRole('button', { name: 'Reject 26 products' }).click()
  await expect(page.getByText('26 rejected, 0 not done').first()).toBeVisible({ timeout: 20_000 })
  const undoings = '**/api/admin/jobs/*/undo'
  await page.route(undoings, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const undo = page.getByRole('dialog').getByRole('button', { name: /^Undo all \(1[45]:\d\d left\)/ })
  await undo.click()
  await expect(page.getByText(/The undo of the job may have started/)).toBeVisible()
  await expect(page.getByText(/The job was not undone/)).toHaveCount(0)
  await page.unroute(undoings)
  // The dialog already knows that the job was undone; the message repeats it.
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('26 restored, 0 not restored').first()).toBeVisible({ timeout: 20_000 })
})

test('an approval of all that match asks for its reason when not all were looked into for warnings', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const word = `Unseen ${Date.now()}`
  for (let n = 0; n < 26; n += 1) await newProduct(marketplace, seller, { product_name: `${word} ${n}` })
  await page.route('**/bulk/try-matching', async (route) => {
    const response = await route.fetch()
    const { results, ...rest } = await response.json()
    const unseen = { warned: 0, warnings: [], not_looked_into: 12 }
    await route.fulfill({ response, json: { ...rest, results: { ...results, ...unseen } } })
  })
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 26 matching' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 26 products?' })
  await expect(dialog.getByText('Warnings of 12 records were not looked into.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve 26 products' }).click()
  await expect(dialog.getByText('Write why you approve anyway.')).toBeVisible()
  await dialog.getByLabel('Why approve those with warnings anyway').fill('Seen at the bazaar')
  const begun = page.waitForRequest('**/bulk/decide-matching')
  await dialog.getByRole('button', { name: 'Approve 26 products' }).click()
  expect((await begun).postDataJSON()).toMatchObject({ verb: 'approve', reason: 'Seen at the bazaar' })
  await expect(page.getByText('26 approved, 0 not done').first()).toBeVisible({ timeout: 20_000 })
})

/** Live listings of one vendor, each with an edit of its price that waits, and a call that replaces the edit of one of them. */
async function withEdits(marketplace: Marketplace, word: string, count: number) {
  const seller = await newSeller(marketplace)
  const token = await tokenOf(marketplace)
  const send = (n: number, product_price: string) =>
    newProduct(marketplace, seller, {
      ...{ external_id: `${seller}-${n}`, sku: `EDIT-${n}`, product_name: `${word} ${n}`, product_price },
    })
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await send(n, '1500')
    await marketplace.call('POST', `/api/admin/products/${id}/approve`, token)
    await send(n, '2500')
    ids.push(id)
  }
  return { ids, send }
}
const changeOf = async (marketplace: Marketplace, id: string) =>
  (await told(marketplace, 'products', id)).last_change
const editsOf = (word: string) =>
  `/products-approvedproducts?revision=waiting&q=${encodeURIComponent(word)}&sort=product_name`

test('edits of several products are approved, one that was replaced is named, and after the undo all are rejected', async ({
  page,
  marketplace,
}) => {
  const word = `Edits ${Date.now()}`
  const { ids, send } = await withEdits(marketplace, word, 3)
  await openAs(page, marketplace, editsOf(word))
  await expect(page.getByRole('row').filter({ hasText: `${word} 0` })).toContainText(
    /Retail Price Rs\s1,500 → Rs\s2,500/i,
  )
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  const approval = page.getByRole('dialog', { name: 'Approve 3 edits?' })
  await expect(approval.getByText('All 3 can be completed.')).toBeVisible()
  await send(2, '3500')
  await approval.getByRole('button', { name: 'Approve 3 edits' }).click()
  await expect(approval.getByText('Write why you approve anyway.')).toBeVisible()
  await approval.getByLabel('Why approve those with warnings anyway').fill('The price of the season')
  await approval.getByRole('button', { name: 'Approve 3 edits' }).click()
  const outcome = page.getByRole('dialog', { name: '2 approved, 1 not done' })
  await expect(outcome.getByRole('listitem').filter({ hasText: `${word} 2` })).toContainText(
    'This edit is already superseded',
  )
  expect(await Promise.all(ids.map(async (id) => (await changeOf(marketplace, id)).status))).toEqual([
    ...['accepted', 'accepted', 'waiting'],
  ])
  await outcome.getByRole('button', { name: /^Undo all 2/ }).click()
  const undone = page.getByRole('dialog', { name: '2 undone, 1 not done' })
  await undone.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: `${word} 2` })).toContainText(/Rs\s3,500/)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  const rejection = page.getByRole('dialog', { name: 'Reject 3 edits?' })
  await expect(rejection.getByText('All 3 can be completed.')).toBeVisible()
  await rejection.getByLabel('Reason', { exact: true }).fill('Send the invoice first')
  const letter = rejection.getByRole('region', { name: /^The letter about/ })
  await expect(letter).toContainText('Send the invoice first')
  await rejection.getByRole('button', { name: 'Reject 3 edits' }).click()
  await expect(page.getByRole('dialog', { name: '3 rejected, 0 not done' })).toBeVisible()
  for (const id of ids) {
    expect(await changeOf(marketplace, id)).toMatchObject({
      status: 'refused',
      reason: 'Send the invoice first',
    })
  }
})

test('all edits that match are approved in a job', async ({ page, marketplace }) => {
  const word = `All edits ${Date.now()}`
  const { ids } = await withEdits(marketplace, word, 3)
  await openAs(page, marketplace, `${editsOf(word)}&limit=2`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 3 matching' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 3 edits?' })
  await expect(dialog.getByText('All 3 can be completed.')).toBeVisible()
  await dialog.getByLabel('Why approve those with warnings anyway').fill('The price of the season')
  await dialog.getByRole('button', { name: 'Approve 3 edits' }).click()
  await expect(page.getByText('3 approved, 0 not done').first()).toBeVisible({ timeout: 20_000 })
  for (const id of ids) expect(await changeOf(marketplace, id)).toMatchObject({ status: 'accepted' })
})

test('a listing that is against the rules is reopened with a reason, and the undo locks it again', async ({
  page,
  marketplace,
}) => {
  const id = await newProduct(marketplace, await newSeller(marketplace), { product_name: 'Locked Lantern' })
  const body = { reasons: [{ code: 'listing_prohibited' }] }
  const token = await tokenOf(marketplace)
  expect((await marketplace.call('POST', `/api/admin/products/${id}/reject`, token, body)).status).toBe(200)
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  const lock = page.locator('section', { has: page.getByRole('heading', { name: 'Against the rules' }) })
  await expect(lock).toContainText('The vendor cannot submit this product again until it is reopened.')
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await lock.getByRole('button', { name: 'Reopen…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen “Locked Lantern”?' })
  await dialog.getByRole('button', { name: 'Reopen product' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  expect(await told(marketplace, 'products', id)).toMatchObject({ status: 'rejected', is_locked: true })
  await dialog.getByLabel('Why it is reopened').fill('The licence was sent')
  await dialog.getByRole('button', { name: 'Reopen product' }).click()
  await expect(page.getByText('Locked Lantern is pending again')).toBeVisible()
  await expect(lock).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  expect(await told(marketplace, 'products', id)).toMatchObject({ status: 'submitted', is_locked: false })
  await expect(page.getByText(/^Reopened by you/)).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(lock).toBeVisible()
  expect(await told(marketplace, 'products', id)).toMatchObject({ status: 'rejected', is_locked: true })
})

test('a vendor that was rejected by mistake is reopened with a reason, and the undo rejects it again', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  const token = await tokenOf(marketplace)
  const body = { reason: 'The CNIC cannot be read' }
  expect((await marketplace.call('POST', `/api/admin/sellers/${id}/reject`, token, body)).status).toBe(200)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: 'Reopen…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reopen the application of/ })
  await dialog.getByRole('button', { name: 'Reopen application' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Why it is reopened').fill('It can be read after all')
  await dialog.getByRole('button', { name: 'Reopen application' }).click()
  await expect(page.getByText(/is pending again$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  expect(await told(marketplace, 'sellers', id)).toMatchObject({ status: 'submitted' })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('button', { name: 'Reopen…' })).toBeVisible()
  expect(await told(marketplace, 'sellers', id)).toMatchObject({ status: 'rejected' })
})

test('a reason is written on its screen, and gets a digit by its place', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/decision-reasons?of=customer')
  await page.getByRole('button', { name: 'Add reason' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add reason' })
  await dialog.getByLabel('Name').fill('Refuses every parcel')
  await dialog.getByLabel('Code').fill('customer_refuses_parcels')
  await dialog.getByLabel('Text in English').fill('Parcels were refused too often. Correct: {what}.')
  const add = 'Add a field that “Refuses every parcel” concerns'
  await dialog.getByLabel(add).selectOption({ label: 'Phone' })
  await dialog.getByLabel(add).selectOption({ label: 'Address' })
  await dialog.getByRole('button', { name: 'Leave out Address' }).click()
  await dialog.getByLabel(add).selectOption({ label: 'City' })
  await dialog.getByRole('button', { name: 'Add reason' }).click()
  await expect(page.getByRole('row', { name: /Refuses every parcel/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Refuses every parcel/ })).toContainText('Concerns: Phone, City')
  await page.getByRole('button', { name: 'Edit Refuses every parcel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave out City' }).click()
  expect(await faultsOf(page, 'all')).toEqual([])
  await page.getByRole('dialog').getByLabel('Place').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Refuses every parcel')
  await expect(page.getByRole('row').nth(1)).toContainText(/Concerns: Phone(?!,)/)
  // Who disables a customer finds the field chosen, and its label in the words.
  const customer = await newCustomer(marketplace)
  await page.goto(`${marketplace.url}/customers-customer-details?id=${customer}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(choose(page, 'Refuses every parcel')).toBeFocused()
  await page.keyboard.press('1')
  await expect(page.getByLabel('Text for “Refuses every parcel”')).toHaveValue(/Correct: Phone\.$/)
  expect(await faultsOf(page, 'all')).toEqual([])
})
