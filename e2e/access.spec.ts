import { TOTP } from 'otpauth'
import {
  expect,
  expectAccessible,
  giveCredentials,
  logout,
  newCompleteSeller,
  newSeller,
  openAs,
  test,
} from './marketplace.ts'

const password = 'a first long password'

test('somebody is invited, accepts, signs in with a second factor, and sees and opens only what their role allows', async ({
  page,
  context,
  marketplace,
}) => {
  await openAs(page, marketplace, '/manage-staff')
  await page.getByRole('button', { name: 'Add New Staff' }).click()
  const row = page.getByRole('form', { name: 'Add New Staff' })
  await row.getByLabel('Name').fill('Hina Raza')
  await row.getByLabel('Email').fill('hina@shop.example')
  await row.getByLabel('Role').selectOption({ label: 'Catalogue desk' })
  await row.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent to Hina Raza')).toBeVisible()

  const theirs = await context.browser()?.newContext()
  const browser = await theirs?.newPage()
  if (!browser) throw new Error('no second browser')
  await browser.goto(await marketplace.linkFor('hina@shop.example'))
  await expect(browser.getByRole('heading', { name: 'Welcome, Hina Raza' })).toBeVisible()
  await expectAccessible(browser)
  await browser.getByLabel('New password', { exact: true }).fill(password)
  await browser.getByLabel('Repeat new password', { exact: true }).fill(password)
  await browser.getByRole('button', { name: 'Set password' }).click()

  // The second factor, by the app's secret; then in with it.
  await expect(browser.getByRole('button', { name: /Hina/ })).toBeVisible()
  await browser.goto(`${marketplace.url}/my-account`)
  const panel = browser.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Set up' }).first().click()
  const setUp = browser.getByRole('dialog', { name: 'Set up the authenticator app' })
  const secret = (await setUp.getByRole('code').innerText()).replaceAll(' ', '')
  const codeOf = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  await setUp.getByLabel('Code from the app').fill(codeOf(-1))
  await setUp.getByRole('button', { name: 'Switch on' }).click()
  await browser.getByRole('button', { name: 'I have saved them' }).click()
  await logout(browser)
  await giveCredentials(browser, 'hina@shop.example', password)
  await browser.getByLabel('Code', { exact: true }).fill(codeOf(0))
  await browser.getByRole('button', { name: 'Sign in', exact: true }).click()

  const menu = browser.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button', { name: /Products/ })).toBeVisible()
  for (const other of [/Vendor Verifications/, /Manage/, /Audit Log/]) {
    await expect(menu.getByRole('button', { name: other })).toHaveCount(0)
    await expect(menu.getByRole('link', { name: other })).toHaveCount(0)
  }
  await expectAccessible(browser)
  const vendor = await newSeller(marketplace, { username: 'Not For Hina' })
  for (const [path, permission] of [
    [`/vendor-vendordetails?id=${vendor}`, 'Vendor Verifications: view'],
    ['/manageroles', 'Manage Roles: view'],
    ['/audit-log', 'Audit Log: view'],
  ]) {
    await browser.goto(marketplace.url + path)
    await expect(browser.getByRole('heading', { name: 'No access' })).toBeVisible()
    await expect(browser.getByText(permission ?? '')).toBeVisible()
    await expect(browser.getByText('Not For Hina')).toHaveCount(0)
  }
  await expectAccessible(browser)
  await theirs?.close()
})

test('a change of a person’s role shows in the menu without a new sign-in, and an empty role is explained', async ({
  page,
  context,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const role = (
    await marketplace.call('POST', '/api/admin/roles', token, {
      name: 'Changing desk',
      permissions: ['Products: view', 'Vendor Verifications: view'],
    })
  ).body.results
  const email = 'waqar@shop.example'
  const invitation = { username: 'Waqar Aslam', email, phone: '', role_id: role.id }
  await marketplace.call('POST', '/api/admin/staff', token, invitation)
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })

  const theirs = await context.browser()?.newContext()
  const browser = await theirs?.newPage()
  if (!browser) throw new Error('no second browser')
  await browser.goto(`${marketplace.url}/login`)
  await giveCredentials(browser, email, password)
  // Without a dashboard the first screen of the menu that is theirs.
  await expect(browser.getByRole('heading', { name: /All Pending Products/ })).toBeVisible()

  await openAs(page, marketplace, `/managerolesname?id=${role.id}`)
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('switch', { name: 'Products', exact: true }).press('Space')
  await save()
  await browser.bringToFront()
  await browser.reload()
  const menu = browser.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button', { name: /Vendor Verifications/ })).toBeVisible()
  await expect(menu.getByRole('button', { name: /Products/ })).toHaveCount(0)
  await expect(browser.getByText('Products: View')).toBeVisible()

  await page.getByRole('switch', { name: 'Vendor Verifications', exact: true }).press('Space')
  await save()
  await browser.goto(marketplace.url)
  await expect(browser.getByRole('heading', { name: 'Your role has no screens yet' })).toBeVisible()
  await expectAccessible(browser)
  await theirs?.close()
})

test('the product is viewed as a role: only its menu, no changes, and back', async ({
  page,
  marketplace,
}) => {
  const id = await newCompleteSeller(marketplace, { username: 'Seen As Role' })
  const warned = await newSeller(marketplace, { username: 'Seen With Warnings' })
  await openAs(page, marketplace, '/manageroles')
  await page.getByRole('link', { name: 'Vendor desk' }).click()
  await page.getByRole('button', { name: 'View as this role' }).click()
  const banner = page.getByRole('region', { name: 'View as a role' })
  await expect(banner).toContainText('Vendor desk')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button', { name: /Vendor Verifications/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Manage Roles' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${id}`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  const told = /You cannot change anything in this view/
  await expect(page.getByRole('alert').getByText(told)).toBeVisible()
  // An approval that asks for a reason first is refused in the same words, where the reason was written.
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${warned}`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  const dialog = page.getByRole('dialog', { name: /has open warnings/ })
  await dialog.getByLabel('Why approve anyway').fill('Seen at the bazaar')
  await dialog.getByRole('button', { name: 'Approve despite warnings' }).click()
  await expect(dialog.getByRole('alert').getByText(told)).toBeVisible()
  const { token } = await marketplace.signIn()
  for (const seen of [id, warned]) {
    const { body } = await marketplace.call('GET', `/api/admin/sellers/${seen}`, token)
    expect(body.results.status).toBe('submitted')
  }
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page).toHaveURL(/managerolesname/)
  await expect(menu.getByRole('link', { name: 'Manage Roles' })).toBeVisible()
})

test('the audit log is verified from its screen', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/audit-log')
  await page.getByRole('button', { name: 'Verify' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the audit log' })
  await expect(dialog.getByText(/(is|are) unchanged/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /Verify the audit log/i }).first()).toBeVisible()
})
