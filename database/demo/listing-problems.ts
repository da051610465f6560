import type { ProductDetails } from './product.ts'

/** Something wrong with a listing that waits, for the checks to find. */
const problems: readonly ((details: ProductDetails) => Partial<ProductDetails>)[] = [
  ({ product_description }) => ({
    product_description: `${product_description}<p>Order on WhatsApp: 0312-4567890</p>`,
  }),
  ({ package_weight }) => ({ package_weight: Number((package_weight * 1000).toFixed(0)) }),
  ({ product_description }) => ({
    product_description: `${product_description}<p>The whole range is at www.my-own-shop.pk</p>`,
  }),
  () => ({ product_description: '<p>Good</p>' }),
  () => ({ product_description: '<p>Хорошее качество, быстрая доставка, лучшая цена</p>' }),
  ({ product_price }) => ({
    discounted_price: String(Math.round(Number(product_price) * 0.15)),
  }),
]

/** Puts a problem into one in eight of the listings that wait, always the same ones. */
export function withProblem(details: ProductDetails, index: number): ProductDetails {
  const problem = index % 8 === 3 ? problems[Math.floor(index / 8) % problems.length] : undefined
  return problem ? { ...details, ...problem(details) } : details
}
