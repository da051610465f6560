import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { judge, type Load, openSlowSockets, p99Of, startLoad } from '#testing/chaos.ts'
import { withClient } from '#testing/client.ts'
import { type Network, startNetwork } from '#testing/network.ts'
import { type Halt, type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { launchMunshi, type MunshiProcess, signInOperator, startMunshi } from '#testing/process.ts'

/** The whole run has ten rounds; what a change runs each time is one of them. */
const rounds = Number(process.env.MUNSHI_CHAOS_ROUNDS ?? 1)
const terminationsPerRound = 20
const slowSockets = rounds > 1 ? 1_000 : 200
const measured = rounds > 1 ? 1_000 : 300
/** An ordinary run shares its machine with other tests; the whole run has it alone and keeps to the promise. */
const slackMs = rounds > 1 ? 0 : 2_000

const directory = mkdtempSync(join(tmpdir(), 'munshi-chaos-'))
const isEmbedded = inject('engine') === 'embedded'
let postgres: RunningPostgres
let network: Network
let instances: MunshiProcess[] = []
let load: Load
let settings: Record<string, string>
const ends: string[] = []

/** What was seen of one fault, in milliseconds. */
interface Episode {
  kind: string
  /** From the fault to the first 503 of the slower instance. */
  toFirst503: number
  /** How long the slowest call was out, however it ended: one that is held until the database is back was not told in time. */
  slowest: number
  /** From the fault, or from the call where that began later: what a call did before the fault is not the price of it. */
  slowest503: number
  slowestReady: number
  /** From the moment at which the database was back to the first 200 of the slower instance. */
  toFirst200: number
}
const episodes: Episode[] = []

// An engine within the process cannot be lost without it: kill.test.ts is about that one.
describe.skipIf(isEmbedded)(`${rounds} rounds of a database that goes away`, () => {
  beforeAll(async () => {
    // As in production: what is acknowledged is on the disk.
    postgres = await startPostgres({ fsync: 'on' })
    network = await startNetwork(Number(new URL(postgres.url).port))
    const address = new URL(postgres.url)
    address.port = String(network.port)
    settings = { DATA_DIR: directory, DATABASE_URL: address.href, OUTBOX_HOLD_SECONDS: '0' }
    instances = [await startMunshi(settings), await startMunshi(settings)]
    for (const [n, munshi] of instances.entries())
      void munshi.ended.then((code) => ends.push(`${n}: ${code}`))
    load = startLoad(instances, await signInOperator(instances[0] as MunshiProcess), {
      writers: 3,
      readers: 2,
      // A sample meets each fault with calls that are out; only the whole run is after what the most of them do.
      restMs: rounds > 1 ? 0 : 60,
    })
    await pause(1_000)
  })
  afterAll(async () => {
    postgres?.thaw()
    await Promise.all(instances.map((munshi) => munshi.stop()))
    await network?.close()
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  test(`${rounds * terminationsPerRound} terminations of all connections under load end no process`, async () => {
    for (let n = 0; n < rounds * terminationsPerRound; n += 1) {
      await terminateAll()
      await pause(100 + ((n * 37) % 100))
      expect(ends, instances.map((munshi) => munshi.output().slice(0, 2_000)).join('\n')).toEqual([])
    }
  }, 600_000)

  test.each<Halt>(['fast', 'immediate', 'kill'])(
    `stops by %s are waited out`,
    async (how) => {
      for (let n = 0; n < rounds; n += 1) {
        await episode(how, {
          begin: () => postgres.halt(how),
          lasts: 1_500,
          end: () => postgres.startAgain(),
        })
      }
    },
    600_000,
  )

  test('a database that hangs is a 503 in time', async () => {
    for (let n = 0; n < rounds; n += 1) {
      await episode('hang', { begin: () => postgres.freeze(), lasts: 8_000, end: () => postgres.thaw() })
    }
  }, 600_000)

  test.each(['cut', 'drop', 'half-close', 'delay'])(
    'a network that does this is waited out: %s',
    async (how) => {
      for (let n = 0; n < rounds; n += 1) {
        const begin = {
          cut: network.cut,
          drop: network.drop,
          'half-close': network.halfClose,
          delay: () => network.delay(150),
        }[how]
        await episode(how, {
          begin: () => begin?.(),
          lasts: how === 'drop' ? 8_000 : 1_500,
          end: network.restore,
        })
      }
    },
    600_000,
  )

  test('a start whose connections are ended again and again goes on', async () => {
    const munshi = await launchMunshi(settings)
    let isReady = false
    const began = performance.now()
    while (!isReady && performance.now() - began < 60_000) {
      isReady = await fetch(`${munshi.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      // For as long as an ordinary start takes, and somewhat longer.
      if (performance.now() - began < 5_000) await terminateAll()
      await pause(20)
    }
    expect(isReady, munshi.output()).toBe(true)
    expect(await munshi.stop()).toBe(0)
  }, 120_000)

  test('every acknowledged act is there once, with its audit row and its message, and the jobs go on', async () => {
    await load.stop()
    const verdict = await judge(postgres.url, load.ledger)
    await expect.poll(overdueMessages, { timeout: 30_000 }).toBe(0)
    print(verdict)
    expect(ends).toEqual([])
    expect([...load.surprises]).toEqual([])
    expect(verdict).toMatchObject({ lost: [], doubled: [] })
    expect(verdict.acknowledged).toBeGreaterThan(50 * rounds)
  }, 600_000)

  test(`${slowSockets} slow sockets slow nobody down, and are ended`, async () => {
    const munshi = instances[0] as MunshiProcess
    const token = await signInOperator(munshi)
    await p99Of(munshi, token, 100)
    const before = await p99Of(munshi, token, measured)
    const slow = await openSlowSockets(munshi.url, slowSockets)
    const beside = await p99Of(munshi, token, measured)
    expect(slow.open()).toBe(slowSockets)
    process.stdout.write(
      `${slowSockets} slow sockets: p99 of ${measured} calls ${before.toFixed(1)} ms before, ${beside.toFixed(1)} ms beside them\n`,
    )
    expect.soft(beside).toBeLessThan(2 * before + (rounds > 1 ? 5 : 100))
    // A sample does not wait a minute for what arrival.test.ts shows with shorter times.
    if (rounds > 1) {
      const begun = performance.now()
      await expect.poll(() => slow.open(), { timeout: 75_000, interval: 250 }).toBe(0)
      process.stdout.write(
        `the last slow socket ended after ${Math.round((performance.now() - begun) / 1000)} s\n`,
      )
    }
    slow.close()
    for (const each of instances) expect(await each.stop()).toBe(0)
  }, 120_000)
})

async function episode(
  kind: string,
  fault: { begin: () => unknown; lasts: number; end: () => unknown },
): Promise<void> {
  const begun = performance.now()
  await fault.begin()
  await pause(fault.lasts)
  await fault.end()
  const back = performance.now()
  const firstOf = (instance: number, status: number, after: number) =>
    load.seen.find((call) => call.instance === instance && call.status === status && call.ended > after)
      ?.ended
  const hasAnswered = () => ends.length > 0 || instances.every((_, n) => firstOf(n, 200, back) !== undefined)
  await expect.poll(hasAnswered, { timeout: 120_000, interval: 20, message: ends.join() }).toBe(true)
  // What was out when the database came back belongs to this fault too.
  await pause(500)
  const touched = load.seen.filter(({ ended }) => ended > begun)
  const failed = touched.filter(({ kind: of, status }) => of !== 'ready' && status === 503)
  const lasting = (kinds: string[]) =>
    Math.max(
      0,
      ...touched.filter(({ kind: of }) => kinds.includes(of)).map((call) => call.ended - call.begun),
    )
  episodes.push({
    kind,
    toFirst503: Math.max(...instances.map((_, n) => (firstOf(n, 503, begun) ?? begun) - begun)),
    slowest: lasting(['read', 'write']),
    slowest503: Math.max(0, ...failed.map((call) => call.ended - Math.max(call.begun, begun))),
    slowestReady: lasting(['ready']),
    toFirst200: Math.max(...instances.map((_, n) => (firstOf(n, 200, back) ?? Infinity) - back)),
  })
  expect(ends).toEqual([])
  const { slowest, slowest503, slowestReady, toFirst200 } = episodes.at(-1) as Episode
  expect.soft(slowest, `${kind}: slowest call`).toBeLessThan(6_000 + slackMs)
  // A connection that takes bytes and answers nothing is noticed by time alone; any other loss at once.
  const isSilent = kind === 'hang' || kind === 'drop'
  if (!isSilent) expect.soft(slowest503, `${kind}: slowest 503`).toBeLessThan(1_000 + slackMs)
  expect.soft(slowestReady, `${kind}: slowest /readyz`).toBeLessThan(2_000 + slackMs)
  expect.soft(toFirst200, `${kind}: first 200 after it was back`).toBeLessThan(1_000 + slackMs)
}

async function terminateAll(): Promise<void> {
  await withDatabase((client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      'munshi',
    ]),
  )
}

async function overdueMessages(): Promise<number> {
  // What was claimed while its database went away is sent when the claim has run out, two minutes later.
  const { rows } = await withDatabase((client) =>
    client.query(`select count(*)::int as n from messages where status <> 'sent' and send_at < now()`),
  )
  return rows[0].n
}

function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(postgres.url, work)
}

/** One line for each kind of fault, and one for the whole. */
function print({ acknowledged, lost, doubled }: Awaited<ReturnType<typeof judge>>): void {
  const lines = [...new Set(episodes.map(({ kind }) => kind))].map((kind) => {
    const of = episodes.filter((each) => each.kind === kind)
    const most = (name: Exclude<keyof Episode, 'kind'>) =>
      `${Math.round(Math.max(...of.map((each) => each[name])))} ms`
    return `${kind} ${of.length} times: first 503 after ${most('toFirst503')}, slowest call ${most('slowest')}, slowest 503 ${most('slowest503')} (/readyz ${most('slowestReady')}), first 200 after ${most('toFirst200')}`
  })
  const answers = { 200: 0, 503: 0, broken: 0 }
  for (const { status } of load.seen) {
    if (status < 300 && status > 0) answers[200] += 1
    else if (status === 503) answers[503] += 1
    else if (status === 0) answers.broken += 1
  }
  process.stdout.write(
    `${[
      `${rounds * terminationsPerRound} terminations`,
      ...lines,
      `${load.seen.length} calls: ${answers[200]} done, ${answers[503]} with 503, ${answers.broken} without an answer`,
      `exits ${ends.length}, acknowledged ${acknowledged}, lost ${lost.length}, done twice ${doubled.length}`,
    ].join('\n')}\n`,
  )
}
