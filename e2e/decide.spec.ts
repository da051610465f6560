import { readFile } from 'node:fs/promises'
import {
  approveDespite,
  expect,
  newCompleteSeller,
  newProduct,
  newSeller,
  openAs,
  test,
  turnChecksOff,
} from './marketplace.ts'

const approve = (path: string) => new RegExp(`${path}/approve$`)

test('Undo is still on the record after a reload, until its time has passed', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Undone After Reload' })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByRole('dialog', { name: 'Vendor approved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeHidden()
  await page.getByRole('region', { name: 'Last decision' }).getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last decision' })).toBeHidden()

  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByRole('dialog', { name: 'Vendor approved' })).toBeVisible()
  // The time to undo is that of the server, however wrong the clock of this machine is.
  await page.clock.setSystemTime(Date.now() + 10 * 60_000)
  await page.reload()
  const last = page.getByRole('region', { name: 'Last decision' })
  await expect(last.getByRole('button', { name: /^Undo/ })).toBeVisible()
  // Twenty seconds, as the server of the journeys is set.
  await expect(last).toBeHidden({ timeout: 25_000 })
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  await expect(last).toBeHidden()
})

test('an answer that never came is not told as nothing done', async ({ page, marketplace }) => {
  const id = await newCompleteSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.route(approve(id), async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('The change may have been saved')).toBeVisible()
  await expect(page.getByText('Nothing was changed')).toBeHidden()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(page.getByText('This vendor already has a decision')).toBeVisible()
})

test('nobody approves what was changed after they read it', async ({ page, marketplace }) => {
  // A listing without a picture would be approved with a reason only.
  await turnChecksOff(marketplace)
  const sellerId = await newSeller(marketplace)
  const given = { external_id: `swapped-${sellerId}`, sku: `SWAP-${sellerId.slice(-6)}` }
  const id = await newProduct(marketplace, sellerId, { ...given, product_name: 'As it was read' })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await expect(page.getByRole('heading', { name: 'As it was read' })).toBeVisible()
  await newProduct(marketplace, sellerId, { ...given, product_name: 'Swapped since' })
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Check the current values and decide again')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'As it was read' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(page.getByRole('heading', { name: 'Swapped since' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  const told = await marketplace.call('GET', `/api/intake/products/${id}`, marketplace.key)
  expect(told.body.results.status).toBe('submitted')
})

test('several decisions made together are undone together', async ({ page, marketplace }) => {
  const ids = [
    await newSeller(marketplace, { username: 'Together One' }),
    await newSeller(marketplace, { username: 'Together Two' }),
  ]
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Together')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Both are the same shop')
  await page.getByRole('button', { name: 'Reject 2 vendors' }).click()
  await expect(page.getByRole('dialog', { name: '2 rejected, 0 not done' })).toBeVisible()
  // Behind the result nothing is selected any more, and nothing offers to decide on it.
  await expect(page.getByText('0 selected')).toHaveCount(0)
  await expect(page.locator('button', { hasText: /^Clear$/ })).toBeHidden()
  await expect(page.locator('button', { hasText: 'Reject selected' })).toBeHidden()
  await page.getByRole('button', { name: /^Undo all 2/ }).click()
  const dialog = page.getByRole('dialog', { name: '2 undone, 0 not done' })
  await expect(dialog.getByRole('listitem').getByText('undone')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const id of ids) {
    const told = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
    expect(told.body.results).toMatchObject({ status: 'submitted', reason: '' })
  }
})

test('nothing is decided on several records that could not be looked into first', async ({
  page,
  marketplace,
  faults,
}) => {
  const id = await newSeller(marketplace, { username: 'Looked into first' })
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Looked into')
  faults.expected(/^503 POST \S+\/bulk\/check$/)
  await page.route('**/bulk/check', (route) => route.fulfill({ status: 503, json: { title: 'Down' } }))
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  const dialog = page.getByRole('dialog')
  const again = dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  await page.unroute('**/bulk/check')
  await again.click()
  await expect(again).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const told = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
  expect(told.body.results.status).toBe('submitted')
})

test('several decisions whose undoing lost an answer are undone by asking again', async ({
  page,
  marketplace,
}) => {
  const names = ['One', 'Two', 'Three'].map((name) => `Dropped ${name}`)
  const ids: string[] = []
  for (const username of names) ids.push(await newSeller(marketplace, { username }))
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Dropped')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  await page.getByLabel('Reason', { exact: true }).fill('All are the same shop')
  await page.getByRole('button', { name: 'Reject 3 vendors' }).click()
  await expect(page.getByRole('dialog', { name: '3 rejected, 0 not done' })).toBeVisible()
  // One is undone and not answered, one never arrives.
  await page.route(`**/${ids[0]}/undo`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.route(`**/${ids[1]}/undo`, (route) => route.abort())
  await page.getByRole('button', { name: /^Undo all 3/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The change may have been saved')).toBeVisible()
  await page.unroute(`**/${ids[0]}/undo`)
  await page.unroute(`**/${ids[1]}/undo`)
  await dialog.getByRole('button', { name: /^Undo all [23]/ }).click()
  await expect(page.getByRole('dialog', { name: '3 undone, 0 not done' })).toBeVisible()
  await expect(dialog.getByText('The change may have been saved')).toBeHidden()
  await expect(dialog.getByRole('listitem').getByText('undone')).toHaveCount(3)
  for (const id of ids) {
    const told = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
    expect(told.body.results).toMatchObject({ status: 'submitted', reason: '' })
  }
})

test('several decisions whose answer was lost are asked for again, and can be undone', async ({
  page,
  marketplace,
}) => {
  const ids: string[] = []
  for (const name of ['One', 'Two'])
    ids.push(await newSeller(marketplace, { username: `Unanswered ${name}` }))
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Unanswered')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  const asked = page.getByRole('dialog', { name: 'Reject 2 vendors?' })
  await asked.getByLabel('Reason', { exact: true }).fill('Both are the same shop')
  await page.route('**/bulk/reject', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await asked.getByRole('button', { name: 'Reject 2 vendors' }).click()
  await expect(asked.getByText('The change may have been saved')).toBeVisible()
  await page.unroute('**/bulk/reject')
  await asked.getByRole('button', { name: 'Reject 2 vendors' }).click()
  const dialog = page.getByRole('dialog', { name: '0 rejected, 0 not done' })
  await expect(dialog.getByText('Already rejected')).toHaveCount(2)
  await dialog.getByRole('button', { name: /^Undo all 2/ }).click()
  await expect(page.getByRole('dialog', { name: '2 undone, 0 not done' })).toBeVisible()
  for (const id of ids) {
    const told = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
    expect(told.body.results.status).toBe('submitted')
  }
})

test('several decisions whose undoing stopped when the device went offline are told as they are', async ({
  page,
  context,
  marketplace,
}) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  for (const name of names) await newSeller(marketplace, { username: `Unplugged ${name}` })
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Unplugged')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  await page.getByLabel('Reason', { exact: true }).fill('All are the same shop')
  await page.getByRole('button', { name: 'Reject 8 vendors' }).click()
  await expect(page.getByRole('dialog', { name: '8 rejected, 0 not done' })).toBeVisible()
  // The first six are undone, and their answers come when the device is offline already.
  let come = 0
  let goOffline = () => {}
  const offline = new Promise<void>((resolve) => {
    goOffline = resolve
  })
  await page.route('**/undo', async (route) => {
    const response = await route.fetch()
    come += 1
    if (come === 6) {
      await context.setOffline(true)
      goOffline()
    }
    await offline
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: /^Undo all 8/ }).click()
  const dialog = page.getByRole('dialog', { name: '2 rejected, 6 undone, 0 not done' })
  await expect(dialog.getByRole('alert')).toContainText('You are offline')
  await expect(dialog.getByRole('alert')).toContainText('2 records were not undone.')
  await expect(dialog.getByText('Nothing was changed')).toHaveCount(0)
  await page.unroute('**/undo')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: /^Undo all 2/ }).click()
  await expect(page.getByRole('dialog', { name: '8 undone, 0 not done' })).toBeVisible()
})

test('several switches are turned together, and back', async ({ page, marketplace }) => {
  const admin = await marketplace.signIn()
  const seller = await newSeller(marketplace)
  const ids = [
    await newProduct(marketplace, seller, { product_name: 'Switched together A' }),
    await newProduct(marketplace, seller, { product_name: 'Switched together B' }),
  ]
  for (const id of ids) await marketplace.call('POST', `/api/admin/products/${id}/approve`, admin.token)
  const available = async () =>
    Promise.all(
      ids.map(
        async (id) =>
          (await marketplace.call('GET', `/api/admin/products/${id}`, admin.token)).body.results.available,
      ),
    )
  await openAs(page, marketplace, '/products-approvedproducts?q=Switched together')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Switch off selected' }).click()
  await expect(page.getByText('2 products switched off')).toBeVisible()
  expect(await available()).toEqual([false, false])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 products switched on')).toBeVisible()
  expect(await available()).toEqual([true, true])
})

test('an address that asks for what there is not offers to start over', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/products-approvedproducts?sort=nonsense')
  await page.getByRole('link', { name: 'Start over' }).click()
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
})

test('the first of two persons cannot confirm changed bank data, the second can', async ({
  page,
  browser,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const given = { external_id: `two-persons-${process.pid}`, username: 'Two Persons' }
  const id = await newSeller(marketplace, given)
  await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  await newSeller(marketplace, {
    ...given,
    shop: { shop_name: 'Two Persons Shop', bank_name: 'Meezan Bank', ibn_number: 'PK40MEZN0000001123456702' },
  })
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await expect(page.getByRole('button', { name: 'Accept change' })).toBeEnabled()
  await page.keyboard.press('a')
  await approveDespite(page)
  const once = page.getByRole('dialog', { name: 'Change accepted once' })
  await expect(once).toContainText('a second person has to confirm')
  await page.keyboard.press('Escape')
  await expect(page.getByText('You accepted this change. A second person has to confirm it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm change' })).toBeDisabled()
  // It is undone like every decision, and given again.
  await page.getByRole('region', { name: 'Last decision' }).getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('button', { name: 'Accept change' })).toBeEnabled()
  await page.keyboard.press('a')
  await approveDespite(page)
  await expect(once).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Confirm change' })).toBeDisabled()

  // As long as the record is open here, others are asked whether they decide although somebody is reviewing it.
  const released = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/claim'),
  )
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await released
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openAs(theirs, marketplace, `/vendor-detail/approved?id=${id}`, 'sana@munshi.example')
  await expect(theirs.getByText(/accepted this change\. A second person has to confirm it\./)).toBeVisible()
  const account = async () =>
    (await marketplace.call('GET', `/api/admin/sellers/${id}`, admin.token)).body.results.shop.bank_name
  expect(await account()).toBe('Standard Chartered')
  await theirs.getByRole('button', { name: 'Confirm change' }).click()
  await approveDespite(theirs)
  await expect(theirs.getByRole('dialog', { name: 'Change accepted', exact: true })).toBeVisible()
  expect(await account()).toBe('Meezan Bank')
  await other.close()
})

test('a name of one’s own is changed, and other sessions are ended', async ({ page, marketplace }) => {
  const elsewhere = await marketplace.signIn('sana@munshi.example')
  await openAs(page, marketplace, '/', 'sana@munshi.example')
  await page.getByRole('button', { name: /Sana Tariq/ }).click()
  await page.getByRole('link', { name: 'My Account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Sana T. Malik')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /Sana T. Malik/ })).toBeVisible()
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('You are signed in only here.')).toBeVisible()
  expect((await marketplace.call('GET', '/api/account/me', elsewhere.token)).status).toBe(401)
  await page.getByLabel('Name', { exact: true }).fill('Sana Tariq')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /Sana Tariq/ })).toBeVisible()
})

test('revealed data is hidden again when another record is shown', async ({ page, marketplace }) => {
  const given = { external_id: `revealed-${process.pid}`, username: 'Revealed Before' }
  const id = await newSeller(marketplace, given)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(page.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible()
  await newSeller(marketplace, {
    ...given,
    shop: { shop_name: 'Revealed', bank_name: 'Meezan Bank', ibn_number: 'PK40MEZN0000001123456702' },
  })
  // Somebody comes back to the window: it is read again by itself.
  await page.clock.install()
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Another person changed this since you opened it')).toBeVisible()
  await expect(page.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await expect(page.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeHidden()
  await page.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(page.getByText('PK40 MEZN 0000 0011 2345 6702')).toBeVisible()
})

test('a reason that was written for one change never declines the next', async ({ page, marketplace }) => {
  const admin = await marketplace.signIn()
  const given = { external_id: `declined-${process.pid}`, username: 'Declined Change' }
  const id = await newSeller(marketplace, given)
  await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  const ask = (bank_name: string, ibn_number: string) =>
    newSeller(marketplace, { ...given, shop: { shop_name: 'Declined', bank_name, ibn_number } })
  await ask('Meezan Bank', 'PK40MEZN0000001123456702')
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await expect(page.getByText('The IBAN is one of Meezan Bank', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Reveal the new numbers' }).click()
  await expect(page.getByText('PK40 MEZN 0000 0011 2345 6702')).toBeVisible()
  await page.getByRole('button', { name: 'Decline change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline the change?' })
  await dialog.getByLabel('Reason', { exact: true }).fill('This account is not yours')
  await ask('Standard Chartered', 'PK36SCBL0000001123456702')
  await ask('Meezan Bank', 'PK40MEZN0000001123456702')
  await dialog.getByRole('button', { name: 'Decline change' }).click()
  await expect(dialog.getByRole('alert')).toContainText('already superseded')
  await dialog.getByRole('button', { name: 'Decline change' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/sellers/${id}`, admin.token)
  expect(body.results.change).toMatchObject({ status: 'waiting' })
})

test('Escape does not lose what becomes of several decisions', async ({ page, marketplace }) => {
  await newCompleteSeller(marketplace, { username: 'Escape While Sent' })
  await page.route('**/bulk/approve', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200))
    await route.continue()
  })
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Escape While')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await page.getByRole('button', { name: 'Approve 1 vendor' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '1 approved, 0 not done' })).toBeVisible()
})

test('what of several decisions was refused is downloaded as a sheet that runs nothing', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const id = await newCompleteSeller(marketplace, { username: '=1+1 Decided Meanwhile' })
  await newCompleteSeller(marketplace, { username: 'Decided Meanwhile Too' })
  await page.route('**/bulk/approve', async (route) => {
    await marketplace.call('POST', `/api/admin/sellers/${id}/reject`, admin.token, { reason: 'A copy' })
    await route.continue()
  })
  await openAs(page, marketplace, '/vendor-verification-pending-verification?q=Decided Meanwhile')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await page.getByRole('button', { name: 'Approve 2 vendors' }).click()
  await expect(page.getByRole('dialog', { name: '1 approved, 1 not done' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download refusals (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^not-done-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = (await readFile(await file.path(), 'utf8'))
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
  expect(head).toBe('name,why,id')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^'=1\+1 Decided Meanwhile,.*rejected/i)
  expect(lines[0]).toContain(id)
})

test('a rejected record offers nothing that it cannot do', async ({ page, marketplace }) => {
  const admin = await marketplace.signIn()
  const id = await newSeller(marketplace, { username: 'Nothing Left To Press' })
  await marketplace.call('POST', `/api/admin/sellers/${id}/reject`, admin.token, { reason: 'No' })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByText('Rejected').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeHidden()
  // A key of the review says why nothing happens, and says it once.
  for (const key of ['a', 'r', 'a']) await page.keyboard.press(key)
  const why = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await expect(why).toHaveText(/^Not possible while the vendor is rejected/)
  expect(
    (await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)).body.results.status,
  ).toBe('rejected')
  await page.goto(`${marketplace.url}/vendor-verification-pending-verification?list=rejected`)
  await expect(page.getByRole('link', { name: 'View' }).first()).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Export selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Reject|Request)/ })).toHaveCount(0)
})

test('Undo in a toast reports its result, also on another screen', async ({ page, marketplace }) => {
  const admin = await marketplace.signIn()
  const id = await newSeller(marketplace, { username: 'Undone Elsewhere' })
  await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, admin.token)
  await openAs(page, marketplace, `/vendor-detail/approved?id=${id}`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByLabel('Reason', { exact: true }).fill('A slip')
  await page.getByRole('button', { name: 'Disable vendor' }).click()
  await expect(page.getByText(/^Vendor disabled:/)).toBeVisible()
  await page.getByRole('link', { name: 'Disabled Verification' }).first().click()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
})
