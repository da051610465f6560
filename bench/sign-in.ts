// npm run bench:sign-in: how long a failing sign-in takes for addresses that somebody has and for addresses that nobody
// has, asked in turns, each with an address of its own and from a network address of its own, so that no throttle speaks.

import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { hashPassword } from '#kit/server/passwords.ts'
import { withClient } from '#testing/client.ts'
import { startPostgres } from '#testing/postgres.ts'
import { startMunshi } from '#testing/process.ts'

const { values: options } = parseArgs({ options: { tries: { type: 'string', default: '300' } } })
const tries = Number(options.tries)

interface Timed {
  isKnown: boolean
  status: number
  body: string
  ms: number
}

const directory = mkdtempSync(join(tmpdir(), 'munshi-sign-in-'))
const postgres = await startPostgres({ fsync: 'on' })
try {
  const munshi = await startMunshi({ DATABASE_URL: postgres.url, DATA_DIR: directory })
  const known = await makePeople(Math.ceil(tries / 2) + 20)
  const timed: Timed[] = []
  for (let n = -40; n < tries; n += 1) {
    // Known and unknown in turns, and who of the two is first changes too.
    const isKnown = (n + Math.floor(n / 2)) % 2 === 0
    const email = (isKnown ? known.pop() : undefined) ?? `nobody-${n + 40}@munshi.example`
    const answer = await signIn(munshi.url, email, n + 40)
    if (n >= 0) timed.push({ isKnown, ...answer })
  }
  await munshi.stop()
  report(timed)
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** The addresses of people who can sign in. */
async function makePeople(count: number): Promise<string[]> {
  const stored = await hashPassword('a long enough password')
  const people = Array.from({ length: count }, (_, n) => ({
    id: uuidv7(),
    email: `somebody-${n}@munshi.example`,
  }))
  await withClient(postgres.url, (client) =>
    client.query(
      `insert into people (id, username, email, phone, password_hash, email_verified_at, role_id)
       select id, 'Somebody', email, '+923001234567', $2, now(), (select id from roles limit 1)
       from jsonb_to_recordset($1::jsonb) as p(id uuid, email text)`,
      [JSON.stringify(people), stored],
    ),
  )
  return people.map(({ email }) => email)
}

/** From one of the many addresses that a machine has for itself. */
function signIn(url: string, email: string, n: number): Promise<Omit<Timed, 'isKnown'>> {
  const body = JSON.stringify({ email, password: 'a wrong password' })
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/login`, {
      method: 'POST',
      localAddress: `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`,
      headers: { 'content-type': 'application/json' },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - begun }),
      )
    })
    asked.end(body)
  })
}

function report(timed: readonly Timed[]): void {
  const wordsOf = ({ status, body }: Timed) => `${status} ${JSON.parse(body).message}`
  const kinds = [true, false].map((isKnown) => timed.filter((one) => one.isKnown === isKnown))
  const [known = 0, unknown = 0] = kinds.map((kind) => quantile(kind, 0.5))
  const difference = Math.abs(known - unknown)
  process.stdout.write(
    [
      `${timed.length} failing sign-ins, answered ${[...new Set(timed.map(wordsOf))].join(' and ')}`,
      ...kinds.map(
        (kind, index) =>
          `${index === 0 ? 'known  ' : 'unknown'} ${kind.length}: p25 ${quantile(kind, 0.25).toFixed(1)}, median ${quantile(kind, 0.5).toFixed(1)}, p75 ${quantile(kind, 0.75).toFixed(1)} ms`,
      ),
      `difference of the medians ${difference.toFixed(1)} ms, ${((difference / unknown) * 100).toFixed(1)} % (goal: within 5 % or 10 ms)`,
      '',
    ].join('\n'),
  )
  if (difference > 10 && difference / unknown > 0.05) process.exitCode = 1
}

function quantile(timed: readonly Timed[], share: number): number {
  const sorted = timed.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
