import { type RawBuilder, sql } from 'kysely'
import { readLetterSettings } from '#features/letters/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { ReasonChoices, ReasonKind, ReasonSubject, Requested, ToldReason } from '../choice-contract.ts'
import type { ReasonTemplate, reasons } from '../contract.ts'
import './tables.ts'

/** The reasons that can be chosen for this kind of record, in their order, and those that the person chose last. */
export async function readChoices(ctx: Context, subject: ReasonSubject): Promise<ReasonChoices> {
  const choices = await ctx.db
    .selectFrom('reason_templates')
    .select(['code', 'name', 'kind', 'text_en', 'text_ur', 'fields'])
    .where('subject_type', '=', subject)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('code')
    .execute()
  const { rows: last } = await sql<{ code: string }>`
    select code from decision_reasons where decision_id = (
      select decision_id from decision_reasons
      where decided_by = ${ctx.actor.kind === 'person' ? ctx.actor.id : null} and subject_type = ${subject}
      order by decided_at desc limit 1)
    order by position`.execute(ctx.db)
  const { language } = await readLetterSettings(ctx)
  return {
    language,
    choices: choices.map((choice) => ({ ...choice, kind: choice.kind as ReasonKind })),
    last_used: last.map(({ code }) => code).filter((code) => choices.some((choice) => choice.code === code)),
  }
}

interface StandingRow {
  decided_by: string
  decided_at: string
  reasons: ToldReason[]
  fields: { field: string; fingerprint: string }[] | null
}

/**
 * The reasons of the last decision on a record, each field with whether it has another value now; null if the last
 * decision gave none. `fingerprintOf` makes the hash of a present value.
 */
export async function readRequested(
  db: Database,
  subject: { type: ReasonSubject; id: string },
  fingerprintOf: (field: string) => Buffer,
): Promise<Requested | null> {
  const { rows } = await sql<StandingRow>`
    select p.username as decided_by, d.decided_at::text as decided_at,
      (select json_agg(r) from (
        select code, kind, text, fields from decision_reasons
        where decision_id = d.id order by position) r) as reasons,
      (select json_agg(f) from (
        select field, encode(fingerprint, 'hex') as fingerprint from requested_fields
        where decision_id = d.id order by field) f) as fields
    from (
      select id, decided_by, decided_at from decisions
      where subject_type = ${subject.type} and subject_id = ${subject.id} and undone_at is null
      order by decided_at desc, id desc limit 1) d
    join people p on p.id = d.decided_by`.execute(db)
  const [row] = rows
  if (!row?.reasons) return null
  return {
    decided_by: row.decided_by,
    decided_at: new Date(row.decided_at).toISOString(),
    reasons: row.reasons,
    fields: (row.fields ?? []).map(({ field, fingerprint }) => ({
      path: field,
      is_touched: fingerprintOf(field).toString('hex') !== fingerprint,
    })),
  }
}

/**
 * SQL that is true where the last decision on a record named a reason against the rules. `id` is the column with the id of the
 * record; the caller looks whether the record still has the status that the decision gave it.
 */
export function namesPolicy(subject: ReasonSubject, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from decision_reasons where kind = 'policy' and decision_id = (
      select id from decisions where subject_type = ${subject} and subject_id = ${id} and undone_at is null
      order by decided_at desc, id desc limit 1))`
}

/** The reasons of a record's current decision, for the system that submitted it; none after it was submitted again. */
export async function readTold(
  db: Database,
  subject: { type: ReasonSubject | 'vendor_change' | 'product_revision'; id: string; status: string },
): Promise<ToldReason[]> {
  const { rows } = await sql<ToldReason>`
    select r.code, r.kind, r.text, r.fields
    from (
      select id, to_status from decisions
      where subject_type = ${subject.type} and subject_id = ${subject.id} and undone_at is null
      order by decided_at desc, id desc limit 1) d
    join decision_reasons r on r.decision_id = d.id
    where d.to_status = ${subject.status}
    order by r.position`.execute(db)
  return rows
}

/** Every reason for a kind of record, in its order, with how often it was used. */
export async function listReasons(
  ctx: Context,
  { subject_type }: Input<typeof reasons.list>,
): Promise<ReasonTemplate[]> {
  return readTemplates(ctx, sql`t.subject_type = ${subject_type}`)
}

/** One reason as the list shows it; undefined if there is none. */
export async function findReason(ctx: Context, code: string): Promise<ReasonTemplate | undefined> {
  const [found] = await readTemplates(ctx, sql`t.code = ${code}`)
  return found
}

async function readTemplates(ctx: Context, which: ReturnType<typeof sql>): Promise<ReasonTemplate[]> {
  const now = ctx.now().getTime()
  const [since30, since90] = [30, 90].map((days) => new Date(now - days * 86_400_000))
  const { rows } = await sql<Omit<ReasonTemplate, 'last_used_at'> & { last_used_at: Date | null }>`
    select t.code, t.subject_type, t.name, t.kind, t.text_en, t.text_ur, t.fields, t.position, t.is_active,
      t.version, coalesce(u.uses_30, 0)::int4 as uses_30, coalesce(u.uses_90, 0)::int4 as uses_90,
      coalesce(u.approved_later, 0)::int4 as approved_later, l.decided_at as last_used_at
    from reason_templates t
    left join lateral (
      select count(*) filter (where r.decided_at > ${since30}) as uses_30, count(*) as uses_90,
        count(*) filter (where exists (
          select from decisions later where later.subject_type = d.subject_type and later.subject_id = d.subject_id
            and later.action in ('approve', 'accept') and later.undone_at is null and later.decided_at > d.decided_at)) as approved_later
      from decision_reasons r join decisions d on d.id = r.decision_id
      where r.code = t.code and r.decided_at > ${since90} and d.undone_at is null) u on true
    left join lateral (
      select r.decided_at from decision_reasons r join decisions d on d.id = r.decision_id
      where r.code = t.code and d.undone_at is null order by r.decided_at desc limit 1) l on true
    where ${which} order by t.position, t.code`.execute(ctx.db)
  return rows.map((row) => ({ ...row, last_used_at: row.last_used_at?.toISOString() ?? null }))
}
