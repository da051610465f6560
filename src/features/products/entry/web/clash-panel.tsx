import { fieldFormats } from '#features/products/web/record-panel.tsx'
import { Clash, type Clashing } from '#kit/web/record/clash.tsx'
import { texts } from '../texts.ts'
import { type CategoryTree, pathText } from './categories-panel.tsx'
import { type EntryField, type EntryValues, entryLabels, unitOf } from './entry-model.ts'

/** Shows what another person saved next to the typed values, field by field. */
export function ProductClash({
  clash,
  tree,
}: {
  clash: Clashing<EntryValues, EntryField>
  tree: CategoryTree
}) {
  return <Clash clash={clash} labels={entryLabels} wordsOf={(field, values) => textOf(field, values, tree)} />
}

/** A value for side-by-side comparison. */
function textOf(field: EntryField, values: EntryValues, tree: CategoryTree): string {
  if (field === 'images') {
    const { images } = values
    const names = images.map(({ alt }, index) => alt || texts.pictureIndex({ index: index + 1 })).join(', ')
    return texts.picturesNamed({ count: images.length, names })
  }
  if (field === 'category_id') return pathText(tree, values.category_id)
  if (field === 'product_description') return fieldFormats.product_description?.(values[field]) ?? ''
  const unit = unitOf(field)
  const text = values[field]
  if (!text || !unit) return text
  return unit === 'Rs' ? texts.rupees({ amount: text }) : `${text} ${unit}`
}
