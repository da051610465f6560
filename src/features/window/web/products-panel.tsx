import type { NewestProduct, Product } from '../contract.ts'
import { texts } from '../texts.ts'
import { storeAddress } from './links.ts'
import { MediaSquare } from './picture-panel.tsx'
import { useSetting } from './use-marks.tsx'
import { priceOf } from './window-model.ts'

/** Products with their pictures and prices; each names its store where they are of several. */
export function Products({ products }: { products: readonly (Product | NewestProduct)[] }) {
  const { base } = useSetting()
  return (
    <ul className="products">
      {products.map((product) => (
        <li key={product.id} className="product-card">
          <MediaSquare media={product.image} size={300} alt="" />
          <h3 dir="auto">{product.product_name}</h3>
          <Price price={product.price} before={product.price_before} />
          {'store_id' in product ? (
            <a className="quiet" href={storeAddress(base, product.store_id)} dir="auto">
              {product.shop_name}
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Price({ price, before }: { price: string; before: string | null }) {
  const was = before && before !== '0' && before !== price ? before : null
  return (
    <p className="price">
      {was ? (
        <del>
          <span className="unseen">{texts.before} </span>
          <bdi dir="ltr">{priceOf(was)}</bdi>
        </del>
      ) : null}
      <strong>
        {was ? <span className="unseen">{texts.now} </span> : null}
        <bdi dir="ltr">{priceOf(price)}</bdi>
      </strong>
    </p>
  )
}
