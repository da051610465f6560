import { z } from 'zod'
import { price } from '#features/products/fields-contract.ts'
import { type Field, namesOf } from '#kit/contract/fields.ts'
import { texts } from './texts.ts'

interface LineField extends Field {
  kind: 'id' | 'text' | 'number' | 'rupees'
  /**
   * True if the field is stored as submitted, in a column of the same name. `submission-commands.ts` says how the other
   * fields are stored.
   */
  isKept: boolean
  /** Where the field is shown: in its own column (number and price), or in the list below the product name. */
  shown?: 'column' | 'below-name'
}

/**
 * The fields that the shop front submits for a line item. Each field is declared once here, and everything that names
 * fields is derived from this object. Add new fields at the end: a repeated submission is recognized by its hash, which
 * depends on this order.
 */
export const lineFields = {
  product_id: {
    label: texts.product,
    kind: 'id',
    schema: z.uuid(texts.productIdExpected),
    answer: z.uuid(),
    isKept: true,
  },
  seller_id: {
    label: texts.seller,
    kind: 'id',
    schema: z.uuid().optional(),
    answer: z.uuid(),
    // Stored on the order part instead.
    isKept: false,
  },
  quantity: {
    label: texts.qty,
    kind: 'number',
    schema: z.int(texts.wholeNumberExpected).min(1, texts.mustBeAtLeast1).max(100_000, texts.atMost100000),
    answer: z.int(),
    isKept: true,
    shown: 'column',
  },
  unit_price: {
    label: texts.price,
    kind: 'rupees',
    schema: price,
    answer: z.string(),
    isKept: true,
    shown: 'column',
  },
  /** The campaign of the purchase; `unit_price` is then the campaign price. */
  promotion_id: {
    label: texts.campaign,
    kind: 'id',
    schema: z.uuid(texts.campaignIdExpected).optional(),
    answer: z.uuid(),
    // Stored together with the discount that the campaign gave.
    isKept: false,
  },
} satisfies Readonly<Record<string, LineField>>

type LineFields = typeof lineFields
export type KeptName = {
  [N in keyof LineFields]: LineFields[N]['isKept'] extends true ? N : never
}[keyof LineFields]

/** The fields that are stored as submitted. */
export const keptFields = Object.fromEntries(
  Object.entries(lineFields).filter(([, { isKept }]) => isKept),
) as Pick<LineFields, KeptName>
export const keptNames = namesOf(keptFields)

/** The declaration of a field. */
export function fieldOf(name: KeptName): LineField {
  return lineFields[name]
}
