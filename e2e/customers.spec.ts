import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectAccessible,
  held,
  type Marketplace,
  newCustomer,
  openAs,
  test,
  tokenOf,
} from './marketplace.ts'

const detail = (id: string) => `/customers-customer-details?id=${id}`
const read = async (marketplace: Marketplace, id: string) => {
  const token = await tokenOf(marketplace)
  return (await marketplace.call('GET', `/api/admin/customers/${id}`, token)).body.results
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a5c3e' } })
    .jpeg()
    .toBuffer()
const file = async (name: string, bytes: Buffer) => ({ name, mimeType: 'image/jpeg', buffer: bytes })
const told = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('a customer who waits is found by a phone number, looked at and approved; undo brings them back', async ({
  page,
  marketplace,
}) => {
  const id = await newCustomer(marketplace, { username: 'Rukhsana Khattak', phone: '0345 5501234' })
  await openAs(page, marketplace, '/customers-customers-list')
  await expect(page.getByRole('heading', { name: 'Pending Customers List' })).toBeVisible()
  for (const heading of ['Name', 'Email', 'Phone', 'City', 'Joined', 'Status', 'Details']) {
    await expect(page.getByRole('columnheader', { name: heading })).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search name' }).fill('+92 345 5501234')
  const row = page.getByRole('row', { name: /Rukhsana Khattak/ })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(new RegExp(`customers-customer-details\\?id=${id}`))
  await expect(page.getByText('14 Model Town')).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Customer approved' })
  await expect(dialog.getByRole('link', { name: 'Go to Approved Customers List' })).toBeVisible()
  expect((await read(marketplace, id)).status).toBe('approved')
  await dialog.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByText('Decision undone.')).toBeVisible()
  expect((await read(marketplace, id)).status).toBe('pending')
})

test('an undo that got no answer can be asked for again from its message, also on another screen', async ({
  page,
  marketplace,
}) => {
  const id = await newCustomer(marketplace, { username: 'Nasreen Undoes' })
  const { token } = await marketplace.signIn()
  await marketplace.call('POST', `/api/admin/customers/${id}/approve`, token)
  await openAs(page, marketplace, `/customer-customerdetails?id=${id}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  const asking = page.getByRole('dialog', { name: 'Disable customer?' })
  await asking.getByRole('textbox', { name: 'Reason' }).fill('Orders under another name')
  await asking.getByRole('button', { name: 'Disable customer' }).click()
  const messages = page.getByLabel('Messages')
  const undo = messages.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.route('**/undo', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Nasreen Undoes' })).toHaveCount(0)
  await undo.click()
  await expect(messages.getByText(/The decision may have been undone/)).toBeVisible()
  await page.unroute('**/undo')
  await undo.click()
  await expect(messages.getByText('Decision undone.')).toBeVisible()
  await expect(messages.getByText(/The decision may have been undone/)).toHaveCount(0)
  expect((await read(marketplace, id)).status).toBe('approved')
})

test('a next customer who could not be read is told with the list, and not as nobody who waits', async ({
  page,
  marketplace,
  faults,
}) => {
  const id = await newCustomer(marketplace, { username: 'Zeba Afridi' })
  await newCustomer(marketplace, { username: 'Waits After Zeba' })
  await openAs(page, marketplace, detail(id))
  await expect(page.getByRole('heading', { name: 'Zeba Afridi' })).toBeVisible()
  const list = /\/api\/admin\/customers\?/
  faults.expected(/^503 GET \/api\/admin\/customers$/)
  await page.route(list, (route) => route.fulfill({ status: 503 }))
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Customer approved' })
  await expect(dialog.getByText('The next record could not be loaded.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Pending Customers List' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /nothing else to decide/ })).toHaveCount(0)
  await page.unroute(list)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('link', { name: 'Next' })).toBeVisible()
})

test('several who wait are approved together, and stand in the approved list', async ({
  page,
  marketplace,
}) => {
  for (const name of ['Together Khan', 'Together Malik']) await newCustomer(marketplace, { username: name })
  await openAs(page, marketplace, '/customers-customers-list?q=Together')
  await page.getByRole('checkbox', { name: 'Select Together Khan' }).check()
  await page.getByRole('checkbox', { name: 'Select Together Malik' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await page.getByRole('button', { name: 'Approve 2 customers' }).click()
  const dialog = page.getByRole('dialog', { name: '2 approved, 0 not done' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto(`${marketplace.url}/customers-withdraws?q=Together`)
  for (const heading of ['name', 'email', 'phone', 'Amount', 'withdraw Date', 'Status', 'Details']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  const row = page.getByRole('row', { name: /Together Khan/ })
  await expect(row.getByText('Nothing withdrawn').first()).toBeAttached()
})

test('customers are exported as the list is searched, or the selected ones alone', async ({
  page,
  marketplace,
}) => {
  for (const name of ['Taken Out One', 'Taken Out Two', 'Taken Out Three'])
    await newCustomer(marketplace, { username: name })
  await openAs(page, marketplace, '/customers-customers-list?q=Taken%20Out&sort=username')
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(3)
  const dialog = page.getByRole('dialog', { name: 'Export customers' })
  const linesOf = async () => {
    const arrives = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export 1 field' }).click()
    const lines = readFileSync(await (await arrives).path(), 'utf8')
    return lines.trimEnd().split('\r\n')
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Only Name' }).click()
  expect(await linesOf()).toEqual(['\uFEFFusername', 'Taken Out One', 'Taken Out Three', 'Taken Out Two'])
  await page.getByRole('checkbox', { name: 'Select Taken Out Two' }).check()
  await page.getByRole('button', { name: 'Export selected' }).click()
  expect(await linesOf()).toEqual(['\uFEFFusername', 'Taken Out Two'])
})

const password = 'a first long password'
/** The address of another person who decides on customers, and signs in with that password. */
async function newColleague(marketplace: Marketplace, username: string): Promise<string> {
  const token = await tokenOf(marketplace)
  const email = `desk-${Date.now()}@shop.example`
  const permissions = ['Customer: view', 'Customer: decide']
  const role = await marketplace.call('POST', '/api/admin/roles', token, { name: email, permissions })
  const invitation = { username, email, phone: '', role_id: role.body.results.id }
  await marketplace.call('POST', '/api/admin/staff', token, invitation)
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
  return email
}

test('a customer whom a colleague approved a moment before is told as theirs, and the key undoes nothing', async ({
  page,
  marketplace,
}) => {
  const { token: colleague } = await marketplace.signIn(
    await newColleague(marketplace, 'Nadia Khan'),
    password,
  )
  const id = await newCustomer(marketplace, { username: 'Approved Before' })
  await newCustomer(marketplace, { username: 'Waiting After' })
  await openAs(page, marketplace, detail(id))
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  // What the colleague does is read here only after the key.
  const reads = await held(page, new RegExp(`/api/admin/customers/${id}$`))
  await marketplace.call('POST', `/api/admin/customers/${id}/approve`, colleague)
  const answered = page.waitForResponse(/\/approve$/)
  await page.keyboard.press('a')
  expect((await answered).status()).toBe(200)
  reads.arrive()
  await expect(page.getByText('Already approved by Nadia Khan')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Customer approved' })
  const next = dialog.getByRole('link', { name: 'Next' })
  await expect(next).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  const undone: string[] = []
  page.on('request', (request) => request.url().endsWith('/undo') && undone.push(request.url()))
  await next.click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('z')
  expect((await read(marketplace, id)).status).toBe('approved')
  expect(undone).toEqual([])
})

test('disabling asks for a reason, which is kept with the customer; enabling brings them back', async ({
  page,
  marketplace,
}) => {
  const id = await newCustomer(marketplace, { username: 'Asad Soomro' })
  await openAs(page, marketplace, detail(id))
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable customer?' })
  await dialog.getByRole('button', { name: 'Disable customer' }).click()
  await expect(dialog.getByText('Write a reason')).toBeVisible()
  expect((await read(marketplace, id)).status).toBe('pending')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Never opens the door')
  await dialog.getByRole('button', { name: 'Disable customer' }).click()
  const decided = page.getByRole('dialog', { name: 'Customer disabled' })
  await expect(decided.getByRole('link', { name: 'Go to disabled customers' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByText('Never opens the door').first()).toBeVisible()
  await page.goto(`${marketplace.url}/customers-customers-list?list=disabled&q=Asad%20Soomro`)
  await page.getByRole('link', { name: 'Asad Soomro' }).click()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(told(page, 'Enabled: Asad Soomro')).toBeVisible()
  expect((await read(marketplace, id)).status).toBe('approved')
  // The key that approves says why nothing happens, once the enabling is over.
  await expect(page.getByRole('button', { name: 'Disable' })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Already approved')
})

test('the default image is previewed, saved and then shown for a customer without a picture', async ({
  page,
  marketplace,
}) => {
  const id = await newCustomer(marketplace, { username: 'Nadia Gill' })
  await openAs(page, marketplace, '/customers-customersimage')
  const tile = page.getByRole('region', { name: 'Customer Image' })
  await expect(tile.getByText('Preferred size: 150x150')).toBeVisible()
  const choose = async (name: string, bytes: Buffer) =>
    tile.locator('input[type=file]').setInputFiles(await file(name, bytes))
  await choose('page.jpg', Buffer.from('<html><script>steal()</script></html>'))
  await expect(tile.getByRole('alert')).toHaveText('“page.jpg” cannot be read as a picture.')
  await choose('small.jpg', await picture(100, 90))
  await expect(tile.getByText('The picture has 100x90 pixels, fewer than preferred')).toBeVisible()
  await choose('face.jpg', await picture(640, 480))
  await expect(tile.getByText('fewer than preferred')).toHaveCount(0)
  await expect(tile.getByRole('img', { name: 'Preview of the cropped picture' })).toBeVisible()
  await tile.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The default Customer Image is saved.')).toBeVisible()
  const saved = tile.getByRole('img', { name: 'The default Customer Image' })
  await expect(saved).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\.webp$/)
  const media = (await saved.getAttribute('src'))?.replace('.webp', '')

  await page.goto(marketplace.url + detail(id))
  const face = page.getByRole('main').locator('header img')
  await expect(face).toHaveAttribute('src', `${media}-96.webp`)
  // A picture has its address before it is read.
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
  await page.goto(`${marketplace.url}/customers-customers-list?q=Nadia%20Gill`)
  await expect(page.getByRole('row', { name: /Nadia Gill/ }).locator('img')).toHaveAttribute(
    'src',
    `${media}-96.webp`,
  )
})

test('the shop image and the banner each have a tile, and stand on a shop without its own', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/vendor-vendor-vendorimage')
  await expect(page.getByText('Shoppers see a saved picture at once.')).toBeVisible()
  for (const [name, size] of [
    ['Shop Image', '150x150'],
    ['Banner Image', '400x400'],
  ] as const) {
    const tile = page.getByRole('region', { name })
    await expect(tile.getByText(`Preferred size: ${size}`)).toBeVisible()
    await tile.locator('input[type=file]').setInputFiles(await file('shop.jpg', await picture(800, 600)))
    await tile.getByRole('button', { name: 'Save' }).click()
    await expect(tile.getByRole('img', { name: `The default ${name}` })).toBeVisible()
  }
  const { token } = await marketplace.signIn()
  const { body } = await marketplace.call('GET', '/api/admin/sellers/get/approve?limit=50', token)
  for (const { id } of body.results[0]) {
    const { shop } = (await marketplace.call('GET', `/api/admin/sellers/${id}`, token)).body.results
    if (!shop || shop.shop_image) continue
    await page.goto(`${marketplace.url}/vendor-detail/approved?id=${id}`)
    await expect(page.getByText('Shop image (default)')).toBeVisible()
    return
  }
  throw new Error('every shop of the demo has an image of its own')
})

test('what is kept of a customer is handed out as a file, and erased after it was asked', async ({
  page,
  marketplace,
}) => {
  const id = await newCustomer(marketplace, { username: 'Sassui Jatoi', email: 'sassui@post.example' })
  await openAs(page, marketplace, `/customer-customerdetails?id=${id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^C-[0-9A-F]{8}\.json$/)
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
    profile: { username: 'Sassui Jatoi', email: 'sassui@post.example' },
    orders: [],
    wallet: { balance: '0' },
  })
  await page.getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Sassui Jatoi?' })
  await expect(dialog.getByText('Amounts, order numbers and the audit log stay')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('heading', { name: 'Erased customer' })).toBeVisible()
  await expect(page.getByText('sassui@post.example')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Enable' })).toHaveCount(0)
  // What an erasure has left can be erased from the record of the erased customer.
  await page.reload()
  await page.getByRole('button', { name: 'Erase what is left' }).click()
  const again = page.getByRole('dialog', { name: 'Erase what is left of this customer?' })
  await expect(again.getByText('Amounts, order numbers and the audit log stay')).toBeVisible()
  await again.getByRole('button', { name: 'Erase what is left' }).click()
  await expect(again).toHaveCount(0)
  await expect(told(page, 'What was left of the customer is erased')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase what is left' })).toBeVisible()
  expect(await read(marketplace, id)).toMatchObject({ email: '', phone: '', address: '', status: 'disabled' })
})
