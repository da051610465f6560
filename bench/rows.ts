// npm run bench:rows: how long until a list of a hundred rows can be used in a browser that is four times slower than this
// machine. The time runs from the choice of the size to the second frame in which all rows stand, with the server's answer in it.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { operator, startDemo } from '#testing/process.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, slower: { type: 'string', default: '4' } },
})
const [rounds, rate] = [Number(options.rounds), Number(options.slower)]
const lists = [
  '/orders-all-orders',
  '/products-approvedproducts',
  '/customers-customers-list?list=all',
  '/vendor-verification-approved-verification',
  '/audit-log',
]

const directory = mkdtempSync(join(tmpdir(), 'munshi-rows-'))
const munshi = await startDemo(directory)
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page)
  const session = await page.context().newCDPSession(page)
  process.stdout.write(`A hundred rows, ${rate} times slower, ${rounds} rounds, ms\n`)
  for (const list of lists) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Loaded anew each time: an answer that the browser has would be shown without asking the server.
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.goto(munshi.url + list)
      await page.locator('tbody tr').nth(20).waitFor()
      await page.waitForTimeout(1_000)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      times.push(await hundredRows(page))
    }
    times.sort((a, b) => a - b)
    const [least, middle, most] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)]
    const figures = [least, middle, most].map((ms) => String(Math.round(ms ?? 0)).padStart(6)).join('')
    process.stdout.write(`${list.padEnd(46)}${figures}\n`)
  }
} finally {
  await browser.close()
  await munshi.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${munshi.url}/login`)
  await page.getByLabel('Email').fill(operator.email)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${munshi.url}/`)
}

/** Milliseconds from the choice of a hundred rows until they are shown and the page answers again. */
function hundredRows(page: Page): Promise<number> {
  // As text, since it runs in the page: nothing here knows its types.
  return page.evaluate<number>(`(async () => {
    const rows = () => document.querySelectorAll('tbody tr').length
    const select = [...document.querySelectorAll('select')].find((one) => /100 rows/.test(one.textContent))
    const option = [...select.options].find((one) => one.text.startsWith('100 '))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const began = performance.now()
    select.value = option.value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    while (rows() < 26) await frame()
    await frame()
    await new Promise((resolve) => setTimeout(resolve))
    return performance.now() - began
  })()`)
}
