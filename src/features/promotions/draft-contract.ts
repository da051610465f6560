import { z } from 'zod'
import { rupees } from '#kit/contract/money.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { promotionScopes } from './scope-contract.ts'

const mostChosen = 500

const discount_bp = z
  .int('Must be a whole number')
  .min(1, 'Write a discount from 0.01 to 99 %, such as 12.5')
  .max(9_900, 'At most 99 %')
const cost_share_bp = z
  .int('Must be a whole number')
  .min(0, 'Write a share from 0 to 100 %, such as 50')
  .max(10_000, 'At most 100 %')
/** A moment at a full minute: campaigns start and end on the minute. */
export const minute = z.iso
  .datetime({ offset: true, error: 'Choose a day and a time', abort: true })
  .refine((text) => new Date(text).getTime() % 60_000 === 0, 'A campaign starts and ends with a minute')
  .refine((text) => text >= '2000' && text < '2100', 'A year from 2000 to 2099')
  .transform((text) => new Date(text).toISOString())
const amount = rupees.refine((text) => text !== '0', 'Must be above zero').nullable()
const ids = z.array(z.uuid()).max(mostChosen, `At most ${mostChosen}`)

const terms = {
  name: filledLine(120, 'Name is Required'),
  discount_bp,
  discount_cap: amount,
  price_floor: amount,
  cost_share_bp,
  starts_at: minute,
  ends_at: minute,
  scope: z.enum(promotionScopes),
  category_ids: ids,
  product_ids: ids,
}
export const PromotionDraft = z
  .strictObject({
    ...terms,
    discount_cap: amount.default(null),
    price_floor: amount.default(null),
    cost_share_bp: cost_share_bp.default(10_000),
    scope: terms.scope.default('all'),
    category_ids: ids.default([]),
    product_ids: ids.default([]),
  })
  .refine(({ starts_at, ends_at }) => starts_at < ends_at, {
    path: ['ends_at'],
    message: 'Must be after the start',
  })
export type PromotionDraft = z.output<typeof PromotionDraft>

export const PromotionChange = z
  .strictObject(terms)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what is changed')
  .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at < ends_at, {
    path: ['ends_at'],
    message: 'Must be after the start',
  })
export type PromotionChange = z.output<typeof PromotionChange>

export const OptIn = z.strictObject({
  cost_share_bp,
  /** How the opt-in was agreed: a call, a letter, a visit. */
  note: line(300).default(''),
})
