import { accessibilityFaults, expect, openAs, test } from './marketplace.ts'
import { restOf, screensWithRecords } from './screens.ts'

/** Each night a screen is loaded at each width; what a change runs loads it at one of them in turn, and resizes it. */
const isWhole = process.env.MUNSHI_LOOKS === 'every load'
// All rules on both grounds at each width take three times as long.
test.describe.configure({ mode: 'parallel', ...(isWhole ? { timeout: 1_800_000 } : {}) })

const widths = [1440, 768, 360] as const
type Width = (typeof widths)[number]
const orders: readonly (readonly Width[])[] = [widths, [768, 1440, 360], widths.toReversed()]

/** Each ground and each width once, of which the wide one is read by all rules; each night both at both. */
function lookedFor(width: Width): Parameters<typeof accessibilityFaults>[1] {
  const rules = isWhole || width === 1440 ? 'all' : 'colours'
  return { rules, schemes: isWhole ? ['light', 'dark'] : [width === 1440 ? 'light' : 'dark'] }
}

// A part of the screens each, so that the workers share them.
const parts = 3
for (let part = 0; part < parts; part += 1) {
  test(`every screen, part ${part + 1} of ${parts}, is accessible in light and dark, calm, and fits ${widths.join(', ')} px`, async ({
    page,
    marketplace,
  }) => {
    await page.addInitScript(watchThePage)
    const rest = restOf(page)
    const admin = await marketplace.signIn()
    const problems: string[] = []
    const resize = (width: Width) => page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
    const open = async (path: string, width: Width) => {
      await resize(width)
      // What slides by itself is drawn again and again, and is never at rest.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
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
      if (isLoaded && found.shift >= 0.02)
        problems.push(`${at}: layout shift ${found.shift.toFixed(3)}:${found.moved}`)
      for (const violation of found.violations) problems.push(`${at}: policy ${violation}`)
      // Between the phone and the desk nothing is drawn that one of them does not draw.
      if (width === 768) return
      for (const fault of await accessibilityFaults(page, lookedFor(width))) problems.push(`${at}, ${fault}`)
    }
    const lookAtAll = async (screen: string, path: string, index: number) => {
      const order = orders[Math.floor(index / parts) % orders.length] ?? widths
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
    await lookAtAll('/login', '/login', part * parts)
    await openAs(page, marketplace, '/')
    const own = await screensWithRecords(marketplace, admin.token)
    for (const [index, [name, path]] of own.entries())
      if (index % parts === part) await lookAtAll(name, path, index)
    expect(problems).toEqual([])
  })
}

/** Runs in the page before anything else of it. */
function watchThePage() {
  const state = window as unknown as { shift: number; moved: string; violations: string[] }
  state.shift = 0
  state.moved = ''
  state.violations = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      if (entry.hadRecentInput) continue
      state.shift += entry.value
      const [{ node } = { node: null }] = entry.sources
      const element = node instanceof Element ? node : node?.parentElement
      state.moved += ` ${entry.value.toFixed(3)} of ${element?.outerHTML.slice(0, 90) ?? 'what is gone'}`
    }
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('securitypolicyviolation', (event) => {
    state.violations.push(`${event.violatedDirective} ${event.blockedURI}`)
  })
}

/** Runs in the page. */
function whatWasSeen() {
  const { shift, moved, violations } = window as unknown as {
    shift: number
    moved: string
    violations: string[]
  }
  const { scrollWidth, clientWidth } = document.documentElement
  return { shift, moved, violations, sideways: scrollWidth - clientWidth }
}

test('the navigation of a small screen is a drawer that keeps the focus and closes on Escape', async ({
  page,
  marketplace,
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
})

for (const dir of ['ltr', 'rtl'] as const) {
  test(`the drawer is pushed away to its own edge with a finger, and a short push leaves it open, ${dir}`, async ({
    page,
    context,
    marketplace,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await openAs(page, marketplace, '/')
    await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir)
    const burger = page.getByRole('button', { name: 'Open navigation' })
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    const finger = await context.newCDPSession(page)
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    /** Moves a finger on the drawer so many pixels towards its edge, and so many down. */
    const push = async (across: number, down = 0) => {
      const box = await drawer.boundingBox()
      if (!box) throw new Error('the drawer is not shown')
      const start = { x: box.x + box.width / 2, y: 400 }
      const [x, y] = [dir === 'ltr' ? -across : across, down]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
      for (const part of [0.25, 0.5, 0.75, 1]) {
        const at = { x: start.x + x * part, y: start.y + y * part }
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
      }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await burger.click()
    await expect(drawer).toBeVisible()
    const place = () => drawer.evaluate((frame) => frame.getBoundingClientRect().x)
    // Its opening slides.
    await drawer.evaluate((frame) => Promise.all(frame.getAnimations().map((one) => one.finished)))
    const before = await place()
    await push(60)
    await push(20, 140)
    await expect(drawer).toBeVisible()
    expect(await place()).toBe(before)
    await push(130)
    await expect(drawer).toBeHidden()
    await expect(burger).toBeFocused()
  })
}

test('where less motion is asked for, nothing moves when the ground turns dark', async ({
  page,
  marketplace,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openAs(page, marketplace, '/orders-all-orders')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.evaluate(() => {
    const state = window as unknown as { motions: number }
    state.motions = 0
    for (const begun of ['transitionrun', 'animationstart']) {
      document.addEventListener(begun, () => {
        state.motions += 1
      })
    }
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // What the change has begun is told with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.evaluate(() => (window as unknown as { motions: number }).motions)).toBe(0)
})
