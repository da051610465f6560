import { demo, expect, openAs, test } from './marketplace.ts'

test('signing in leads to the screen that was asked for, and Logout ends it', async ({
  page,
  marketplace,
}) => {
  await page.goto(`${marketplace.url}/products-all-products?list=rejected`)
  await expect(page).toHaveURL(/\/login\?to=/)
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${marketplace.url}/products-all-products?list=rejected`)
  await expect(page.getByRole('heading', { name: /All Pending Products/ })).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('current_user') ?? '{}'))
  expect(Object.keys(stored).sort()).toEqual(['email', 'id', 'is_verified', 'phone', 'token', 'username'])
  await page.getByRole('button', { name: /Ayesha/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  const { status } = await marketplace.call('GET', '/api/account/me', stored.token)
  expect(status).toBe(401)
})

test('Logout ends the session in the browser although the server does not answer', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  await page.route('**/api/logout', () => {})
  await page.evaluate(() => localStorage.setItem('draft:somebody:record', '{}'))
  await page.getByRole('button', { name: /Ayesha/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/, { timeout: 5_000 })
  const left = () => page.evaluate(() => Object.keys(localStorage))
  await expect.poll(left).not.toContain('draft:somebody:record')
  expect(await left()).not.toContain('current_user')
})

test('blank fields and a wrong password are told in the words of the specification', async ({
  page,
  marketplace,
}) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) calls += 1
  })
  await page.goto(`${marketplace.url}/login`)
  await page.getByLabel('Email').fill('   ')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is Required')).toBeVisible()
  await expect(page.getByText('Password is Required')).toBeVisible()
  expect(calls).toBe(0)
  await page.getByLabel('Email').fill('nobody@munshi.example')
  await expect(page.getByText('Email is Required')).toBeHidden()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email or password is not right')
  expect(calls).toBe(1)
})

test('a damaged current_user is signed out, not a blank page', async ({ page, marketplace }) => {
  await page.addInitScript(() => localStorage.setItem('current_user', '{"token":'))
  await page.goto(marketplace.url)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('the way back never leads to another origin', async ({ page, marketplace }) => {
  await page.goto(`${marketplace.url}/login?to=//evil.example/`)
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${marketplace.url}/`)
})

test('a person sees only what their role opens, and is told what a screen would need', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/', 'sana@munshi.example')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const sections = menu.locator('button[aria-expanded]')
  await expect(sections).toHaveText([/Vendors$/, /Vendor Verifications$/])
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Review desk'])
  for (const section of await sections.all()) await section.click()
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Review desk',
    'Pending Vendors List',
    'Approved Vendors List',
    'Vendors Default Image',
    'Approved Verification',
    /^Pending Verification/,
    'Disabled Verification',
  ])
  await page.goto(`${marketplace.url}/products-all-products`)
  await expect(page.getByText('Products: view')).toBeVisible()
  await page.goto(`${marketplace.url}/nowhere`)
  await expect(page.getByRole('heading', { name: 'This screen does not exist' })).toBeVisible()
})

test('a session that ends elsewhere leads to the sign-in in every tab', async ({
  page,
  context,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const [second, third] = [await context.newPage(), await context.newPage()]
  for (const tab of [second, third]) {
    await tab.goto(marketplace.url)
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  }
  await second.evaluate(() => localStorage.removeItem('current_user'))
  for (const tab of [page, third]) {
    await expect(tab).toHaveURL(/\/login/)
    await expect(tab.getByLabel('Email')).toBeVisible()
  }
})
