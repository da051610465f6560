import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const letters = table('letters', {
  id: 'uuid',
  kind: 'text',
  language: 'text=',
  subject_en: 'text=',
  body_en: 'text=',
  subject_ur: 'text=',
  body_ur: 'text=',
  version: 'int4=',
  updated_at: 'timestamptz?',
  updated_by_name: 'text=',
})
const letterVersions = table('letter_versions', {
  letter_id: 'uuid',
  number: 'int4',
  action: 'text',
  content: 'jsonb',
  saved_at: 'timestamptz',
  saved_by: 'uuid?',
  saved_by_name: 'text',
})
const letterSettings = table('letter_settings', { id: 'bool=', language: 'text=', version: 'int4=' })

declare module '#kit/server/database.ts' {
  interface Tables {
    letters: TableOf<typeof letters>
    letter_versions: TableOf<typeof letterVersions>
    letter_settings: TableOf<typeof letterSettings>
  }
}

/** The texts of a letter as stored: empty where the letter is sent as the product writes it. */
export type LetterRecord = Selectable<TableOf<typeof letters>>
