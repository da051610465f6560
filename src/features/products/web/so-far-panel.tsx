import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { SideCard } from '#kit/web/record-layout.tsx'
import type { ProductReview } from '../contract.ts'
import { type CategoryTree, pathIn } from './categories-panel.tsx'
import { type EntryField, type EntryValues, type NumberName, units } from './draft-panel.tsx'
import { fieldFormats, fieldLabels } from './record-panel.tsx'
import classes from './so-far-panel.module.css'

/** What the product is by now, beside its fields; of one that stands, with its history. */
export function SoFar({
  values,
  shop,
  product,
  kept,
}: {
  values: EntryValues
  shop: string
  product: ProductReview | null
  /** Where what is typed is kept. */
  kept: string
}) {
  const [cover] = values.images
  return (
    <>
      <SideCard title="So far">
        <div className={classes.card}>
          <span className={classes.cover}>
            {cover ? <img src={`/media/${cover.media}-96.webp`} alt={cover.alt} /> : 'No picture'}
          </span>
          <div className={classes.words}>
            <strong dir="auto">{values.product_name || 'No name yet'}</strong>
            <span dir="auto">{shop || 'No vendor yet'}</span>
            <span>
              {values.product_price
                ? `Rs\u00a0${values.discounted_price || values.product_price}`
                : 'No price yet'}
              {values.discounted_price && values.product_price && (
                <>
                  {' '}
                  <del>Rs&nbsp;{values.product_price}</del>
                </>
              )}
            </span>
          </div>
        </div>
        <p className={classes.kept} role="status">
          {kept}
        </p>
      </SideCard>
      {product && (
        <NotedTimeline
          kind="product"
          subjectId={product.id}
          entries={product.history}
          labels={fieldLabels}
          formats={fieldFormats}
        />
      )}
    </>
  )
}

/** A value as it stands beside another one. */
export function clashText(field: EntryField, values: EntryValues, tree: CategoryTree): string {
  if (field === 'images') {
    const count = values.images.length
    return `${count} ${count === 1 ? 'picture' : 'pictures'}: ${values.images.map(({ alt }, index) => alt || `picture ${index + 1}`).join(', ')}`
  }
  if (field === 'category_id') {
    return pathIn(tree, values.category_id)
      .map(({ name }) => name)
      .join(' › ')
  }
  if (field === 'product_description') return fieldFormats.product_description?.(values[field]) ?? ''
  const unit = field in units ? units[field as NumberName] : ''
  const text = values[field]
  if (!text || !unit) return text
  return unit === 'Rs' ? `Rs\u00a0${text}` : `${text} ${unit}`
}
