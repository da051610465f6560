import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { ShippingMethod } from './method-contract.ts'
import { Packaging } from './packaging-contract.ts'
import { PickupLocation } from './pickup-contract.ts'
import { texts } from './texts.ts'

/** Fields of a list that only the back office needs. */
const inside = { position: true, is_active: true, is_used: true, version: true, created_at: true } as const

/** What shoppers can choose from: only what is switched on, in its order. */
export const DeliveryChoices = z.object({
  shipping_methods: z.array(ShippingMethod.omit(inside)),
  packagings: z.array(Packaging.omit(inside)),
  pickup_locations: z.array(PickupLocation.omit(inside)),
})
export type DeliveryChoices = z.infer<typeof DeliveryChoices>

const QuoteRequest = z.strictObject({
  items: z
    .array(z.strictObject({ product_id: z.uuid(), quantity: z.int().min(1).max(100_000) }))
    .min(1)
    .max(200),
  city: filledLine(60, texts.cityIsRequired),
  /** The province, for a city that is not in the list of cities. */
  province: line(60).default(''),
  packaging_id: z.uuid().optional(),
})

/** What the methods charge for these goods, and which of them do not take the goods, and why. */
export const DeliveryQuote = z.object({
  /** What the goods cost now, campaigns included, and what they weigh. */
  items_total: z.string(),
  weight_kg: z.number(),
  methods: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      duration: z.string(),
      cash_on_delivery: z.boolean(),
      shipping: z.string(),
      packaging: z.string(),
      price: z.string().meta({ description: 'Shipping and packaging: the shipping_total of an order' }),
      why: z.string(),
    }),
  ),
  not_offered: z.array(z.object({ id: z.uuid(), title: z.string(), why: z.string() })),
})
export type DeliveryQuote = z.infer<typeof DeliveryQuote>

const access = { kind: 'public', because: texts.publicReason } as const

export const delivery = {
  choices: endpoint({
    method: 'GET',
    path: '/api/storefront/delivery',
    summary: 'The shipping methods, packagings and pickup locations that shoppers can choose',
    access,
    answer: DeliveryChoices,
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/storefront/delivery/quote',
    summary: 'What it costs to deliver these products to a city, by method, and why',
    access,
    body: QuoteRequest,
    writes: false,
    answer: DeliveryQuote,
  }),
}
