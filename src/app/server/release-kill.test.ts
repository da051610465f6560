import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, signInOperator, startMunshi } from '#testing/process.ts'

/** The whole run has 50 rounds; what a change runs each time is a sample of it. */
const rounds = Number(process.env.MUNSHI_RELEASE_KILLS ?? 2)
const path = '/api/admin/releases'
const section = '/api/admin/homepage-settings/sections/homepage'

const directory = mkdtempSync(join(tmpdir(), 'munshi-release-kill-'))
let postgres: RunningPostgres | null = null
const settings: Record<string, string> = { DATA_DIR: directory }

beforeAll(async () => {
  if (inject('engine') === 'embedded') return
  postgres = await startPostgres({ fsync: 'on' })
  settings.DATABASE_URL = postgres.url
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** The releases that were acknowledged as live, by their welcome text; kept where no crash of the server reaches them. */
const acknowledged = new Map<number, string>()
let words = 0

/** Edits and publishes until the server is gone; some releases are scheduled for the next second. */
async function publish(munshi: MunshiProcess, token: string, onAcknowledged: () => void): Promise<void> {
  for (;;) {
    try {
      const { value, version } = (await munshi.call('GET', section, token)).body.results
      words += 1
      const welcome = `Welcome ${words}`
      const saved = await munshi.call(
        'PUT',
        section,
        token,
        { value: { ...value, welcome } },
        { 'if-match': `"v${version}"` },
      )
      if (saved.status !== 200) continue
      const made = await munshi.call('POST', path, token, {
        ...{ title: welcome, sections: [{ section: 'homepage', version: saved.body.results.version }] },
        ...(words % 3 === 0 ? { publish_at: new Date(Date.now() + 700).toISOString() } : {}),
      })
      if (made.status === 201 && made.body.results.number !== null) {
        acknowledged.set(made.body.results.number, welcome)
        onAcknowledged()
      }
    } catch {
      return
    }
  }
}

/** What is wrong with what is stored: a number that is missing, a release without all of its parts, or two that are live. */
async function faultsOf(munshi: MunshiProcess, token: string): Promise<string[]> {
  const rows: { id: string; number: number | null; state: string; title: string; is_live: boolean }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await munshi.call('GET', `${path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`, token)
    rows.push(...body.results)
    cursor = body.next_cursor
  }
  const published = rows.filter(({ state }) => state === 'published')
  const numbers = published.map(({ number }) => number ?? 0).sort((a, b) => a - b)
  const live = rows.filter(({ is_live }) => is_live)
  const faults = numbers.flatMap((number, at) =>
    number === at + 1 ? [] : [`number ${number} is at place ${at + 1}`],
  )
  if (live.length !== Math.min(1, published.length)) faults.push(`${live.length} releases are live`)
  if ((live[0]?.number ?? 0) !== numbers.length)
    faults.push(`number ${live[0]?.number} is live of ${numbers.length}`)
  const byNumber = new Map(published.map(({ number, title }) => [number, title]))
  for (const [number, title] of acknowledged) {
    if (byNumber.get(number) !== title) faults.push(`release ${number} was acknowledged as ${title}`)
  }
  const { body } = await munshi.call('GET', '/api/storefront/content', token)
  const { release, sections } = body.results
  if (live[0] && (release !== live[0].number || sections.homepage.welcome !== live[0].title)) {
    faults.push(`shoppers see release ${release} with ${sections.homepage.welcome}`)
  }
  const audits = await munshi.call(
    'GET',
    '/api/admin/audit?action=publish&subject_type=release&limit=1',
    token,
  )
  if (audits.status === 200 && published.length <= 1_000 && audits.body.total !== published.length) {
    faults.push(`${published.length} releases and ${audits.body.total} audit rows`)
  }
  return faults
}

test(`${rounds} times kill -9 around publishing leave each release live as a whole or not at all`, async () => {
  const faults: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const munshi = await startMunshi(settings, undefined, 180)
    const token = await signInOperator(munshi)
    // Each round ends somewhere else in the work.
    const last = acknowledged.size + 4 + ((round * 7) % 5)
    const writers = Array.from({ length: 3 }, () =>
      publish(munshi, token, () => {
        if (acknowledged.size === last) munshi.signal('SIGKILL')
      }),
    )
    await Promise.all(writers)
    expect(await munshi.ended).toBe('SIGKILL')
    const again = await startMunshi(settings, undefined, 180)
    // What was scheduled goes live now, although the process that took it is gone.
    const fresh = await signInOperator(again)
    await expect
      .poll(async () => (await again.call('GET', `${path}?state=scheduled`, fresh)).body.results.length, {
        timeout: 60_000,
      })
      .toBe(0)
    await expect
      .poll(async () => (await faultsOf(again, fresh)).join('; '), { timeout: 20_000 })
      .toBe('')
      .catch((error: unknown) => faults.push(`round ${round}: ${String(error)}`))
    expect(await again.stop()).toBe(0)
  }
  expect(faults).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(rounds)
  process.stdout.write(
    `${rounds} rounds, ${acknowledged.size} acknowledged releases: ${faults.length} faults\n`,
  )
}, 3_000_000)
