import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import { email as emailSchema } from '#kit/contract/text.ts'
import type { Context } from '#kit/server/context.ts'
import { columnsFor } from '#kit/server/table.ts'
import {
  type ImportOutcome,
  type ImportReport,
  importOutcomes,
  mostImported,
  mostNamedRows,
  type SubscriberImport,
  type SubscriberState,
} from '../contract.ts'
import { addressesOf, addressHash, foldAddress } from './rules.ts'

interface Judged {
  row: number
  text: string
  outcome: ImportOutcome
  detail: string
}

/**
 * Imports addresses with a stated source of consent, all in one transaction. A known address keeps its state, and one
 * that unsubscribed, bounced, was blocked or erased stays away, so the same list again changes nothing. A dry run
 * answers the same and stores nothing. Refuses (invalid) a list without addresses or with too many.
 */
export async function importSubscribers(
  ctx: Context,
  { source, list, is_dry_run }: SubscriberImport,
): Promise<ImportReport> {
  const given = addressesOf(list)
  if (given.length > mostImported) {
    const words = `At most ${mostImported.toLocaleString('en')} addresses at once, and these are ${given.length.toLocaleString('en')}`
    throw fieldRefusal('list', words)
  }
  const judged = await judge(ctx, given)
  const fresh = judged.filter(({ outcome }) => outcome === 'new')
  const stored = is_dry_run ? fresh.length : await store(ctx, fresh, source)
  const counts = Object.fromEntries(
    importOutcomes.map((outcome) => [outcome, judged.filter((one) => one.outcome === outcome).length]),
  ) as Record<ImportOutcome, number>
  // Somebody else may have stored an address meanwhile.
  counts.known += counts.new - stored
  counts.new = stored
  if (is_dry_run || stored === 0) ctx.unchanged()
  else {
    await ctx.record({
      action: 'import',
      subject: { type: 'subscribers', id: null, name: 'Subscribers' },
      after: { source, ...counts },
    })
  }
  const named = judged.filter(({ outcome }) => outcome !== 'new').slice(0, mostNamedRows)
  return { is_dry_run, rows: judged.length, counts, named }
}

/** What becomes of each address; the first of several equal ones counts. */
async function judge(ctx: Context, given: readonly { row: number; text: string }[]): Promise<Judged[]> {
  const hashes = given.map(({ text }) => addressHash(text))
  const { rows: known } = await sql<{ address_hash: Buffer; state: SubscriberState }>`
    select address_hash, state from subscribers where address_hash = any(${hashes}::bytea[])`.execute(ctx.db)
  const { rows: suppressed } = await sql<{ address_hash: Buffer; reason: string }>`
    select address_hash, min(reason) as reason from suppressions
    where address_hash = any(${hashes}::bytea[]) group by address_hash`.execute(ctx.db)
  const stateOf = new Map(known.map((row) => [row.address_hash.toString('hex'), row.state]))
  const reasonOf = new Map(suppressed.map((row) => [row.address_hash.toString('hex'), row.reason]))
  const seen = new Set<string>()
  return given.map(({ row, text }, at) => {
    const hash = (hashes[at] ?? Buffer.alloc(0)).toString('hex')
    const is = (outcome: ImportOutcome, detail = ''): Judged => ({
      row,
      text: text.slice(0, 320),
      outcome,
      detail,
    })
    if (!emailSchema.safeParse(foldAddress(text)).success) return is('invalid')
    if (seen.has(hash)) return is('repeated')
    seen.add(hash)
    const state = stateOf.get(hash)
    const reason = reasonOf.get(hash)
    if (reason !== undefined) return is('suppressed', state ?? reason)
    if (state !== undefined) return is('known', state)
    return is('new')
  })
}

/** Stores the new addresses as subscribed. Answers how many were stored. */
async function store(ctx: Context, fresh: readonly Judged[], consent_source: string): Promise<number> {
  if (fresh.length === 0) return 0
  const at = ctx.now()
  const rows = fresh.map(({ text }) => ({
    id: uuidv7(),
    email: foldAddress(text),
    address_hash: `\\x${addressHash(text).toString('hex')}`,
    state: 'subscribed',
    state_since: at,
    origin: 'import',
    consent_source,
    confirmed_at: at,
    created_at: at,
    updated_at: at,
  }))
  const { names, records } = columnsFor('subscribers', rows)
  const { rows: stored } = await sql<{ n: number }>`
    with stored as (
      insert into subscribers (${names}) select ${names} from ${records} on conflict do nothing returning id
    )
    select count(*)::int4 as n from stored`.execute(ctx.db)
  return stored[0]?.n ?? 0
}
