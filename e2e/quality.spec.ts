import { accessibilityFaults, expect, openAs, test } from './marketplace.ts'
import { restOf, screensWithRecords } from './screens.ts'

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
