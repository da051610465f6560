import AxeBuilder from '@axe-core/playwright'
import type { FrameLocator, Page } from '@playwright/test'
import sharp from 'sharp'
import { faultsOf } from './axe.ts'
import { expect, test } from './marketplace.ts'
import { banner, fullContent, picture, publish } from './window-content.ts'
import { openPreview } from './window-frame.ts'

/** Collects what the policy of a page refuses, before anything else of it runs. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const state = window as unknown as { refused: string[]; shift: number }
    state.refused = []
    state.shift = 0
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      state.refused.push(`${effectiveDirective} ${blockedURI}`),
    )
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        state.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { refused: string[] }).refused)
}

async function axeFaults(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.target.join(' ')}`)
}

/** From now on time passes in the page only when it is told to. */
async function stopTime(page: Page): Promise<void> {
  const now = new Date('2026-11-23T12:00:00+05:00')
  await page.clock.install({ time: now })
  await page.clock.pauseAt(new Date(now.getTime() + 1_000))
}

const slides = (frame: FrameLocator) => frame.locator('.sliders .slide')

/** The numbers of the slides of which any part is seen within the track. */
const seenSlides = (frame: FrameLocator) =>
  frame.locator('.sliders .track').evaluate((track) => {
    const room = track.getBoundingClientRect()
    return [...track.children].flatMap((slide, index) => {
      const { left, right } = slide.getBoundingClientRect()
      return Math.min(right, room.right) - Math.max(left, room.left) > 2 ? [index] : []
    })
  })

test('the homepage shows every part in its order, and none of what is off or over', async ({
  page,
  marketplace,
}) => {
  const { frame, show, told } = await openPreview(page, marketplace, 1200)
  const content = fullContent()
  await show({ content })
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/Everything from Peshawar to Karachi/)
  await expect(frame.getByRole('complementary', { name: 'Announcement' })).toContainText('Free delivery')
  const order = () =>
    frame
      .locator('main > section')
      .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).dataset.section))
  const begun = ['slider_banners', 'sub_slider_banners', 'services', 'popular_categories_banners']
  expect(await order()).toEqual([...begun, 'homepage', 'center_large_banner', 'bottom_small_banners'])
  await expect(frame.getByRole('heading', { name: 'New products' })).toBeVisible()
  await expect(frame.getByRole('listitem').filter({ hasText: 'Ajrak dupatta' })).toContainText(
    'Hala Handicrafts',
  )
  await expect(frame.getByRole('heading', { name: 'Popular this winter' })).toBeVisible()
  await expect(frame.getByText('CNIC and bank verified')).toBeVisible()

  const { homepage, services, sub_slider_banners } = content.sections as {
    homepage: { parts: string[] }
    services: { items: { is_on: boolean }[] }
    sub_slider_banners: { items: { from: string | null; until: string | null }[] }
  }
  homepage.parts = ['services', 'sub_slider_banners']
  Object.assign(services.items[0] ?? {}, { is_on: false })
  Object.assign(sub_slider_banners.items[0] ?? {}, { until: '2020-01-01T00:00:00Z' })
  Object.assign(sub_slider_banners.items[1] ?? {}, { from: '2120-01-01T00:00:00Z' })
  await show({ content })
  expect(await order()).toEqual(['services', 'sub_slider_banners'])
  await expect(frame.getByText('Cash on delivery')).toHaveCount(0)
  await expect(frame.getByText('Ajrak and Sindhi caps')).toHaveCount(0)
  await expect(frame.getByText('Multani blue pottery')).toHaveCount(0)
  await expect(frame.getByText('Peshawari chappal')).toBeVisible()
  expect((await told()).filter(({ type }) => type === 'munshi:violation')).toEqual([])
})

test('a click in a preview names the field, and leads nowhere', async ({ page, marketplace }) => {
  const { frame, show, told } = await openPreview(page, marketplace, 768)
  const content = fullContent()
  await show({ content })
  await frame.getByRole('heading', { name: 'Khaddar and shawls for the cold' }).click()
  await frame.getByRole('link', { name: 'Shop winter wear' }).click()
  await frame.getByRole('heading', { name: 'Popular this winter' }).click()
  const first = (content.sections.slider_banners as { items: { id: string }[] }).items[0]?.id
  expect((await told()).filter(({ type }) => type === 'munshi:picked')).toEqual([
    { type: 'munshi:picked', section: 'slider_banners', item: first, field: 'title' },
    { type: 'munshi:picked', section: 'slider_banners', item: first, field: 'cta' },
    { type: 'munshi:picked', section: 'homepage', item: null, field: 'popular_heading' },
  ])
  await expect(frame.getByRole('heading', { name: 'Khaddar and shawls for the cold' })).toBeVisible()

  // A message from anywhere but the parent changes nothing.
  await frame
    .locator('body')
    .evaluate(() =>
      window.postMessage(
        { type: 'munshi:content', content: { release: 0, sections: {} }, page: 'home' },
        '*',
      ),
    )
  await frame.locator('body').evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(frame.getByRole('heading', { name: 'Popular this winter' })).toBeVisible()
})

test('carousels show one slide at every width, in both directions, and are moved by keys and buttons', async ({
  page,
  marketplace,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, dir] of [
    [320, 'ltr'],
    [550, 'rtl'],
    [768, 'ltr'],
    [1200, 'rtl'],
  ] as const) {
    const { frame, show } = await openPreview(page, marketplace, width)
    await show({ dir })
    await expect(slides(frame)).toHaveCount(3)
    expect(await seenSlides(frame)).toEqual([0])
    const [onward, back] = dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    await frame.getByRole('button', { name: 'Next slide' }).first().click()
    await expect.poll(() => seenSlides(frame)).toEqual([1])
    await page.keyboard.press(onward)
    await expect.poll(() => seenSlides(frame)).toEqual([2])
    await page.keyboard.press(onward)
    await expect.poll(() => seenSlides(frame)).toEqual([0])
    await page.keyboard.press(back)
    await expect.poll(() => seenSlides(frame)).toEqual([2])
    await page.keyboard.press('Home')
    await expect.poll(() => seenSlides(frame)).toEqual([0])
    await frame.getByRole('button', { name: 'Show slide 2' }).first().click()
    await expect.poll(() => seenSlides(frame)).toEqual([1])
    // What is not seen cannot be reached, and what is seen is announced.
    expect(await slides(frame).evaluateAll((all) => all.map((one) => (one as HTMLElement).inert))).toEqual([
      true,
      false,
      true,
    ])
    await expect(frame.getByRole('group', { name: '2 of 3' })).toBeVisible()
    await expect(frame.locator('.sliders .track')).toHaveAttribute('aria-live', 'polite')
    // As a finger does it.
    await frame.locator('.sliders .track').evaluate((track) => {
      track.scrollTo({ left: (track.firstElementChild as HTMLElement).offsetLeft, behavior: 'instant' })
    })
    await expect(frame.getByRole('group', { name: '1 of 3' })).toBeVisible()
    const sideways = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(sideways).toBe(0)
  }
})

test('the keyboard stays in a carousel whose slides are moved by keys', async ({ page, marketplace }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { frame, show } = await openPreview(page, marketplace, 1200)
  const content = fullContent()
  const { items } = content.sections.slider_banners as { items: object[] }
  // Without a link, the slide itself takes the focus.
  Object.assign(items[2] as object, { cta: '', cta_link: '' })
  await show({ content })
  await expect(slides(frame)).toHaveCount(3)
  const links = frame.locator('.sliders .slide a')
  const focused = () => slides(frame).evaluateAll((all) => all.map((one) => one.matches(':focus-within')))
  await links.first().focus()
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowRight', 0],
    ['End', 2],
    ['ArrowLeft', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => seenSlides(frame)).toEqual([at])
    await expect.poll(focused).toEqual([0, 1, 2].map((one) => one === at))
  }
  await expect(links.nth(1)).toBeFocused()
  // A pointer that leaves does not let go what the keyboard holds: the slide would move on under its reader.
  await frame.getByRole('button', { name: 'Play' }).press('Enter')
  await slides(frame).nth(1).hover()
  await page.mouse.move(0, 890)
  await frame.locator('body').evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(frame.getByRole('button', { name: 'Pause' })).toBeFocused()
  await expect(frame.locator('.sliders .track')).toHaveAttribute('aria-live', 'polite')
})

test('the slider moves by itself until it is paused, and not for who wants less motion', async ({
  page,
  marketplace,
}) => {
  const content = fullContent()
  // In front of the slider it would take the clicks.
  Object.assign(content.sections.popup_banner as object, { is_on: false })
  await publish(marketplace, content)
  await stopTime(page)
  await page.goto(`${marketplace.url}/shop`)
  const name = () => page.locator('.sliders [aria-current]').getAttribute('aria-label')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(await name()).toBe('Show slide 1')
  await expect
    .poll(async () => {
      await page.clock.fastForward(6_500)
      return name()
    })
    .not.toBe('Show slide 1')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  const paused = await name()
  await page.clock.fastForward(30_000)
  expect(await name()).toBe(paused)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.clock.fastForward(30_000)
  expect(await name()).toBe('Show slide 1')
})

test('the sign that a page is on its way is taken off the page that stays, when it does not come', async ({
  page,
  marketplace,
}) => {
  const content = fullContent()
  Object.assign(content.sections.popup_banner as object, { is_on: false })
  await publish(marketplace, content)
  // For who wants less motion the slider offers to play once its scripts run, and so do those of the loader.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stopTime(page)
  // An answer without content ends a navigation as the browser's Stop does: the page stays.
  await page.route('**/shop/stores', (route) => route.fulfill({ status: 204 }))
  await page.goto(`${marketplace.url}/shop`)
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  const sign = page.getByRole('status').filter({ hasText: 'Loading' })
  const leave = async () => {
    await page.getByRole('link', { name: 'Stores', exact: true }).first().click()
    await page.clock.fastForward(400)
    await expect(sign).toBeVisible()
  }
  await leave()
  await page.keyboard.press('Escape')
  await expect(sign).toBeHidden()
  await leave()
  await sign.click()
  await expect(sign).toBeHidden()
  await leave()
  await page.clock.fastForward(10_000)
  await expect(sign).toBeHidden()
  expect(page.url()).toBe(`${marketplace.url}/shop`)
})

test('the popup comes after its delay, is closed by Esc, and stays away for its days', async ({
  page,
  marketplace,
}) => {
  await publish(marketplace, fullContent())
  // For who wants less motion the slider offers to play once its scripts run, and so do those of the popup.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stopTime(page)
  const popup = page.getByRole('dialog', { name: '10% off your first order' })
  const open = async () => {
    await page.goto(`${marketplace.url}/shop`)
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  }
  await open()
  await page.clock.fastForward(1_500)
  await expect(popup).toBeHidden()
  await page.clock.fastForward(1_000)
  await expect(popup).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await open()
  await page.clock.fastForward(10_000)
  await expect(popup).toBeHidden()
  await page.clock.fastForward(8 * 24 * 60 * 60 * 1_000)
  await open()
  await page.clock.fastForward(3_000)
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  // To follow its link is to have seen it.
  await page.clock.fastForward(8 * 24 * 60 * 60 * 1_000)
  await open()
  await page.clock.fastForward(3_000)
  await popup.getByRole('link').first().click()
  await expect(popup).toBeHidden()
  await open()
  await page.clock.fastForward(10_000)
  await expect(popup).toBeHidden()
})

test('hostile texts, links, colours and HTML are shown as words or not at all, and nothing runs', async ({
  page,
  marketplace,
}) => {
  const { frame, show, told } = await openPreview(page, marketplace, 768)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  const content = fullContent()
  const links = [
    'javascript:alert(3)',
    '//evil.example',
    'https:\\evil',
    'data:text/html,<script>alert(4)</script>',
    '/\\evil.example',
  ]
  content.sections.slider_banners = {
    items: links.map((cta_link) =>
      banner(null, hostile, {
        cta: 'Go',
        cta_link,
        title_color: '#fff}body{display:none',
        title_size: '99px',
      }),
    ),
  }
  content.sections.about_us = {
    ...content.sections.about_us,
    title: hostile,
    text: `<p onclick="alert(5)" style="position:fixed">Words</p><a href="java&#115;cript:alert(6)">one</a>
      <img src=x onerror=alert(7)><svg onload=alert(8)><script>alert(9)</script></svg>
      <iframe srcdoc="<script>alert(10)</script>"></iframe><math><mtext><style><img src onerror=alert(11)></style></mtext></math>
      <a href="https://good.example/">two</a><style>body{display:none}</style><form action="https://evil.example"><button>send</button></form>`,
  }
  await show({ content, dir: 'ltr' })
  await expect(frame.getByRole('heading', { name: hostile }).first()).toBeVisible()
  expect(
    await frame.locator('.sliders .slide a').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
  ).toEqual(links.map(() => null))
  await show({ content, page: 'about-us' })
  await expect(frame.getByText('Words')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'two' })).toHaveAttribute('href', 'https://good.example/')
  await expect(
    frame.locator('.prose').locator('img, svg, iframe, style, script, form, button, [onclick], [style]'),
  ).toHaveCount(0)
  await expect(frame.locator('.prose a')).toHaveCount(1)
  expect((await told()).filter(({ type }) => type === 'munshi:violation')).toEqual([])
  expect(dialogs).toEqual([])
})

/**
 * Of 1200 × 2400 pixels: now and then the rounded corners of one layer are drawn a shade lighter than those of another, some
 * 60 pixels in all. A word that differs changes thousands.
 */
const mostDiffering = 500
/** No pixel may differ by more than so much of 255: between corners of different layers it was 3 at most. */
const mostShades = 8

/** How many pixels of two pictures of the same size differ, and by how much at most. */
async function differing(one: Buffer, other: Buffer): Promise<{ pixels: number; shades: number }> {
  const [first, second] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
  )
  if (!first || first.length !== second?.length) throw new Error('the pictures have different sizes')
  let [pixels, shades] = [0, 0]
  for (let at = 0; at < first.length; at += 3) {
    const apart = [0, 1, 2].map((of) => Math.abs((first[at + of] ?? 0) - (second[at + of] ?? 0)))
    if (apart.some((shade) => shade > 0)) pixels += 1
    shades = Math.max(shades, ...apart)
  }
  return { pixels, shades }
}

test('the shop shows what a preview of the same answer shows, to the pixel', async ({
  browser,
  marketplace,
}) => {
  const content = fullContent()
  Object.assign(content.sections.popup_banner as object, { is_on: false })
  const live = await publish(marketplace, content)
  const newest = await fetch(`${marketplace.url}/api/storefront/products/newest`)
  const { results: products } = await newest.json()
  const agreed = await fetch(`${marketplace.url}/api/storefront/subscribers/consent`)
  const { results: consent } = await agreed.json()
  // Less than the page is high: where it is lower than its window, the shop keeps its footer at the bottom.
  const height = 2_400
  for (const width of [1200, 390]) {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width, height } })
    // A picture of a slide that is not shown is not asked for, and in a frame none below what is seen of it.
    const loaded = (images: HTMLImageElement[]) =>
      Promise.all(
        images
          .filter((image) => !image.closest('[inert]') && image.getBoundingClientRect().top < innerHeight)
          .map((image) => image.decode()),
      )
    const shop = await context.newPage()
    await shop.goto(`${marketplace.url}/shop`)
    await shop.getByRole('button', { name: 'Play' }).waitFor()
    // The shop keeps room for a scroll bar, and a preview is as high as its page.
    await shop.evaluate(() => document.documentElement.style.setProperty('scrollbar-gutter', 'auto'))
    await shop.locator('img').evaluateAll(loaded as never)
    const page = await context.newPage()
    const { frame, show } = await openPreview(page, marketplace, width, height)
    await show({ content: live, answers: { products, consent } })
    await frame.getByRole('button', { name: 'Play' }).waitFor()
    await frame.locator('img').evaluateAll(loaded as never)
    // Each paints its pictures when it can: what they come to is compared.
    const isSame = async () => {
      const { pixels, shades } = await differing(await shop.screenshot(), await page.screenshot())
      return pixels < mostDiffering && shades <= mostShades
        ? 'the same'
        : `${pixels} pixels, by ${shades} at most`
    }
    await expect.poll(isSame, { message: `${width} px` }).toBe('the same')
    await context.close()
  }
})

test('every page is accessible in light and dark, keeps its place while it loads, and asks for nothing twice', async ({
  page,
  marketplace,
}) => {
  const content = fullContent()
  Object.assign(content.sections.popup_banner as object, { is_on: false })
  await publish(marketplace, content)
  const refused = await watchPolicy(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url())
  })
  const stores = await marketplace.call('GET', '/api/storefront/stores?limit=1', '')
  const store = `/shop/stores/${stores.body.results[0].id}`
  const problems: string[] = []
  const ofMails = ['/shop/subscribe/confirm?token=x', '/shop/unsubscribe?token=x']
  const others = ['/shop', '/shop/about-us', '/shop/faq', '/shop/stores', store, '/shop/nothing-here']
  for (const path of [...others, ...ofMails]) {
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(marketplace.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.waitForLoadState('networkidle')
      problems.push(...(await axeFaults(page, `${path} ${colorScheme}`)))
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
      if (shift >= 0.02) problems.push(`${path}: layout shift ${shift}`)
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (sideways > 0) problems.push(`${path}: ${sideways} px sideways at ${width}`)
      problems.push(...(await refused()))
    }
  }
  expect(problems).toEqual([])
  expect(asked).toEqual([])
})

test('pages that only previews can fill here are accessible in light and dark, and from right to left', async ({
  page,
  marketplace,
}) => {
  const { show, told } = await openPreview(page, marketplace, 360)
  const inside = page.frames().find((frame) => frame.url().endsWith('/shop/preview-frame'))
  if (!inside) throw new Error('there is no frame')
  const problems: string[] = []
  for (const name of ['home', 'faq', 'blog', 'post', 'stores', 'store'] as const)
    for (const theme of ['light', 'dark'] as const) {
      await show({ page: name, theme, dir: theme === 'dark' ? 'rtl' : 'ltr' })
      const faults = await faultsOf(inside, 'all')
      problems.push(...faults.map((fault) => `${name} ${theme}: ${fault}`))
    }
  expect(problems).toEqual([])
  expect((await told()).filter(({ type }) => type === 'munshi:violation')).toEqual([])
})

test('questions stand in their groups, open by the keyboard, and are found by their words', async ({
  page,
  marketplace,
}) => {
  const { frame, show } = await openPreview(page, marketplace, 768)
  await show({ page: 'faq' })
  await expect(frame.getByRole('heading', { name: 'Delivery' })).toBeVisible()
  await frame.getByText('What does delivery cost?').focus()
  await page.keyboard.press('Enter')
  await expect(frame.getByText('Rs 200; free from Rs 10,000.')).toBeVisible()
  await frame.getByRole('searchbox', { name: 'Search questions' }).fill('نقد')
  await expect(frame.getByRole('main').getByRole('status')).toHaveText('1 question')
  await expect(frame.getByText('What does delivery cost?')).toHaveCount(0)
  await frame.getByRole('searchbox').fill('nothing of the kind')
  await expect(frame.getByRole('main').getByRole('status')).toHaveText('No questions match')
})

test('the document says what its page is, and a page that is not there is a 404', async ({ marketplace }) => {
  await publish(marketplace, fullContent())
  const read = async (path: string) => {
    const response = await fetch(marketplace.url + path, { redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const home = await read('/shop')
  expect(home.status).toBe(200)
  expect(home.html).toContain('<title>Bazaar Pakistan</title>')
  expect(home.html).toContain(`<link rel="canonical" href="${marketplace.url}/shop">`)
  expect(home.html).toContain('"@type":"Organization"')
  expect(home.html).toContain('Khaddar and shawls for the cold</h2>')
  expect(home.html).not.toContain('style="')
  expect(home.headers.get('cache-control')).toBe('public, max-age=60')
  const etag = home.headers.get('etag') ?? ''
  const again = await fetch(`${marketplace.url}/shop`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const stores = await read('/shop/stores')
  expect(stores.html).toContain('<title>All stores · Bazaar Pakistan</title>')
  const { body } = await marketplace.call('GET', '/api/storefront/stores?limit=1', '')
  const store = await read(`/shop/stores/${body.results[0].id}`)
  expect(store.html).toContain('"@type":"BreadcrumbList"')
  for (const path of [
    '/shop/nothing',
    '/shop/stores/nobody',
    '/shop/stores?page=9000',
    '/shop/preview/not-a-token-of-any-link',
  ]) {
    const missing = await read(path)
    expect(missing.status, path).toBe(404)
    expect(missing.html, path).toContain('Page not found')
    expect(missing.html, path).toContain('noindex')
  }
})

test('a link shows the draft to somebody without an account, says until when, and ends', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const path = '/api/admin/homepage-settings/sections/homepage'
  const before = await marketplace.call('GET', path, token)
  const value = { ...before.body.results.value, welcome: 'Only in the draft' }
  await marketplace.call('PUT', path, token, { value }, before.body.results.version)
  const link = await marketplace.call('POST', '/api/admin/preview-links', token)
  const { pathname } = new URL(link.body.results.url)
  const refused = await watchPolicy(page)
  const response = await page.goto(marketplace.url + pathname)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByRole('note')).toHaveText(/^Draft, open until \d+ \w+ \d{4}, \d\d:\d\d$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only in the draft')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' }).click()
  await expect(page).toHaveURL(`${marketplace.url}${pathname}/about-us`)
  await expect(page.getByRole('note')).toBeVisible()
  expect(await refused()).toEqual([])
  const live = await fetch(`${marketplace.url}/shop`)
  expect(await live.text()).not.toContain('Only in the draft')
  await marketplace.call('DELETE', `/api/admin/preview-links/${link.body.results.id}`, token)
  expect((await page.goto(marketplace.url + pathname))?.status()).toBe(404)
})

test('a preview shows the section that is edited, and what comes after half a value', async ({
  page,
  marketplace,
  faults,
}) => {
  // What cannot be drawn is left out, and logged.
  faults.expected(/^TypeError: \S+ is not a function/)
  const { frame, show } = await openPreview(page, marketplace, 768)
  const popup = frame.getByRole('dialog', { name: '10% off your first order' })
  await show({})
  await expect(popup).toBeHidden()
  const content = fullContent()
  Object.assign(content.sections.popup_banner as object, { is_on: false })
  await show({ content, focus: 'popup_banner' })
  await expect(popup).toBeVisible()
  await show({ content, focus: 'loader' })
  await expect(popup).toBeHidden()
  await expect(frame.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  const broken = {
    release: 0,
    sections: { slider_banners: { items: [null, 5, { title: {}, image: { media: 7 } }] } },
  }
  await show({ content: broken as never })
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Shop')
  await page.evaluate(() => {
    const message = {
      type: 'munshi:content',
      page: 'blog',
      answers: { posts: { results: 7 } },
      content: { sections: {} },
    }
    document.querySelector('iframe')?.contentWindow?.postMessage(message, '*')
  })
  await expect(frame.getByRole('main')).toHaveCount(0)
  await show({ page: 'stores' })
  await expect(frame.getByRole('heading', { name: 'Swat Shawls' })).toBeVisible()
})

test('a picture of a banner keeps its room before it has come', async ({ page, marketplace }) => {
  const { frame, show } = await openPreview(page, marketplace, 768)
  const content = fullContent()
  content.sections.logos = {
    ...content.sections.logos,
    header: picture(480, 96, ['#0f6b4a', '#ffffff'], 'Bazaar'),
  }
  await show({ content })
  const without = await frame
    .locator('img')
    .evaluateAll(
      (all) => all.filter((one) => !one.getAttribute('width') || !one.getAttribute('height')).length,
    )
  expect(without).toBe(0)
  // What is below the first screen is asked for when it comes near.
  const eager = await frame.locator('img:not([loading="lazy"])').count()
  expect(eager).toBe(2)
})
