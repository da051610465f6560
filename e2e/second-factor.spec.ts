import { TOTP } from 'otpauth'
import sharp from 'sharp'
import {
  demo,
  expect,
  expectAccessible,
  giveCredentials,
  logout,
  type Marketplace,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

const bilal = 'bilal@munshi.example'

/** What the app shows so many half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Ends every session of this person but a new one, as somebody at another desk would. */
async function endSessionsOf(marketplace: Marketplace, email: string): Promise<void> {
  const other = await marketplace.signIn(email)
  await marketplace.call('DELETE', '/api/account/sessions', other.token)
}

test('a second factor is set up, asked for at the sign-in, replaced by a recovery code, and switched off', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/my-account', bilal)
  const panel = page.getByRole('region', { name: 'Second factor' })
  await expect(panel.getByText('Off')).toBeVisible()
  await panel.getByRole('button', { name: 'Set up' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up the authenticator app' })
  await expect(setUp.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await setUp.getByRole('code').innerText()).replaceAll(' ', '')
  const code = setUp.getByLabel('Code from the app')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(codeOf(secret, 5))
  await setUp.getByRole('button', { name: 'Switch on' }).click()
  await expect(
    setUp.getByText('This is not the code that the app shows now. Enter the current code'),
  ).toBeVisible()
  await code.fill(codeOf(secret, -1))
  await setUp.getByRole('button', { name: 'Switch on' }).click()
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(kept.getByRole('code')).toHaveCount(10)
  await expectAccessible(page)
  const codes = await kept.getByRole('code').allInnerTexts()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('munshi-recovery-codes.txt')
  await page.keyboard.press('Escape')
  await expect(kept).toBeVisible()
  await kept.getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel.getByText('10 recovery codes left.')).toBeVisible()

  await logout(page)
  await giveCredentials(page, bilal)
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Code is Required')).toBeVisible()
  await field.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is not right')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Bilal/ })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('known_devices') ?? '[]').length))
    .toBe(1)

  await logout(page)
  await giveCredentials(page, bilal)
  await field.fill(codes[0]?.toUpperCase() ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Bilal/ })).toBeVisible()
  await page.goto(`${marketplace.url}/my-account`)
  await expect(panel.getByText('9 recovery codes left.')).toBeVisible()
  await panel.getByRole('button', { name: 'New recovery codes' }).click()
  await kept.getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel.getByText('10 recovery codes left.')).toBeVisible()
  await panel.getByRole('button', { name: 'Switch off' }).click()
  const off = page.getByRole('dialog', { name: 'Switch off the second factor?' })
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(panel.getByText('Off', { exact: true })).toBeVisible()
  await logout(page)
  await giveCredentials(page, bilal)
  await expect(page.getByRole('button', { name: /Bilal/ })).toBeVisible()
})

/** What a server says to whose last proof is more than ten minutes old. */
const stepUpNeeded = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'urn:munshi:step-up-needed',
    title: 'Confirm your identity',
    status: 403,
    detail: 'Confirm your identity, then try again',
    message: 'Confirm your identity, then try again',
    request_id: 'journey',
    errors: [{ path: 'password', code: 'required', message: 'Confirm your identity' }],
  }),
}

test('what needs a fresh proof asks for it in a dialog, and is done by the same click', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  let asked = 0
  let isProven = false
  page.on('response', (response) => {
    if (response.url().endsWith('/step-up') && response.ok()) isProven = true
  })
  await page.route('**/reveal', (route) => {
    asked += 1
    return isProven ? route.continue() : route.fulfill(stepUpNeeded)
  })
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await page.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Confirm your identity, then try again')
  expect(asked).toBe(1)

  await page.getByRole('button', { name: 'Reveal IBAN' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Reveal IBAN' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The password is not correct')
  await dialog.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(asked).toBe(4)
})

test('a paper with a number on it asks for a fresh proof in a dialog, and opens by the same click', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  const picture = await sharp({ create: { width: 800, height: 350, channels: 3, background: '#cfe3d6' } })
    .png()
    .toBuffer()
  for (const slot of ['cnic_front', 'cheque_copy']) {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'paper.png')
    const headers = { authorization: `Bearer ${marketplace.key}` }
    const path = `${marketplace.url}/api/intake/sellers/${id}/files/${slot}`
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201)
  }
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  let asked = 0
  let isProven = false
  page.on('response', (response) => {
    if (response.url().endsWith('/step-up') && response.ok()) isProven = true
  })
  await page.route('**/papers/*', (route) => {
    asked += 1
    return isProven ? route.continue() : route.fulfill(stepUpNeeded)
  })
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  const paper = page.getByRole('button', { name: 'Open CNIC, front' })
  await paper.click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toContainText('Confirm your identity, then try again')
  // It is as closed as before, and is opened as it was.
  await expect(paper).toHaveText('Open')
  expect(asked).toBe(1)
  await paper.click()
  await dialog.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'CNIC, front' }).locator('img')).toBeVisible()
  expect(asked).toBe(3)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open Cheque copy' }).click()
  await expect(page.getByRole('dialog', { name: 'Cheque copy' }).locator('img')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(asked).toBe(4)
})

test('calls that are refused together open one dialog, and each is repeated once', async ({
  page,
  marketplace,
}) => {
  const refused: Record<string, number> = {}
  const repeated: Record<string, number> = {}
  let isProven = false
  page.on('response', (response) => {
    if (response.url().endsWith('/step-up') && response.ok()) isProven = true
  })
  // Everything that the screen asks for but who one is, which comes before it. The stream says nothing: told of what a job did
  // in these seconds, the screen would rightly ask again.
  await page.route('**/api/**', (route) => {
    const path = new URL(route.request().url()).pathname
    if (path.endsWith('/stream')) return route.fulfill({ status: 204 })
    if (/\/(me|step-up)$/.test(path)) return route.continue()
    if (isProven) {
      // What only the opened screen asks for was never refused.
      if (path in refused) repeated[path] = (repeated[path] ?? 0) + 1
      return route.continue()
    }
    refused[path] = (refused[path] ?? 0) + 1
    return route.fulfill(stepUpNeeded)
  })
  await openAs(page, marketplace, '/')
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(dialog).toHaveCount(1)
  await expect.poll(() => Object.keys(refused).length).toBeGreaterThanOrEqual(4)
  expect(Object.values(refused).every((times) => times === 1)).toBe(true)
  await dialog.getByLabel('Password', { exact: true }).fill(demo.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('link').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // The order in which the answers come back is not ours.
  await expect.poll(() => Object.keys(repeated).length).toBe(Object.keys(refused).length)
  expect(repeated).toEqual(refused)
})

test('a session that ends in the middle of the work is renewed in place, in every tab, and nothing is lost', async ({
  page,
  context,
  marketplace,
}) => {
  // The stream would tell both tabs of the end before they want anything.
  await context.route('**/api/admin/stream*', (route) => route.fulfill({ status: 204 }))
  await openAs(page, marketplace, '/my-account', bilal)
  const phone = page.getByLabel('Phone')
  await expect(phone).toBeVisible()
  const second = await context.newPage()
  await second.goto(`${marketplace.url}/my-account`)
  await expect(second.getByLabel('Phone')).toBeVisible()
  await endSessionsOf(marketplace, bilal)
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves += 1
  })
  await phone.fill('0345 1112233')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog.getByLabel('Email')).toHaveValue(bilal)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await second.getByRole('button', { name: 'Set up' }).click()
  const secondDialog = second.getByRole('dialog', { name: 'Your session has ended' })
  await expect(secondDialog).toHaveCount(1)

  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Email or password is not right')
  await dialog.getByLabel('Password', { exact: true }).fill(demo.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${marketplace.url}/my-account`)
  await expect(phone).toHaveValue('0345 1112233')
  expect(saves).toBe(2)
  // The other tab goes on with the new session, and what it wanted is done.
  await expect(secondDialog).toHaveCount(0)
  await expect(second.getByRole('dialog', { name: 'Set up the authenticator app' })).toBeVisible()
})

test('a reason that was typed in a dialog outlives the session, and is what the vendor is told', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  const sana = 'sana@munshi.example'
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`, sana)
  await page.getByRole('button', { name: 'Reject', exact: false }).first().click()
  const reject = page.getByRole('dialog', { name: 'Reject vendor?' })
  await reject.getByLabel('Reason').fill('The cheque copy is of another account')
  await endSessionsOf(marketplace, sana)
  await reject.getByRole('button', { name: 'Reject vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByText('Sign in again to continue').click()
  await page.keyboard.press('Escape')
  await expect(reject.getByLabel('Reason')).toHaveValue('The cheque copy is of another account')
  await dialog.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Vendor rejected' })).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/intake/sellers/${id}`, marketplace.key)
  expect(body.results).toMatchObject({ status: 'rejected', reason: 'The cheque copy is of another account' })
})

test('Logout in the dialog leads to the sign-in, and so does a page that is loaded after the end', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/my-account', bilal)
  await expect(page.getByLabel('Phone')).toBeVisible()
  await endSessionsOf(marketplace, bilal)
  await page.getByLabel('Phone').fill('0345 5556677')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('current_user'))).toBeNull()

  await giveCredentials(page, bilal)
  await expect(page.getByRole('button', { name: /Bilal/ })).toBeVisible()
  await endSessionsOf(marketplace, bilal)
  await page.goto(`${marketplace.url}/my-account`)
  await expect(page).toHaveURL(/\/login\?to=%2Fmy-account/)
  await giveCredentials(page, bilal)
  await expect(page).toHaveURL(`${marketplace.url}/my-account`)
})
