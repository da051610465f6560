import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessibilityFaults, test as base, expect } from './marketplace.ts'
import { key, type RunningServer, startServer } from './server.ts'

const admin = { email: 'first@shop.example', password: 'maroon khaddar shawl' }

/** An installation as it is after its first start: one administrator, and nothing else. */
const test = base.extend<{ empty: RunningServer }>({
  empty: async ({ page }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'munshi-empty-'))
    const server = await startServer(directory, {
      DEMO: 'false',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    })
    await use(server)
    // A page that still asks for something while its server ends hears that it does.
    await page.close()
    await server.end()
    rmSync(directory, { recursive: true, force: true })
  },
})

test('a new installation says what it needs, each step is done by doing it, and the list can be hidden', async ({
  page,
  browser,
  empty,
}) => {
  await page.goto(`${empty.url}/login`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const steps = page.getByRole('region', { name: 'First steps' })
  const done = steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  // The key of this installation came with its settings.
  await expect(steps.getByText('1 of 5 done')).toBeVisible()
  await expect(done).toHaveText([/Create an intake key/])
  expect(await accessibilityFaults(page, { rules: 'all', schemes: ['light', 'dark'] })).toEqual([])

  await steps.getByRole('link', { name: 'Add categories' }).click()
  await page.getByRole('button', { name: 'Add the first category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add main category' })
  await dialog.getByLabel('Name').fill('Shawls')
  await dialog.getByRole('button', { name: 'Add main category' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(empty.url)
  await expect(steps.getByText('2 of 5 done')).toBeVisible()
  await expect(done).toHaveText([/Create an intake key/, /Add categories/])

  // A vendor that arrives is seen without a reload.
  const answer = await fetch(`${empty.url}/api/intake/sellers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, authorization: `Bearer ${key}` },
    body: JSON.stringify({
      external_id: 'first-vendor',
      username: 'First Vendor',
      email: 'vendor@shops.example',
      phone: '0300 7654321',
      seller: { cnic: '35202-9900101-1', sellers_city: 'Lahore' },
      shop: {
        shop_name: 'First Shop',
        bank_name: 'Standard Chartered',
        ibn_number: 'PK36SCBL0000001123456702',
      },
    }),
  })
  expect(answer.status).toBe(201)
  await expect(steps.getByText('3 of 5 done')).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Name your shop' })).toHaveAttribute(
    'href',
    '/general-setting-logo',
  )

  // Somebody who may open none of these screens reads what to do, without links; and the command of a key works as printed.
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('current_user') ?? '{}').token)
  const made = await fetch(`${empty.url}/api/admin/roles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Dashboard reader', permissions: ['Dashboard: view'] }),
  })
  expect(made.status).toBe(201)
  const { results: role } = await made.json()
  await page.route('**/api/admin/dashboard/work', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const start = results.start.filter((step: string) => step !== 'intake_key')
    await route.fulfill({ response, json: { results: { ...results, start } } })
  })
  await page.goto(`${empty.url}/managerolesname?id=${role.id}`)
  await page.getByRole('button', { name: 'View as this role' }).click()
  const view = page.getByRole('region', { name: 'View as a role' })
  await expect(view).toContainText('Dashboard reader')
  await expect(steps.getByText('Name your shop', { exact: true })).toBeVisible()
  await expect(steps.getByText('npm run key:create -- --name Shop', { exact: true })).toBeVisible()
  await expect(steps.getByRole('link')).toHaveCount(0)
  await view.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(view).toHaveCount(0)
  await page.unroute('**/api/admin/dashboard/work')
  await page.goto(empty.url)
  await expect(steps.getByRole('link', { name: 'Name your shop' })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  const isKept = page.waitForResponse((found) => found.url().endsWith('/api/account/preferences'))
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toBeHidden()
  expect((await isKept).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Waiting', exact: true })).toBeVisible()
  await expect(steps).toBeHidden()

  // Another browser of the same person.
  const other = await browser.newContext()
  const second = await other.newPage()
  await second.goto(`${empty.url}/login`)
  await second.getByLabel('Email').fill(admin.email)
  await second.getByLabel('Password', { exact: true }).fill(admin.password)
  await second.getByRole('button', { name: 'Sign in' }).click()
  await expect(second.getByRole('listitem').filter({ hasText: 'Vendor applications' })).toContainText('1')
  await expect(second.getByRole('region', { name: 'First steps' })).toBeHidden()
  await other.close()
})
