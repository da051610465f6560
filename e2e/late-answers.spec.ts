import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, held, newCompleteSeller, newSeller, openAs, test, tokenOf } from './marketplace.ts'

const decision = (page: Page) => page.getByRole('group', { name: 'Decision' })

test('a decision that is answered late leaves the person where they went, and a held key decides once', async ({
  page,
  marketplace,
}) => {
  const [one, two, three] = [
    await newCompleteSeller(marketplace, { username: 'Late One' }),
    await newCompleteSeller(marketplace, { username: 'Late Two' }),
    await newCompleteSeller(marketplace, { username: 'Late Three' }),
  ]
  const statusOf = async (id: string) =>
    (await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)).body.results.status
  const list = '/vendor-verification-pending-verification?q=Late'
  await openAs(page, marketplace, list)
  await page.getByRole('link', { name: 'Late One', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Open the next record at once after a decision' }).check()
  const approval = await held(page, new RegExp(`${one}/approve$`))
  const sent = page.waitForRequest(new RegExp(`${one}/approve$`))
  await page.keyboard.press('a')
  await expect(decision(page).getByRole('button', { name: 'Loading...' })).toBeDisabled()
  // An approval that still waits for its checks would be over by leaving.
  await sent
  await page.getByRole('link', { name: /^‹/ }).click()
  await expect(page.getByRole('link', { name: 'Late Two', exact: true })).toBeVisible()
  approval.arrive()
  await expect(page.getByRole('link', { name: 'Late One', exact: true })).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${list.replace('?', '\\?')}`))

  await page.getByRole('link', { name: 'Late Two', exact: true }).click()
  await expect(decision(page)).toBeVisible()
  await page.keyboard.down('a')
  await expect(page.getByRole('heading', { name: 'Late Three' })).toBeVisible()
  await expect(decision(page).getByRole('button', { name: /^Approve/ })).toBeEnabled()
  for (let repeated = 0; repeated < 5; repeated += 1) await page.keyboard.down('a')
  await page.keyboard.up('a')
  await expect(decision(page).getByRole('button', { name: /^Approve/ })).toBeEnabled()
  expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([
    'approved',
    'approved',
    'submitted',
  ])
  await page.getByRole('checkbox', { name: 'Open the next record at once after a decision' }).uncheck()
})

test('an approval that waits for its checks is over when something else is begun', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace)
  const checks = await held(page, new RegExp(`${id}/requirements`))
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(decision(page)).toBeVisible()
  await page.keyboard.press('a')
  await expect(decision(page).getByRole('button', { name: 'Loading...' })).toBeDisabled()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject vendor?' })
  await dialog.getByLabel('Reason', { exact: true }).fill('The cheque is of another shop')
  const answered = page.waitForResponse(/requirements/)
  checks.arrive()
  await answered
  // What an answer sets off is sent by the time that it is drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('The cheque is of another shop')
  const told = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
  expect(told.body.results.status).toBe('submitted')
})

test('a person who goes on before the checks are read is told that nothing was approved, with the way back', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Left Unapproved' })
  const checks = await held(page, new RegExp(`${id}/requirements`))
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(decision(page)).toBeVisible()
  await page.keyboard.press('a')
  await expect(decision(page).getByRole('button', { name: 'Loading...' })).toBeDisabled()
  await page.getByRole('link', { name: /^‹/ }).click()
  const told = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await expect(told).toContainText('was not approved: you left before its checks were loaded.')
  checks.arrive()
  await told.getByRole('link', { name: 'Open record' }).click()
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(decision(page).getByRole('button', { name: /^Approve/ })).toBeEnabled()
  const { body } = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
  expect(body.results.status).toBe('submitted')
  // What is approved is not told of by leaving it.
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Vendor approved' })).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Approved Verification' }).click()
  await expect(page).not.toHaveURL(/vendordetails/)
  await expect(page.getByText(/was not approved/)).toHaveCount(0)
})

test('where the reasons cannot be read, a decision is made in words of one’s own', async ({
  page,
  marketplace,
  faults,
}) => {
  const id = await newSeller(marketplace)
  faults.expected(/^503 GET \/api\/admin\/sellers\/reasons$/)
  await page.route('**/api/admin/sellers/reasons*', (route) => route.fulfill({ status: 503 }))
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(decision(page)).toBeVisible()
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('Not a shop')
  await page.keyboard.press('Control+Enter')
  const rejected = page.getByRole('dialog', { name: 'Vendor rejected' })
  await expect(rejected.getByRole('link', { name: 'Go to rejected vendors' })).toBeVisible()
  await expect(rejected.getByRole('link', { name: 'Go to Approved Verification' })).toBeVisible()
  // Where they can be read, the words of a chosen one are sent like one's own.
  await page.unroute('**/api/admin/sellers/reasons*')
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${await newSeller(marketplace)}`)
  await expect(decision(page)).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await page.getByRole('textbox', { name: /^Text for/ }).fill('The photo of the card is dark')
  await page.keyboard.press('Control+Enter')
  await expect(rejected).toBeVisible()
})

test('a job over many records is not hidden while it begins, and pulls nobody off another screen', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const word = `Begun late ${Date.now()}`
  for (const name of ['one', 'two']) {
    const id = await newCompleteSeller(marketplace, { username: `${word} ${name}` })
    await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  }
  const list = `/vendor-verification-approved-verification?q=${encodeURIComponent(word)}`
  const begin = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Disable 1 vendor?' })
    await asked.getByLabel('Reason', { exact: true }).fill('The shop has closed')
    const answer = await held(page, /\/bulk\/decide-matching$/)
    const sent = page.waitForRequest(/\/bulk\/decide-matching$/)
    await asked.getByRole('button', { name: 'Disable 1 vendor' }).click()
    await sent
    return { asked, answer }
  }
  await openAs(page, marketplace, list)
  const first = await begin('one')
  await page.keyboard.press('Escape')
  await expect(first.asked.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  first.answer.arrive()
  await expect(page).toHaveURL(/[?&]job=/)
  await expect(page.getByText('1 disabled, 0 not done').first()).toBeVisible({ timeout: 20_000 })

  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(marketplace.url + list)
  const second = await begin('two')
  await page.evaluate(() => history.pushState(null, '', '/orders-all-orders'))
  await expect(page.getByRole('heading', { name: 'All Orders' })).toBeVisible()
  second.answer.arrive()
  const way = page.getByLabel('Messages').getByRole('link', { name: 'Show the progress' })
  await expect(way).toBeVisible()
  await expect(page).toHaveURL(/orders-all-orders$/)
  await way.click()
  await expect(page).toHaveURL(/approved-verification\?.*job=/)
  await expect(page.getByText('1 disabled, 0 not done').first()).toBeVisible({ timeout: 20_000 })
})

test('a question and a form stay open until the answer arrives, and show what refused them', async ({
  page,
  marketplace,
}) => {
  const why = 'Somebody was faster'
  const refused = {
    ...{ status: 409, contentType: 'application/problem+json' },
    body: JSON.stringify({ title: 'Already changed', detail: why, message: why, request_id: 'r1' }),
  }
  /** Keeps this call from the server, and refuses it when `arrive` is called. */
  const refusedLate = async (calls: RegExp, method: string) => {
    const { promise, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      if (route.request().method() !== method) return route.continue()
      await promise
      await route.fulfill(refused)
    })
    const sent = page.waitForRequest((request) => calls.test(request.url()) && request.method() === method)
    return { arrive, sent }
  }
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#8a5a2b' } })
    .png()
    .toBuffer()
  const sent = new FormData()
  sent.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
  const headers = { authorization: `Bearer ${await tokenOf(marketplace)}` }
  const kept = await fetch(`${marketplace.url}/api/admin/media`, { method: 'POST', headers, body: sent })
  expect(kept.status).toBe(201)
  await openAs(page, marketplace, '/media-library')
  await page.getByRole('link', { name: 'Picture', exact: true }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Picture?' })
  const removal = await refusedLate(/\/api\/admin\/media\/[^/]+$/, 'DELETE')
  await question.getByRole('button', { name: 'Delete Picture', exact: true }).click()
  await removal.sent
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Close' }).click()
  removal.arrive()
  await expect(question.getByRole('alert')).toContainText(why)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  await page.goto(`${marketplace.url}/vendor-verification-pending-verification?profile=created`)
  await page.getByRole('button', { name: 'Save view' }).click()
  const form = page.getByRole('dialog', { name: 'Save view' })
  await form.getByLabel('Name').fill('With a profile')
  const creation = await refusedLate(/\/api\/admin\/views$/, 'POST')
  await form.getByRole('button', { name: 'Save view' }).click()
  await creation.sent
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  creation.arrive()
  await expect(form.getByRole('alert')).toContainText(why)
  // The name is typed and not saved, so Cancel asks.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(form).toBeHidden()
})

test('a dialog stays while it is sent, so that its answer does not close the next one', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: 'Decide on Tax' }).click()
  const tax = page.getByRole('dialog', { name: /^Tax:/ })
  await tax.getByRole('radio', { name: 'Waive' }).check()
  await tax.getByLabel('Note', { exact: true }).fill('Below the limit')
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/requirements/, async (route) => {
    if (route.request().method() !== 'GET') await mayArrive
    await route.continue()
  })
  await tax.getByRole('button', { name: 'Save' }).click()
  await expect(tax.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(tax).toBeVisible()
  arrive()
  await expect(tax).toHaveCount(0)
  await expect(page.getByText('Tax: Waived')).toBeVisible()
  await page.getByRole('button', { name: 'Decide on Bank' }).click()
  await expect(page.getByRole('dialog', { name: /^Bank:/ })).toBeVisible()
})

test('what is typed while a dialog is sent makes nothing twice, and an export arrives on the next screen', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/blogs-posts')
  await page.getByRole('button', { name: 'Add New Post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Lawn of the sumer')
  const creation = await held(page, /\/api\/admin\/blogs\/posts$/)
  await dialog.getByRole('button', { name: 'Add post' }).click()
  await dialog.getByLabel('Title').fill('Lawn of the summer')
  creation.arrive()
  await expect(page.getByRole('heading', { name: 'Lawn of the sumer' })).toBeVisible()

  await page.goto(`${marketplace.url}/audit-log`)
  const file = await held(page, /\/api\/admin\/audit\/export/)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const arrives = page.waitForEvent('download')
  file.arrive()
  expect((await arrives).suggestedFilename()).toMatch(/^audit-log-/)
})

test('a first answer that is older than what was done since does not hide it', async ({
  page,
  marketplace,
}) => {
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(/\/api\/admin\/preview-links$/, async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.continue()
    isFirst = false
    // As the server answered before the link was made.
    const response = await route.fetch()
    await hasArrived
    await route.fulfill({ response }).catch(() => {})
  })
  await openAs(page, marketplace, '/publish')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByLabel('Link to the draft', { exact: true })).toHaveValue(/preview/)
  arrive()
  await page.getByRole('button', { name: /End the link/ }).click()
  await expect(page.getByRole('button', { name: /End the link/ })).toBeHidden()
})

test('unsaved settings are asked about before the search leads away, and take nothing while they are saved', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/review-limits')
  const opens = page.getByLabel('Opening hour')
  const before = Number(await opens.inputValue())
  await opens.fill(String(before + 1))
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const palette = page.getByRole('dialog', { name: 'Search' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('all orders')
  await palette.getByRole('option', { name: 'All Orders' }).first().click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('all orders')
  await expect(palette.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(opens).toHaveValue(String(before + 1))
  // The entry of this very screen leads nowhere: nothing is asked, and what is typed stays guarded.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review limits' }).click()
  await expect(question).toHaveCount(0)
  await expect(opens).toHaveValue(String(before + 1))
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()

  const saving = await held(page, /\/api\/admin\/review-limits$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled()
  expect(await opens.evaluate((field) => field.closest('[inert]') !== null)).toBe(true)
  saving.arrive()
  await expect(opens).toHaveValue(String(before + 1))
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  expect(await opens.evaluate((field) => field.closest('[inert]'))).toBeNull()
})

test('a note that was sent is no draft, although its writer went on before the answer', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  const writing = await held(page, /\/notes$/)
  await page.getByLabel('Write a note').fill('Ask for the lease')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Control+Enter')
  await sent
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(`${marketplace.url}/`)
  await page.goBack()
  await expect(page.getByLabel('Write a note')).toHaveValue('Ask for the lease')
  writing.arrive()
  await expect(page.getByRole('article')).toContainText('Ask for the lease')
  await expect(page.getByLabel('Write a note')).toHaveValue('')
})

test('an answer to a request is not lost by a link or by closing the request', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { status } = await marketplace.call('POST', '/api/account/support/requests', token, {
    ...{ kind: 'problem', text: 'The list is of last year', screen: '/' },
  })
  expect(status).toBe(201)
  await openAs(page, marketplace, '/support-requests?status=open')
  await page.getByRole('link', { name: 'The list is of last year' }).click()
  const field = page.getByLabel('Answer', { exact: true })
  await field.fill('Choose this year in the filter')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.getByRole('button', { name: 'Close request', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(field).toHaveValue('Choose this year in the filter')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Close request', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answer sent')).toBeVisible()
  await expect(field).toHaveValue('')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(`${marketplace.url}/`)
})

test('a name that is typed in the own profile stays when the account changes beside it', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/my-account')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Ayesha Siddiqui Khan')
  const user = await marketplace.signIn()
  const { body } = await marketplace.call('GET', '/api/account/me', user.token)
  const { username, phone, version } = body.results
  const given = { username, phone: '0300 7654321' }
  expect((await marketplace.call('PATCH', '/api/account/me', user.token, given, version)).status).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByLabel('Phone')).toHaveValue('0300 7654321')
  await expect(name).toHaveValue('Ayesha Siddiqui Khan')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  const after = (await marketplace.call('GET', '/api/account/me', user.token)).body.results
  expect(after).toMatchObject({ username: 'Ayesha Siddiqui Khan', phone: '+923007654321' })
  const back = { username, phone }
  expect((await marketplace.call('PATCH', '/api/account/me', user.token, back, after.version)).status).toBe(
    200,
  )
})

test('logging out asks before it loses what is typed', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/commission')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page
    .getByLabel(/: Rule$/)
    .last()
    .fill('Not saved yet')
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel(/: Rule$/).last()).toHaveValue('Not saved yet')
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('without a connection the bell and a report say that they cannot be loaded, and the screen stays', async ({
  page,
  marketplace,
  faults,
}) => {
  // What a part of the screen could not be drawn for is logged where it is shown.
  faults.expected(/^Error: Unable to preload CSS|^TypeError: Failed to fetch dynamically imported module/)
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByLabel('Write a note').fill('Half of a note')
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('button', { name: /notifications?$/i }).click()
  await expect(page.getByText('This could not be loaded.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Support', exact: true }).click()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await expect(page.getByText('This could not be loaded.', { exact: false }).last()).toBeVisible()
  await expect(page.getByLabel('Write a note')).toHaveValue('Half of a note')
})
