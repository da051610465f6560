import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import type { EntryKind } from '../ledger-contract.ts'
import { combine, type Posting } from './rules.ts'
import './tables.ts'

export interface Entry {
  kind: EntryKind
  orderId?: string
  partId?: string
  sourceId?: string
  /** The text shown on statements. */
  words: string
  postings: readonly Posting[]
}

/**
 * Writes one transaction to the ledger, which never changes afterwards. Postings of zero are left out, and a
 * transaction without postings is not written. The database refuses a transaction that does not sum to zero.
 */
export function post(ctx: Context, entry: Entry): Promise<void> {
  return postAll(ctx, [entry])
}

/** Writes each entry as its own transaction, with a few statements for all of them. */
export async function postAll(ctx: Context, entries: readonly Entry[]): Promise<void> {
  const at = ctx.now()
  const written = entries
    .map((entry) => ({ ...entry, id: uuidv7(), postings: combine(entry.postings) }))
    .filter(({ postings }) => postings.length > 0)
  for (let from = 0; from < written.length; from += atOnce) {
    const batch = written.slice(from, from + atOnce)
    const accounts = await accountsOf(
      ctx,
      batch.flatMap(({ postings }) => postings),
    )
    await ctx.db
      .insertInto('ledger_transactions')
      .values(
        batch.map(({ id, kind, orderId, partId, sourceId, words }) => ({
          id,
          at,
          kind,
          order_id: orderId ?? null,
          part_id: partId ?? null,
          source_id: sourceId ?? null,
          words,
        })),
      )
      .execute()
    await ctx.db
      .insertInto('ledger_lines')
      .values(
        batch.flatMap(({ id, postings }) =>
          postings.map(({ account, owner, amount }) => {
            const account_id = accounts.get(`${account} ${owner ?? nobody}`)
            if (!account_id) throw new Error(`there is no account ${account}`)
            return { id: uuidv7(), transaction_id: id, account_id, amount, at }
          }),
        ),
      )
      .execute()
  }
}

/** Well below what one statement can carry. */
const atOnce = 500

const nobody = '00000000-0000-0000-0000-000000000000'

/** Returns account ids by kind and owner; accounts of vendors and customers are created when they are first needed. */
async function accountsOf(ctx: Context, postings: readonly Posting[]): Promise<Map<string, string>> {
  const wanted = new Map(
    postings.map((posting) => [`${posting.account} ${posting.owner ?? nobody}`, posting]),
  )
  const kinds = [...wanted.values()].map(({ account }) => account)
  const owners = [...wanted.values()].map(({ owner }) => owner ?? nobody)
  const read = async () => {
    const { rows } = await sql<{ id: string; kind: string; owner_id: string }>`
      select a.id, a.kind, a.owner_id from ledger_accounts a
      join unnest(${kinds}::text[], ${owners}::uuid[]) as wanted (kind, owner_id)
        on a.kind = wanted.kind and a.owner_id = wanted.owner_id`.execute(ctx.db)
    return new Map(rows.map(({ id, kind, owner_id }) => [`${kind} ${owner_id}`, id]))
  }
  const known = await read()
  // Sorted, so that two transactions that create the same accounts at once cannot deadlock: one waits for the other.
  const missing = [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, posting]) => (known.has(key) ? [] : [posting]))
  if (missing.length === 0) return known
  await ctx.db
    .insertInto('ledger_accounts')
    .values(missing.map(({ account, owner }) => ({ id: uuidv7(), kind: account, owner_id: owner ?? nobody })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return read()
}
