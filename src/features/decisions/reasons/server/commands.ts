import { sql } from 'kysely'
import { readLetterLanguage, readLetterSettings } from '#features/letters/server/queries.ts'
import type { LetterKind } from '#features/messages/kinds-contract.ts'
import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type ChosenReason,
  joinReasons,
  type ReasonKind,
  type ReasonSubject,
  type ToldReason,
  wordsOf,
} from '../choice-contract.ts'
import { mostTemplates, type ReasonChange, type ReasonDraft, type ReasonTemplate } from '../contract.ts'
import { findReason } from './queries.ts'
import './tables.ts'

const noSuchReason = 'There is no such reason'

/** What a person says with a decision. */
export interface Said {
  reason?: string | undefined
  reasons?: readonly ChosenReason[] | undefined
  language?: LetterLanguage | undefined
}

/** What is told with a decision: the whole text, and the chosen reasons. */
export interface Told {
  text: string
  reasons: ToldReason[]
  language: LetterLanguage | undefined
}

/**
 * The reasons as they are told: each with its kind, the fields that it concerns and its words, which come from its
 * template where the person wrote none. Refuses (invalid) a reason that is unknown, off or of another kind of record,
 * one that is named twice, one against the rules where a change is asked for (nothing that is corrected would help), and a
 * field that the record does not have. Where no language was chosen, the words are in that of `letter`, which brings them.
 */
export async function settleReasons(
  ctx: Context,
  subject: ReasonSubject,
  labels: Readonly<Record<string, string>>,
  { reason = '', reasons = [], language }: Said,
  { isRequest = false, letter }: { isRequest?: boolean; letter?: LetterKind | undefined } = {},
): Promise<Told> {
  if (reasons.length === 0) return { text: reason, reasons: [], language }
  const templates = await ctx.db
    .selectFrom('reason_templates')
    .select(['code', 'kind', 'text_en', 'text_ur', 'fields'])
    .where('code', '=', anyOf(reasons.map(({ code }) => code)))
    .where('subject_type', '=', subject)
    .where('is_active', '=', true)
    .execute()
  const usual = letter ? await readLetterLanguage(ctx, letter) : (await readLetterSettings(ctx)).language
  const told = reasons.map(({ code, fields, text }, at): ToldReason => {
    const template = templates.find((one) => one.code === code)
    const isRepeated = reasons.findIndex((one) => one.code === code) < at
    if (!template || isRepeated) throw fieldRefusal(`reasons.${at}.code`, noSuchReason)
    if (isRequest && template.kind === 'policy')
      throw fieldRefusal(
        `reasons.${at}.code`,
        'This reason cannot be corrected by the vendor. Reject instead',
      )
    const concerned = [...new Set(fields ?? template.fields)]
    const unknown = concerned.find((path) => labels[path] === undefined)
    if (unknown !== undefined && fields)
      throw fieldRefusal(`reasons.${at}.fields`, `There is no field ${unknown}`)
    const known = concerned.filter((path) => labels[path] !== undefined)
    const words = text || wordsOf(template, known, labels, language ?? usual)
    return { code, kind: template.kind as ReasonKind, text: words, fields: known }
  })
  return { text: joinReasons(told, reason), reasons: told, language }
}

/**
 * Stores the reasons of a decision, and a keyed hash of each field that a fixable one concerns, so that it can be seen
 * later whether the field was touched.
 */
export async function keepReasons(
  ctx: Context,
  decision: { id: string; subject: ReasonSubject },
  reasons: readonly ToldReason[],
  fingerprintOf: (field: string) => Buffer,
): Promise<void> {
  if (reasons.length === 0) return
  if (ctx.actor.kind !== 'person') throw new Error('only a person decides')
  const { id: decided_by } = ctx.actor
  await ctx.db
    .insertInto('decision_reasons')
    .values(
      reasons.map((reason, at) => ({
        ...reason,
        decision_id: decision.id,
        position: at + 1,
        subject_type: decision.subject,
        decided_by,
        decided_at: ctx.now(),
      })),
    )
    .execute()
  const fields = [...new Set(reasons.flatMap(({ kind, fields }) => (kind === 'fixable' ? fields : [])))]
  if (fields.length === 0) return
  await ctx.db
    .insertInto('requested_fields')
    .values(fields.map((field) => ({ decision_id: decision.id, field, fingerprint: fingerprintOf(field) })))
    .execute()
}

/** A reason is never empty: what was told with a decision on a record that is gone reads so. */
const erasedWords = 'Erased'

/** Erases what was told with these decisions, and the fingerprints of the fields that were asked for. The codes stay. */
export async function forgetReasons(ctx: Context, decisionIds: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('decision_reasons')
    .set({ text: erasedWords })
    .where('decision_id', '=', anyOf(decisionIds))
    .execute()
  await ctx.db.deleteFrom('requested_fields').where('decision_id', '=', anyOf(decisionIds)).execute()
}

/** Adds a reason as the last of its kind of record. Refuses (conflict) a code that is taken, and more than a hundred. */
export async function createReason(ctx: Context, draft: ReasonDraft): Promise<ReasonTemplate> {
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::int4 as count, coalesce(max(position), 0)::int4 as last from (
      select position from reason_templates where subject_type = ${draft.subject_type} for update) t`.execute(
    ctx.db,
  )
  const { count = 0, last = 0 } = rows[0] ?? {}
  if (count >= mostTemplates)
    throw new Refusal('conflict', `There are at most ${mostTemplates} reasons of a kind`)
  const made = await ctx.db
    .insertInto('reason_templates')
    .values({ ...draft, position: last + 1, created_at: ctx.now(), updated_at: ctx.now() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows !== 1n)
    throw new Refusal('conflict', `The code ${draft.code} is taken by another reason`)
  const { name, text_en, text_ur, fields } = draft
  await ctx.record({
    action: 'add reason',
    subject: { type: 'reason', id: null, name },
    after: { code: draft.code, text_en, text_ur, fields },
  })
  return foundReason(ctx, draft.code)
}

/** Changes a reason. Refuses (not-found), and (stale) an outdated version. */
export async function changeReason(
  ctx: Context,
  { code, position, ...change }: ReasonChange & { code: string },
): Promise<ReasonTemplate> {
  const before = await ctx.db
    .selectFrom('reason_templates')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', noSuchReason)
  await refuseStale(ctx, before, () => foundReason(ctx, code), 'Somebody changed this reason meanwhile')
  const wanted = Object.entries({ ...change, position }).filter(([, value]) => value !== undefined)
  const differing = wanted.filter(
    ([name, value]) => JSON.stringify(before[name as keyof typeof before]) !== JSON.stringify(value),
  )
  if (differing.length === 0) {
    ctx.unchanged()
    return foundReason(ctx, code)
  }
  if (position !== undefined) await moveReason(ctx, before, position)
  await ctx.db
    .updateTable('reason_templates')
    .set({ ...change, updated_at: ctx.now(), version: before.version + 1 })
    .where('code', '=', code)
    .execute()
  const names = differing.map(([name]) => name)
  await ctx.record({
    action: 'change reason',
    subject: { type: 'reason', id: null, name: change.name ?? before.name },
    before: Object.fromEntries(names.map((name) => [name, before[name as keyof typeof before]])),
    after: Object.fromEntries(differing),
  })
  return foundReason(ctx, code)
}

/** Numbers the reasons of a kind of record again, with one of them at this place; past the end means last. */
async function moveReason(
  ctx: Context,
  { code, subject_type }: { code: string; subject_type: string },
  position: number,
): Promise<void> {
  await sql`
    with others as (
      select code, row_number() over (order by position, code) as at
      from reason_templates where subject_type = ${subject_type} and code <> ${code}
    ), placed as (
      select code, (at + case when at >= ${position} then 1 else 0 end)::int4 as position from others
      union all select ${code}::text, least(${position}::int4, (select count(*) + 1 from others)::int4)
    )
    update reason_templates t set position = placed.position from placed where placed.code = t.code`.execute(
    ctx.db,
  )
}

async function foundReason(ctx: Context, code: string): Promise<ReasonTemplate> {
  const found = await findReason(ctx, code)
  if (!found) throw new Error('a reason that was just written is not there')
  return found
}
