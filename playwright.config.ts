import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { Engine } from './e2e/server.ts'

/** What people start with is the embedded engine: these run on it, and each night all do. */
const embedded = filesOf('sign-in', 'lists', 'decide', 'navigation', 'bulk-upload')
const isWhole = process.env.MUNSHI_JOURNEYS === 'embedded'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same engine without the frame of a browser takes less of the machine; each night it is the browser that people have. */
const shell = '/usr/bin/chromium-headless-shell'
const shellArgs = [
  // What draws is in the process that asks for it: one less for each page.
  '--in-process-gpu',
  // A page that lives for seconds ends before its scripts have earned what optimizing them takes.
  '--js-flags=--no-opt --no-maglev',
]
/** These compare what is drawn, or count what a browser asks for by itself. */
const drawn = filesOf('window', 'first-rows')
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const inShell = launched([shell, ...browsers], [...args, ...shellArgs])
const inBrowser = launched(browsers, args)

function filesOf(...names: string[]): string[] {
  return names.map((name) => `**/${name}.spec.ts`)
}

function launched(paths: readonly string[], given: string[]) {
  const executablePath = paths.find((path) => existsSync(path))
  return { launchOptions: { ...(executablePath ? { executablePath } : {}), args: given } }
}

export default defineConfig<object, { engine: Engine }>({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: '.cache/journeys',
  // Time is measured in bench/, and the machine may be busy: what does not come is noticed by what expects it.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  // Server tests run beside them: with one worker more, both ended no sooner and a journey came too late (decision 053).
  workers: availableParallelism(),
  // Where a change is judged: what passes at its second attempt is named as flaky there, and each night it fails.
  retries: Number(process.env.MUNSHI_JOURNEY_RETRIES ?? 0),
  fullyParallel: false,
  reporter: [['list'], ['json', { outputFile: '.cache/results/journeys.json' }]],
  projects: isWhole
    ? [{ name: 'on the embedded engine', use: { engine: 'embedded', ...inBrowser } }]
    : [
        { name: 'journeys', testIgnore: [...embedded, ...drawn], use: { engine: 'server', ...inShell } },
        { name: 'on the embedded engine', testMatch: embedded, use: { engine: 'embedded', ...inShell } },
        { name: 'in the whole browser', testMatch: drawn, use: { engine: 'server', ...inBrowser } },
      ],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // What cannot be pressed or read is told at once, and not by the limit of the whole journey.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
})
