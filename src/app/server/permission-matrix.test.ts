import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allPermissions, permissionInWords } from '#features/access/contract.ts'
import { type Scope, scopes } from '#features/intake/contract.ts'
import { type Answer, renewProofs, startTestApp, type TestApp } from '#testing/app.ts'
import { permissionTable } from '#testing/permission-table.ts'
import { type Sample, type Stage, samples } from '#testing/samples.ts'
import { stateOf } from '#testing/state.ts'
import { routes } from './routes.ts'

let app: TestApp
let stage: Stage
/** One who may try: a name and a credential, with what it holds. */
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
const mostTried = Number(process.env.MUNSHI_MATRIX_HOLDERS ?? 3)
const seed = Number(process.env.MUNSHI_MATRIX_SEED ?? Math.floor(Date.now() / 86_400_000))
let nobodyElse: Record<'disabled' | 'revoked' | 'expired', string>
/** An intake key for each scope, with that scope alone. */
let keys: Record<Scope, string>
/** The role that may do everything, for those who view the product as it. */
let everything: string

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
  const roles = await app.call('GET', '/api/admin/roles?q=administrator', { as: stage.admin })
  everything = roles.body.results[0].id
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

/** Those that are sampled each time: others each day, and others for each call. */
function tried<T>(all: readonly T[], index: number): T[] {
  const from = all.length > 0 ? ((index + seed) * mostTried) % all.length : 0
  return [...all.slice(from), ...all.slice(0, from)].slice(0, mostTried)
}

test('the table names every route, and only routes that exist', () => {
  expect(Object.keys(permissionTable).sort()).toEqual(routes.map(nameOf).sort())
  expect(Object.keys(samples).sort()).toEqual(routes.map(nameOf).sort())
})

const rows = Object.entries(permissionTable).map(([name, holder], index) => [name, holder, index] as const)

/** Calls that change something, of somebody with a session: those who view the product as a role may make none of them. */
const writes = new Set(
  routes
    .filter(({ endpoint: { writes, access } }) => writes && ['area', 'signed-in'].includes(access.kind))
    .map(nameOf),
)

describe.each(rows)('%s is for %s', (name, holder, index) => {
  const method = name.split(' ')[0] ?? ''
  const alternatives = holder.split(' and ').map((part) => part.split(' or '))
  const needed = alternatives.flat()
  const holdsAll = (holds: readonly string[]) =>
    alternatives.every((either) => either.some((permission) => holds.includes(permission)))
  let sample: Sample
  /** Holds everything but what would be enough: one who lacks one of several still holds another. */
  let theRest: Caller[] = []

  beforeAll(async () => {
    const make = samples[name]
    if (!make) throw new Error(`no sample for ${name}`)
    await renewProofs(app)
    // One record for both: what is refused to all others leaves it as it was, so that the call is then accepted.
    sample = await make(stage)
    if (alternatives.every((either) => either.length === 1)) return
    const holds = allPermissions.filter((permission) => !needed.includes(permission))
    theRest = [{ name: `all but ${holder}`, token: (await app.person(holds)).token, holds }]
  })

  test('and for nobody else: refused, and nothing changed', async () => {
    if (holder === 'everybody') return expect(holder).toBe('everybody')
    const before = await stateOf(app)
    const wrong: string[] = []
    const expectRefused = async (who: string, token: string | null, status: number, given = sample) => {
      cells += 1
      const answer = await send(method, given, token)
      if (answer.status !== status) wrong.push(`${who}: ${answer.status}, not ${status}`)
      return answer.body
    }
    await expectRefused('nobody', null, 401)
    await expectRefused('a made-up token', 'ms_0000000000000000000000000000000000000000000', 401)
    for (const who of ['disabled', 'revoked', 'expired'] as const) {
      await expectRefused(who, nobodyElse[who], 401)
    }
    if (scopes.some((scope) => holder === `scope ${scope}`)) {
      for (const scope of scopes.filter((other) => holder !== `scope ${other}`))
        await expectRefused(`the ${scope} key`, keys[scope], 403)
    } else {
      // What one scope gives, all of them at once give.
      await expectRefused('the key with all scopes', stage.key, 403)
      for (const scope of tried(scopes, index)) await expectRefused(`the ${scope} key`, keys[scope], 403)
    }
    if (writes.has(name)) {
      const viewing = { ...sample, headers: { ...sample.headers, 'x-view-as': everything } }
      const who = 'somebody who views the product as a role that may do everything'
      const { message } = await expectRefused(who, stage.admin.token, 403, viewing)
      if (!message?.includes('You cannot change anything')) wrong.push(`${who}: is told ${message}`)
    }
    if (holder !== 'anyone signed in') {
      const without = [...callers, ...theRest].filter(({ holds }) => !holdsAll(holds))
      // Nobody at all, and all others at once, are tried each time: what one other permission gives, all others give.
      const always = without.filter(({ holds }) => holds.length !== 1)
      const single = without.filter(({ holds }) => holds.length === 1)
      for (const caller of [...always, ...tried(single, index)]) {
        const { missing_permission, message } = await expectRefused(caller.name, caller.token, 403)
        const missing = alternatives.find(([first]) => first === missing_permission)
        if (holder.includes(':') && !missing) wrong.push(`${caller.name}: is told ${missing_permission}`)
        // The words of the role editor, so that an administrator finds there what the refusal names.
        if (missing?.some((permission) => !message?.includes(permissionInWords(permission))))
          wrong.push(`${caller.name}: is told ${message}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await stateOf(app)).toBe(before)
  })

  test('and a person with it is let in, with or without other permissions', async () => {
    const scope = scopes.find((one) => holder === `scope ${one}`)
    const letIn = callers.filter(
      ({ holds }) => holder === 'everybody' || !holder.includes(':') || holdsAll(holds),
    )
    const holders = scope ? [keys[scope]] : letIn.map(({ token }) => token)
    // Where one of several is enough, each of them is tried alone, each time.
    const alone = letIn.filter(({ holds }) => theRest.length > 0 && holds.length === 1)
    // Logging out would take the credential of all that follow.
    const [first, ...others] = name === 'POST /api/logout' ? [(await app.person([])).token] : holders
    cells += 1
    const accepted = await send(method, sample, holder === 'everybody' ? null : (sample.as ?? first ?? ''))
    expect({ status: accepted.status, ok: accepted.status < 300 }).toMatchObject({ ok: true })
    // The record has moved on: the others are let in all the same, whatever its state answers to them.
    if (holder === 'everybody') return
    const refused: number[] = []
    for (const token of [...alone.map(({ token }) => token), ...tried(others, index)]) {
      cells += 1
      const { status } = await send(method, sample, token)
      if (status === 401 || status === 403 || status >= 500) refused.push(status)
    }
    expect(refused).toEqual([])
  })
})
