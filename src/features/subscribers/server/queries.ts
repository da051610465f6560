import { type RawBuilder, sql } from 'kysely'
import { readStory } from '#features/decisions/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Database } from '#kit/server/database.ts'
import { type ExportRows, exportRows, listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchCondition } from '#kit/server/matching.ts'
import {
  type ConsentText,
  reasonsAgainstLegalMail,
  type SentMail,
  type SubscriberDetail,
  type SubscriberOrigin,
  type SubscriberRow,
  type SubscriberState,
  type SuppressionReason,
  subscriberStates,
  type subscribers,
} from '../contract.ts'
import type { SubscriberRecord } from './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The latest 50 group mails to an address, newest first: they belong to a feature above the subscribers. */
    mailsToAddress: (db: Database, email: string) => Promise<SentMail[]>
  }
}

const rowColumns = sql`s.id, s.email, s.state, s.state_since, s.state_reason, s.origin, s.consent_source, s.confirmed_at,
  s.created_at, s.version`

/** One page of subscribers: of one state, or of all. */
export function listSubscribers(
  ctx: Context,
  input: Input<typeof subscribers.list>,
): Promise<Page<SubscriberRow>> {
  return listPage(ctx.db, sourceOf(input, []), input)
}

type Asked = Pick<Input<typeof subscribers.list>, 'list' | 'q' | 'sort'>

function sourceOf({ list, q }: Asked, filters: RawBuilder<unknown>[]): ListSource<SubscriberRow> {
  const states = list === undefined || list === 'all' ? [...subscriberStates] : [list]
  return {
    from: sql`subscribers s`,
    alias: 's',
    partitions: states.map((state) => sql`s.list = ${state}`),
    filters: [...filters, ...(q ? [searchCondition(q, 's.email', ['s.email'])] : [])],
    sorts: {
      created_at: { column: 'created_at', type: 'timestamptz' },
      state_since: { column: 'state_since', type: 'timestamptz' },
      email: { column: 'email', type: 'text' },
    },
    select: rowColumns,
    countAll: states.map(countKey),
    shape: rowOf,
  }
}

/** A subscriber as an export contains them. */
export interface ExportedSubscriber extends SubscriberRow {
  consent_version: number | null
  asked_at: string | null
}

/** The subscribers of a view in batches, or only the selected ones, and their number up to a limit. */
export function readAllSubscribers(
  ctx: Context,
  { ids, ...input }: Asked & { ids: readonly string[] | undefined },
): ExportRows<ExportedSubscriber> {
  const source = sourceOf(input, ids ? [sql`s.id = any(${[...ids]}::uuid[])`] : [])
  const exported: ListSource<ExportedSubscriber> = {
    ...source,
    select: sql`${rowColumns}, s.consent_version, s.asked_at`,
    shape: (record: SubscriberRecord) => {
      const { consent_version, asked_at } = record
      return { ...rowOf(record), consent_version, asked_at: asked_at?.toISOString() ?? null }
    },
  }
  return exportRows(ctx.db, exported, input.sort)
}

export async function countSubscribers(ctx: Context): Promise<Record<SubscriberState, number>> {
  const counts = await readCounts(ctx.db, subscriberStates.map(countKey))
  const all = subscriberStates.map((state) => [state, counts[countKey(state)]])
  return Object.fromEntries(all) as Record<SubscriberState, number>
}

/** One subscriber with consent, suppressions, group mails and history. Refuses (not-found) an unknown id. */
export async function readSubscriber(ctx: Context, { id }: { id: string }): Promise<SubscriberDetail> {
  const subscriber = await subscriberOf(ctx.db, id)
  const { rows: suppressions } = await sql<{ reason: SuppressionReason; since: Date; detail: string }>`
    select reason, since, detail from suppressions
    where address_hash = ${subscriber.address_hash} order by since, reason`.execute(ctx.db)
  const consent = await ctx.db
    .selectFrom('consent_texts')
    .select(['version', 'text'])
    .where('version', '=', subscriber.consent_version ?? 0)
    .executeTakeFirst()
  const { history } = await readStory(ctx.db, 'subscriber', id)
  return {
    ...rowOf(subscriber),
    place: subscriber.place,
    asked_at: subscriber.asked_at?.toISOString() ?? null,
    confirmation_sent_at: subscriber.confirmation_sent_at?.toISOString() ?? null,
    consent: consent ?? null,
    suppressions: suppressions.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    sent: await ctx.services.mailsToAddress(ctx.db, subscriber.email),
    history,
  }
}

/** The stored subscriber. Refuses (not-found). */
export async function subscriberOf(db: Database, id: string): Promise<SubscriberRecord> {
  const found = await db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'Subscriber not found')
  return found
}

export async function listConsentTexts(ctx: Context): Promise<ConsentText[]> {
  const rows = await ctx.db.selectFrom('consent_texts').selectAll().orderBy('version', 'desc').execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * The condition that a column of addresses is suppressed, for audiences of group mail. Legal messages reach people who
 * refused news; a blocked or bounced address gets none of them either.
 */
export function isSuppressed(column: string, mail: 'news' | 'legal'): RawBuilder<boolean> {
  const only = mail === 'legal' ? sql` and p.reason = any(${[...reasonsAgainstLegalMail]})` : sql``
  return sql<boolean>`exists (select from suppressions p
    where p.address_hash = address_hash(${sql.ref(column)})${only})`
}

function countKey(state: SubscriberState): `subscribers:${SubscriberState}` {
  return `subscribers:${state}`
}

function rowOf(subscriber: SubscriberRecord): SubscriberRow {
  return {
    id: subscriber.id,
    email: subscriber.email,
    state: subscriber.state as SubscriberState,
    state_since: subscriber.state_since.toISOString(),
    state_reason: subscriber.state_reason,
    origin: subscriber.origin as SubscriberOrigin,
    consent_source: subscriber.consent_source,
    confirmed_at: subscriber.confirmed_at?.toISOString() ?? null,
    created_at: subscriber.created_at.toISOString(),
    version: subscriber.version,
  }
}
