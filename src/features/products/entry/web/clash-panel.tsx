import { fieldFormats } from '#features/products/web/record-panel.tsx'
import { Clash } from '#kit/web/record/clash.tsx'
import { texts } from '../texts.ts'
import { type CategoryTree, pathIn } from './categories-panel.tsx'
import { type EntryField, type EntryValues, entryLabels, unitOf } from './entry-model.ts'
import type { Entry } from './use-entry.tsx'

/** Shows what another person saved next to the typed values, field by field. */
export function ProductClash({ entry, tree }: { entry: Entry; tree: CategoryTree }) {
  const { clash, values } = entry
  const { theirs } = clash
  if (!theirs) return null
  return (
    <Clash
      noun="product"
      fields={clash.fields.map((field) => ({
        label: entryLabels[field],
        standing: textOf(field, theirs, tree),
        typed: textOf(field, values, tree),
        onTake: () => clash.takeOne(field),
        onKeep: () => clash.keepOne(field),
      }))}
      onTake={clash.take}
      onKeep={clash.keep}
    />
  )
}

/** A value for side-by-side comparison. */
function textOf(field: EntryField, values: EntryValues, tree: CategoryTree): string {
  if (field === 'images') {
    const count = values.images.length
    return `${count} ${count === 1 ? 'picture' : 'pictures'}: ${values.images.map(({ alt }, index) => alt || texts.pictureIndex({ index: index + 1 })).join(', ')}`
  }
  if (field === 'category_id') {
    return pathIn(tree, values.category_id)
      .map(({ name }) => name)
      .join(' › ')
  }
  if (field === 'product_description') return fieldFormats.product_description?.(values[field]) ?? ''
  const unit = unitOf(field)
  const text = values[field]
  if (!text || !unit) return text
  return unit === 'Rs' ? texts.rsText({ text }) : `${text} ${unit}`
}
