import { namesOf } from '#kit/contract/export.ts'
import { labelsOf } from '#kit/contract/fields.ts'
import { fieldOf, type PersonName, type PlainName, personFields, plainNames } from './fields-contract.ts'
import { texts } from './texts.ts'

/** What a vendor has besides the fields that were submitted, with the labels on the screen. */
const standing = {
  status: texts.status,
  status_since: texts.statusSince,
  status_reason: texts.reason,
  created_at: texts.joined,
  id: texts.id,
} as const
export type ExportedField = PersonName | PlainName | keyof typeof standing

const plainFields = Object.fromEntries(plainNames.map((name) => [name, fieldOf(name)]))

/**
 * The fields that an export of vendors can contain, in order, with their labels on the screen. Sealed numbers are in no
 * file: people who may see them reveal them one vendor at a time, and each view is recorded.
 */
export const exportedFields = {
  ...labelsOf(personFields),
  ...labelsOf(plainFields),
  ...standing,
} as Readonly<Record<ExportedField, string>>
export const exportedFieldNames = namesOf(exportedFields)
