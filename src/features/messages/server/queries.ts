import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { LetterKind } from '../kinds-contract.ts'
import './tables.ts'

/** SQL that is true for a mail about a record that is decided on: a later letter about it can tell otherwise. */
export function isDecided(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.subject_type`)} in ('vendor', 'product', 'customer', 'withdrawal')`
}

/**
 * SQL of what a letter about a record tells of: its status, or what became of a change or an edit. A later letter about the
 * same replaces it.
 */
export function topicOf(alias: string): RawBuilder<string> {
  const kind = sql.ref(`${alias}.kind`)
  return sql`case when ${kind} like 'vendor change %' then 'change' when ${kind} like 'product edit %' then 'edit'
    else 'status' end`
}

/** The newest letter about a withdrawal that its owner has read or may have read. */
interface LastPayoutLetter {
  kind: string
  /** The bank's reference that it names; empty if it names none. */
  bank_reference: string
  /** It was withdrawn after an attempt, so that nobody knows whether it arrived, and it is not sent again. */
  is_doubtful: boolean
}

/** The last letters about these withdrawals, by withdrawal; none of one whose owner was told nothing. */
export async function lastPayoutLetters(
  db: Database,
  withdrawalIds: readonly string[],
): Promise<Map<string, LastPayoutLetter>> {
  const { rows } = await sql<LastPayoutLetter & { subject_id: string }>`
    select distinct on (subject_id) subject_id, kind, status = 'withdrawn' as is_doubtful,
      coalesce(field_values ->> 'bank_reference', '') as bank_reference
    from messages
    where subject_type = 'withdrawal' and subject_id = any(${[...withdrawalIds]}::uuid[])
      and (status in ('sending', 'sent', 'failed') or (status = 'withdrawn' and attempts > 0))
    order by subject_id, id desc`.execute(db)
  return new Map(rows.map(({ subject_id, ...letter }) => [subject_id, letter]))
}

/** Whether the newest letter of this kind about a record has failed for good, so that it has reached nobody. */
export async function hasLastFailed(
  db: Database,
  kind: LetterKind,
  about: { type: string; id: string },
): Promise<boolean> {
  const last = await db
    .selectFrom('messages')
    .select('status')
    .where('subject_type', '=', about.type)
    .where('subject_id', '=', about.id)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.status === 'failed'
}
