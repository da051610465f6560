import { sql } from 'kysely'
import { allows, grants } from '#features/access/contract.ts'
import { type FindShown, readHistory } from '#features/audit/server/queries.ts'
import {
  fieldsOf,
  isRequired,
  type LetterField,
  type LetterKind,
  letterKindNames,
  letterKinds,
} from '#features/messages/kinds-contract.ts'
import {
  marketplaceWords,
  originalOf,
  sampleValues,
  urduOriginalOf,
} from '#features/messages/server/letters.ts'
import type { LetterText } from '#features/messages/server/outbox-commands.ts'
import '#features/messages/server/tables.ts'
import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { mostVersionsListed, type Version } from '#kit/contract/versions.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import type {
  Letter,
  LetterContent,
  LetterDetail,
  LetterExample,
  LetterSettings,
  LetterVersionDetail,
} from '../contract.ts'
import { editedIn, faultsOf, idOf, kindOf, shownOf, storedOf, textsToSend } from './rules.ts'
import type { LetterRecord } from './tables.ts'

/** Every kind of letter in the order of the screen, with the language of letters. */
export async function listLetters(ctx: Context): Promise<LetterSettings & { letters: Letter[] }> {
  const settings = await readLetterSettings(ctx)
  const records = new Map(
    (await ctx.db.selectFrom('letters').selectAll().execute()).map((record) => [record.kind, record]),
  )
  const { rows } = await sql<{ kind: string; at: Date | null }>`
    select k.kind, (
      select m.sent_at from messages m where m.kind = k.kind and m.status = 'sent'
      order by m.sent_at desc limit 1) as at
    from unnest(${[...letterKindNames]}::text[]) k(kind)`.execute(ctx.db)
  const sent = new Map(rows.map(({ kind, at }) => [kind, at?.toISOString() ?? null]))
  const letters = letterKindNames.map((kind) =>
    letterOf(kind, records.get(kind), settings.language, sent.get(kind) ?? null),
  )
  return { ...settings, letters }
}

function letterOf(
  kind: LetterKind,
  record: LetterRecord | undefined,
  general: LetterLanguage,
  last_sent_at: string | null,
): Letter {
  const stored = storedOf(record)
  const edited = editedIn(stored)
  const wanted = stored.language || general
  const language = textsToSend(kind, stored, wanted)[0]?.language ?? 'en'
  return {
    id: idOf(kind),
    kind,
    reader: letterKinds[kind].reader,
    language,
    is_language_missing: wanted === 'ur' && !edited.includes('ur') && !urduOriginalOf(kind),
    edited,
    is_faulty: faultsOf(kind, stored, edited).length > 0,
    updated_at: record?.updated_at?.toISOString() ?? null,
    updated_by_name: record?.updated_by_name ?? '',
    last_sent_at,
  }
}

export async function readLetterSettings(ctx: Context): Promise<LetterSettings> {
  const { language, version } = await ctx.db
    .selectFrom('letter_settings')
    .select(['language', 'version'])
    .executeTakeFirstOrThrow()
  return { language: language as LetterLanguage, version }
}

/** One kind of letter. Refuses (not-found). */
export async function readLetter(ctx: Context, { id }: { id: string }): Promise<LetterDetail> {
  const kind = kindOf(id)
  const record = await ctx.db.selectFrom('letters').selectAll().where('kind', '=', kind).executeTakeFirst()
  const stored = storedOf(record)
  const { language: general_language } = await readLetterSettings(ctx)
  const { name, logo } = await ctx.services.mailBrand(ctx)
  const samples: Readonly<Record<LetterField, string>> = {
    ...sampleValues,
    link: `${ctx.services.publicUrl}/sample-link`,
    marketplace_name: name || marketplaceWords.en,
  }
  const edited = editedIn(stored)
  return {
    ...shownOf(kind, stored),
    id,
    kind,
    reader: letterKinds[kind].reader,
    fields: fieldsOf(kind).map((field) => ({
      name: field,
      sample: samples[field],
      is_required: isRequired(kind, field),
    })),
    original: originalOf(kind),
    original_ur: urduOriginalOf(kind) ?? null,
    general_language,
    edited,
    faults: faultsOf(kind, stored, edited),
    brand: {
      name,
      logo: logo?.url ?? '',
      logo_width: logo?.width ?? 0,
      logo_height: logo?.height ?? 0,
      logo_alt: logo?.alt ?? '',
    },
    version: record?.version ?? 1,
    version_count: record ? await countVersions(ctx, record.id) : 0,
    updated_at: record?.updated_at?.toISOString() ?? null,
    updated_by_name: record?.updated_by_name ?? '',
    subject_id: record?.id ?? null,
    history: record ? await readHistory(ctx.db, 'letter', record.id) : [],
  }
}

/** A letter is opened by its kind, of which the audit log knows only the record that its first edit made. */
export const findShownLetters: FindShown = async (db, ids) => {
  const found = await db.selectFrom('letters').select(['id', 'kind']).where('id', '=', anyOf(ids)).execute()
  return new Map(found.map(({ id, kind }) => [id, { kind: 'letter', id: idOf(kind as LetterKind) }]))
}

async function countVersions(ctx: Context, letterId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(number), 0)::int4 as n from letter_versions where letter_id = ${letterId}`.execute(
    ctx.db,
  )
  return rows[0]?.n ?? 0
}

/** The latest hundred versions of a letter, newest first. Refuses (not-found). */
export async function listLetterVersions(ctx: Context, { id }: { id: string }): Promise<Version[]> {
  const found = await ctx.db
    .selectFrom('letter_versions as v')
    .innerJoin('letters as l', 'l.id', 'v.letter_id')
    .select(['v.number', 'v.action', 'v.saved_at', 'v.saved_by_name'])
    .where('l.kind', '=', kindOf(id))
    .orderBy('v.number', 'desc')
    .limit(mostVersionsListed)
    .execute()
  return found.map((version) => ({ ...version, saved_at: version.saved_at.toISOString() }))
}

/** One version with its texts as they were edited. Refuses (not-found). */
export async function readLetterVersion(
  ctx: Context,
  { id, number }: { id: string; number: number },
): Promise<LetterVersionDetail> {
  const kind = kindOf(id)
  const found = await ctx.db
    .selectFrom('letter_versions as v')
    .innerJoin('letters as l', 'l.id', 'v.letter_id')
    .select(['v.number', 'v.action', 'v.saved_at', 'v.saved_by_name', 'v.content'])
    .where('l.kind', '=', kind)
    .where('v.number', '=', number)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such version')
  const content = shownOf(kind, found.content as LetterContent)
  return { ...found, saved_at: found.saved_at.toISOString(), content }
}

/**
 * The values of the last five letters of a kind, for people who may see the records that they were about; none for all
 * others, and none of notifications, which name whatever their reader may see. Refuses (not-found).
 */
export async function listExamples(ctx: Context, { id }: { id: string }): Promise<LetterExample[]> {
  const kind = kindOf(id)
  if (kind === 'notification' || kind === 'notification digest') return []
  const permissions = ctx.actor.kind === 'person' ? ctx.actor.permissions : []
  if (!recordsOf(kind).every((access) => allows(permissions, access))) return []
  const found = await ctx.db
    .selectFrom('messages')
    .select(['id', 'sent_at', 'field_values'])
    .where('kind', '=', kind)
    .where('status', '=', 'sent')
    .where('sent_at', 'is not', null)
    .where('field_values', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(5)
    .$narrowType<{ sent_at: Date }>()
    .execute()
  return found.map(({ id, sent_at, field_values }) => ({
    id,
    at: sent_at.toISOString(),
    values: field_values as LetterExample['values'],
  }))
}

/** What somebody must be allowed to see whose letters name real records. */
function recordsOf(kind: LetterKind) {
  if (kind.startsWith('product ')) return [grants('Products', 'view')]
  if (kind.startsWith('support ')) return [grants('Support', 'view')]
  const { reader } = letterKinds[kind]
  if (reader === 'subscriber') return [grants('Subscribers', 'view')]
  if (reader === 'vendor') return [grants('Vendor Verifications', 'view')]
  // Withdrawals are seen by those who pay them.
  if (reader === 'payee') return [grants('Vendors', 'pay'), grants('Customer', 'pay')]
  if (kind === 'release failed') return [grants('Home Page Setting', 'view'), grants('Manage Staffs', 'view')]
  // A mention names any record with notes, and a webhook that was switched off what only those who configure it see.
  return [
    grants('Manage Staffs', 'view'),
    grants('Manage Roles', 'view'),
    grants('Vendor Verifications', 'view'),
    grants('Products', 'view'),
    grants('Customer', 'view'),
    grants('Orders', 'view'),
  ]
}

/**
 * The texts of a kind of letter, the one to send first: in this language, or else in that of the kind or of all letters. None
 * where it is sent as the product writes it in English.
 */
export async function readLetterTexts(
  ctx: Context,
  kind: LetterKind,
  language?: LetterLanguage,
): Promise<LetterText[]> {
  const { record, general } = await readSending(ctx, kind)
  const stored = storedOf(record)
  return textsToSend(kind, stored, language ?? (stored.language || general))
}

/** The language that a kind of letter is to be sent in: its own, or that of all letters. */
export async function readLetterLanguage(ctx: Context, kind: LetterKind): Promise<LetterLanguage> {
  const { record, general } = await readSending(ctx, kind)
  return storedOf(record).language || general
}

async function readSending(
  ctx: Context,
  kind: LetterKind,
): Promise<{ record: LetterRecord | undefined; general: LetterLanguage }> {
  const { general, ...record } = await ctx.db
    .selectFrom('letter_settings as s')
    .leftJoin('letters as l', (join) => join.on('l.kind', '=', kind))
    .selectAll('l')
    .select('s.language as general')
    .executeTakeFirstOrThrow()
  return {
    record: record.id === null ? undefined : (record as LetterRecord),
    general: general as LetterLanguage,
  }
}
