import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import type { ProductReview } from '../contract.ts'
import { fieldFormats, fieldLabels } from './record-panel.tsx'

/** The history of a product, with its notes. */
export function ProductHistory({ product }: { product: ProductReview }) {
  return (
    <NotedTimeline
      kind="product"
      subjectId={product.id}
      entries={product.history}
      labels={fieldLabels}
      formats={fieldFormats}
    />
  )
}
