import AxeBuilder from '@axe-core/playwright'
import { expect, openAs, test } from './marketplace.ts'

/** Every screen, with a record of the demo where it shows one. */
const screens = [
  '/',
  '/products-all-products',
  '/products-all-products?list=rejected',
  '/products-approvedproducts',
  '/products-approvedproducts?revision=waiting',
  '/products-deactivatedproducts',
  '/vendor-verification-pending-verification',
  '/vendor-verification-approved-verification',
  '/vendor-verification-disabled-verification',
  'vendor',
  'vendor-bare',
  'vendor-approved',
  'vendor-changed',
  'product',
  'product-approved',
  'product-revision',
  '/nowhere',
  '/vendor-vendordetails?id=none',
]

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 768, 360]) {
    test(`every screen is accessible, calm and fits ${width} px in ${scheme}`, async ({
      page,
      marketplace,
      faults,
    }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
      await page.addInitScript(() => {
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
      })
      const admin = await marketplace.signIn()
      const idOf = async (path: string) =>
        (await marketplace.call('GET', path, admin.token)).body.results.flat()
      const pending = await idOf('/api/admin/sellers/get/pending?limit=100')
      const paths: Record<string, string> = {
        vendor: `/vendor-vendordetails?id=${pending.find((row: { shop: unknown }) => row.shop)?.id}`,
        'vendor-bare': `/vendor-vendordetails?id=${pending.find((row: { shop: unknown }) => !row.shop)?.id}`,
        'vendor-approved': `/vendor-detail/approved?id=${(await idOf('/api/admin/sellers/get/approve?limit=1'))[0].id}`,
        'vendor-changed': `/vendor-detail/approved?id=${(await idOf('/api/admin/sellers/get/approve?limit=1&change=waiting'))[0].id}`,
        product: `/single-product/pending?id=${(await idOf('/api/admin/products/get/pending?limit=1'))[0].id}`,
        'product-approved': `/single-product/approved?id=${(await idOf('/api/admin/products/get/approved?limit=1'))[0].id}`,
        'product-revision': `/single-product/approved?id=${(await idOf('/api/admin/products/get/approved?limit=1&revision=waiting'))[0].id}`,
      }
      await openAs(page, marketplace, '/')
      const problems: string[] = []
      for (const screen of ['/login', ...screens]) {
        const path = paths[screen] ?? screen
        if (screen === '/login') await page.evaluate(() => localStorage.removeItem('current_user'))
        await page.goto(marketplace.url + path)
        if (screen === '/login')
          await page.evaluate((text) => localStorage.setItem('held', text), JSON.stringify(admin))
        await expect(page.locator('h1').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, nodes } of violations)
          problems.push(`${screen}: axe ${id} at ${nodes[0]?.target.join(' ')}`)
        const found = await page.evaluate(() => {
          const state = window as unknown as { shift: number; violations: string[] }
          const { scrollWidth, clientWidth } = document.documentElement
          return { shift: state.shift, violations: state.violations, sideways: scrollWidth - clientWidth }
        })
        if (found.sideways > 0) problems.push(`${screen}: ${found.sideways} px sideways`)
        if (found.shift >= 0.02) problems.push(`${screen}: layout shift ${found.shift.toFixed(3)}`)
        for (const violation of found.violations) problems.push(`${screen}: policy ${violation}`)
        if (screen === '/login')
          await page.evaluate(() => localStorage.setItem('current_user', localStorage.getItem('held') ?? ''))
      }
      expect(problems).toEqual([])
      expect(faults).toEqual([])
    })
  }
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
