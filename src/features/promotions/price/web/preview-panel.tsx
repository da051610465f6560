import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type PromotionDetail, promotions, type TouchedProduct } from '#features/promotions/contract.ts'
import { termsOf, typedOf } from '#features/promotions/web/promotion-model.ts'
import type { Wanted } from '#features/promotions/web/use-promotion-fields.tsx'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { countOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { Thumbnail } from '#kit/web/named-link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CampaignPrice, campaignPrice, isReal, type Terms } from '../contract.ts'
import classes from './preview-panel.module.css'

const WaiveDialog = lazyOf(() => import('#features/promotions/sellers/web/waive-dialog.tsx'), 'WaiveDialog')

/**
 * Five products at the prices that the current field values give, and the products whose discount would not be real.
 */
export function PreviewPanel({ promotion, wanted }: { promotion: PromotionDetail; wanted: Wanted }) {
  const { data, error, refetch } = useEndpoint(promotions.preview, { id: promotion.id })
  const terms = readTerms(wanted)
  return (
    <SideCard title="Preview">
      {error && !data && (
        <Failure
          error={error}
          answered="Server Error"
          what="The preview could not be loaded."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <div className={classes.waiting} role="status" aria-label="Loading..." />}
      {data?.touched === 0 && (
        <p className={classes.quiet}>
          It touches no product yet. Invite sellers: five of their products are shown here with the price
          before and after.
        </p>
      )}
      {takes(wanted) !== takes(termsOf(typedOf(promotion))) && (
        <p className={classes.quiet}>What it takes is shown as it was saved. Save to see what you chose.</p>
      )}
      {data && data.touched > 0 && (
        <>
          <p className={classes.quiet}>
            Touches {countOf(data.touched, 'product')}
            {data.joined < data.touched &&
              `, ${data.joined.toLocaleString('en-PK')} of sellers who have joined`}
            . From the cheapest to the dearest:
          </p>
          <Products
            label="Preview"
            products={data.examples}
            terms={terms}
            wordsOf={(product, made) => [
              ...(made?.reached === 'cap' ? ['Cap reached'] : []),
              ...(made?.reached === 'floor' ? [made.off > 0n ? 'Floor reached' : 'Not above the floor'] : []),
              ...(isDoubtful(product) && !product.is_waived ? ['Left out: not real'] : []),
              ...(product.is_joined ? [] : ['Seller has not joined']),
            ]}
          />
          <Doubtful promotion={promotion} {...data} terms={terms} />
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
          <th scope="col">Product</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Off</th>
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
                    <Link href={`/single-product/approved?id=${product.id}`} dir="auto">
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
  terms: Terms | null
}) {
  const can = useCan()
  const show = useToast()
  const takeBack = useCommand(promotions.takeWaiverBack)
  const [asking, setAsking] = useState<readonly TouchedProduct[] | null>(null)
  const { id, status } = promotion
  if (doubtful.length === 0) {
    return (
      <p className={classes.real}>
        The discount is real: each is listed for a week or more, and none stood cheaper in the thirty days
        before.
      </p>
    )
  }
  const open = doubtful.filter(({ is_waived }) => !is_waived)
  const mayWaive = can(promotions.waive) && status !== 'ended'
  const mayTakeBack = can(promotions.takeWaiverBack) && ['draft', 'scheduled'].includes(status)
  return (
    <section className={classes.doubtful} aria-labelledby="doubtful">
      <h3 id="doubtful">
        {left_out > 0
          ? `${countOf(left_out, 'product')} left out: the discount is not real`
          : `${countOf(waived, 'product')} let in`}
      </h3>
      <p className={classes.quiet}>
        They stood cheaper in the thirty days before the start, or were listed less than seven days before it.
        {left_out > open.length && ` The first ${open.length} are shown.`}
      </p>
      <ul>
        {doubtful.map((product) => (
          <li key={product.id}>
            <span>
              <Link href={`/single-product/approved?id=${product.id}`} dir="auto">
                {product.product_name}
              </Link>
              <small>
                {formatRs(product.price)} now,{' '}
                {product.low === null
                  ? 'listed less than seven days before the start'
                  : `${formatRs(product.low)} at the lowest`}
                {product.is_waived && ' · let in'}
              </small>
            </span>
            {mayWaive && !product.is_waived && (
              <Button size="compact-sm" variant="default" onClick={() => setAsking([product])}>
                Let in…<span className="visually-hidden">{product.product_name}</span>
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
                    { onSuccess: () => show({ message: `${product.product_name} is left out again` }) },
                  )
                }
              >
                Leave out<span className="visually-hidden">{product.product_name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWaive && open.length > 1 && (
        <Button size="xs" variant="default" onClick={() => setAsking(open)}>
          Let all {open.length} in…
        </Button>
      )}
      {asking && (
        <Suspense fallback={null}>
          <WaiveDialog id={id} products={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </section>
  )
}
