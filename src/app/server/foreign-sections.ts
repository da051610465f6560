import { holdFaqs, restoreFaqs } from '#features/faqs/server/commands.ts'
import { readDraft } from '#features/faqs/server/queries.ts'
import type { Services } from '#kit/server/context.ts'

/** The sections of the shop window whose working copies other features keep. */
export const foreignSections: Services['foreignSections'] = [
  { name: 'faqs', read: readDraft, hold: holdFaqs, restore: restoreFaqs },
]
