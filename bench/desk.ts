// npm run bench:desk: the time from the key that approves until the next record is shown, in Chromium on the demo, or on a PostgreSQL of
// its own with as many millions of listings as are asked for (`--millions 1`). Each decision is one of a queue that is worked through
// with "Open the next record at once". A record that the checks warn about is skipped: approving it asks about the warning.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { seededChance } from '#database/demo/random.ts'
import { productBody, sellerBody } from '#testing/factories.ts'
import { buildServer, type MunshiProcess, operator, startDemo, startMunshi } from '#testing/process.ts'
import { onMarketplace } from './marketplace.ts'

const { values: options } = parseArgs({
  options: {
    decisions: { type: 'string', default: '100' },
    millions: { type: 'string', default: '0' },
    /** A marketplace that was filled before, as `npm run bench -- --database` takes one. */
    database: { type: 'string' },
  },
})
const decisions = Number(options.decisions)
const millions = Number(options.millions)
const chance = seededChance(18)
/**
 * Runs in the page, so it is text: presses A and resolves to the milliseconds until the frame after another name is shown, or
 * to 0 if a dialog asks first.
 */
const timeToNextRecord = `new Promise((resolve) => {
  const name = document.querySelector('h1')?.textContent
  const began = performance.now()
  const watch = new MutationObserver(() => {
    const now = document.querySelector('h1')?.textContent
    const isAsked = document.querySelector('dialog[open], [role=dialog]') !== null
    if (!isAsked && (!now || now === name)) return
    watch.disconnect()
    requestAnimationFrame(() => resolve(isAsked ? 0 : performance.now() - began))
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
})`

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  if (millions > 0 || options.database) {
    const size = { products: millions * 1_000_000, vendors: 20_000, customers: 1000, orders: 1000 }
    const say = (line: string) => process.stderr.write(`${line}\n`)
    await onMarketplace(size, options.database, say, async ({ settings }) => {
      const munshi = await startMunshi(settings, buildServer(), 180)
      await measure(munshi, browser).finally(() => munshi.stop())
    })
  } else {
    const directory = mkdtempSync(join(tmpdir(), 'munshi-desk-'))
    const munshi = await startDemo(directory)
    await measure(munshi, browser).finally(() => munshi.stop())
    rmSync(directory, { recursive: true, force: true })
  }
} finally {
  await browser.close()
}

async function measure(munshi: MunshiProcess, chromium: Browser): Promise<void> {
  const seller = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
  const sellerId: string = seller.body.results.id
  // Names that no check finds alike. A tenth more than are decided, for those that are skipped.
  const names = Array.from({ length: Math.ceil(decisions * 1.1) + 1 }, () => `${word()} ${word()} ${word()}`)
  for (const name of names) {
    const product = await munshi.call('POST', '/api/intake/products', operator.key, {
      ...productBody(sellerId),
      product_name: name,
    })
    const sent = await fetch(`${munshi.url}/api/intake/products/${product.body.results.id}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator.key}` },
      body: await picture(),
    })
    if (!sent.ok) throw new Error(`the picture was not taken: ${sent.status} ${await sent.text()}`)
  }
  const signedIn = await munshi.call('POST', '/api/login', '', {
    email: operator.email,
    password: operator.password,
  })
  const user = signedIn.body.results
  await munshi.call('PATCH', '/api/account/preferences', user.token, { goes_on: true })
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript((text) => localStorage.setItem('current_user', text), JSON.stringify(user))
  await page.goto(`${munshi.url}/products-all-products?vendor_id=${sellerId}&sort=status_since`)
  await page.getByRole('link', { name: names[0] ?? '', exact: true }).click()
  const times: number[] = []
  let skipped = 0
  while (times.length < decisions && skipped <= decisions / 10) {
    await page.getByRole('button', { name: /^Approve/, disabled: false }).waitFor()
    // A person looks at the record; meanwhile the next two are read.
    await page.waitForTimeout(400)
    const time = await page.evaluate<number>(timeToNextRecord)
    if (time > 0) {
      times.push(time)
      continue
    }
    skipped += 1
    const name = await page.locator('h1').textContent()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page
      .getByRole('heading', { level: 1, name: name ?? '', exact: true })
      .waitFor({ state: 'detached' })
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)
  process.stdout.write(
    `${times.length} decisions, ${skipped} skipped, key to next record: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`,
  )
}

/** A picture of coloured squares that is like no other. */
async function picture(): Promise<FormData> {
  const squares = Uint8Array.from({ length: 8 * 8 * 3 }, () => chance.int(0, 255))
  const bytes = await sharp(squares, { raw: { width: 8, height: 8, channels: 3 } })
    .resize(1000, 1000, { kernel: 'nearest' })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'picture.jpg')
  return form
}

/** A word of four syllables that means nothing. */
function word(): string {
  const syllable = () => `${chance.pick([...'bdfghjklmnprstvz'])}${chance.pick([...'aeiou'])}`
  const text = Array.from({ length: 4 }, syllable).join('')
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
