import { z } from 'zod'
import { price } from '#features/products/fields-contract.ts'
import { type Field, namesOf } from '#kit/contract/fields.ts'

interface LineField extends Field {
  kind: 'id' | 'text' | 'number' | 'rupees'
  /** In a column of its name, as it was handed in. What is kept in another way says so in `submission-commands.ts`. */
  isKept: boolean
  /** Listed with the others below the name of the product; the number and the price have columns. */
  shown?: 'column' | 'below the name'
}

/**
 * What the shop front says of a line of an order: each field once, and everything that names fields is derived from it. A new
 * one comes last: what was handed in before is known again by its hash, which has this order.
 */
export const lineFields = {
  product_id: {
    label: 'Product',
    kind: 'id',
    schema: z.uuid('Must be the id that was answered for the product'),
    answer: z.uuid(),
    isKept: true,
  },
  seller_id: {
    label: 'Seller',
    kind: 'id',
    schema: z.uuid().optional(),
    answer: z.uuid(),
    // The part of the order has it.
    isKept: false,
  },
  quantity: {
    label: 'Qty',
    kind: 'number',
    schema: z.int('Must be a whole number').min(1, 'Must be at least 1').max(100_000, 'At most 100,000'),
    answer: z.int(),
    isKept: true,
    shown: 'column',
  },
  unit_price: {
    label: 'Price',
    kind: 'rupees',
    schema: price,
    answer: z.string(),
    isKept: true,
    shown: 'column',
  },
  /** The campaign that it was bought in; `unit_price` is then the price that it made. */
  promotion_id: {
    label: 'Campaign',
    kind: 'id',
    schema: z.uuid('Must be the id of a campaign').optional(),
    answer: z.uuid(),
    // With what it took off.
    isKept: false,
  },
} satisfies Readonly<Record<string, LineField>>

type LineFields = typeof lineFields
export type KeptName = {
  [N in keyof LineFields]: LineFields[N]['isKept'] extends true ? N : never
}[keyof LineFields]

/** Those that are kept as they were handed in. */
export const keptFields = Object.fromEntries(
  Object.entries(lineFields).filter(([, { isKept }]) => isKept),
) as Pick<LineFields, KeptName>
export const keptNames = namesOf(keptFields)

/** A field as it was declared. */
export function fieldOf(name: KeptName): LineField {
  return lineFields[name]
}
