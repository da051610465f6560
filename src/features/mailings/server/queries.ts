import { type RawBuilder, sql } from 'kysely'
import { readStory } from '#features/decisions/server/queries.ts'
import { reasonsAgainstLegalMail, suppressionReasons } from '#features/subscribers/contract.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { countCap, type Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { searchWords } from '#kit/contract/search-words.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import { Audience } from '../audience-contract.ts'
import { deadLink, type Finding } from '../checks-contract.ts'
import type { PersonalValues } from '../content-contract.ts'
import type {
  Mailing,
  MailingDetail,
  MailingRecipient,
  mailings,
  SavedList,
  UnknownPolicy,
} from '../contract.ts'
import { type MailingStatus, mailingStatuses, mayMove } from '../moves-contract.ts'
import { linksIn, type MailFrame } from '../render-contract.ts'
import { contentFindings, contentOf, type Frozen, maySee, type RecipientKind } from './rules.ts'
import type { ListRecord, MailingRecord } from './tables.ts'
import { readThings } from './thing-queries.ts'

/** A list shows no text: it may be long, and a page has a hundred rows. */
const rowColumns: RawBuilder<unknown> = sql`m.id, m.subject, m.user_type, m.status, m.send_at, m.started_at, m.finished_at,
  m.created_by_name, m.created_at, m.version, m.recipient_count, m.sent_count, m.failed_count, m.unknown_count, m.skipped_count`

/** One page of the group e-mails in a state, or of all. */
export function listMailings(ctx: Context, input: Input<typeof mailings.list>): Promise<Page<Mailing>> {
  const { status, q } = input
  const words = q ? searchWords(q) : []
  return listPage<Mailing>(
    ctx.db,
    {
      from: sql`mailings m`,
      alias: 'm',
      partitions: [status ? sql`m.status = ${status}` : sql`true`],
      filters: words.map((word) => searchCondition(word, 'm.search_text', ['m.subject'])),
      sorts: {
        created_at: { column: 'created_at', type: 'timestamptz' },
        subject: { column: 'subject', type: 'text' },
      },
      select: rowColumns,
      countAll: null,
      shape: mailingOf,
    },
    input,
  )
}

/** How many are in which state, each counted by its index and up to 1,000. */
export async function countMailings(ctx: Context): Promise<Answer<typeof mailings.count>> {
  const counts = mailingStatuses.map(
    (status) =>
      sql`(select count(*)::int4 from (select 1 from mailings where status = ${status} limit ${countCap}) c) as ${sql.ref(status)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(ctx.db)
  const byStatus = rows[0] ?? {}
  const all = Object.values(byStatus).reduce((sum, n) => sum + n, 0)
  return { ...byStatus, all } as Answer<typeof mailings.count>
}

/** One group e-mail with everything around it. Refuses (not-found). */
export async function readMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  const record = await mailingRecord(ctx, id)
  const { things, content, frame } = await frozenOf(ctx, record)
  const { history } = await readStory(ctx.db, 'mailing', id)
  const { shop, logo } = frame
  return {
    ...mailingOf(record),
    audience: Audience.parse(record.audience),
    content,
    things,
    unknown_policy: record.unknown_policy as UnknownPolicy,
    asked_by_name: record.asked_by_name,
    approved_by_name: record.approved_by_name,
    needs_another:
      record.status === 'waiting' && ctx.actor.kind === 'person' && ctx.actor.id === record.asked_by,
    held_why: record.held_why,
    again: await countAgain(ctx, record),
    seconds_left: secondsLeft(record, ctx.now()),
    frame: { shop, logo },
    history,
  }
}

/**
 * SQL that is true for a recipient who gets nothing although they were fixed: the address was suppressed or erased since.
 */
export function isHeldBack(alias: string, isLegal: boolean): RawBuilder<boolean> {
  const reasons = [...(isLegal ? reasonsAgainstLegalMail : suppressionReasons)]
  return sql<boolean>`(${sql.ref(`${alias}.address`)} = '' or exists (
    select from suppressions s
    where s.address_hash = ${sql.ref(`${alias}.address_hash`)} and s.reason = any(${reasons})))`
}

async function countAgain({ db }: Context, record: MailingRecord): Promise<number> {
  if (record.failed_count === 0 || !mayMove(record.status as MailingStatus, 'again')) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from mailing_recipients r
    where r.mailing_id = ${record.id} and r.status = 'failed'
      and not ${isHeldBack('r', contentOf(record).is_legal)}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function mailingRecord(ctx: Context, id: string): Promise<MailingRecord> {
  const record = await ctx.db.selectFrom('mailings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such group e-mail')
  return record
}

/** What is sent: as it was fixed at the start, or as it would be fixed now. */
export async function frozenOf(ctx: Context, record: MailingRecord): Promise<Frozen> {
  if (record.frozen) return record.frozen as Frozen
  const content = contentOf(record)
  return { content, things: await readThings(ctx, content.blocks), frame: await frameOf(ctx) }
}

async function frameOf(ctx: Context): Promise<MailFrame> {
  const { name, logo } = await ctx.services.mailBrand(ctx)
  return { shop: name, logo, base: ctx.services.publicUrl }
}

/** The findings in the content, and the links that lead nowhere. Refuses (not-found). */
export async function checkMailing(ctx: Context, { id }: { id: string }): Promise<Finding[]> {
  const record = await mailingRecord(ctx, id)
  const frozen = await frozenOf(ctx, record)
  const [found, dead] = [contentFindings(frozen), await deadLinks(ctx, frozen)]
  return [...found, ...dead]
}

const mostLinks = 30

/** Addresses of this product and its shop are known to be there; all others are asked. */
async function deadLinks({ services }: Context, { content }: Frozen): Promise<Finding[]> {
  const own = [services.publicUrl, services.shopUrl].filter((one): one is string => one !== null)
  const links = linksIn(content)
    .filter(({ href }) => !own.some((base) => href === base || href.startsWith(`${base}/`)))
    .slice(0, mostLinks)
  const findings = await Promise.all(
    links.map(async ({ block, href }): Promise<Finding | null> => {
      const why = await services.outgoing.whyDead(href)
      return why === null ? null : deadLink(content, block, href, why)
    }),
  )
  return findings.filter((finding) => finding !== null)
}

/**
 * The frozen recipients with what became of each, by address. Address and name are empty where the reader may not view the
 * person, and the order is one that says nothing about them. Refuses (not-found).
 */
export async function listRecipients(
  ctx: Context,
  input: Input<typeof mailings.recipients>,
): Promise<Page<MailingRecipient>> {
  const record = await mailingRecord(ctx, input.id)
  const narrowed = input.status ? sql` and r.status = ${input.status}` : sql``
  // All recipients of a mailing are of one kind.
  const { rows } = await sql<{ kind: RecipientKind }>`
    select kind from mailing_recipients where mailing_id = ${record.id}::uuid limit 1`.execute(ctx.db)
  const isSeen = rows.every(({ kind }) => maySee(ctx, kind))
  return listPage<MailingRecipient>(
    ctx.db,
    {
      from: sql`mailing_recipients r`,
      alias: 'r',
      partitions: [sql`r.mailing_id = ${record.id}::uuid${narrowed}`],
      filters: [],
      // A cursor holds the value that a page ends with: who may not read addresses gets an order that does not tell them.
      sorts: { address: isSeen ? { column: 'address', type: 'text' } : { column: 'id', type: 'uuid' } },
      select: sql`r.id, r.kind, r.address, r.fields, r.status, r.attempts, r.last_error, r.sent_at`,
      countAll: input.status ? null : async () => record.recipient_count,
      shape: (row) => recipientOf(ctx, row),
    },
    input,
  )
}

interface RecipientRow {
  id: string
  kind: RecipientKind
  address: string
  fields: PersonalValues
  status: string
  attempts: number
  last_error: string
  sent_at: Date | null
}

function recipientOf(ctx: Context, { fields, sent_at, ...row }: RecipientRow): MailingRecipient {
  const is_withheld = !maySee(ctx, row.kind)
  return {
    id: row.id,
    is_withheld,
    address: is_withheld ? '' : row.address,
    name: is_withheld ? '' : fields.name,
    status: row.status as MailingRecipient['status'],
    attempts: row.attempts,
    last_error: row.last_error,
    sent_at: sent_at?.toISOString() ?? null,
  }
}

/** The cities, categories and roles that an audience can be narrowed to. */
export async function readChoices(ctx: Context): Promise<Answer<typeof mailings.choices>> {
  const { rows } = await sql<Answer<typeof mailings.choices>>`
    select
      coalesce((select json_agg(city) from (
        select distinct sellers_city as city from vendors where sellers_city <> '' order by 1 limit 500) c), '[]') as cities,
      coalesce((select json_agg(json_build_object('id', id, 'name', path) order by place) from (
        select c.id, c.place, concat_ws(' › ', g.name, m.name, c.name) as path from categories c
        left join categories m on m.id = c.parent_id left join categories g on g.id = m.parent_id) c), '[]') as categories,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name) from roles), '[]') as roles`.execute(
    ctx.db,
  )
  return rows[0] ?? { cities: [], categories: [], roles: [] }
}

/** The saved lists, by name. */
export async function readLists(ctx: Context): Promise<SavedList[]> {
  const rows = await ctx.db.selectFrom('mailing_lists').selectAll().orderBy('name').limit(500).execute()
  return rows.map(listOf)
}

export function listOf({ id, name, selection, created_by_name, version }: ListRecord): SavedList {
  return { id, name, selection: selection as SavedList['selection'], created_by_name, version }
}

function mailingOf(row: MailingRecord): Mailing {
  const done = row.sent_count + row.failed_count + row.unknown_count + row.skipped_count
  return {
    id: row.id,
    subject: row.subject,
    user_type: row.user_type as Mailing['user_type'],
    status: row.status as Mailing['status'],
    send_at: row.send_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    created_by_name: row.created_by_name,
    created_at: row.created_at.toISOString(),
    version: row.version,
    total: row.recipient_count,
    sent: row.sent_count,
    failed: row.failed_count,
    unknown: row.unknown_count,
    skipped: row.skipped_count,
    left: row.recipient_count - done,
  }
}

function secondsLeft(row: MailingRecord, now: Date): number | null {
  if (row.status !== 'sending' || !row.pace_since) return null
  const done = row.sent_count + row.failed_count + row.unknown_count
  const since = (now.getTime() - row.pace_since.getTime()) / 1000
  const speed = (done - row.pace_done) / Math.max(since, 1)
  return speed > 0 ? Math.ceil((row.recipient_count - done - row.skipped_count) / speed) : null
}
