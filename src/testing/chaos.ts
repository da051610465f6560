import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { sellerBody } from './factories.ts'
import { type MunshiProcess, operator, type ProcessAnswer } from './process.ts'

/** An act as this process was told of it: kept here, where nothing that happens to the servers reaches it. */
interface Act {
  email: string
  verb: 'approve' | 'reject'
  /** Of the record, once making it was acknowledged. */
  id: string | null
  isDecided: boolean
}

/** A call as it was seen from outside; times in milliseconds of `performance.now()`. */
interface Seen {
  instance: number
  kind: 'read' | 'write' | 'ready'
  begun: number
  ended: number
  /** 0 where no answer came at all. */
  status: number
  hasRetryAfter: boolean
}

/** Writers and readers who use all instances and never give up, with the ledger of what they were told. */
export interface Load {
  ledger: readonly Act[]
  seen: readonly Seen[]
  /** Answers that nobody should ever get, each kind once with how often. */
  surprises: Map<string, number>
  /** Lets everybody finish what they have begun. */
  stop(): Promise<void>
}

/**
 * Starts them. A writer repeats a call until it is acknowledged, as a program does that was told to come again, and rests for
 * `restMs` milliseconds after each act.
 */
export function startLoad(
  instances: readonly MunshiProcess[],
  token: string,
  each: { writers: number; readers: number; restMs: number },
): Load {
  const ledger: Act[] = []
  const seen: Seen[] = []
  const surprises = new Map<string, number>()
  let isStopping = false
  // A process that has ended answers nobody any more: waiting for it would be useless.
  for (const munshi of instances) {
    void munshi.ended.then(() => {
      isStopping = true
    })
  }
  const call = async (
    instance: number,
    kind: Seen['kind'],
    method: string,
    path: string,
    given: Call = {},
  ) => {
    const munshi = instances[instance] as MunshiProcess
    const begun = performance.now()
    const answer = await ask(munshi.url + path, method, given)
    const { status, hasRetryAfter } = answer
    seen.push({ instance, kind, begun, ended: performance.now(), status, hasRetryAfter })
    const isExpected = status < 300 || status === 503 || status === 409 || status === 429 || status === 0
    if (!isExpected || (status === 503 && !hasRetryAfter)) {
      const what = `${method} ${path.replace(/[\da-f-]{36}/, ':id')} answered ${status} ${answer.body?.message ?? ''}`
      surprises.set(what, (surprises.get(what) ?? 0) + 1)
    }
    return answer
  }
  /** Repeats a call until the answer is one of those, at most for a minute. */
  const until = async (good: number[], work: () => Promise<ProcessAnswer>): Promise<ProcessAnswer> => {
    const begun = performance.now()
    for (;;) {
      const answer = await work()
      if (good.includes(answer.status) || performance.now() - begun > 60_000) return answer
      if (isStopping && answer.status === 0) return answer
      await pause(100)
    }
  }
  const write = async (instance: number) => {
    for (let n = 0; !isStopping; n += 1) {
      const body = sellerBody()
      const act: Act = { email: body.email, verb: n % 2 ? 'reject' : 'approve', id: null, isDecided: false }
      ledger.push(act)
      const headers = { 'idempotency-key': uuidv7() }
      const made = await until([201], () =>
        call(instance, 'write', 'POST', '/api/intake/sellers', { token: operator.key, body, headers }),
      )
      if (made.status !== 201) continue
      act.id = made.body.results.id
      const path = `/api/admin/sellers/${act.id}`
      // 409: an earlier try was stored, and its answer was lost on the way.
      const decided = await until([200, 409], () =>
        act.verb === 'approve'
          ? call(instance, 'write', 'GET', `${path}/approve`, { token })
          : call(instance, 'write', 'POST', `${path}/reject`, { token, body: { reason: `No ${n}` } }),
      )
      act.isDecided = [200, 409].includes(decided.status)
      await pause(each.restMs)
    }
  }
  const read = async (instance: number) => {
    while (!isStopping) {
      await call(instance, 'read', 'GET', '/api/admin/sellers/get/pending?limit=5', { token })
      await pause(20)
    }
  }
  const probe = async (instance: number) => {
    while (!isStopping) {
      await call(instance, 'ready', 'GET', '/readyz')
      await pause(50)
    }
  }
  const running = instances.flatMap((_, instance) => [
    ...Array.from({ length: each.writers }, () => write(instance)),
    ...Array.from({ length: each.readers }, () => read(instance)),
    probe(instance),
  ])
  return {
    ledger,
    seen,
    surprises,
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
  }
}

interface Call {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One call that never throws: status 0 is a connection that broke. */
async function ask(
  url: string,
  method: string,
  { token, body, headers = {} }: Call,
): Promise<ProcessAnswer & { hasRetryAfter: boolean }> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text ? JSON.parse(text) : null,
      hasRetryAfter: response.headers.has('retry-after'),
    }
  } catch {
    return { status: 0, body: null, hasRetryAfter: false }
  }
}

/** What the ledger says and the database does not, or says more than once. */
export interface Verdict {
  acknowledged: number
  lost: string[]
  doubled: string[]
}

/** Compares every act with what is stored: the record once, its decision once, with one audit row and one message of it. */
export async function judge(databaseUrl: string, ledger: readonly Act[]): Promise<Verdict> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(
    `select v.email, array_agg(v.id) as ids, array_agg(v.status) as statuses,
       (select count(*)::int from audit_log a where a.subject_id = any(array_agg(v.id)) and a.action in ('approve', 'reject')) as audits,
       (select count(*)::int from decisions d where d.subject_id = any(array_agg(v.id))) as decisions,
       (select count(*)::int from messages m where m.subject_id = any(array_agg(v.id))) as messages,
       (select count(*)::int from vendor_submissions s where s.vendor_id = any(array_agg(v.id))) as submissions
     from vendors v where v.email = any($1) group by v.email`,
    [ledger.map(({ email }) => email)],
  )
  await client.end()
  const stored = new Map(rows.map((row) => [row.email, row]))
  const verdict: Verdict = { acknowledged: 0, lost: [], doubled: [] }
  for (const act of ledger) {
    verdict.acknowledged += Number(act.id !== null) + Number(act.isDecided)
    const row = stored.get(act.email)
    if (!row) {
      if (act.id) verdict.lost.push(`${act.email}: the record`)
      continue
    }
    const counts = [row.ids.length, row.submissions, row.decisions, row.audits, row.messages]
    const wanted = act.verb === 'approve' ? 'approved' : 'rejected'
    const isDecided = row.statuses[0] === wanted
    if (counts.some((count) => count > 1)) verdict.doubled.push(`${act.email}: ${counts.join(', ')}`)
    if (act.id && row.ids[0] !== act.id) verdict.lost.push(`${act.email}: another record`)
    if (act.isDecided && !isDecided) verdict.lost.push(`${act.email}: is ${row.statuses[0]}, not ${wanted}`)
    const parts = counts.slice(2)
    if (parts.some((count) => count !== Number(isDecided)))
      verdict.lost.push(
        `${act.email}: ${row.statuses[0]} with decision, audit row, message ${parts.join(', ')}`,
      )
  }
  return verdict
}

/** Opens that many connections that begin a request and never end it, and keeps a few bytes coming on each. */
export async function openSlowSockets(
  url: string,
  count: number,
): Promise<{ open(): number; close(): void }> {
  const port = Number(new URL(url).port)
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    // A head that never ends, a body that drips, one that stalls.
    const head = 'POST /api/login HTTP/1.1\r\nhost: munshi.example\r\n'
    const body = 'content-type: application/json\r\ncontent-length: 90000\r\n\r\n'
    socket.write(n % 3 === 0 ? head : head + body)
    socket.resume()
    return socket
  })
  // A few at a time: all at once would hold up the measuring in this process.
  let turn = 0
  const dripping = setInterval(() => {
    turn += 1
    for (let n = turn % 100; n < sockets.length; n += 100) {
      if (n % 3 < 2 && sockets[n]?.writable) sockets[n]?.write(n % 3 === 0 ? 'x-a: b\r\n' : ' ')
    }
  }, 10)
  await Promise.all(
    sockets.map((socket) => socket.pending && new Promise((resolve) => socket.once('connect', resolve))),
  )
  return {
    open: () => sockets.filter((socket) => !socket.closed).length,
    close: () => {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The time below which 99 of 100 of so many calls, one after the other, are answered, in milliseconds. */
export async function p99Of(munshi: MunshiProcess, token: string, calls: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const begun = performance.now()
    const { status } = await munshi.call('GET', '/api/admin/sellers/get/pending?limit=5', token)
    if (status !== 200) throw new Error(`a call beside slow sockets answered ${status}`)
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[Math.ceil(calls * 0.99) - 1] as number
}
