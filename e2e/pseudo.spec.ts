import { globSync, readFileSync } from 'node:fs'
import { speakPseudo } from '../src/app/web/pseudo-language.ts'
import { wordingIn } from '../src/testing/wording.ts'
import { expect, type Marketplace, openAs, test } from './marketplace.ts'

/** Screens of the features that have a catalogue, in the pseudo-language: longer, accented, read from right to left. */
async function screensOf(marketplace: Marketplace): Promise<string[]> {
  const { token } = await marketplace.signIn()
  const first = async (path: string): Promise<string> =>
    (await marketplace.call('GET', `/api/admin/${path}`, token)).body.results.flat()[0].id
  return [
    '/customers-customers-list',
    '/customers-customers-list?list=disabled',
    '/customers-withdraws',
    `/customers-customer-details?id=${await first('customers?list=pending&limit=1')}`,
    `/customer-customerdetails?id=${await first('customers?list=approved&limit=1')}`,
    `/customers-customer-details?id=${await first('customers?list=disabled&limit=1')}`,
    '/customers-customer-details?id=none',
    '/vendor-verification-pending-verification',
    '/vendor-verification-approved-verification',
    '/vendor-verification-disabled-verification',
    `/vendor-vendordetails?id=${await first('sellers/get/pending?limit=1')}`,
    `/vendor-detail/approved?id=${await first('sellers/get/approve?limit=1')}`,
    `/vendor-detail/approved?id=${await first('sellers/get/approve?limit=1&change=waiting')}`,
    '/vendor-vendordetails?id=none',
  ]
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{2,}/g) ?? []

/** What the server and the kit write, and what numbers, days and browsers are made of. */
function wordsNotTranslatedYet(): Set<string> {
  const files = globSync(['src/kit/contract/*.ts', 'src/kit/server/*.ts'], {
    exclude: (path) => /\.test\./.test(String(path)),
  })
  const wording = files.flatMap((path) => wordingIn(path, readFileSync(path, 'utf8')).map(({ text }) => text))
  return new Set([...wording, 'Rs km', months].flatMap(wordsOf))
}
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun'

/** Runs in the page: what breaks its layout, and every text outside the brackets of the pseudo-language. */
function whatIsWrong() {
  const { scrollWidth, clientWidth } = document.documentElement
  const broken = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px sideways`] : []
  const isHidden = (element: Element) => !element.checkVisibility() || element.closest('.visually-hidden')
  for (const control of document.querySelectorAll('button, h1, h2, h3, th, label, legend, dt, [role=tab]')) {
    for (const part of [control, ...control.querySelectorAll('*')]) {
      if (isHidden(part) || !(part instanceof HTMLElement) || part.dir === 'auto') continue
      const isCut =
        part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && /[⟦⟧]/.test(part.textContent ?? '')
      if (isCut && getComputedStyle(part).display !== 'inline') broken.push(`cut: ${part.textContent}`)
    }
  }
  const texts: string[] = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (!node.parentElement?.closest('script, style')) texts.push(node.nodeValue ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      texts.push(element.getAttribute(name) ?? '')
  }
  // Two letters alone stand for a face.
  const isText = (text: string) => /[A-Za-z]{2}/.test(text) && !/^\s*[A-Z]{1,2}\s*$/.test(text)
  return { broken, texts: texts.map((text) => text.replace(/⟦[^⟧]*⟧/g, ' ')).filter(isText) }
}

for (const width of [1440, 360]) {
  test(`the screens of translated features hold longer texts from right to left at ${width} px, and no other`, async ({
    page,
    marketplace,
    faults,
  }) => {
    await page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
    await page.addInitScript(speakPseudo)
    const known = wordsNotTranslatedYet()
    // A verb of the audit log is shown in its past.
    const isKnown = (word: string) =>
      [word, word.replace(/ed$/, ''), word.replace(/d$/, '')].some((one) => known.has(one))
    // What the database says is nobody's to translate.
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return
      for (const word of wordsOf(await response.text().catch(() => ''))) known.add(word)
    })
    await openAs(page, marketplace, '/')
    const problems: string[] = []
    for (const screen of await screensOf(marketplace)) {
      await page.goto(marketplace.url + screen)
      await expect(page.locator('h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      const { broken, texts } = await page.evaluate(whatIsWrong)
      problems.push(...broken.map((what) => `${screen}: ${what}`))
      const plain = texts.filter((text) => wordsOf(text).some((word) => !isKnown(word)))
      problems.push(...plain.map((text) => `${screen}: not translated: ${text.trim()}`))
      expect(await page.locator('main').innerText()).toContain('⟦')
    }
    expect([...new Set(problems)]).toEqual([])
    expect(faults).toEqual([])
  })
}

test('a planted text, a page that is too wide and a button that is cut off are seen', async ({ page }) => {
  await page.setContent(
    `<main style="width: 3000px"><p>⟦Ñàɱé ⟧Zubaida</p><button style="width: 40px; overflow: hidden; white-space: nowrap">⟦Àƥƥŕôṽé ŵîţĥ á ŕéášôñ⟧</button></main>`,
  )
  const { broken, texts } = await page.evaluate(whatIsWrong)
  expect(broken).toHaveLength(2)
  expect(texts.map((text) => text.trim())).toEqual(['Zubaida'])
})
