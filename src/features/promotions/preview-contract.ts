import { z } from 'zod'

/** A product that a campaign would change: its price, and its lowest price in the thirty days before the start. */
export const TouchedProduct = z.object({
  id: z.uuid(),
  product_name: z.string(),
  sku: z.string(),
  image: z.string(),
  shop_name: z.string(),
  /** True if the vendor of the product has opted in. */
  is_joined: z.boolean(),
  price: z.string(),
  /** Null if the product was listed for less than seven days before the start. */
  low: z.string().nullable(),
  is_waived: z.boolean(),
})
export type TouchedProduct = z.infer<typeof TouchedProduct>

export const PromotionPreview = z.object({
  /**
   * Products of the vendors who opted in or are invited: all in scope, and those left out because the discount is not
   * real.
   */
  touched: z.int(),
  left_out: z.int(),
  waived: z.int(),
  /** Products of the vendors who have opted in. */
  joined: z.int(),
  /** Five products, from the cheapest to the most expensive. */
  examples: z.array(TouchedProduct),
  /** Products that were cheaper before, or listed for less than seven days, including waived ones: at most twenty. */
  doubtful: z.array(TouchedProduct),
})
export type PromotionPreview = z.infer<typeof PromotionPreview>
