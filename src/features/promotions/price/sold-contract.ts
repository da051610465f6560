import { z } from 'zod'

const soldFields = {
  pieces: z.int(),
  revenue: z.string(),
  /** The discount, and who carried it. */
  discount: z.string(),
  vendor_part: z.string(),
  marketplace_part: z.string(),
}
/** Sales in a campaign, minus returns. */
export const PromotionSold = z.object({
  orders: z.int(),
  ...soldFields,
  sellers: z.array(z.object({ vendor_id: z.uuid(), shop_name: z.string(), ...soldFields })),
  products: z.array(
    z.object({ product_id: z.uuid(), product_name: z.string(), sku: z.string(), ...soldFields }),
  ),
})
export type PromotionSold = z.infer<typeof PromotionSold>
