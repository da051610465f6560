import type { Page, Request } from '@playwright/test'
import { accessibilityFaults, demo, expect, type Marketplace, openAs, test } from './marketplace.ts'

/** Every screen, with a record of the demo where it shows one. */
const screens = [
  '/',
  '/orders-all-orders',
  '/orders-all-orders?payment_method=cod&from=2026-01-01&least=1000&city=Lahore',
  '/orders-pending-orders',
  '/orders-processingorders',
  '/orders-completed-orders',
  '/orders-declined-orders',
  'order-pending',
  'order-processing',
  'order-completed',
  'order-declined',
  '/orders-order-details?id=none',
  'order-invoice',
  'order-packing',
  'order-label',
  '/products-add-product',
  '/products-add-product?step=2',
  '/products-add-product?step=3',
  '/products-add-product?step=4',
  '/products-add-product?step=review',
  'product-edit',
  'product-edit-description',
  'product-edit-pictures',
  'product-edit-review',
  '/products-add-product?id=none',
  '/products-all-products',
  '/products-all-products?list=rejected',
  '/products-approvedproducts',
  '/products-approvedproducts?revision=waiting',
  '/products-deactivatedproducts',
  '/vendor-verification-pending-verification',
  '/vendor-verification-approved-verification',
  '/vendor-verification-disabled-verification',
  '/customers-customers-list',
  '/customers-customers-list?list=disabled',
  '/customers-withdraws',
  '/customers-customersimage',
  '/vendor-vendor-vendorimage',
  '/vendor-vendors-list',
  '/vendor-vendors-withdraws',
  '/withdrawals',
  '/withdrawals?status=paid',
  'withdrawal',
  'withdrawal-paid',
  '/withdrawal?id=none',
  '/payout-runs',
  'payout-run',
  'vendor-money',
  '/vendor-money?id=none',
  '/ledger',
  '/ledger?account=bank&from=2026-01-01',
  '/commission',
  '/tax-rates',
  '/order-checks',
  'customer',
  'customer-approved',
  'customer-disabled',
  '/customers-customer-details?id=none',
  'vendor',
  'vendor-bare',
  'vendor-approved',
  'vendor-changed',
  'product',
  'product-approved',
  'product-revision',
  '/audit-log',
  '/audit-log?subject_type=vendor&from=2026-01-01',
  'audit-entry',
  '/audit-log/entry?id=none',
  '/settlements',
  'settlement',
  'settlement-short',
  '/settlement?id=none',
  '/settlement-import',
  '/courier-cash',
  '/webhooks',
  '/webhook?id=none',
  '/manage-categories-main-categories',
  '/manage-categories-sub-categories',
  '/manage-categories-child-categories',
  'category',
  '/manage-categories-category?id=none',
  '/promotions',
  'promotion-running',
  'promotion-draft',
  'promotion-ended',
  '/promotion?id=none',
  '/bulk',
  '/bulk?status=done',
  'import-columns',
  'import-checked',
  'import-errors',
  'import-done',
  '/bulk/import?id=none',
  '/my-account',
  '/manage-staff',
  'staff',
  'staff-own',
  '/manageroles',
  'role',
  'role-locked',
  '/managerolesname',
  '/forgot-password',
  '/reset-password',
  '/reset-password#mr_none',
  '/accept-invitation',
  '/accept-invitation#mi_none',
  '/nowhere',
  '/vendor-vendordetails?id=none',
  '/manage-staff-details?id=none',
]

test.describe.configure({ mode: 'parallel' })

const widths = [1440, 768, 360] as const
type Width = (typeof widths)[number]
/** Each night a screen is loaded at each width; what a change runs loads it once and resizes it, every other one from below. */
const isWhole = process.env.MUNSHI_LOOKS === 'every load'

/** Each ground and each width once, of which the wide one is read by all rules; each night both at both. */
function lookedFor(width: Width): Parameters<typeof accessibilityFaults>[1] {
  const rules = isWhole || width === 1440 ? 'all' : 'colours'
  return { rules, schemes: isWhole ? ['light', 'dark'] : [width === 1440 ? 'light' : 'dark'] }
}

// Half of the screens each, so that two workers share them.
for (const half of [0, 1]) {
  test(`every screen, part ${half + 1}, is accessible in light and dark, calm, and fits ${widths.join(', ')} px`, async ({
    page,
    marketplace,
    faults,
  }) => {
    await page.addInitScript(watchThePage)
    const rest = restOf(page)
    const admin = await marketplace.signIn()
    const problems: string[] = []
    const resize = (width: Width) => page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
    const open = async (path: string, width: Width) => {
      await resize(width)
      await page.emulateMedia({ colorScheme: 'light' })
      rest.forget()
      await page.goto(marketplace.url + path)
      await expect(page.locator('h1').first()).toBeVisible()
      await rest.reached()
    }
    const look = async (screen: string, width: Width, isLoaded: boolean) => {
      const at = `${screen} at ${width} px`
      // What has moved is asked before the ground turns dark: that repaints on purpose.
      const found = await page.evaluate(whatWasSeen)
      if (found.sideways > 0) problems.push(`${at}: ${found.sideways} px sideways`)
      if (isLoaded && found.shift >= 0.02) problems.push(`${at}: layout shift ${found.shift.toFixed(3)}`)
      for (const violation of found.violations) problems.push(`${at}: policy ${violation}`)
      // Between the phone and the desk nothing is drawn that one of them does not draw.
      if (width === 768) return
      for (const fault of await accessibilityFaults(page, lookedFor(width))) problems.push(`${at}, ${fault}`)
    }
    const lookAtAll = async (screen: string, path: string, index: number) => {
      const order = Math.floor(index / 2) % 2 === 0 ? widths : widths.toReversed()
      for (const [step, width] of order.entries()) {
        if (isWhole || step === 0) await open(path, width)
        else {
          await page.emulateMedia({ colorScheme: 'light' })
          await resize(width)
          await rest.reached()
        }
        await look(screen, width, isWhole || step === 0)
      }
    }
    await lookAtAll('/login', '/login', half * 2)
    await openAs(page, marketplace, '/')
    const own = await screensWithRecords(marketplace, admin.token)
    for (const [index, [name, path]] of own.entries())
      if (index % 2 === half) await lookAtAll(name, path, index)
    expect(problems).toEqual([])
    expect(faults).toEqual([])
  })
}

/** Waits until the page says that it waits for nothing, and asks for nothing: two looks a tenth of a second apart. */
function restOf(page: Page): { forget(): void; reached(): Promise<void> } {
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  const isAtRest = async () =>
    asked.size === 0 &&
    (await page.evaluate(
      () =>
        document.fonts.status === 'loaded' &&
        !document.querySelector('[aria-busy="true"]') &&
        ![...document.querySelectorAll('[role="status"]')].some((one) => /^Loading/.test(one.textContent)),
    ))
  return {
    // What the page before asked for.
    forget: () => asked.clear(),
    async reached() {
      let looks = 0
      const count = async () => {
        looks = (await isAtRest()) ? looks + 1 : 0
        return looks
      }
      await expect.poll(count, { intervals: [100], timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    },
  }
}

/** Runs in the page before anything else of it. */
function watchThePage() {
  const state = window as unknown as { shift: number; violations: string[] }
  state.shift = 0
  state.violations = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!entry.hadRecentInput) state.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('securitypolicyviolation', (event) => {
    state.violations.push(`${event.violatedDirective} ${event.blockedURI}`)
  })
}

/** Runs in the page. */
function whatWasSeen() {
  const { shift, violations } = window as unknown as { shift: number; violations: string[] }
  const { scrollWidth, clientWidth } = document.documentElement
  return { shift, violations, sideways: scrollWidth - clientWidth }
}

async function screensWithRecords(marketplace: Marketplace, token: string): Promise<[string, string][]> {
  const rowsOf = async (path: string) =>
    (await marketplace.call('GET', `/api/admin/${path}`, token)).body.results.flat()
  const pending = await rowsOf('sellers/get/pending?limit=100')
  const staff = await rowsOf('staff?limit=25')
  const roles = await rowsOf('roles?limit=25')
  const isLocked = (row: { is_builtin: boolean }) => row.is_builtin
  const orderIn = async (status: string) => (await rowsOf(`orders?limit=1&status=${status}`))[0].id
  const printed = await orderIn('processing')
  const imported = await someImports(marketplace, token)
  const records: Record<string, string> = {
    'order-pending': `/orders-order-details?id=${await orderIn('pending')}`,
    'order-processing': `/order-orderdetails?id=${await orderIn('processing')}`,
    'order-completed': `/orders-order-details?id=${await orderIn('completed')}`,
    'order-declined': `/orders-order-details?id=${await orderIn('declined')}`,
    'order-invoice': `/print/order?id=${printed}&kind=invoice`,
    'order-packing': `/print/order?id=${printed}&kind=packing&size=a5`,
    'order-label': `/print/order?id=${printed}&kind=label`,
    'audit-entry': `/audit-log/entry?id=${(await rowsOf('audit?limit=1&action=reject'))[0].id}`,
    settlement: `/settlement?id=${(await rowsOf('settlements?limit=1'))[0].id}`,
    'settlement-short': `/settlement?id=${(await rowsOf('settlements?limit=1&difference=open'))[0].id}`,
    staff: `/manage-staff-details?id=${staff.find((row: { email: string }) => row.email !== demo.email)?.id}`,
    'staff-own': `/manage-staff-details?id=${staff.find((row: { email: string }) => row.email === demo.email)?.id}`,
    category: `/manage-categories-category?id=${(await rowsOf('categories?limit=1'))[0].id}`,
    'import-columns': `/bulk/import?id=${imported.columns}`,
    'import-checked': `/bulk/import?id=${imported.checked}`,
    'import-errors': `/bulk/import?id=${imported.checked}&verdict=error`,
    'import-done': `/bulk/import?id=${imported.done}`,
    'promotion-running': `/promotion?id=${(await rowsOf('promotions?limit=1&status=running'))[0].id}`,
    'promotion-draft': `/promotion?id=${(await rowsOf('promotions?limit=1&status=draft'))[0].id}`,
    'promotion-ended': `/promotion?id=${(await rowsOf('promotions?limit=1&status=ended'))[0].id}`,
    role: `/managerolesname?id=${roles.find((row: { is_builtin: boolean }) => !isLocked(row))?.id}`,
    'role-locked': `/managerolesname?id=${roles.find(isLocked)?.id}`,
    vendor: `/vendor-vendordetails?id=${pending.find((row: { shop: unknown }) => row.shop)?.id}`,
    'vendor-bare': `/vendor-vendordetails?id=${pending.find((row: { shop: unknown }) => !row.shop)?.id}`,
    'vendor-approved': `/vendor-detail/approved?id=${(await rowsOf('sellers/get/approve?limit=1'))[0].id}`,
    'vendor-changed': `/vendor-detail/approved?id=${(await rowsOf('sellers/get/approve?limit=1&change=waiting'))[0].id}`,
    customer: `/customers-customer-details?id=${(await rowsOf('customers?list=pending&limit=1'))[0].id}`,
    'customer-approved': `/customer-customerdetails?id=${(await rowsOf('customers?list=approved&limit=1'))[0].id}`,
    'customer-disabled': `/customers-customer-details?id=${(await rowsOf('customers?list=disabled&limit=1'))[0].id}`,
    withdrawal: `/withdrawal?id=${(await rowsOf('vendor-withdrawals?limit=1&status=requested'))[0].id}`,
    'withdrawal-paid': `/withdrawal?id=${(await rowsOf('vendor-withdrawals?limit=1&status=paid'))[0].id}`,
    'payout-run': `/payout-run?id=${await someRun(marketplace, token)}`,
    'vendor-money': `/vendor-money?id=${(await rowsOf('vendor-withdrawals?limit=1&status=paid'))[0].owner_id}`,
    product: `/single-product/pending?id=${(await rowsOf('products/get/pending?limit=1'))[0].id}`,
    'product-edit': `/products-add-product?id=${(await rowsOf('products/get/approved?limit=1'))[0].id}`,
    'product-edit-description': `/products-add-product?step=2&id=${(await rowsOf('products/get/approved?limit=1'))[0].id}`,
    'product-edit-pictures': `/products-add-product?step=4&id=${(await rowsOf('products/get/pending?limit=1'))[0].id}`,
    'product-edit-review': `/products-add-product?step=review&id=${(await rowsOf('products/get/pending?limit=1'))[0].id}`,
    'product-approved': `/single-product/approved?id=${(await rowsOf('products/get/approved?limit=1'))[0].id}`,
    'product-revision': `/single-product/approved?id=${(await rowsOf('products/get/approved?limit=1&revision=waiting'))[0].id}`,
  }
  return screens.map((screen) => [screen, records[screen] ?? screen])
}

/** A run that is there, or one that is opened: only one is open at a time. */
async function someRun(marketplace: Marketplace, token: string): Promise<string> {
  await marketplace.call('POST', '/api/admin/vendor-payouts', token)
  return (await marketplace.call('GET', '/api/admin/vendor-payouts?limit=1', token)).body.results[0].id
}

/** An import whose columns wait to be assigned, one that waits to be confirmed, and one that is done; the last two with a row that is wrong. */
async function someImports(marketplace: Marketplace, token: string) {
  const vendor = (await marketplace.call('GET', '/api/admin/imports/vendors?q=', token)).body.results[0]
  const send = async (name: string, text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text]), name)
    const response = await fetch(`${marketplace.url}/api/admin/imports?vendor_id=${vendor.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return ((await response.json()) as { results: { id: string } }).results.id
  }
  const read = async (id: string) =>
    (await marketplace.call('GET', `/api/admin/imports/${id}`, token)).body.results
  const until = (id: string, status: string) =>
    expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe(status)
  const mark = `${process.pid}-${Date.now()}`
  const rows = (of: string) =>
    `SKU,Name,Retail price\n${of}-${mark}-1,Lamp of brass,900\n${of}-${mark}-2,Lantern,a lot\n${of}-${mark}-3,پیتل کا چراغ,1200`
  const [columns, checked, done] = await Promise.all([
    send('prices from the shop.csv', `Thing ${mark},Costs,Remark\nLamp,900,from Multan\nLantern,700,`),
    send('lamps.csv', rows('CHECKED')),
    send('lanterns.csv', rows('DONE')),
  ])
  await Promise.all([until(columns, 'mapping'), until(checked, 'checked'), until(done, 'checked')])
  const { version } = await read(done)
  await marketplace.call('POST', `/api/admin/imports/${done}/confirm`, token, undefined, version)
  await until(done, 'done')
  return { columns, checked, done }
}

test('the navigation of a small screen is a drawer that keeps the focus and closes on Escape', async ({
  page,
  marketplace,
  faults,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, marketplace, '/')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeFocused()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await drawer.getByRole('button', { name: /Products/ }).click()
  await drawer.getByRole('link', { name: 'All Approved Products' }).click()
  await expect(page).toHaveURL(/products-approvedproducts/)
  await expect(drawer).toBeHidden()
  expect(faults).toEqual([])
})
