import type { Page } from '@playwright/test'
import { speakPseudo } from '../src/app/web/pseudo-language.ts'
import { cities, provinces } from '../src/kit/contract/pakistan-cities.ts'
import { doneWords } from '../src/kit/contract/verbs.ts'
import { expect, openAs, test } from './marketplace.ts'
import { restOf, screensWithRecords } from './screens.ts'

// The numbers of records have letters, and are no words.
const wordsOf = (text: string) => text.replace(/\b[A-Z]{1,3}-[\dA-F]+\b/g, ' ').match(/[A-Za-z]{2,}/g) ?? []

/** What stays as it is in every language: names of months and days as the browser writes them, units, marks, places. */
const alwaysKnown = new Set(
  [
    'Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun',
    'Munshi CSV XLSX PDF ZIP Rs pcs kg cm km kB MB px CNIC NTN IBAN SKU JazzCash Easypaisa Raast',
    ...provinces.map(({ name }) => name),
    ...cities.map(({ name }) => name),
  ].flatMap(wordsOf),
)
/**
 * The words of what the server answers to this screen: they are data, and nobody translates them. The audit log shows
 * actions, fields and states by their recorded names, an action in its past.
 */
function wordsOfAnswers(page: Page): Set<string> {
  const words = new Set<string>()
  const add = (value: unknown, isAudit: boolean) => {
    if (typeof value === 'string') {
      for (const word of wordsOf(value)) words.add(word)
      if (isAudit) for (const name of [value, doneWords(value)]) addName(name)
    } else if (Array.isArray(value)) for (const one of value) add(one, isAudit)
    else if (value && typeof value === 'object') {
      for (const [name, one] of Object.entries(value)) {
        const isOfAudit = isAudit || /^(?:history|activity|timeline)$/.test(name)
        if (isOfAudit) addName(name)
        add(one, isOfAudit)
      }
    }
  }
  const addName = (name: string) => {
    // The trail shows a field of a part (`shop.account_title`) without the part.
    const [first = '', ...rest] = wordsOf(name.replaceAll('_', ' '))
    const [ownFirst = ''] = wordsOf((name.split('.').at(-1) ?? '').replaceAll('_', ' '))
    if (ownFirst) words.add(ownFirst[0]?.toUpperCase() + ownFirst.slice(1))
    for (const word of [first[0]?.toUpperCase() + first.slice(1), first, ...rest]) words.add(word)
  }
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/'))
      add(await response.json().catch(() => null), /audit|timeline/.test(pathname))
  })
  return words
}

/** Runs in the page: what breaks its layout, and every text outside the brackets of the pseudo-language. */
function whatIsWrong() {
  const { scrollWidth, clientWidth } = document.documentElement
  const isOutside = ({ left, right }: DOMRect) => right > clientWidth + 0.5 || left < -0.5
  const outside = [...document.body.querySelectorAll('*')].filter((one) =>
    isOutside(one.getBoundingClientRect()),
  )
  const broken =
    scrollWidth > clientWidth
      ? [`${scrollWidth - clientWidth} px sideways by ${outside.at(-1)?.outerHTML.slice(0, 80)}`]
      : []
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

test.describe.configure({ mode: 'parallel' })

// A part of the screens each, so that the workers share them.
const parts = 2
for (let part = 0; part < parts; part += 1)
  test(`every screen, part ${part + 1} of ${parts}, is translated and holds longer texts from right to left at 1440 and 360 px`, async ({
    page,
    marketplace,
  }) => {
    await page.addInitScript(speakPseudo)
    const { token } = await marketplace.signIn()
    const screens = await screensWithRecords(marketplace, token)
    const answered = wordsOfAnswers(page)
    const rest = restOf(page)
    const problems = new Set<string>()
    const look = async (screen: string, path: string) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      answered.clear()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      rest.forget()
      await page.goto(marketplace.url + path)
      await expect(page.locator('h1').first()).toBeVisible()
      await rest.reached()
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      expect(await page.locator('body').innerText()).toContain('⟦')
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: width < 500 ? 800 : 900 })
        // What watches the size of the page answers a moment after it has changed.
        await rest.reached()
        const { broken, texts } = await page.evaluate(whatIsWrong)
        for (const what of broken) problems.add(`${screen} at ${width} px: ${what}`)
        for (const text of texts) {
          if (wordsOf(text).some((word) => !answered.has(word) && !alwaysKnown.has(word)))
            problems.add(`${screen}: not translated: ${text.trim()}`)
        }
      }
    }
    await look('/login', '/login')
    await openAs(page, marketplace, '/')
    for (const [index, [screen, path]] of screens.entries())
      if (index % parts === part) await look(screen, path)
    expect([...problems]).toEqual([])
  })

test('a planted text, a page that is too wide and a button that is cut off are seen', async ({ page }) => {
  await page.setContent(
    `<main style="width: 3000px"><p>⟦Ñàɱé ⟧Zubaida</p><button style="width: 40px; overflow: hidden; white-space: nowrap">⟦Àƥƥŕôṽé ŵîţĥ á ŕéášôñ⟧</button></main>`,
  )
  const { broken, texts } = await page.evaluate(whatIsWrong)
  expect(broken).toHaveLength(2)
  expect(texts.map((text) => text.trim())).toEqual(['Zubaida'])
})
