import { z } from 'zod'
import { rupees } from '#kit/contract/money.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { promotionScopes } from './scope-contract.ts'
import { texts } from './texts.ts'

const mostChosen = 500

const discount_bp = z.int(texts.mustBeAWholeNumber).min(1, texts.discountFormat).max(9_900, texts.atMost99)
const cost_share_bp = z.int(texts.mustBeAWholeNumber).min(0, texts.shareFormat).max(10_000, texts.atMost100)
/** A moment at a full minute: campaigns start and end on the minute. */
export const minute = z.iso
  .datetime({ offset: true, error: texts.momentIsRequired, abort: true })
  .refine((text) => new Date(text).getTime() % 60_000 === 0, texts.wholeMinute)
  .refine((text) => text >= '2000' && text < '2100', texts.yearRange)
  .transform((text) => new Date(text).toISOString())
const amount = rupees.refine((text) => text !== '0', texts.mustBeAboveZero).nullable()
const ids = z.array(z.uuid()).max(mostChosen, texts.atMost({ mostChosen }))

const terms = {
  name: filledLine(120, texts.nameIsRequired),
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
    message: texts.mustBeAfterTheStart,
  })
export type PromotionDraft = z.output<typeof PromotionDraft>

export const PromotionChange = z
  .strictObject(terms)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
  .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at < ends_at, {
    path: ['ends_at'],
    message: texts.mustBeAfterTheStart,
  })
export type PromotionChange = z.output<typeof PromotionChange>

export const OptIn = z.strictObject({
  cost_share_bp,
  /** How the opt-in was agreed: a call, a letter, a visit. */
  note: line(300).default(''),
})
