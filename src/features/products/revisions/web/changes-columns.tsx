import type { ApprovedProduct } from '#features/products/contract.ts'
import { type FieldName, fieldOf, handedInLabels } from '#features/products/fields-contract.ts'
import { formatRs } from '#kit/contract/money.ts'
import type { Column } from '#kit/web/list/data-table.tsx'
import { Cut } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'

/** What the edit of a product changes, in short: the prices before and after, and the names of the other fields. */
export const changesColumn: Column<ApprovedProduct> = {
  key: 'edit',
  title: texts.whatChanges,
  // Wide enough for a price before and after.
  minWidth: 272,
  onPhone: 'fact',
  cell: ({ edit }) => edit && <Cut>{changesOf(edit)}</Cut>,
}

function changesOf({ fields, has_new_images }: NonNullable<ApprovedProduct['edit']>): string {
  const changes = fields.map(({ path, before, after }) => {
    const field = handedInLabels[path] ?? path
    const isPrice = fieldOf(path as FieldName).kind === 'rupees' && before !== null && after !== null
    return isPrice ? texts.priceChange({ field, before: formatRs(before), after: formatRs(after) }) : field
  })
  return [...changes, ...(has_new_images ? [handedInLabels.images] : [])].join(', ')
}
