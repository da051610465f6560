// npm run bench:preview: from a key that is pressed in an editor of the shop window to the painted frame of its preview, in a
// headless Chromium as fast as this machine is; beside the editor, and in a window of its own.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { newVisitor } from '#testing/first-load.ts'
import { operator, startDemo } from '#testing/process.ts'

const { values: options } = parseArgs({ options: { keys: { type: 'string', default: '100' } } })
const keys = Number(options.keys)
/** What docs/performance.md promises of the 95th of a hundred keys, in milliseconds. */
const goal = 150

/** Runs in each page: when the last key was pressed, and when the frame has told that it is painted. */
const keepTimes = `{
  let [pressed, shown] = [0, 0]
  const waiting = new Set()
  const now = () => performance.timeOrigin + performance.now()
  addEventListener('keydown', () => { pressed = now() }, true)
  addEventListener('message', ({ data }) => {
    if (data?.type !== 'munshi:shown') return
    shown = now()
    for (const look of waiting) look()
  })
  window.lastPressed = () => pressed
  window.shownAfter = (since) => new Promise((resolve) => {
    const look = () => {
      if (shown <= since) return
      waiting.delete(look)
      resolve(shown)
    }
    waiting.add(look)
    look()
  })
}`

const directory = mkdtempSync(join(tmpdir(), 'munshi-preview-'))
const munshi = await startDemo(directory)
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  const { body } = await munshi.call('POST', '/api/login', undefined, {
    email: operator.email,
    password: operator.password,
  })
  const user = body.results
  const idOf = async (path: string) =>
    (await munshi.call('GET', `/api/admin/${path}`, user.token)).body.results[0].id
  const editors = [
    { name: 'texts of the homepage', path: '/Homepage-setting-cms', label: 'Welcome text' },
    { name: 'stores', path: '/stores-setting', label: 'Title' },
    {
      name: 'a post',
      path: `/blogs-post?id=${await idOf('blogs/posts?state=draft&limit=1')}`,
      label: 'Title',
    },
    { name: 'a question', path: `/faqs-faq?id=${await idOf('faqs?limit=1')}`, label: 'Title' },
  ]
  process.stdout.write(`${keys} keys each; goal: p95 below ${goal} ms\n\n`)
  process.stdout.write('| Editor | beside it: p50, p95, most, ms | in a window of its own |\n|---|--:|--:|\n')
  const context = await newVisitor(browser, munshi.url, user)
  await context.addInitScript({ content: keepTimes })
  for (const { name, path, label } of editors) {
    const page = await context.newPage()
    // A browser draws no frame that is out of sight: field and preview are seen together.
    await page.setViewportSize({ width: 1440, height: 3000 })
    await page.goto(munshi.url + path)
    const field = page.getByRole('main').getByLabel(label, { exact: true }).first()
    await field.fill('')
    await shownIn(page)
    const beside = await timesOf(page, [page])
    const own = await ownWindowOf(context, page)
    // A title has room for the keys of one round.
    await field.fill('')
    await field.focus()
    await page.waitForTimeout(1_000)
    const [, apart = []] = await timesOf(page, [page, own])
    process.stdout.write(`| ${name} | ${figures(beside[0] ?? [])} | ${figures(apart)} |\n`)
    await own.close()
    await page.close({ runBeforeUnload: false })
  }
  await context.close()
} finally {
  await browser.close()
  await munshi.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** When the preview of a page was painted after a moment, in milliseconds since 1970. */
function shownAfter(page: Page, moment: number): Promise<number> {
  return page.evaluate<number>(`window.shownAfter(${moment})`)
}

/** Waits until the preview of a page has drawn something and rests. */
async function shownIn(page: Page): Promise<void> {
  await shownAfter(page, 0)
  await page.waitForTimeout(1_000)
}

/** Presses the keys one after the other, each when the one before is shown everywhere; answers the times of each page. */
async function timesOf(editor: Page, pages: readonly Page[]): Promise<number[][]> {
  const taken: number[][] = pages.map(() => [])
  for (let key = 0; key < keys; key += 1) {
    await editor.keyboard.press(key % 8 === 7 ? 'Space' : String.fromCharCode(97 + (key % 26)))
    const pressed = await editor.evaluate<number>('window.lastPressed()')
    for (const [index, page] of pages.entries())
      taken[index]?.push((await shownAfter(page, pressed)) - pressed)
  }
  return taken
}

async function ownWindowOf(context: BrowserContext, page: Page): Promise<Page> {
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open in new window' }).click()
  const own = await opening
  await shownIn(own)
  return own
}

function figures(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return [at(0.5), at(0.95), sorted.at(-1)].map((ms) => (ms ?? Number.NaN).toFixed(0)).join(', ')
}
