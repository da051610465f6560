// npm run bench:desk: the time from the key that approves until the next record is shown, in Chromium on the demo. Each decision is one
// of a queue that is worked through with "Open the next record at once".
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { productBody, sellerBody } from '#testing/factories.ts'
import { buildServer, operator, startMunshi } from '#testing/process.ts'

const { values: options } = parseArgs({ options: { decisions: { type: 'string', default: '100' } } })
const decisions = Number(options.decisions)
/** Runs in the page, so it is text: presses A and resolves to the milliseconds until the frame after another name is shown. */
const timeToNextRecord = `new Promise((resolve) => {
  const name = document.querySelector('h1')?.textContent
  const began = performance.now()
  const watch = new MutationObserver(() => {
    const now = document.querySelector('h1')?.textContent
    if (!now || now === name) return
    watch.disconnect()
    requestAnimationFrame(() => resolve(performance.now() - began))
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
})`
const directory = mkdtempSync(join(tmpdir(), 'munshi-desk-'))
const munshi = await startMunshi({ DATA_DIR: directory, DEMO: 'true' }, buildServer(), 180)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  const seller = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
  for (let n = 0; n <= decisions; n += 1) {
    await munshi.call('POST', '/api/intake/products', operator.key, {
      ...productBody(seller.body.results.id),
      product_name: `Queued listing ${n}`,
    })
  }
  const signedIn = await munshi.call('POST', '/api/login', '', {
    email: operator.email,
    password: operator.password,
  })
  const user = signedIn.body.results
  await munshi.call('PATCH', '/api/account/preferences', user.token, { goes_on: true })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript((text) => localStorage.setItem('current_user', text), JSON.stringify(user))
  await page.goto(`${munshi.url}/products-all-products?q=Queued listing&sort=status_since`)
  await page.getByRole('link', { name: 'Queued listing 0', exact: true }).click()
  const times: number[] = []
  for (let n = 0; n < decisions; n += 1) {
    await page.getByRole('button', { name: /^Approve/, disabled: false }).waitFor()
    // A person looks at the record; meanwhile the next two are read.
    await page.waitForTimeout(400)
    times.push(await page.evaluate<number>(timeToNextRecord))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)
  process.stdout.write(`${decisions} decisions, key to next record: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`)
} finally {
  await browser.close()
  await munshi.stop()
  rmSync(directory, { recursive: true, force: true })
}
