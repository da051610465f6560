import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallOptions, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'

/** The whole race has 200 reviewers; what a change runs each time is a sample of it. */
const reviewerCount = Number(process.env.MUNSHI_REVIEWERS ?? 12)
const recordCount = Math.min(reviewerCount * 2, 40)
/** The clock of the test goes on by itself while the calls are made. */
const slackMs = 30_000

let app: TestApp
let urls: string[]
const people: TestPerson[] = []

const timeoutMs = 60_000 + reviewerCount * 2_000

beforeAll(async () => {
  app = await startTestApp({}, { connections: 20 })
  urls = [app.url, await app.secondInstance()]
  while (people.length < reviewerCount) people.push(await app.person())
}, 120_000)
afterAll(() => app.close())

const at = (n: number) => urls[n % urls.length] as string
/** Makes a call as a browser does: what a busy server has no time for is asked again a little later. */
async function ask(method: string, path: string, options: CallOptions) {
  for (;;) {
    const answer = await app.call(method, path, options)
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
  }
}
const pathOf = (id: string) => `/api/admin/sellers/${id}`

test(
  `${reviewerCount} people who open the same record at once are given one claim`,
  async () => {
    const { id } = await pendingVendor(app)
    const answers = await Promise.all(
      people.map((as, n) => ask('PUT', `${pathOf(id)}/claim`, { as, body: {}, url: at(n) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(answers.filter(({ body }) => body.results.is_mine)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.results.by.id)).size).toBe(1)
  },
  timeoutMs,
)

test(
  `${reviewerCount} people work through the same ${recordCount} records, and each is decided once`,
  async () => {
    const ids: string[] = []
    while (ids.length < recordCount) ids.push((await pendingVendor(app)).id)
    const held = new Map<string, Set<string>>()
    const wrong: string[] = []
    await Promise.all(
      people.map(async (as, n) => {
        // Everybody begins at the same place.
        for (const [turn, id] of ids.entries()) {
          const url = at(n + turn)
          const claim = (await ask('PUT', `${pathOf(id)}/claim`, { as, body: {}, url })).body.results
          if (claim.is_mine) held.set(id, (held.get(id) ?? new Set()).add(as.id))
          const verb = (n + turn) % 2 === 0 ? 'approve' : 'reject'
          const body = verb === 'reject' ? { reason: 'The cheque copy cannot be read' } : undefined
          const { status, body: answer } = await ask('POST', `${pathOf(id)}/${verb}`, { as, body, url })
          if (status === 409 && !/^Already (approved|rejected) by /.test(answer.message)) {
            wrong.push(answer.message)
          }
          if (status !== 200 && status !== 409) wrong.push(`${status} ${answer.message}`)
        }
      }),
    )
    expect(wrong).toEqual([])
    const { rows } = await app.database.pool.query(
      `select subject_id, count(*)::int4 as n from decisions where subject_id = any($1) group by subject_id`,
      [ids],
    )
    expect(rows).toHaveLength(recordCount)
    expect(rows.filter(({ n }) => n !== 1)).toEqual([])
    // Nobody released a claim, so that each was given once.
    expect([...held.values()].filter((owners) => owners.size !== 1)).toEqual([])
    expect(held.size).toBe(recordCount)
  },
  timeoutMs,
)

test(
  `${reviewerCount} people who claim, release and are quick to claim again never hold a record together`,
  async () => {
    const ids = [(await pendingVendor(app)).id, (await pendingVendor(app)).id]
    const holders = new Map(ids.map((id) => [id, 0]))
    let [given, together] = [0, 0]
    await Promise.all(
      people.map(async (as, n) => {
        for (let turn = 0; turn < 8; turn += 1) {
          const id = ids[(n + turn) % ids.length] as string
          const url = at(n + turn)
          const claim = await ask('PUT', `${pathOf(id)}/claim`, { as, body: {}, url })
          if (!claim.body.results.is_mine) continue
          given += 1
          const count = (holders.get(id) ?? 0) + 1
          holders.set(id, count)
          if (count > 1) together += 1
          await new Promise((resolve) => setTimeout(resolve, 2))
          holders.set(id, (holders.get(id) ?? 0) - 1)
          await ask('DELETE', `${pathOf(id)}/claim`, { as, url: at(n + turn + 1) })
        }
      }),
    )
    expect(given).toBeGreaterThan(ids.length)
    expect(together).toBe(0)
  },
  timeoutMs,
)

test(
  'a browser that died holds a record for ten minutes and no longer',
  async () => {
    const { id } = await pendingVendor(app)
    const [dead, ...others] = people as [TestPerson, ...TestPerson[]]
    await ask('PUT', `${pathOf(id)}/claim`, { as: dead, body: {} })
    const openAll = () =>
      Promise.all(others.map((as, n) => ask('PUT', `${pathOf(id)}/claim`, { as, body: {}, url: at(n) })))
    app.clock.move(10 * 60_000 - slackMs)
    for (const { body } of await openAll()) expect(body.results.by.id).toBe(dead.id)
    app.clock.move(slackMs)
    const after = await openAll()
    expect(after.filter(({ body }) => body.results.is_mine)).toHaveLength(1)
    expect(after.every(({ body }) => body.results.by.id !== dead.id)).toBe(true)
  },
  timeoutMs,
)
