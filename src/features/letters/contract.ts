import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { letterFields, letterKindNames, letterReaders } from '#features/messages/kinds-contract.ts'
import { letterLanguages } from '#features/messages/language-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine, filledParagraph, line, paragraph } from '#kit/contract/text.ts'
import { Version, versionNumber } from '#kit/contract/versions.ts'
import { texts } from './texts.ts'

const Language = z.enum(letterLanguages)
const subjectLength = 200
const textLength = 10_000

/** The content of a letter that can be edited. Texts in Urdu may be absent; the language may be that of all letters. */
export const LetterContent = z.object({
  language: z.enum(['', ...letterLanguages]),
  subject_en: z.string(),
  body_en: z.string(),
  subject_ur: z.string(),
  body_ur: z.string(),
})
export type LetterContent = z.infer<typeof LetterContent>
export type LetterContentField = keyof LetterContent
export const letterContentFields = Object.keys(LetterContent.shape) as readonly LetterContentField[]

/** Why a text is passed over, and the letter is sent in another language or as the product writes it. */
const Fault = z.object({
  field: z.enum(['subject_en', 'body_en', 'subject_ur', 'body_ur']),
  message: z.string(),
})
export type LetterFault = z.infer<typeof Fault>

export const Letter = z.object({
  /** The kind, as an address spells it: `vendor-approved`. */
  id: z.string(),
  kind: z.enum(letterKindNames),
  reader: z.enum(letterReaders),
  /** The language that is sent now. */
  language: Language,
  /** True if the language was chosen in which nothing has been written. */
  is_language_missing: z.boolean(),
  /** The languages whose text staff have written. */
  edited: z.array(Language),
  is_faulty: z.boolean(),
  updated_at: z.string().nullable(),
  updated_by_name: z.string(),
  /** When a letter of this kind was last sent; null if none was. */
  last_sent_at: z.string().nullable(),
})
export type Letter = z.infer<typeof Letter>

export const LetterSettings = z.object({ language: Language, version: z.int() })
export type LetterSettings = z.infer<typeof LetterSettings>

export const LetterDetail = LetterContent.extend({
  id: z.string(),
  kind: z.enum(letterKindNames),
  reader: z.enum(letterReaders),
  /** What the text can name, with a value for previews. */
  fields: z.array(z.object({ name: z.enum(letterFields), sample: z.string(), is_required: z.boolean() })),
  /** The letter as the product writes it, in English. */
  original: z.object({ subject: z.string(), body: z.string() }),
  /** The same in Urdu; null for a letter that the product writes in English only. */
  original_ur: z.object({ subject: z.string(), body: z.string() }).nullable(),
  /** The language of all letters that have no language of their own. */
  general_language: Language,
  edited: z.array(Language),
  faults: z.array(Fault),
  /** The name and the logo of the shop, as mails show them. */
  brand: z.object({
    name: z.string(),
    logo: z.string(),
    logo_width: z.int(),
    logo_height: z.int(),
    logo_alt: z.string(),
  }),
  version: z.int(),
  version_count: z.int(),
  updated_at: z.string().nullable(),
  updated_by_name: z.string(),
  /** The id of the letter in the audit log; null if nobody has changed the letter. */
  subject_id: z.uuid().nullable(),
  history: z.array(TimelineEntry),
})
export type LetterDetail = z.infer<typeof LetterDetail>

export const LetterVersionDetail = Version.extend({ content: LetterContent })
export type LetterVersionDetail = z.infer<typeof LetterVersionDetail>

/** The values of a letter that was sent. */
export const LetterExample = z.object({
  id: z.uuid(),
  at: z.string(),
  values: z.partialRecord(z.enum(letterFields), z.string()),
})
export type LetterExample = z.infer<typeof LetterExample>

export const LetterChange = z
  .strictObject({
    language: LetterContent.shape.language,
    subject_en: filledLine(subjectLength, texts.subjectRequired),
    body_en: filledParagraph(textLength, texts.textRequired),
    subject_ur: line(subjectLength),
    body_ur: paragraph(textLength),
  })
  .partial()
export type LetterChange = z.output<typeof LetterChange>

/** A text that is not necessarily saved. */
const Draft = z.strictObject({
  language: Language,
  subject: filledLine(subjectLength, texts.subjectRequired),
  body: filledParagraph(textLength, texts.textRequired),
})
export type LetterDraft = z.output<typeof Draft>

const path = '/api/admin/letters'
const name = z.string().min(1).max(60)
const id = z.strictObject({ id: name })
const ofVersion = z.strictObject({ id: name, number: versionNumber })
const see = grants('General Setting', 'view')
const written = {
  access: grants('General Setting', 'configure'),
  stepUp: true,
  conditional: true,
} as const

/** The letters that the product sends: their texts in each language, and the language they are sent in. */
export const letters = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Every kind of letter that the product sends, and the language of letters',
    access: see,
    answer: LetterSettings.extend({ letters: z.array(Letter) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One kind of letter with its fields, texts and history',
    access: see,
    params: id,
    answer: LetterDetail,
    refuses: ['not-found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Save the texts of a letter as a new version, used from the next letter on',
    ...written,
    params: id,
    body: LetterChange,
    answer: LetterDetail,
    refuses: ['not-found', 'stale'],
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore the original letter, or remove a text in Urdu that has no original',
    ...written,
    params: id,
    body: z.strictObject({ language: Language }),
    answer: LetterDetail,
    refuses: ['not-found', 'stale'],
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Send a text that need not be saved, filled with samples, to the person who asks',
    access: grants('General Setting', 'configure'),
    params: id,
    body: Draft,
    answer: z.object({ recipient: z.string() }),
    refuses: ['not-found'],
  }),
  examples: endpoint({
    method: 'GET',
    path: `${path}/:id/examples`,
    summary: 'The values of the last five letters of this kind; none for people who may not see the records',
    access: see,
    params: id,
    answer: z.array(LetterExample),
    refuses: ['not-found'],
  }),
  versions: endpoint({
    method: 'GET',
    path: `${path}/:id/versions`,
    summary: 'The latest hundred versions of a letter, newest first',
    access: see,
    params: id,
    answer: z.array(Version),
    refuses: ['not-found'],
  }),
  version: endpoint({
    method: 'GET',
    path: `${path}/:id/versions/:number`,
    summary: 'One version of a letter',
    access: see,
    params: ofVersion,
    answer: LetterVersionDetail,
    refuses: ['not-found'],
  }),
  restoreVersion: endpoint({
    method: 'POST',
    path: `${path}/:id/versions/:number/restore`,
    summary: 'Make an earlier version the letter again, as a new version',
    ...written,
    params: ofVersion,
    answer: LetterDetail,
    refuses: ['not-found', 'stale', 'conflict'],
  }),
  settings: endpoint({
    method: 'PUT',
    path: `${path}/settings`,
    summary: 'Choose the language of letters that have no language of their own',
    ...written,
    body: z.strictObject({ language: Language }),
    answer: LetterSettings,
    refuses: ['stale'],
  }),
}
