import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Line } from './calls.ts'

export interface Figures {
  perSecond: number
  p50: number
  p99: number
}

const connections = 10
/** So many calls a writing case makes at most in one run of one connection. */
const writesPerConnection = 30
/** One at a time, a case makes at least so many calls, of which the slowest is not its p99, and a writing case at most so many. */
const alone = { least: 120, most: 200 }

/** How many records the writing cases need for so many rounds. */
export function writesOf(rounds: number): number {
  return 1 + writesPerConnection * connections * 2 * rounds + alone.most
}

/** Some seconds of one call on Munshi, on ten connections. Refuses a write that not enough records wait for. */
export async function load(
  origin: string,
  line: Line,
  token: string | null,
  seconds: number,
): Promise<Figures> {
  refuseTooFew(line)
  const { first, next } = requestsOf(line, token)
  return run(origin, seconds, { ...first, ...(next ? { next } : {}) })
}

/** Some seconds of one call at a time, or as long as enough calls take. */
export async function loadAlone(
  origin: string,
  line: Line,
  token: string | null,
  seconds: number,
): Promise<Omit<Figures, 'perSecond'>> {
  const { first, next } = requestsOf(line, token)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const isOver = () =>
    (next && times.length === alone.most) || (performance.now() >= until && times.length >= alone.least)
  while (!isOver()) {
    const { path, method, headers, body } = { ...first, ...next?.() }
    const begun = performance.now()
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body ? { body } : {}) })
    await answer.arrayBuffer()
    times.push(performance.now() - begun)
    if (line.held ? answer.status !== 304 : !answer.ok) throw new Error(`${path}: ${answer.status}`)
  }
  times.sort((a, b) => a - b)
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
  return { p50: medianOf(times), p99 }
}

/** Each encoding has an ETag of its own; fetch would ask for another one than autocannon. */
const heldBy = ({ held }: Line) => (held ? { 'if-none-match': held, 'accept-encoding': 'identity' } : {})

function requestsOf(line: Line, token: string | null) {
  const { method, path, body, subjects, others } = line
  const headers = {
    ...line.headers,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...heldBy(line),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const text = body ? JSON.stringify(body) : undefined
  const renew = (given: string, to: readonly string[]) =>
    to.reduce((all, other, index) => all.replaceAll(subjects[index] ?? '', other), given)
  const next = () => {
    const other = nextOf(line)
    return { path: renew(path, other), ...(text ? { body: renew(text, other) } : {}) }
  }
  const first: Request = { method, path, headers, ...(text ? { body: text } : {}) }
  return { first, next: others ? next : undefined }
}

/** The same on the yardstick. */
export async function loadBare(origin: string, line: Line, seconds: number): Promise<Figures> {
  refuseTooFew(line)
  const path = `/${line.name}`
  const next = () => ({ path: `${path}?of=${nextOf(line).join(',')}` })
  return run(origin, seconds, {
    method: 'GET',
    path,
    headers: heldBy(line),
    ...(line.others ? { next } : {}),
  })
}

/** Told before the run: in the middle of it the fault would end the process, and leave the server and its database behind. */
function refuseTooFew({ name, others }: Line): void {
  if (others && others.length < writesPerConnection * connections)
    throw new Error(`${name}: only ${others.length} records are left for the writes of this run`)
}

function nextOf({ others }: Line): string[] {
  const other = others?.shift()
  if (!other) throw new Error('not enough records wait for the writes of this run')
  return other
}

interface Request {
  method: Line['method']
  path: string
  headers: Record<string, string>
  body?: string
  next?: () => { path: string; body?: string }
}

async function run(url: string, seconds: number, { next, ...request }: Request): Promise<Figures> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // The end of a run is seen at a sample: one a second would round a short one up to whole seconds.
    sampleInt: 100,
    ...(next ? { amount: writesPerConnection * connections } : {}),
    requests: [{ ...request, ...(next ? { setupRequest: (sent) => ({ ...sent, ...next() }) } : {}) }],
  })
  const isHeld = 'if-none-match' in request.headers
  const wrong = isHeld ? result['2xx'] + result['4xx'] + result['5xx'] : result.non2xx
  if (wrong > 0 || result.errors > 0) {
    throw new Error(
      `${url}${request.path}: ${wrong} answers beside ${isHeld ? 304 : 200}, ${result.errors} errors, ${result.timeouts} of time`,
    )
  }
  const took = (result.finish.getTime() - result.start.getTime()) / 1000
  return {
    perSecond: result.requests.total / took,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** The median of one member of these figures. */
export function median(figures: readonly Figures[], member: keyof Figures): number {
  return medianOf(figures.map((figure) => figure[member]))
}

/** The value in the middle; of an even count, the mean of the two in the middle. NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (index: number) => sorted[Math.floor(index)] ?? Number.NaN
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2
}

export interface Exported {
  /** Lines of the file, its head not counted. */
  rows: number
  megabytes: number
  firstByte: number
  seconds: number
  /** Resident memory before, and the most that was seen meanwhile. */
  before: number
  most: number
}

/** Reads a whole export as a browser does, and looks at the memory of the server ten times a second meanwhile. */
export async function exportWhole(url: string, token: string, memoryOf: () => number): Promise<Exported> {
  const before = memoryOf()
  let most = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, memoryOf())
      await wait(100)
    }
  })()
  const begun = performance.now()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`)
  let firstByte = 0
  let [bytes, lines] = [0, 0]
  for await (const chunk of response.body) {
    firstByte ||= performance.now() - begun
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
  }
  const seconds = (performance.now() - begun) / 1000
  isOver = true
  await watching
  return { rows: lines - 1, megabytes: bytes / 1e6, firstByte, seconds, before, most }
}
