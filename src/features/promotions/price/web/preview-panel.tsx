import { Button } from '@mantine/core'
import { useState } from 'react'
import { productDetail } from '#features/products/web/links.ts'
import { type PromotionDetail, promotions } from '#features/promotions/contract.ts'
import { minute } from '#features/promotions/draft-contract.ts'
import type { TouchedProduct } from '#features/promotions/preview-contract.ts'
import { WaiveDialog } from '#features/promotions/sellers/web/waive-dialog.tsx'
import { termsOf, typedOf } from '#features/promotions/web/promotion-model.ts'
import type { Wanted } from '#features/promotions/web/use-promotion-fields.tsx'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { Thumbnail } from '#kit/web/named-link.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CampaignPrice, campaignPrice, isReal, type Terms } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './preview-panel.module.css'

/**
 * Five products at the prices that the current field values give, and the products whose discount would not be real from
 * the start in the fields on.
 */
export function PreviewPanel({ promotion, wanted }: { promotion: PromotionDetail; wanted: Wanted }) {
  const { id, starts_at } = promotion
  const isOther = wanted.starts_at !== starts_at && minute.safeParse(wanted.starts_at).success
  const read = useEndpoint(promotions.preview, { id, ...(isOther ? { starts_at: wanted.starts_at } : {}) })
  const { data, error } = read
  const terms = readTerms(wanted)
  return (
    <SideCard title={texts.preview}>
      <ReadFailure of={read} what={texts.previewFailed} />
      {!data && !error && <div className={classes.waiting} role="status" aria-label={texts.loading} />}
      {data?.touched === 0 && <p className={classes.quiet}>{texts.previewEmpty}</p>}
      {takes(wanted) !== takes(termsOf(typedOf(promotion))) && (
        <p className={classes.quiet}>{texts.previewOfSaved}</p>
      )}
      {data && data.touched > 0 && (
        <>
          <p className={classes.quiet}>
            {data.joined < data.touched ? texts.previewSome(data) : texts.previewAll(data)}
          </p>
          <Products
            label={texts.preview}
            products={data.examples}
            terms={terms}
            wordsOf={(product, made) => [
              ...(made?.reached === 'cap' ? [texts.capReached] : []),
              ...(made?.reached === 'floor' ? [made.off > 0n ? texts.floorReached : texts.belowFloor] : []),
              ...(isDoubtful(product) && !product.is_waived ? [texts.leftOutNotReal] : []),
              ...(product.is_joined ? [] : [texts.sellerHasNotJoined]),
            ]}
          />
          <Doubtful promotion={promotion} {...data} />
        </>
      )}
    </SideCard>
  )
}

/** A key for the scope in the fields; only the server knows which products a scope covers. */
function takes({ scope, category_ids, product_ids }: Wanted): string {
  return `${scope} ${scope === 'categories' ? category_ids : scope === 'products' ? product_ids : ''}`
}

/** The terms in the fields; null while they cannot be parsed. */
function readTerms({ discount_bp, discount_cap, price_floor }: Wanted): Terms | null {
  if (discount_bp < 1 || discount_bp > 9_900) return null
  try {
    const paisa = (text: string | null) => (text === null ? null : parseRupees(text))
    return { discount_bp, discount_cap: paisa(discount_cap), price_floor: paisa(price_floor) }
  } catch {
    return null
  }
}

function isDoubtful({ price, low }: TouchedProduct): boolean {
  return !isReal(parseRupees(price), low === null ? null : parseRupees(low))
}

function Products({
  label,
  products,
  terms,
  wordsOf,
}: {
  label: string
  products: readonly TouchedProduct[]
  terms: Terms | null
  wordsOf: (product: TouchedProduct, made: CampaignPrice | null) => string[]
}) {
  return (
    <table className={classes.products} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{texts.product}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
          <th scope="col">{texts.off}</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => {
          const made = terms && campaignPrice(parseRupees(product.price), terms)
          return (
            <tr key={product.id}>
              <th scope="row">
                <span className={classes.named}>
                  <Thumbnail media={product.image} size="medium" />
                  <span>
                    <Link href={productDetail(product)} dir="auto">
                      {product.product_name}
                    </Link>
                    <small dir="auto">{[product.shop_name, ...wordsOf(product, made)].join(' · ')}</small>
                  </span>
                </span>
              </th>
              <td>{formatRs(product.price)}</td>
              <td>
                <strong>{made ? formatRs(made.price) : '–'}</strong>
              </td>
              <td>{made ? formatRs(made.off) : '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function whyDoubtful({ price, low, is_waived }: TouchedProduct): string {
  const now = { price: formatRs(price) }
  if (low === null) return is_waived ? texts.listedLateAllowed(now) : texts.listedLate(now)
  const both = { ...now, low: formatRs(low) }
  return is_waived ? texts.cheaperBeforeAllowed(both) : texts.cheaperBefore(both)
}

/**
 * Products that were cheaper in the thirty days before, or had a price for less than seven days, with buttons to admit
 * them or leave them out again.
 */
function Doubtful({
  promotion,
  doubtful,
  left_out,
  waived,
}: {
  promotion: PromotionDetail
  doubtful: readonly TouchedProduct[]
  left_out: number
  waived: number
}) {
  const can = useCan()
  const show = useToast()
  const takeBack = useCommand(promotions.takeWaiverBack)
  const [asking, setAsking] = useState<readonly TouchedProduct[] | null>(null)
  const { id, status } = promotion
  if (doubtful.length === 0) {
    return <p className={classes.real}>{texts.discountIsReal}</p>
  }
  const open = doubtful.filter(({ is_waived }) => !is_waived)
  const mayWaive = can(promotions.waive) && status !== 'ended'
  const mayTakeBack = can(promotions.takeWaiverBack) && ['draft', 'scheduled'].includes(status)
  return (
    <section className={classes.doubtful} aria-labelledby="doubtful">
      <h3 id="doubtful">
        {left_out > 0 ? texts.leftOutCount({ leftOut: left_out }) : texts.allowedCount({ waived })}
      </h3>
      <p className={classes.quiet}>
        {left_out > open.length ? texts.doubtfulHintFirst({ open: open.length }) : texts.doubtfulHint}
      </p>
      {takeBack.error && <ChangeFailure error={takeBack.error} />}
      <ul>
        {doubtful.map((product) => (
          <li key={product.id}>
            <span>
              <Link href={productDetail(product)} dir="auto">
                {product.product_name}
              </Link>
              <small>{whyDoubtful(product)}</small>
            </span>
            {mayWaive && !product.is_waived && (
              <Button size="compact-sm" variant="default" onClick={() => setAsking([product])}>
                {texts.allowProduct({
                  productName: <span className="visually-hidden">{product.product_name}</span>,
                })}
              </Button>
            )}
            {mayTakeBack && product.is_waived && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={takeBack.isPending}
                onClick={() =>
                  takeBack.mutate(
                    { input: { id, product_ids: [product.id] } },
                    {
                      onSuccess: () =>
                        show({ message: texts.leftOutAgain({ productName: product.product_name }) }),
                    },
                  )
                }
              >
                {texts.leaveOut({
                  productName: <span className="visually-hidden">{product.product_name}</span>,
                })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWaive && open.length > 1 && (
        <Button size="xs" variant="default" onClick={() => setAsking(open)}>
          {texts.allowAll({ open: open.length })}
        </Button>
      )}
      {asking && <WaiveDialog id={id} products={asking} onClose={() => setAsking(null)} />}
    </section>
  )
}
