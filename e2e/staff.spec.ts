import type { Page } from '@playwright/test'
import { expect, giveCredentials, type Marketplace, openAs, test, tokenOf } from './marketplace.ts'

const password = 'a first long password'

async function choose(page: Page, secret: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(secret)
  await page.getByLabel('Repeat new password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Set password' }).click()
}

/** A role of its own, made by the demo's administrator. */
async function newRole(marketplace: Marketplace, name: string, permissions: string[]): Promise<string> {
  const token = await tokenOf(marketplace)
  const { body } = await marketplace.call('POST', '/api/admin/roles', token, { name, permissions })
  return body.results.id
}

/** Somebody in that role who has chosen a password. */
async function newStaff(marketplace: Marketplace, username: string, roleId: string): Promise<string> {
  const token = await tokenOf(marketplace)
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@shop.example`
  const invitation = { username, email, phone: '', role_id: roleId }
  const { body } = await marketplace.call('POST', '/api/admin/staff', token, invitation)
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
  return body.results.id
}

test('somebody is invited, chooses a password, and sees only what their role opens', async ({
  page,
  context,
  marketplace,
}) => {
  await openAs(page, marketplace, '/manage-staff')
  await page.getByRole('button', { name: 'Add New Staff' }).click()
  const row = page.getByRole('form', { name: 'Add New Staff' })
  await row.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row.getByText('Choose a role', { exact: true }).last()).toBeVisible()
  await row.getByLabel('Name').fill('Nadia Khan')
  await row.getByLabel('Email').fill('nadia@shop.example')
  await row.getByLabel('Phone No#').fill('0300 7654321')
  await row.getByLabel('Role').selectOption({ label: 'Vendor desk' })
  await row.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent to Nadia Khan')).toBeVisible()
  await expect(page.getByRole('row', { name: /Nadia Khan/ })).toContainText('Invited')

  const link = await marketplace.linkFor('nadia@shop.example')
  expect(link.startsWith(`${marketplace.url}/accept-invitation#mi_`)).toBe(true)
  const theirs = await context.browser()?.newContext()
  const browser = await theirs?.newPage()
  if (!browser) throw new Error('no second browser')
  await browser.goto(link)
  await expect(browser.getByRole('heading', { name: 'Welcome, Nadia Khan' })).toBeVisible()
  await browser.getByLabel('New password', { exact: true }).fill('short')
  await browser.getByRole('button', { name: 'Set password' }).click()
  await expect(browser.getByText('Password must have at least 10 characters.')).toBeVisible()
  await choose(browser, 'Nadia Khan 786')
  await expect(browser.getByText(/^Password must not be your email, your name/)).toBeVisible()
  await choose(browser, 'password1234')
  await expect(browser.getByText(/^Password must not be one of the most used/)).toBeVisible()
  await expect(browser.getByText(/easy to guess/i)).toBeVisible()
  await choose(browser, password)
  // Choosing a password signs the person in.
  const menu = browser.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button', { name: /Vendor Verifications/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: /Manage/ })).toHaveCount(0)
  for (const [path, permission] of [
    ['/manage-staff', 'Manage Staffs: view'],
    ['/managerolesname', 'Manage Roles: view'],
    ['/products-all-products', 'Products: view'],
  ]) {
    await browser.goto(marketplace.url + path)
    await expect(browser.getByText(permission ?? '')).toBeVisible()
  }
  await browser.goto(link)
  await browser.reload()
  await expect(browser.getByRole('alert')).toContainText('used already')
  await expect(browser.getByText('Ask the person who invited you')).toBeVisible()
  await theirs?.close()
})

test('an invitation to a mistyped address is corrected, and the link in the wrong mailbox opens nothing', async ({
  page,
  marketplace,
}) => {
  const role = await newRole(marketplace, 'Typing desk', ['Dashboard: view'])
  const token = await tokenOf(marketplace)
  const wrong = { username: 'Rabia Noor', email: 'rabia.nor@shop.example', phone: '', role_id: role }
  const { body } = await marketplace.call('POST', '/api/admin/staff', token, wrong)
  const early = await marketplace.linkFor(wrong.email)
  await openAs(page, marketplace, `/manage-staff-details?id=${body.results.id}`)
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the email of Rabia Noor' })
  await expect(dialog).toContainText('a new invitation goes to the new address')
  const field = dialog.getByLabel('New email')
  await expect(field).toHaveValue(wrong.email)
  await field.fill('rabia.noor@')
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog.getByText('This is not an e-mail address')).toBeVisible()
  await field.fill('rabia.noor@shop.example')
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText('Invitation sent to rabia.noor@shop.example')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const late = await marketplace.linkFor('rabia.noor@shop.example')
  const open = (link: string) =>
    marketplace.call('POST', '/api/account/invitation', '', { token: link.split('#')[1] })
  expect([(await open(early)).status, (await open(late)).status]).toEqual([422, 200])
})

test('a role says before it is saved what it takes from whom, and acts without a new sign-in', async ({
  page,
  context,
  marketplace,
}) => {
  const role = await newRole(marketplace, 'Parcel desk', ['Products: view', 'Vendor Verifications: view'])
  await newStaff(marketplace, 'Umar Farooq', role)
  const theirs = await context.browser()?.newContext()
  const browser = await theirs?.newPage()
  if (!browser) throw new Error('no second browser')
  await browser.goto(`${marketplace.url}/login`)
  await giveCredentials(browser, 'umar.farooq@shop.example', password)
  await expect(browser).not.toHaveURL(/login/)
  await browser.goto(`${marketplace.url}/products-all-products`)
  await expect(browser.getByRole('heading', { name: /All Pending Products/ })).toBeVisible()

  await openAs(page, marketplace, '/manageroles')
  await page.getByRole('link', { name: 'Parcel desk' }).click()
  await page.getByRole('switch', { name: 'Products', exact: true }).press('Space')
  await page.getByRole('switch', { name: 'Vendor Verifications: Decide' }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save Parcel desk?' })
  await expect(dialog).toContainText('Removes')
  await expect(dialog).toContainText('Products (view)')
  await expect(dialog).toContainText('Vendor Verifications (decide)')
  await expect(dialog).toContainText('Umar Farooq')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Parcel desk is saved and applies immediately')).toBeVisible()

  await browser.reload()
  await expect(browser.getByText('Products: view')).toBeVisible()
  await theirs?.close()
})

test('unsaved switches are not lost by a link, by Back or by another role', async ({ page, marketplace }) => {
  const role = await newRole(marketplace, 'Unsaved desk', [])
  await openAs(page, marketplace, '/manageroles')
  await page.getByRole('link', { name: 'Unsaved desk' }).click()
  const blogs = page.getByRole('switch', { name: 'Blogs', exact: true })
  await blogs.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const stay = async () => {
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(new RegExp(`id=${role}`))
    await expect(blogs).toBeChecked()
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manage Staff' }).click()
  await stay()
  await page.goBack()
  await stay()
  await page.getByRole('combobox', { name: 'Name' }).selectOption({ label: 'Catalogue desk' })
  await stay()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/manageroles$/)
})

test('a role is created, copied, and deleted with its people moved', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/manageroles')
  await page.getByRole('link', { name: 'Add New Role' }).click()
  await page.getByLabel('Name of this role').fill('administrator')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A role named Administrator already exists')).toBeVisible()
  await page.getByLabel('Name of this role').fill('Returns desk')
  await page.getByRole('switch', { name: 'Orders', exact: true }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Returns desk' })).toBeVisible()
  const role = new URL(page.url()).searchParams.get('id') ?? ''
  await newStaff(marketplace, 'Hina Baig', role)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name of this role')).toHaveValue('Returns desk copy')
  await expect(page.getByRole('switch', { name: 'Orders', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Returns desk copy' })).toBeVisible()

  await page.goto(`${marketplace.url}/managerolesname?id=${role}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Returns desk?' })
  await dialog.getByRole('button', { name: 'Delete role' }).click()
  await expect(dialog.getByText('Choose a role').last()).toBeVisible()
  await dialog.getByLabel('Role they get').selectOption({ label: 'Returns desk copy' })
  await dialog.getByRole('button', { name: 'Delete role' }).click()
  await expect(page.getByText('1 person moved to another role')).toBeVisible()
  await expect(page.getByRole('row', { name: /Returns desk copy/ })).toContainText('1 person')
})

test('a person is disabled after a summary of what ends, and Undo lets them in again', async ({
  page,
  marketplace,
}) => {
  const role = await newRole(marketplace, 'Night desk', ['Dashboard: view'])
  const id = await newStaff(marketplace, 'Zara Malik', role)
  const { token } = await marketplace.signIn()
  const login = () =>
    marketplace.call('POST', '/api/login', '', { email: 'zara.malik@shop.example', password })
  const session = (await login()).body.results.token
  await openAs(page, marketplace, `/manage-staff?role=${role}`)
  await page.getByRole('switch', { name: 'Zara Malik enabled' }).press('Space')
  const dialog = page.getByRole('dialog', { name: 'Disable Zara Malik?' })
  await expect(dialog).toContainText('Their session ends immediately')
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Zara Malik is disabled and signed out everywhere')).toBeVisible()
  expect((await marketplace.call('GET', '/api/account/me', session)).status).toBe(401)
  expect((await login()).status).toBe(401)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Zara Malik can sign in again')).toBeVisible()
  expect((await login()).status).toBe(200)

  await page.getByRole('button', { name: 'Edit Zara Malik' }).click()
  const form = page.getByRole('form', { name: 'Change Zara Malik' })
  await form.getByLabel('Phone No#').fill('0321 5551234')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Zara Malik is saved')).toBeVisible()
  const { body } = await marketplace.call('GET', `/api/admin/staff/${id}`, token)
  expect(body.results.phone).toBe('+923215551234')
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { name: 'Zara Malik' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
})

test('a forgotten password is replaced by mail, and the earlier one no longer signs in', async ({
  page,
  marketplace,
}) => {
  const role = await newRole(marketplace, 'Forgetful desk', ['Dashboard: view'])
  await newStaff(marketplace, 'Saad Qureshi', role)
  const email = 'saad.qureshi@shop.example'
  await page.goto(`${marketplace.url}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is Required')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  let link = ''
  await expect
    .poll(async () => (link = await marketplace.linkFor(email)), { timeout: 15_000 })
    .toContain('/reset-password#mr_')
  await page.goto(link)
  await choose(page, 'quite another password')
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await giveCredentials(page, email, password)
  await expect(page.getByRole('alert')).toHaveText('Email or password is not right')
  await giveCredentials(page, email, 'quite another password')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto(link)
  await choose(page, 'a third long password')
  await expect(page.getByRole('alert')).toContainText('used already')
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
})

test('the built-in role is shown as it is and says why it cannot be changed', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/manageroles')
  await page.getByRole('link', { name: 'Administrator' }).click()
  await expect(page.getByText('This role is built in')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Orders', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Ayesha Siddiqui' })).toBeVisible()
})

test('a saved form closes and says so, although what else the screen shows comes later', async ({
  page,
  marketplace,
}) => {
  const role = await newRole(marketplace, 'Day desk', ['Dashboard: view'])
  const id = await newStaff(marketplace, 'Omar Farid', role)
  await openAs(page, marketplace, `/manage-staff-details?id=${id}`)
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change Omar Farid' })
  await form.getByLabel('Phone No#').fill('0321 5551299')
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/admin/audit?**', async (route) => {
    await isHeld
    await route.continue()
  })
  await form.getByRole('button', { name: 'Update' }).click()
  // The person is read and drawn again before the log has come.
  await expect(page.getByText('0321 5551299')).toBeVisible()
  answer()
  await expect(page.getByText('Omar Farid is saved')).toBeVisible()
  await expect(form).toHaveCount(0)
})

test('what is typed of a person is saved on what somebody else has changed meanwhile', async ({
  page,
  marketplace,
}) => {
  const role = await newRole(marketplace, 'Evening desk', ['Dashboard: view'])
  const id = await newStaff(marketplace, 'Hina Raza', role)
  await openAs(page, marketplace, `/manage-staff-details?id=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change Hina Raza' })
  await form.getByLabel('Phone No#').fill('0321 5551288')
  const { token } = await marketplace.signIn()
  const at = `/api/admin/staff/${id}`
  const { version } = (await marketplace.call('GET', at, token)).body.results
  const theirs = { username: 'Hina Raza Butt', phone: '', role_id: role }
  expect((await marketplace.call('PATCH', at, token, theirs, version)).status).toBe(200)
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form.getByText('This person has changed since you opened them')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Hina Raza Butt')
  await expect(form.getByLabel('Phone No#')).toHaveValue('0321 5551288')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Hina Raza Butt is saved')).toBeVisible()
  await expect(page.getByText('0321 5551288').first()).toBeVisible()
})

test('a form whose roles could not be read says so', async ({ page, marketplace, faults }) => {
  faults.expected(/^500 GET \/api\/admin\/staff\/roles$/)
  await page.route('**/api/admin/staff/roles', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await openAs(page, marketplace, '/manage-staff')
  await page.getByRole('button', { name: 'Add New Staff' }).click()
  const row = page.getByRole('form', { name: 'Add New Staff' })
  await row.getByLabel('Name').fill('Typed before')
  await expect(row.getByText('The roles could not be loaded.')).toBeVisible()
  await page.unroute('**/api/admin/staff/roles')
  await row.getByRole('button', { name: 'Try again' }).click()
  await row.getByLabel('Role').selectOption({ label: 'Vendor desk' })
  await expect(row.getByRole('alert')).toHaveCount(0)
  await expect(row.getByLabel('Name')).toHaveValue('Typed before')
})

test('what was typed for one person is not lost by Edit of another, or by a link', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/manage-staff')
  await page.getByRole('button', { name: 'Edit Sana Tariq' }).click()
  const row = page.getByRole('form', { name: 'Change Sana Tariq' })
  await row.getByLabel('Name').fill('Sana Tariq Khan')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const leave = [
    () => page.getByRole('button', { name: 'Edit Bilal Ahmed' }).click(),
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manage Roles' }).click(),
  ]
  for (const go of leave) {
    await go()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(row.getByLabel('Name')).toHaveValue('Sana Tariq Khan')
  }
  await page.getByRole('button', { name: 'Edit Bilal Ahmed' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  const other = page.getByRole('form', { name: 'Change Bilal Ahmed' })
  await expect(other.getByLabel('Name')).toHaveValue('Bilal Ahmed')
  // Nothing typed, nothing asked.
  await page.getByRole('button', { name: 'Edit Sana Tariq' }).click()
  await expect(row).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
