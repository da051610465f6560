// npm run bench:lighthouse: what Lighthouse says of four pages of the shop window, as on a phone. Lighthouse is 114 packages, so
// it is no dependency: npx takes this one version from the registry.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDemo } from '#testing/process.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number(options.rounds)
const lighthouse = 'lighthouse@13.5.0'
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const audits = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const

interface Report {
  categories: Record<keyof typeof goals, { score: number | null }>
  audits: Record<(typeof audits)[number] | 'total-byte-weight', { numericValue?: number }>
}

const directory = mkdtempSync(join(tmpdir(), 'munshi-lighthouse-'))
const munshi = await startDemo(directory, { EXAMPLE_SHOP: 'true' })
try {
  const posts = await munshi.call('GET', '/api/storefront/posts?limit=1')
  const pages = {
    home: '/shop',
    'a post': `/shop/blog/${encodeURIComponent(posts.body.results[0].slug)}`,
    FAQ: '/shop/faq',
    stores: '/shop/stores',
  }
  process.stdout.write(
    `${lighthouse}, its own profile of a phone; medians of ${rounds} (goals: ${Object.values(goals).join(', ')})\n\n`,
  )
  process.stdout.write(
    '| Page | performance | accessibility | best practices | SEO | largest paint, ms | blocked, ms | shift | kB |\n',
  )
  process.stdout.write('|---|--:|--:|--:|--:|--:|--:|--:|--:|\n')
  let isMissed = false
  for (const [name, path] of Object.entries(pages)) {
    const reports = Array.from({ length: rounds }, () => reportOf(munshi.url + path))
    const scores = Object.entries(goals).map(([category, goal]) => {
      const score = median(
        reports,
        ({ categories }) => 100 * (categories[category as keyof typeof goals].score ?? 0),
      )
      isMissed ||= score < goal
      return score.toFixed(0)
    })
    const [paint, blocked, shift] = audits.map((audit) =>
      median(reports, (report) => report.audits[audit].numericValue ?? Number.NaN),
    )
    const bytes = median(reports, (report) => report.audits['total-byte-weight'].numericValue ?? Number.NaN)
    const cells = [
      name,
      ...scores,
      paint?.toFixed(0),
      blocked?.toFixed(0),
      shift?.toFixed(3),
      (bytes / 1_000).toFixed(0),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  if (isMissed) process.stdout.write('\nA goal is missed.\n')
} finally {
  await munshi.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** One load in a browser that has never been there. */
function reportOf(url: string): Report {
  const file = join(directory, 'report.json')
  const chrome = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  execFileSync(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${Object.keys(goals).join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(chrome ? { CHROME_PATH: chrome } : {}) },
    },
  )
  return JSON.parse(readFileSync(file, 'utf8'))
}

function median(reports: readonly Report[], figure: (report: Report) => number): number {
  const sorted = reports.map(figure).toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
