import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import type { CategoryLevel } from '../contract.ts'
import { categoryExports, exportedFields } from '../export-contract.ts'
import { texts } from '../texts.ts'

/** Exports the categories that a list shows, or the selected ones. */
export function CategoryExport({ level, selection }: { level: CategoryLevel; selection?: Selection }) {
  return (
    <ExportAction
      endpoint={categoryExports.export}
      noun="categories"
      title={texts.exportCategories}
      fields={exportedFields}
      unasked={['id']}
      fixed={{ level, sort: 'place' }}
      {...(selection ? { selection } : {})}
    />
  )
}
