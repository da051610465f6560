import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import { type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'

/** The whole run has 50 rounds of 200 acknowledged decisions; what a change runs each time is a sample of it. */
const rounds = Number(process.env.MUNSHI_KILL_ROUNDS ?? 2)
const acknowledgementsPerRound = rounds > 10 ? 200 : 60
const writers = 8

const directory = mkdtempSync(join(tmpdir(), 'munshi-kill-'))
let postgres: RunningPostgres | null = null
const settings: Record<string, string> = { DATA_DIR: directory }

beforeAll(async () => {
  if (inject('engine') === 'embedded') return void (await testInstallation(directory))
  // As in production: what is acknowledged is on the disk.
  postgres = await startPostgres({ fsync: 'on' })
  settings.DATABASE_URL = postgres.url
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** What this process was told: kept here, where no crash of the server reaches it. */
interface Entry {
  id: string
  /** The decision that was acknowledged; null when the answer never came. */
  acknowledged: { status: string; decisionId: string } | null
}

/** Hands sellers in and decides on them until the server is gone. Tells each acknowledged decision. */
async function write(munshi: MunshiProcess, token: string, ledger: Entry[], onAcknowledged: () => void) {
  for (let n = 0; ; n += 1) {
    try {
      const made = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
      if (made.status !== 201) throw new Error(`intake answered ${made.status}`)
      const entry: Entry = { id: made.body.results.id, acknowledged: null }
      ledger.push(entry)
      const path = `/api/admin/sellers/${entry.id}`
      const answer =
        n % 2 === 0
          ? await munshi.call('GET', `${path}/approve`, token)
          : await munshi.call('POST', `${path}/reject`, token, { reason: `Round of a writer, ${n}` })
      if (answer.status !== 200) throw new Error(`the decision answered ${answer.status}`)
      entry.acknowledged = { status: answer.body.results.status, decisionId: answer.body.results.decision.id }
      onAcknowledged()
    } catch {
      return
    }
  }
}

/** What is wrong with a record: a decision that is lost, or one of which only a part is there. */
async function faultOf(
  munshi: MunshiProcess,
  token: string,
  { id, acknowledged }: Entry,
): Promise<string | null> {
  const { status, body } = await munshi.call('GET', `/api/admin/sellers/${id}`, token)
  if (status !== 200) return `${id}: an acknowledged seller answers ${status}`
  const { decision, messages, history, ...record } = body.results
  const audits = history.filter(
    ({ action }: { action: string }) => action === 'approve' || action === 'reject',
  )
  if (acknowledged && record.status !== acknowledged.status) {
    return `${id}: acknowledged as ${acknowledged.status}, is ${record.status}`
  }
  if (acknowledged && decision?.id !== acknowledged.decisionId) return `${id}: another decision is in force`
  const parts = [decision === null ? 0 : 1, messages.length, audits.length]
  const expected = record.status === 'submitted' ? 0 : 1
  const isWhole = parts.every((part) => part === expected)
  return isWhole ? null : `${id}: ${record.status} with decision, messages, audit rows ${parts.join(', ')}`
}

test(`${rounds} times kill -9 amid ${writers} writers lose no acknowledged decision and leave none half done`, async () => {
  const faults: string[] = []
  let slowestStart = 0
  const sum = { acknowledged: 0, unanswered: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const munshi = await startMunshi(settings)
    const token = await signInOperator(munshi)
    const ledger: Entry[] = []
    let acknowledged = 0
    // Each round ends somewhere else in the work of the writers.
    const last = acknowledgementsPerRound + ((round * 7) % 23)
    await Promise.all(
      Array.from({ length: writers }, () =>
        write(munshi, token, ledger, () => {
          acknowledged += 1
          if (acknowledged === last) munshi.signal('SIGKILL')
        }),
      ),
    )
    expect(await munshi.ended).toBe('SIGKILL')
    expect(acknowledged).toBeGreaterThanOrEqual(acknowledgementsPerRound)
    // The database of a server goes the same way now and then.
    if (round % 5 === 4) await postgres?.killAndRestart()
    const begun = performance.now()
    const again = await startMunshi(settings)
    slowestStart = Math.max(slowestStart, performance.now() - begun)
    const fresh = await signInOperator(again)
    for (let from = 0; from < ledger.length; from += 8) {
      const found = await Promise.all(
        ledger.slice(from, from + 8).map((entry) => faultOf(again, fresh, entry)),
      )
      faults.push(...found.filter((fault) => fault !== null))
    }
    sum.acknowledged += acknowledged
    sum.unanswered += ledger.filter((entry) => entry.acknowledged === null).length
    expect(await again.stop()).toBe(0)
  }
  expect(faults).toEqual([])
  // The promise is three seconds; an ordinary run shares its machine with other tests.
  expect(slowestStart).toBeLessThan(rounds > 10 ? 3_000 : 15_000)
  process.stdout.write(
    `${rounds} rounds, ready again after ${Math.round(slowestStart)} ms at most, ${sum.acknowledged.toLocaleString('en')} acknowledged and ${sum.unanswered} unanswered decisions looked at: ${faults.length} lost or half done\n`,
  )
}, 3_000_000)
