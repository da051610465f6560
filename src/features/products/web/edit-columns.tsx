import { formatRs } from '#kit/contract/money.ts'
import type { Column } from '#kit/web/list/data-table.tsx'
import { Cut } from '#kit/web/values.tsx'
import type { ApprovedProduct } from '../contract.ts'
import { type FieldName, fieldOf, handedInLabels } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import { catalogueColumns, type productColumns } from './product-columns.tsx'

/** The columns of the list of edits: what the edit changes stands beside the name. */
export function editColumns(columns: ReturnType<typeof productColumns>): Column<ApprovedProduct>[] {
  const [product, ...others] = catalogueColumns(columns)
  const changes: Column<ApprovedProduct> = {
    key: 'edit',
    title: texts.whatChanges,
    minWidth: 200,
    onPhone: 'line',
    cell: (row) => <EditChanges product={row} />,
  }
  return product ? [product, changes, ...others] : []
}

/** What an edit changes, in short: the prices before and after, and the names of the other fields. */
function EditChanges({ product: { edit } }: { product: ApprovedProduct }) {
  if (!edit) return null
  const changes = edit.fields.map(({ path, before, after }) => {
    const field = handedInLabels[path] ?? path
    const isPrice = fieldOf(path as FieldName).kind === 'rupees' && before !== null && after !== null
    return isPrice ? texts.priceChange({ field, before: formatRs(before), after: formatRs(after) }) : field
  })
  return <Cut>{[...changes, ...(edit.has_new_images ? [handedInLabels.images ?? ''] : [])].join(', ')}</Cut>
}
