// npm run bench:streams -- --streams 2000 --rate 200 --restarts 50 --seconds 60: two instances on one PostgreSQL with open
// streams, events at an even rate, and instances that are restarted meanwhile. Prints what was missed and told twice, how long
// events took, and the p99 of other calls with and without the streams; ends with 1 where anything was missed or told twice.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { freePort, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, startMunshi, startSettings } from '#testing/process.ts'
import { openStream, type StreamReading, toldOf } from '#testing/stream-reader.ts'
import { signInNew } from './people.ts'

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '200' },
    restarts: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
  },
})
const streams = Number(options.streams)
const rate = Number(options.rate)
const restarts = Number(options.restarts)
const seconds = Number(options.seconds)
/** A person has at most 20 streams. */
const perPerson = 10
const noun = 'order'
/** On two cores that the readers, PostgreSQL and the restarts share: decision 071. */
const mostRatio = 2.5

/** Runs in a thread, so it is text. */
const callingThread = `
const { parentPort, workerData: { url, token, forSeconds } } = require('node:worker_threads')
const taken = []
const until = performance.now() + forSeconds * 1000
async function call() {
  while (performance.now() < until) {
    const begun = performance.now()
    const answer = await fetch(url + '/api/admin/orders?limit=25', { headers: { authorization: 'Bearer ' + token } })
    await answer.text()
    if (!answer.ok) throw new Error('a call was answered with ' + answer.status)
    taken.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
Promise.all(Array.from({ length: 8 }, call)).then(() => parentPort.postMessage(taken))
`

interface Reader {
  token: string
  readings: StreamReading[]
  /** The last event that was heard on any of them. */
  lastId: number | null
  isEnded: boolean
}

const directory = mkdtempSync(join(tmpdir(), 'munshi-streams-'))
const postgres = await startPostgres({ fsync: 'on' })
const ports = [await freePort(), await freePort()]
const settingsOf = (at: number) => ({
  ...startSettings,
  DATA_DIR: join(directory, 'data'),
  DATABASE_URL: postgres.url,
  PORT: String(ports[at]),
  ADMIN_EMAIL: operator.email,
  ADMIN_PASSWORD: operator.password,
  RATE_LIMIT: '0',
})
try {
  const instances = [await launched(0), await launched(1)]
  try {
    process.exitCode = (await measure(instances)) ? 0 : 1
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()))
  }
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function measure(instances: MunshiProcess[]): Promise<boolean> {
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
  const { email, password } = operator
  const signedIn = await instances[0]?.call('POST', '/api/login', undefined, { email, password })
  const admin: string = signedIn?.body.results.token
  const before = await callsFor(instances[0]?.url ?? '', admin, Math.min(10, seconds / 4))
  say(`without streams: p50 ${before.p50} ms, p99 ${before.p99} ms of ${before.count} calls`)

  const tokens = await peopleWithSessions(database, Math.ceil(streams / perPerson))
  const position = await newestOf(database)
  const readers: Reader[] = Array.from({ length: streams }, (_, n) => ({
    token: tokens[n % tokens.length] ?? '',
    readings: [],
    lastId: position,
    isEnded: false,
  }))
  const following = readers.map((reader, n) => follow(reader, n))
  await pause(3_000)
  say(
    `${streams} streams on 2 instances, ${rate} events a second, ${restarts} restarts in ${seconds} seconds`,
  )

  const load = callsFor(instances[0]?.url ?? '', admin, seconds)
  let made = 0
  let isOver = false
  const events = (async () => {
    const begun = performance.now()
    while (performance.now() - begun < seconds * 1000) {
      const due = Math.floor(((performance.now() - begun) / 1000) * rate) - made
      if (due > 0) {
        await database.query(
          'insert into stream_news (noun, records) select $1, 1 from generate_series(1, $2)',
          [noun, due],
        )
        made += due
      }
      await pause(20)
    }
  })()
  // Restarts are of the second instance: the calls of the first one are measured.
  const restarting = (async () => {
    for (let n = 0; n < restarts && !isOver; n += 1) {
      await instances[1]?.stop()
      instances[1] = await launched(1)
      await pause((seconds * 1000) / (restarts + 1) / 2)
    }
  })()
  const during = await load
  await events
  await restarting
  isOver = true
  const isComplete = () => readers.every((reader) => toldTo(reader) >= made)
  for (let tries = 0; tries < 300 && !isComplete(); tries += 1) await pause(100)
  await pause(1_000)
  for (const reader of readers) reader.isEnded = true
  const missed = readers.reduce((sum, reader) => sum + Math.max(0, made - toldTo(reader)), 0)
  const twice = readers.reduce((sum, reader) => sum + Math.max(0, toldTo(reader) - made), 0)
  const ratio = during.p99 / before.p99
  say(
    `with streams: p50 ${during.p50} ms, p99 ${during.p99} ms of ${during.count} calls: ${ratio.toFixed(2)} times`,
  )
  say(`${made} events to each of ${streams} streams: missed ${missed}, twice ${twice}`)
  void Promise.allSettled(following)
  await database.end()
  return missed === 0 && twice === 0 && ratio <= mostRatio
}

/** Follows on either instance, and on the other one when that is gone. */
async function follow(reader: Reader, n: number): Promise<void> {
  for (let tries = n; !reader.isEnded; tries += 1) {
    const url = `http://127.0.0.1:${ports[tries % 2]}`
    const reading = await openStream(url, reader.token, reader.lastId).catch(() => null)
    if (reading?.status !== 200) {
      reading?.close()
      await pause(100 + Math.random() * 400)
      continue
    }
    reader.readings.push(reading)
    const leave = setInterval(() => reader.isEnded && reading.close(), 200)
    await reading.ended
    clearInterval(leave)
    reader.lastId = reading.lastId
    // As a browser does, so that not all of them come at once.
    await pause(500 + Math.random() * 500)
  }
}

function toldTo({ readings }: Reader): number {
  return toldOf(readings, noun)
}

/** Other calls meanwhile, eight at a time: how long they take, in milliseconds. A thread of its own, as the readers keep this one busy. */
async function callsFor(url: string, token: string, forSeconds: number) {
  const caller = new Worker(callingThread, { eval: true, workerData: { url, token, forSeconds } })
  const [taken] = (await once(caller, 'message')) as [number[]]
  taken.sort((a, b) => a - b)
  const at = (share: number) => Number((taken[Math.floor(taken.length * share)] ?? 0).toFixed(1))
  return { p50: at(0.5), p99: at(0.99), count: taken.length }
}

/** The tokens of so many people, each with the role that may see everything. */
async function peopleWithSessions(database: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await database.query('select id from roles where is_builtin')
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await signInNew(database, rows[0].id))
  return tokens
}

async function newestOf(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('select coalesce(max(id), 0)::int4 as id from stream_events')
  return rows[0].id
}

/** Ready to be asked. One that ends or is not ready within a minute ends the measure with what it wrote. */
function launched(at: number): Promise<MunshiProcess> {
  return startMunshi(settingsOf(at), undefined, 60)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
