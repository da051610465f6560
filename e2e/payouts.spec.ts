import { readFile } from 'node:fs/promises'
import {
  expect,
  expectAccessible,
  held,
  type Marketplace,
  newCustomer,
  newProduct,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

const colleague = 'second.person@shop.example'
const password = 'a first long password'

/** A colleague with these permissions who has chosen a password. */
async function newColleague(
  marketplace: Marketplace,
  token: string,
  permissions: string[],
  email = colleague,
): Promise<void> {
  const role = await marketplace.call('POST', '/api/admin/roles', token, { name: email, permissions })
  await marketplace.call('POST', '/api/admin/staff', token, {
    username: 'Second Person',
    email,
    phone: '',
    role_id: role.body.results.id,
  })
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
}

/** A vendor of the demo who can be paid, and whose withdrawals nobody has decided on. */
async function payableVendor(marketplace: Marketplace, token: string): Promise<{ id: string; name: string }> {
  const list = await marketplace.call('GET', '/api/admin/vendors/withdrawals?limit=100', token)
  for (const { id } of list.body.results) {
    const { results } = (await marketplace.call('GET', `/api/admin/vendor-money/${id}`, token)).body
    if (Number(results.available) >= 2_000 && results.ibn_number && !results.is_change_waiting) return results
  }
  throw new Error('no vendor of the demo can be paid')
}

test('a withdrawal is asked for, approved by another person, paid with a run, and reconciled', async ({
  page,
  browser,
  marketplace,
}) => {
  // Two people, two browsers and a mail: more than a journey usually takes.
  const { token } = await marketplace.signIn()
  await newColleague(marketplace, token, ['Vendors: view', 'Vendors: pay'])
  const vendor = await payableVendor(marketplace, token)

  await openAs(page, marketplace, '/vendor-vendors-withdraws')
  await expect(page.getByRole('columnheader', { name: 'withdraw Date' })).toBeVisible()
  await page.goto(`${marketplace.url}/vendor-money?id=${vendor.id}`)
  await expect(page.getByRole('heading', { name: vendor.name })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await page.getByLabel('Amount in rupees').fill('1,500')
  await page.getByRole('dialog').getByRole('button', { name: 'Request withdrawal' }).click()
  const told = page.getByText('is awaiting approval by another person')
  const number = /W-\d+/.exec((await told.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByText('Another person must approve it')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeDisabled()

  // Selected with others, it is left out before anything is approved.
  await page.goto(`${marketplace.url}/withdrawals`)
  await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  const leftOut = page.getByRole('dialog', { name: /^Approve 0 withdrawals/ })
  await expect(leftOut).toContainText('Left out')
  await expect(leftOut).toContainText('Another person must approve it')
  await expect(leftOut.getByRole('button', { name: /^Approve 0/ })).toBeDisabled()

  const theirs = await browser.newContext()
  const second = await theirs.newPage()
  await openAs(second, marketplace, '/withdrawals', colleague, password)
  await second.getByRole('checkbox', { name: `Select ${number}` }).check()
  await second.getByRole('button', { name: 'Approve selected' }).click()
  const approving = second.getByRole('dialog', { name: /^Approve 1 withdrawal, Rs.1,500\?$/ })
  await expect(approving.getByText('Available after this')).toBeVisible()
  await approving.getByRole('button', { name: /^Approve 1 withdrawal/ }).click()
  const approved = second.getByRole('dialog', { name: /^1 (approved|undone), 0 not done$/ })
  await expect(approved).toContainText(number)
  await expect(approved).toContainText(vendor.name)
  await expect(approved).toContainText('Rs\u00a01,500')
  await approved.getByRole('button', { name: /^Undo 1 approval/ }).click()
  await expect(approved).toContainText('undone')
  await approved.getByRole('button', { name: 'Done' }).click()

  // The same by key, on the record, whose history keeps both.
  await second.getByRole('link', { name: number, exact: true }).click()
  await expect(second.getByText('undid approve withdrawal', { exact: true })).toBeVisible()
  await expect(second.getByText('approved withdrawal', { exact: true })).toBeVisible()
  await expect(second.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await second.keyboard.press('d')
  await second.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await second.keyboard.press('a')
  await expect(second.getByRole('button', { name: 'Mark as paid' })).toBeVisible()

  await second.goto(`${marketplace.url}/payout-runs`)
  await expect(second.getByRole('button', { name: 'Open run', exact: true })).toBeVisible()
  await second.getByRole('button', { name: 'Open run with cut-off day' }).click()
  const asking = second.getByRole('dialog', { name: 'Open a run with a cut-off day?' })
  await asking.getByRole('button', { name: 'Open run' }).click()
  await expect(asking.getByText('Enter the last day of the requests')).toBeVisible()
  const openUpTo = async (day: string) => {
    await asking.getByLabel('Requested until').fill(day)
    await asking.getByLabel('Requested until').press('Tab')
    await expectAccessible(second)
    await asking.getByRole('button', { name: 'Open run' }).click()
  }
  await openUpTo('1 Jan 2020')
  await expect(asking.getByText(/^No approved withdrawal is waiting/)).toBeVisible()
  await openUpTo('today')
  await expect(second.getByText(/^Requests until \d+ \w{3} \d{4}$/)).toBeVisible()
  // It was opened too early: the next one collects the same.
  await second.getByRole('button', { name: 'Discard run' }).click()
  const discarding = second.getByRole('dialog', { name: /^Discard P-\d+: \d+ payments?\?$/ })
  await discarding.getByRole('button', { name: 'Discard run' }).click()
  await expect(second.getByText(/^P-\d+ discarded$/)).toBeVisible()
  await expect(second).toHaveURL(/\/payout-runs$/)
  await second.getByRole('button', { name: 'Open run with cut-off day' }).click()
  await openUpTo('today')
  await expect(second.getByText(/^Requests until \d+ \w{3} \d{4}$/)).toBeVisible()
  await expect(second.getByRole('link', { name: number })).toBeVisible()
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Close run' }).click()
  const closing = second.getByRole('dialog', { name: /^Close P-\d+: \d+ payments?, Rs.[\d,.]+\?$/ })
  await closing.getByRole('button', { name: 'Close run' }).click()
  await expect(second.getByText('The payments of this run cannot change.')).toBeVisible()
  await expect(second.getByText('Bank file to make')).toBeVisible()
  await expect(second.getByText('Not sent yet')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Check a bank reply' })).toBeDisabled()
  const download = second.waitForEvent('download')
  await second.getByRole('button', { name: /^Make bank file: \d+ payments?, Rs.[\d,.]+$/ }).click()
  const taken = await download
  expect(taken.suggestedFilename()).toMatch(/^P-\d+-v1\.csv$/)
  const file = await readFile(await taken.path(), 'utf8')
  expect(file).toMatch(new RegExp(`,PK\\d{2}[A-Z]{4}[A-Z0-9]{16},1500,${number}\r\n`))

  const references = [...file.matchAll(/W-\d+/g)].map(([reference]) => reference)
  const versions = second.getByRole('region', { name: 'Bank file' })
  await expect(versions).toContainText('Current')
  const rows = references.map((reference, at) => `="${reference}";Successful;FT-${at + 1}`)
  const reply = (lines: string[]) => ({
    name: 'answer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sep=;\r\nReference;Status;Bank Reference\r\n${lines.join('\r\n')}\r\n`),
  })
  // What failed before is not told any more once something else was done.
  await second.route('**/vendor-payouts/*/file', (route) => route.abort())
  await second.getByRole('button', { name: 'Download bank file version 1' }).click()
  const failure = second.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await expect(failure).toBeVisible()
  await second.unroute('**/vendor-payouts/*/file')
  await second.locator('input[type=file]').setInputFiles(reply([...rows, 'W-99999;Successful;FT-99']))
  await expect(second.getByText('Nothing is booked yet.')).toBeVisible()
  await expect(failure).toHaveCount(0)
  const preview = second.getByRole('region', { name: 'Rows of the bank reply' })
  // What a person has to look at comes first, although it is the last row of the file.
  await expect(preview.getByRole('row').nth(1)).toContainText('There is no withdrawal W-99999')
  await expectAccessible(second)
  await expect(second.getByText(/awaiting bank reply$/)).toBeVisible()
  const booking = new RegExp(`^Book ${rows.length} payments?, Rs.[\\d,.]+$`)
  await second.getByRole('button', { name: booking }).click()
  await expect(second.getByText(/^\d+ payments? booked\. 1 exception to settle$/)).toHaveRole('status')

  await second.getByRole('button', { name: 'Undo booking' }).click()
  const undoing = second.getByRole('dialog', { name: /^Undo reply 1: \d+ payments?\?$/ })
  await undoing.getByRole('button', { name: 'Undo booking' }).click()
  await expect(undoing.getByText('A reason is required')).toBeVisible()
  await undoing.getByLabel('Reason').fill('The file of another run')
  await undoing.getByRole('button', { name: 'Undo booking' }).click()
  await expect(second.getByText(/awaiting bank reply$/)).toBeVisible()
  const replies = second.getByRole('region', { name: 'Bank replies' })
  await expect(replies).toContainText('The file of another run')

  await second.locator('input[type=file]').setInputFiles(reply([...rows, 'W-99999;Successful;FT-99']))
  await second.getByRole('button', { name: booking }).click()
  await second.getByRole('button', { name: 'Settle', exact: true }).click()
  const settling = second.getByRole('dialog', { name: 'Settle the exception of W-99999' })
  await settling.getByRole('button', { name: 'Settle' }).click()
  await expect(settling.getByText('A reason is required')).toBeVisible()
  await settling.getByLabel('Reason').fill('A payment of another shop')
  await expectAccessible(second)
  await settling.getByRole('button', { name: 'Settle' }).click()
  await expect(second.getByRole('region', { name: 'Exceptions: all settled' })).toContainText(
    'A payment of another shop',
  )
  await expect(second.getByText('Reconciled')).toBeVisible()
  await expect(versions).toContainText('Nothing left to pay')
  await theirs.close()

  await page.goto(`${marketplace.url}/withdrawals?status=paid`)
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Paid')

  // The list opens with those that are requested; a search there that finds nothing goes on under all of them.
  await page.goto(`${marketplace.url}/withdrawals`)
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await expect(tabs.getByRole('link', { name: /^All\s?\d/ })).toBeVisible()
  await page.getByLabel('Search number, vendor or bank reference').fill(number)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Look under “All”' }).click()
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Paid')
  // The numbers of whole lists do not stand beside a list that is searched.
  await expect(tabs.getByRole('link', { name: /^All$/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  // And the money of the vendor leads to all of theirs.
  await page.goto(`${marketplace.url}/vendor-money?id=${vendor.id}`)
  await page.getByRole('link', { name: 'All withdrawals' }).click()
  await expect(page).toHaveURL(/\/withdrawals\?owner_id=[\w-]+&status=all$/)
  await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(`Vendor: ${vendor.name}`)
})

/** A customer with Rs 3,000 in the wallet: an order was paid and given back. */
async function customerWithWallet(marketplace: Marketplace, token: string, other: string): Promise<string> {
  const { call, key } = marketplace
  const seller = await newSeller(marketplace)
  await call('GET', `/api/admin/sellers/${seller}/approve`, token)
  const product = await newProduct(marketplace, seller)
  await call('GET', `/api/admin/products/${product}/approve`, token)
  const customer = await newCustomer(marketplace, { username: 'Zainab Raza' })
  await call('POST', `/api/admin/customers/${customer}/approve`, token)
  const taken = await call('POST', '/api/intake/orders', key, {
    external_id: `wallet-${process.pid}`,
    customer_id: customer,
    payment_method: 'card',
    paid_reference: 'CARD-1',
    lines: [{ product_id: product, quantity: 2, unit_price: '1500' }],
    items_total: '3000',
    total_bill: '3000',
  })
  const path = `/api/admin/orders/${taken.body.results.id}`
  const { lines } = (await call('GET', path, token)).body.results.parts[0]
  const granted = await call('POST', `${path}/refunds`, token, {
    lines: [{ line_id: lines[0].id, amount: '3000', quantity: 0 }],
    shipping: '0',
    restock: false,
    method: 'wallet',
    reason: 'Arrived broken',
  })
  const refund = granted.body.results.refunds[0].id
  const sent = await call('POST', `${path}/refunds/${refund}/send`, other, { reference: '' })
  expect(sent.status).toBe(200)
  return customer
}

test('a customer is paid out of the wallet: asked for on their behalf, approved by another, and seen', async ({
  page,
  browser,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const email = 'wallet.person@shop.example'
  await newColleague(
    marketplace,
    token,
    ['Customer: view', 'Customer: pay', 'Orders: view', 'Orders: refund'],
    email,
  )
  const id = await customerWithWallet(marketplace, token, (await marketplace.signIn(email, password)).token)

  await openAs(page, marketplace, `/customers-customer-details?id=${id}`)
  const wallet = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Wallet', exact: true }) })
  await expect(wallet).toContainText('Rs\u00a03,000')
  await expect(wallet.getByRole('list', { name: 'Latest movements' }).getByRole('link')).toHaveCount(1)
  await wallet.getByRole('button', { name: 'Request withdrawal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(dialog.getByText('Enter an amount in rupees')).toBeVisible()
  await expect(dialog.getByText('Account title is required')).toBeVisible()
  await expect(dialog.getByLabel('Amount in rupees')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Amount in rupees').fill('1,250')
  await dialog.getByLabel('Account title').fill('Zainab Raza')
  await dialog.getByLabel('IBAN').fill('PK36 SCBL 0000 0011 2345 6702')
  await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(page.getByText('is awaiting approval by another person')).toBeVisible()
  await expect(wallet).toContainText('Rs\u00a01,750')
  const withdrawal = wallet.getByRole('list', { name: 'Withdrawals' })
  await expect(withdrawal).toContainText('Requested')
  const number = (await withdrawal.getByRole('link').textContent()) ?? ''
  await expectAccessible(page)

  const theirs = await browser.newContext()
  const second = await theirs.newPage()
  await openAs(second, marketplace, '/customer-withdrawals', email, password)
  await second.getByRole('link', { name: number, exact: true }).click()
  await expect(second.getByRole('heading', { name: `${number} Zainab Raza` })).toBeVisible()
  await expect(second.getByText('PK36 SCBL 0000 0011 2345 6702')).toHaveCount(0)
  await second.getByRole('button', { name: /^Approve/ }).click()
  await expect(second.getByRole('button', { name: 'Mark as paid' })).toBeVisible()
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Decline' }).click()
  await second.getByRole('dialog').getByLabel('Reason').fill('The account is closed')
  await second.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  // Among the facts, and in the history.
  await expect(second.getByText('The account is closed')).toHaveCount(2)
  await second.getByRole('link', { name: 'Zainab Raza' }).click()
  await expect(second.getByRole('heading', { name: 'Wallet', exact: true })).toBeVisible()
  await expect(second.getByRole('region', { name: 'Statement' })).toContainText('declined')
  await expectAccessible(second)
  await theirs.close()

  await page.reload()
  await expect(wallet).toContainText('Rs\u00a03,000')
  await expect(withdrawal).toContainText('Declined')
})

test('commission rules are tried before they are saved', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/commission')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('Rule 1: Rule').fill('Everything')
  await page.getByLabel('Rule 1: Rate, %').fill('12.5')
  await page.getByRole('button', { name: /Try on last month/ }).click()
  await expect(page.getByText(/the commission was .* and would be/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Commission rules saved')).toBeVisible()
  // What was refused is told at its rule, also when another one is removed, and no longer once it was corrected.
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('Rule 3: Rule').fill('Shoes')
  await page.getByRole('button', { name: 'Save' }).click()
  const second = page.getByLabel('Rule 2: Rule')
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Remove', exact: true }).nth(1).click()
  await expect(second).toHaveValue('Shoes')
  await expect(second).not.toHaveAttribute('aria-invalid', 'true')
  const rate = page.getByLabel('Rule 2: Rate, %')
  await expect(rate).toHaveAttribute('aria-invalid', 'true')
  await rate.fill('5')
  await expect(rate).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Remove', exact: true }).nth(1).click()
  await page.goto(`${marketplace.url}/tax-rates`)
  await page.getByRole('button', { name: 'Add rate' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Write the day as 2026-11-21').first()).toBeVisible()
  await expectAccessible(page)
})

test('approvals whose undoing lost an answer are undone by asking again', async ({ page, marketplace }) => {
  const { token } = await marketplace.signIn()
  const vendor = await payableVendor(marketplace, token)
  const made: { id: string; number: string }[] = []
  for (const amount of ['110', '120', '130']) {
    const { body } = await marketplace.call('POST', '/api/intake/withdrawals', marketplace.key, {
      ...{ external_id: `undo-lost-${amount}`, seller_id: vendor.id, amount },
    })
    made.push(body.results)
  }
  const [lost, dropped, answered] = made.map(({ id }) => `**/${id}/undo-approval`)
  await openAs(page, marketplace, '/withdrawals')
  for (const { number } of made) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve 3 withdrawals/ })
    .click()
  await expect(page.getByRole('dialog', { name: '3 approved, 0 not done' })).toBeVisible()
  // One is undone and not answered, one never arrives.
  await page.route(lost ?? '', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.route(dropped ?? '', (route) => route.abort())
  const undone = page.waitForResponse(answered ?? '')
  await page.getByRole('button', { name: /^Undo 3 approvals/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The change may have been saved')).toBeVisible()
  expect((await undone).status()).toBe(200)
  await page.unroute(lost ?? '')
  await page.unroute(dropped ?? '')
  await dialog.getByRole('button', { name: /^Undo 2 approvals/ }).click()
  await expect(page.getByRole('dialog', { name: '3 undone, 0 not done' })).toBeVisible()
  await expect(dialog.getByText('The change may have been saved')).toBeHidden()
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const { id } of made) {
    const { body } = await marketplace.call('GET', `/api/admin/vendor-withdrawals/${id}`, token)
    expect(body.results.status).toBe('requested')
  }

  // The same of one on its record, from the message.
  const [first] = made
  await page.getByRole('link', { name: first?.number ?? '', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  const messages = page.getByLabel('Messages')
  await expect(messages.getByText(`${first?.number} approved`)).toBeVisible()
  await page.route(lost ?? '', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(messages.getByText(/may have been undone/)).toBeVisible()
  await page.unroute(lost ?? '')
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(messages.getByText(`Approval of ${first?.number} undone`)).toBeVisible()
})

test('the reason for declining a withdrawal is there again when the withdrawal has changed meanwhile', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const vendor = await payableVendor(marketplace, token)
  const { id, number } = (
    await marketplace.call('POST', '/api/intake/withdrawals', marketplace.key, {
      ...{ external_id: 'declined-later', seller_id: vendor.id, amount: '150' },
    })
  ).body.results
  await openAs(page, marketplace, `/withdrawal?id=${id}`)
  const decline = page.getByRole('button', { name: /^Decline/ })
  await expect(decline).toBeEnabled()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: `Decline ${number}?` })
  const reason = dialog.getByRole('textbox', { name: 'Reason', exact: true })
  await reason.fill('Ask for the whole amount')
  const path = `/api/admin/vendor-withdrawals/${id}`
  for (const verb of ['approve', 'undo-approval'])
    expect((await marketplace.call('POST', `${path}/${verb}`, token)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog.getByText('Review it again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(decline).toBeEnabled()
  await page.keyboard.press('d')
  await expect(reason).toHaveValue('Ask for the whole amount')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByLabel('Messages').getByText(`${number} declined`)).toBeVisible()
  const { status, reason: stored } = (await marketplace.call('GET', path, token)).body.results
  expect({ status, stored }).toEqual({ status: 'declined', stored: 'Ask for the whole amount' })
})

test('a withdrawal of a vendor who is paid nothing now says so before it is approved', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const vendor = await payableVendor(marketplace, token)
  const { number } = (
    await marketplace.call('POST', '/api/intake/withdrawals', marketplace.key, {
      ...{ external_id: 'paid-nothing-now', seller_id: vendor.id, amount: '140' },
    })
  ).body.results
  const seller = `/api/admin/sellers/${vendor.id}`
  await marketplace.call('POST', `${seller}/disable`, token, { reason: 'Fake goods' })
  await openAs(page, marketplace, '/withdrawals')
  await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  const dialog = page.getByRole('dialog', { name: /^Approve 1 withdrawal/ })
  await expect(dialog).toContainText(`The next payout run excludes ${number} ${vendor.name}`)
  await expect(dialog.getByRole('button', { name: /^Approve 1 withdrawal/ })).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: number, exact: true }).click()
  const why = 'Nothing is paid to this vendor now. The vendor is disabled: payouts are stopped'
  await expect(page.getByText(why).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await expectAccessible(page)
  await marketplace.call('POST', `${seller}/enable`, token)
})

test('totals of an account that cannot be read say so, and those of another account do not stand for them', async ({
  page,
  marketplace,
  faults,
}) => {
  const ofBank = /\/api\/admin\/ledger\/sum\?.*account=bank/
  await openAs(page, marketplace, '/ledger?account=commission')
  const sum = page.locator('dl').filter({ hasText: 'Balance today' })
  await expect(sum).not.toContainText('…')
  const totals = await held(page, ofBank)
  const bank = page.getByRole('complementary', { name: 'Accounts' }).getByRole('link', { name: /^Bank/ })
  await bank.click()
  await expect(sum).toContainText('…')
  totals.arrive()
  await expect(sum).not.toContainText('…')
  await page.unroute(ofBank)

  faults.expected(/^503 GET /)
  await page.route(ofBank, (route) => route.fulfill({ status: 503 }))
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: 'The totals could not be loaded.' })
  await expect(failure).toBeVisible()
  await expect(sum).not.toContainText('…')
  await page.unroute(ofBank)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toHaveCount(0)
  await expect(sum).toContainText('Debit')
})
