import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { emptyItem, releasedNames } from '../section-contract.ts'
import { publishScheduled } from './jobs.ts'

/** The whole run has 1,000 releases; what a change runs each time is a sample of it. */
const releases = Number(process.env.MUNSHI_RELEASES ?? 60)
const seed = Number(process.env.MUNSHI_SEED ?? 20261122)
const path = '/api/admin/releases'
const sectionsPath = '/api/admin/homepage-settings/sections'
/** Two people edit a handful of sections, so that releases meet in them. */
const edited = ['homepage', 'slider_banners', 'services', 'stores_page'] as const
const log = createLogger('silent')

let app: TestApp
let admin: TestPerson
let second: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  second = await app.secondInstance()
})
afterAll(() => app.close())

const any = fc.nat(9_999)
const minutes = fc.integer({ min: 1, max: 240 })
const some = fc.subarray([...edited], { minLength: 1 })
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), of: fc.constantFrom(...edited), n: any }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('release' as const),
      sections: some,
      isStale: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('schedule' as const), sections: some, minutes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), of: any, minutes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), of: any }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('rollBack' as const), of: any }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeOver' as const), of: any }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** What the tables must say, kept by the test itself. */
interface Expected {
  working: Map<string, string>
  /** The texts of every section of each published release, by number from 1. */
  published: { id: string; texts: Map<string, string> }[]
  scheduled: { id: string; at: number; version: number; texts: Map<string, string> }[]
  /** Those that were cancelled, which must never go live. */
  cancelled: Set<string>
}

const tally: Record<string, number> = {}
const count = (what: string) => {
  tally[what] = (tally[what] ?? 0) + 1
}

const call = (
  method: string,
  at: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  app.call(method, at, { as: admin, body, headers, ...(Math.random() < 0.5 ? { url: second } : {}) })

/** Both instances look at once, as two machines would. */
async function tick(): Promise<void> {
  const parts = { db: app.database.db, services: app.services }
  if (!('everySeconds' in publishScheduled)) throw new Error('not a ticker')
  const { run } = publishScheduled
  const instance = async () => {
    while ((await run(jobContext('publish-scheduled', parts), log)) === 'again');
  }
  await Promise.all([instance(), instance()])
  // The one that found the other at work looks again a second later.
  await instance()
}

async function workingOf(section: string) {
  return (await call('GET', `${sectionsPath}/${section}`)).body.results as {
    value: Record<string, unknown>
    version: number
    is_changed: boolean
  }
}

async function edit({ of, n }: Extract<Act, { kind: 'edit' }>, expected: Expected): Promise<void> {
  const { value, version } = await workingOf(of)
  const id = `0192f0c1-0000-7000-8000-${String(n % 5).padStart(12, '0')}`
  const next =
    of === 'homepage'
      ? { ...value, welcome: `Welcome ${n}` }
      : of === 'stores_page'
        ? { ...value, per_page: 6 + (n % 54), title: `دکانیں ${n % 3}` }
        : {
            items: [
              ...(value.items as { id: string }[]).filter((item) => item.id !== id).slice(0, 6),
              { ...emptyItem(of, id), title: `Entry ${n}` },
            ],
          }
  const saved = await call('PUT', `${sectionsPath}/${of}`, { value: next }, { 'if-match': `"v${version}"` })
  expect(saved.status).toBe(200)
  expected.working.set(of, textOf(saved.body.results.value))
}

/** The text of a value whatever the order of its keys. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort())
      : member,
  )
}

const live = (expected: Expected) => expected.published.at(-1)?.texts ?? new Map<string, string>()

async function publish(
  { sections, isStale }: Extract<Act, { kind: 'release' }>,
  expected: Expected,
): Promise<void> {
  const chosen = await Promise.all(
    sections.map(async (section) => ({ section, version: (await workingOf(section)).version })),
  )
  const [first] = chosen
  if (isStale && first) first.version += 1
  const answer = await call('POST', path, { title: 'Now', sections: chosen })
  if (answer.status === 409) return count('refused')
  expect([answer.status, isStale]).toEqual([201, false])
  count('published')
  expected.published.push({ id: answer.body.results.id, texts: over(live(expected), sections, expected) })
}

/** What is live with the working copies of these sections laid over it. */
function over(base: ReadonlyMap<string, string>, sections: readonly string[], { working }: Expected) {
  const taken = sections.flatMap((section): [string, string][] => {
    const text = working.get(section)
    return text === undefined ? [] : [[section, text]]
  })
  return new Map([...base, ...taken])
}

async function schedule(
  { sections, minutes: ahead }: Extract<Act, { kind: 'schedule' }>,
  expected: Expected,
): Promise<void> {
  const at = app.clock.now().getTime() + ahead * 60_000
  const chosen = await Promise.all(
    sections.map(async (section) => ({ section, version: (await workingOf(section)).version })),
  )
  const answer = await call('POST', path, {
    ...{ title: 'Later', sections: chosen },
    publish_at: new Date(at).toISOString(),
  })
  if (answer.status === 409) return count('refused')
  expect(answer.status).toBe(201)
  count('scheduled')
  const { id, version } = answer.body.results
  expected.scheduled.push({ id, at, version, texts: over(new Map(), sections, expected) })
}

async function change(given: Extract<Act, { kind: 'move' | 'cancel' }>, expected: Expected): Promise<void> {
  const one = expected.scheduled[given.of % Math.max(1, expected.scheduled.length)]
  if (!one) return
  if (given.kind === 'cancel') {
    expect((await call('POST', `${path}/${one.id}/cancel`)).status).toBe(200)
    expected.scheduled = expected.scheduled.filter((other) => other !== one)
    expected.cancelled.add(one.id)
    return count('cancelled')
  }
  one.at = app.clock.now().getTime() + given.minutes * 60_000
  const body = { publish_at: new Date(one.at).toISOString() }
  const moved = await call('PATCH', `${path}/${one.id}`, body, { 'if-match': `"v${one.version}"` })
  expect(moved.status).toBe(200)
  one.version = moved.body.results.version
  count('moved')
}

async function back(
  given: Extract<Act, { kind: 'rollBack' | 'takeOver' }>,
  expected: Expected,
): Promise<void> {
  const one = expected.published[given.of % Math.max(1, expected.published.length)]
  if (!one) return
  if (given.kind === 'takeOver') {
    const { working } = (await call('GET', `${path}/${one.id}`)).body.results
    if (working.length === 0) return
    expect((await call('POST', `${path}/${one.id}/take-over`, { sections: working })).status).toBe(200)
    for (const { section } of working) expected.working.set(section, one.texts.get(section) ?? '')
    return count('taken over')
  }
  const { live_release: instead_of } = (await call('GET', `${path}/${one.id}`)).body.results
  const answer = await call('POST', `${path}/${one.id}/roll-back`, { title: 'Back', instead_of })
  const isSame = textOf([...one.texts].sort()) === textOf([...live(expected)].sort())
  expect(answer.status).toBe(isSame ? 409 : 201)
  if (isSame) return count('refused')
  count('rolled back')
  expected.published.push({ id: answer.body.results.id, texts: one.texts })
}

async function wait({ minutes: by }: Extract<Act, { kind: 'wait' }>, expected: Expected): Promise<void> {
  app.clock.move(by * 60_000)
  // Sessions end meanwhile.
  admin = await app.person()
  const now = app.clock.now().getTime()
  await tick()
  // Earliest first; of one moment, the one that was made first, because ids rise.
  const due = expected.scheduled
    .filter(({ at }) => at <= now)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
  for (const { id, texts } of due) {
    expected.published.push({ id, texts: new Map([...live(expected), ...texts]) })
    count('went live at its time')
  }
  expected.scheduled = expected.scheduled.filter(({ at }) => at > now)
}

/** Holds the tables against what the test kept. */
async function check(expected: Expected): Promise<void> {
  const { pool } = app.database
  const { rows } = await pool.query(
    'select id, number, is_live from (select r.*, l.release_id = r.id as is_live from releases r cross join live_release l) r where number is not null order by number',
  )
  expect(rows.map(({ id, number }) => [id, number])).toEqual(
    expected.published.map(({ id }, at) => [id, at + 1]),
  )
  expect(rows.filter(({ is_live }) => is_live).map(({ number }) => number)).toEqual(
    expected.published.length > 0 ? [expected.published.length] : [],
  )
  const last = expected.published.at(-1)
  if (!last) return
  for (const one of new Set([last, ...expected.published.filter(({ texts }) => !texts.has('logos'))])) {
    const { rows: kept } = await pool.query(
      'select section, value from release_sections s join content_values v using (hash) where release_id = $1',
      [one.id],
    )
    expect(kept.map(({ section }) => section).sort()).toEqual([...releasedNames].sort())
    const texts = new Map<string, string>(kept.map(({ section, value }) => [section, value]))
    for (const [section, text] of one.texts) expect([section, texts.get(section)]).toEqual([section, text])
    // A roll-back to this one must bring back all of it, the sections that nobody chose included.
    one.texts = texts
  }
  const shown = (await app.call('GET', '/api/storefront/content')).body.results
  expect(shown.release).toBe(expected.published.length)
  expect(textOf(shown.sections.homepage)).toBe(last.texts.get('homepage'))
}

const run: Record<Act['kind'], (given: never, expected: Expected) => Promise<void>> = {
  ...{ edit, release: publish, schedule, wait },
  ...{ move: change, cancel: change, rollBack: back, takeOver: back },
}

test(`in a random history of at least ${releases} releases one is live, each fires once, and a roll-back restores it byte for byte`, async () => {
  const expected: Expected = { working: new Map(), published: [], scheduled: [], cancelled: new Set() }
  const acts = fc.sample(act, { seed, numRuns: releases * 12 })
  for (const given of acts) {
    await run[given.kind](given as never, expected)
    await check(expected)
    if (expected.published.length >= releases) break
  }
  expect(expected.published.length).toBeGreaterThanOrEqual(releases)
  const { rows } = await app.database.pool.query(
    "select id from releases where state = 'cancelled' order by id",
  )
  expect(rows.map(({ id }) => id)).toEqual([...expected.cancelled].sort())
  // Each published release has one audit row of going live, and what it keeps has not changed since.
  const { rows: audits } = await app.database.pool.query(
    "select count(*)::int4 as n, count(distinct subject_id)::int4 as of from audit_log where action in ('publish', 'roll back') and subject_type = 'release'",
  )
  expect(audits).toEqual([{ n: expected.published.length, of: expected.published.length }])
  const { rows: kept } = await app.database.pool.query(
    'select release_id, section, value from release_sections s join content_values v using (hash) join releases r on r.id = release_id where r.number is not null',
  )
  const texts = new Map(kept.map(({ release_id, section, value }) => [`${release_id} ${section}`, value]))
  for (const { id, texts: own } of expected.published) {
    for (const [section, text] of own) expect(texts.get(`${id} ${section}`)).toBe(text)
  }
  for (const what of ['published', 'scheduled', 'rolled back', 'went live at its time', 'refused']) {
    expect([what, (tally[what] ?? 0) > 0]).toEqual([what, true])
  }
  process.stdout.write(`${expected.published.length} releases: ${JSON.stringify(tally)}\n`)
}, 3_000_000)
