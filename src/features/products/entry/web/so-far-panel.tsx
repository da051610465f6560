import { Suspense } from 'react'
import type { ProductReview } from '#features/products/contract.ts'
import { readTyped } from '#kit/web/fields/number-field.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { texts } from '../texts.ts'
import { type EntryValues, unitOf } from './entry-model.ts'
import classes from './so-far-panel.module.css'

const ProductHistory = lazyOf(() => import('#features/products/web/history-panel.tsx'), 'ProductHistory')

/** A summary of the product beside its fields, with the history of an existing product. */
export function SoFar({
  values,
  shop,
  product,
  kept,
}: {
  values: EntryValues
  shop: string
  product: ProductReview | null
  /** Where the draft is kept. */
  kept: string
}) {
  const [cover] = values.images
  const isOnSale =
    values.discounted_price !== '' && readTyped(values.discounted_price, unitOf('discounted_price')) !== '0'
  return (
    <>
      <SideCard title={product ? texts.asItIsNow : texts.summary}>
        <div className={classes.card}>
          <span className={classes.cover}>
            {cover ? <img src={`/media/${cover.media}-96.webp`} alt={cover.alt} /> : texts.noPicture}
          </span>
          <div className={classes.words}>
            <strong dir="auto">{values.product_name || texts.noNameYet}</strong>
            <span dir="auto">{shop || texts.noVendorYet}</span>
            <span>
              {values.product_price
                ? texts.rupees({ amount: isOnSale ? values.discounted_price : values.product_price })
                : texts.noPriceYet}
              {isOnSale && values.product_price && (
                <>
                  {' '}
                  <del>{texts.rupees({ amount: values.product_price })}</del>
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
        <Suspense fallback={null}>
          <ProductHistory product={product} />
        </Suspense>
      )}
    </>
  )
}
