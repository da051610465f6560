import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { type Scope, scopes } from '#features/intake/contract.ts'
import { type Answer, renewProofs, startTestApp, type TestApp } from '#testing/app.ts'
import { permissionTable } from '#testing/permission-table.ts'
import { type Sample, type Stage, samples } from '#testing/samples.ts'
import { stateOf } from '#testing/state.ts'
import { routes } from './routes.ts'

let app: TestApp
let stage: Stage
/** Whoever may try: a name and a credential, with what it holds. */
interface Caller {
  name: string
  token: string
  holds: readonly string[]
}
const callers: Caller[] = []
let cells = 0
/**
 * On each call, how many are tried of those who hold what is needed and much else, and of those who hold one other
 * permission; all of them at full size. Others each day, and others for each call, so that all of them come to be tried.
 */
const mostTried = Number(process.env.MUNSHI_MATRIX_HOLDERS ?? 6)
const seed = Number(process.env.MUNSHI_MATRIX_SEED ?? Math.floor(Date.now() / 86_400_000))
let nobodyElse: Record<'disabled' | 'revoked' | 'expired', string>
/** An intake key for each scope, with that scope alone. */
let keys: Record<Scope, string>

beforeAll(async () => {
  app = await startTestApp()
  stage = { app, admin: await app.person(), key: await app.intakeKey() }
  const caller = async (name: string, holds: readonly string[]) =>
    callers.push({ name, token: (await app.person(holds)).token, holds })
  await caller('no permission', [])
  for (const permission of allPermissions) await caller(`only ${permission}`, [permission])
  for (const permission of allPermissions) {
    await caller(
      `all but ${permission}`,
      allPermissions.filter((other) => other !== permission),
    )
  }
  const [disabled, revoked, expired] = [await app.person(), await app.person(), await app.person()]
  const { pool } = app.database
  await pool.query('update people set disabled_at = now() where id = $1', [disabled.id])
  expect((await app.call('POST', '/api/logout', { as: revoked })).status).toBe(204)
  await pool.query("update sessions set expires_at = now() - interval '1 minute' where person_id = $1", [
    expired.id,
  ])
  nobodyElse = {
    disabled: disabled.token,
    revoked: revoked.token,
    expired: expired.token,
  }
  const made = scopes.map(async (scope) => [scope, await app.intakeKey([scope])] as const)
  keys = Object.fromEntries(await Promise.all(made)) as typeof keys
})
beforeEach(() => renewProofs(app))
afterAll(async () => {
  process.stdout.write(`${Object.keys(permissionTable).length} calls, ${cells} cells, seed ${seed}\n`)
  await app.close()
})

const nameOf = ({ endpoint }: (typeof routes)[number]) => `${endpoint.method} ${endpoint.path}`

function send(method: string, sample: Sample, token: string | null): Promise<Answer> {
  const { path, body, headers = {} } = sample
  return app.call(method, path, { ...(token ? { as: token } : {}), body, headers })
}

function tried<T>(all: readonly T[], index: number): T[] {
  const from = all.length > 0 ? ((index + seed) * mostTried) % all.length : 0
  return [...all.slice(from), ...all.slice(0, from)].slice(0, mostTried)
}

test('the table names every route, and only routes that exist', () => {
  expect(Object.keys(permissionTable).sort()).toEqual(routes.map(nameOf).sort())
  expect(Object.keys(samples).sort()).toEqual(routes.map(nameOf).sort())
})

const rows = Object.entries(permissionTable).map(([name, holder], index) => [name, holder, index] as const)

describe.each(rows)('%s is for %s', (name, holder, index) => {
  const method = name.split(' ')[0] ?? ''

  test('and for nobody else: refused, and nothing changed', async () => {
    if (holder === 'everybody') return expect(holder).toBe('everybody')
    const sample = await samples[name]?.(stage)
    if (!sample) throw new Error(`no sample for ${name}`)
    const before = await stateOf(app)
    const wrong: string[] = []
    const expectStatus = async (who: string, token: string | null, status: number) => {
      cells += 1
      const answer = await send(method, sample, token)
      if (answer.status !== status) wrong.push(`${who}: ${answer.status}, not ${status}`)
      else if (status === 403 && holder.includes(':') && answer.body.missing_permission !== holder) {
        const isKey = who.includes('key')
        if (!isKey) wrong.push(`${who}: is told ${answer.body.missing_permission}`)
      }
    }
    await expectStatus('nobody', null, 401)
    await expectStatus('a made-up token', 'ms_0000000000000000000000000000000000000000000', 401)
    for (const who of ['disabled', 'revoked', 'expired'] as const) {
      await expectStatus(who, nobodyElse[who], 401)
    }
    for (const scope of scopes) {
      if (holder !== `scope ${scope}`) await expectStatus(`the ${scope} key`, keys[scope], 403)
    }
    if (holder !== 'whoever is signed in') {
      const without = callers.filter(({ holds }) => !holds.includes(holder))
      // Nobody at all, and all others at once, are tried each time: what one other permission gives, all others give.
      const always = without.filter(({ holds }) => holds.length !== 1)
      for (const caller of [
        ...always,
        ...tried(
          without.filter(({ holds }) => holds.length === 1),
          index,
        ),
      ]) {
        await expectStatus(caller.name, caller.token, 403)
      }
    }
    expect(wrong).toEqual([])
    expect(await stateOf(app)).toBe(before)
  })

  test('and a person with it is let in, with or without other permissions', async () => {
    const make = samples[name]
    if (!make) throw new Error(`no sample for ${name}`)
    const scope = scopes.find((one) => holder === `scope ${one}`)
    const holders = scope
      ? [keys[scope]]
      : callers
          .filter(({ holds }) => holder === 'everybody' || !holder.includes(':') || holds.includes(holder))
          .map(({ token }) => token)
    // Logging out would take the credential of all that follow.
    const [first, ...others] = name === 'POST /api/logout' ? [(await app.person([])).token] : holders
    const sample = await make(stage)
    cells += 1
    const accepted = await send(method, sample, holder === 'everybody' ? null : (sample.as ?? first ?? ''))
    expect({ status: accepted.status, ok: accepted.status < 300 }).toMatchObject({ ok: true })
    // The record has moved on: the others are let in all the same, whatever its state answers to them.
    if (holder === 'everybody') return
    const refused: number[] = []
    for (const token of tried(others, index)) {
      cells += 1
      const { status } = await send(method, sample, token)
      if (status === 401 || status === 403 || status >= 500) refused.push(status)
    }
    expect(refused).toEqual([])
  })
})
