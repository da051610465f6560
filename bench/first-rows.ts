// npm run bench:first-rows: from the navigation of a browser that has never been here to the rows of a screen, on the demo
// marketplace, on this machine as it is and as on a slow phone line with a quarter of its speed.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import {
  type FirstLoad,
  type FirstScreen,
  firstScreens,
  newVisitor,
  readWaterfall,
  type Slower,
  timeFirstLoad,
} from '#testing/first-load.ts'
import { operator, startDemo } from '#testing/process.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(options.rounds)

/** What the browser's own tools call slow 4G. */
const slow: Slower = { latencyMs: 562.5, bytesPerSecond: 184_320, timesSlower: 4 }

const directory = mkdtempSync(join(tmpdir(), 'munshi-first-rows-'))
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
  const waiting = await munshi.call('GET', '/api/admin/sellers/get/pending?limit=1', user.token)
  const screens = firstScreens(waiting.body.results.flat()[0].id)
  for (const screen of screens) {
    const { rounds: depth, roundsToRows } = await waterfallOf(browser, user, screen)
    process.stdout.write(
      `${screen.name}: ${depth.length} rounds after the document, ${roundsToRows} to the rows (${depth.map((round) => round.length).join(' + ')} requests)\n`,
    )
  }
  for (const slower of [null, slow]) {
    const name = slower ? `slow 4G, ${slower.timesSlower} × CPU` : 'unthrottled'
    process.stdout.write(`\n| ${name} | requests | kB | skeleton, ms | rows, ms | rest, ms |\n`)
    process.stdout.write('|---|--:|--:|--:|--:|--:|\n')
    const loads = new Map<FirstScreen, FirstLoad[]>(screens.map((screen) => [screen, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [screen, of] of loads) of.push(await coldLoad(browser, user, screen, slower))
    }
    for (const [screen, of] of loads) {
      const figures = (['requests', 'kilobytes', 'skeletonMs', 'rowsMs', 'restMs'] as const).map((figure) =>
        Math.round(median(of.map((load) => load[figure]))),
      )
      process.stdout.write(`| ${screen.name} | ${figures.join(' | ')} |\n`)
    }
  }
} finally {
  await browser.close()
  await munshi.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Nobody is signed in where people sign in. */
function visitorOf(opened: Browser, user: object, { path }: FirstScreen) {
  return newVisitor(opened, munshi.url, path === '/login' ? null : user)
}

async function coldLoad(opened: Browser, user: object, screen: FirstScreen, slower: Slower | null) {
  const context = await visitorOf(opened, user, screen)
  const load = await timeFirstLoad(context, munshi.url, screen, slower)
  await context.close()
  return load
}

async function waterfallOf(opened: Browser, user: object, screen: FirstScreen) {
  const context = await visitorOf(opened, user, screen)
  const waterfall = await readWaterfall(await context.newPage(), munshi.url, screen)
  await context.close()
  return waterfall
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}
