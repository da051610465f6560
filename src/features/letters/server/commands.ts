import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import '#features/access/server/tables.ts'
import type { LetterKind } from '#features/messages/kinds-contract.ts'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { queueSample } from '#features/messages/server/outbox-commands.ts'
import { problemsOf } from '#features/messages/template-contract.ts'
import { fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import {
  type LetterChange,
  type LetterContent,
  type LetterDetail,
  type LetterDraft,
  type LetterSettings,
  letterContentFields,
} from '../contract.ts'
import { readLetter, readLetterSettings } from './queries.ts'
import { faultsOf, isWritten, kindOf, shownOf, storedOf, textIn, toStore } from './rules.ts'
import type { LetterRecord } from './tables.ts'

/**
 * Saves texts of a letter and the language it is sent in, as a new version. Saving the same values changes nothing.
 * Refuses (not-found, stale), and (invalid) a text with an unknown field, without a required one, or only half written.
 */
export async function changeLetter(
  ctx: Context,
  { id, ...given }: { id: string } & LetterChange,
): Promise<LetterDetail> {
  const { kind, record } = await heldLetter(ctx, id)
  const before = shownOf(kind, storedOf(record))
  const next = { ...before, ...given } as LetterContent
  const touched = letterLanguages.filter(
    (language) => given[`subject_${language}`] !== undefined || given[`body_${language}`] !== undefined,
  )
  // A text that is removed, or that nobody touched, is not looked at.
  refuseFaults(
    kind,
    next,
    touched.filter((language) => isWritten(textIn(language, next))),
  )
  await store(ctx, { kind, record }, next, 'edit')
  return readLetter(ctx, { id })
}

/**
 * Restores the original letter, or removes a text in Urdu that has no original, as a new version. Changes nothing where that
 * is how the letter already is. Refuses (not-found, stale).
 */
export async function restoreLetter(
  ctx: Context,
  { id, language }: { id: string; language: LetterLanguage },
): Promise<LetterDetail> {
  const { kind, record } = await heldLetter(ctx, id)
  const none = language === 'en' ? { subject_en: '', body_en: '' } : { subject_ur: '', body_ur: '' }
  await store(ctx, { kind, record }, shownOf(kind, { ...storedOf(record), ...none }), 'restore original')
  return readLetter(ctx, { id })
}

/**
 * Makes an earlier version the letter again, as a new version. Refuses (not-found, stale), and (conflict) a version
 * whose texts no longer fit the fields of the letter.
 */
export async function restoreLetterVersion(
  ctx: Context,
  { id, number }: { id: string; number: number },
): Promise<LetterDetail> {
  const { kind, record } = await heldLetter(ctx, id)
  const found = await ctx.db
    .selectFrom('letter_versions')
    .select('content')
    .where('letter_id', '=', record.id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such version')
  const content = shownOf(kind, found.content as LetterContent)
  const languages = letterLanguages.filter((language) => isWritten(textIn(language, content)))
  const [fault] = faultsOf(kind, content, languages)
  if (fault) {
    throw new Refusal('conflict', `Version ${number} no longer fits this letter: ${fault.message}`, {
      current: await readLetter(ctx, { id }),
    })
  }
  await store(ctx, { kind, record }, content, 'restore version', { version: number })
  return readLetter(ctx, { id })
}

/**
 * Sends a text that need not be saved, filled with samples, to the person who asks. Refuses (not-found), and (invalid) a
 * text that could not be saved.
 */
export async function sendTestLetter(
  ctx: Context,
  { id, language, subject, body }: { id: string } & LetterDraft,
): Promise<{ recipient: string }> {
  const kind = kindOf(id)
  const { actor } = ctx
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'Only a person can be sent a test letter')
  const problems = problemsOf(kind, { subject, body })
  if (problems.length > 0) {
    throw fieldsRefusal(problems.map(({ part, message }) => ({ path: part, message })))
  }
  const { email } = await ctx.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  await queueSample(ctx, { kind, text: { language, subject, body }, recipient: email, personId: actor.id })
  await ctx.record({
    action: 'send test letter',
    subject: { type: 'letter', id: null, name: kind },
    after: { language },
  })
  return { recipient: email }
}

/** Chooses the language of letters that have no language of their own. Refuses (stale). */
export async function saveLetterSettings(
  ctx: Context,
  { language }: { language: LetterLanguage },
): Promise<LetterSettings> {
  await ctx.db.selectFrom('letter_settings').select('id').forUpdate().execute()
  const before = await readLetterSettings(ctx)
  await refuseStale(
    ctx,
    before,
    () => before,
    'The language of letters was changed since you read it. Look at it again',
  )
  if (before.language === language) {
    ctx.unchanged()
    return before
  }
  await ctx.db.updateTable('letter_settings').set({ language, version: sql<number>`version + 1` }).execute()
  await ctx.record({
    action: 'change language of letters',
    subject: { type: 'letter_settings', id: null, name: 'Language of letters' },
    before: { language: before.language },
    after: { language },
  })
  return readLetterSettings(ctx)
}

/**
 * The kind that an address names, with its record locked until the transaction ends. Refuses (not-found), and (stale) if
 * its version differs from the one that was read.
 */
async function heldLetter(ctx: Context, id: string): Promise<{ kind: LetterKind; record: LetterRecord }> {
  const kind = kindOf(id)
  await ctx.db
    .insertInto('letters')
    .values({ id: uuidv7(), kind })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute()
  const record = await ctx.db
    .selectFrom('letters')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await refuseStale(
    ctx,
    record,
    () => readLetter(ctx, { id }),
    'This letter was changed since you read it. Look at it again',
  )
  return { kind, record }
}

function refuseFaults(kind: LetterKind, content: LetterContent, languages: readonly LetterLanguage[]): void {
  const faults = faultsOf(kind, content, languages)
  if (faults.length > 0) {
    throw fieldsRefusal(faults.map(({ field, message }) => ({ path: field, message })))
  }
}

/** Stores the texts of a locked letter as its next version, and writes it down. */
async function store(
  ctx: Context,
  { kind, record }: { kind: LetterKind; record: LetterRecord },
  shown: LetterContent,
  action: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const before = storedOf(record)
  const next = toStore(kind, shown)
  const fields = letterContentFields.filter((field) => next[field] !== before[field])
  if (fields.length === 0) return ctx.unchanged()
  const { actor } = ctx
  const now = ctx.now()
  await ctx.db
    .updateTable('letters')
    .set({ ...next, version: sql<number>`version + 1`, updated_at: now, updated_by_name: actorName(ctx) })
    .where('id', '=', record.id)
    .execute()
  await sql`
    insert into letter_versions (letter_id, number, action, content, saved_at, saved_by, saved_by_name)
    select ${record.id}, coalesce(max(number), 0) + 1, ${action}, ${JSON.stringify(next)}::jsonb, ${now},
      ${actor.kind === 'person' ? actor.id : null}, ${actorName(ctx)}
    from letter_versions where letter_id = ${record.id}`.execute(ctx.db)
  const [was, is] = [shownOf(kind, before), shownOf(kind, next)]
  // Of a text that is stored for the first time, only what differs from the original was changed.
  const changed = fields.filter((field) => was[field] !== is[field])
  await ctx.record({
    action,
    subject: { type: 'letter', id: record.id, name: kind },
    before: Object.fromEntries(changed.map((field) => [field, was[field]])),
    after: { ...Object.fromEntries(changed.map((field) => [field, is[field]])), ...more },
  })
}
