import { z } from 'zod'
import { formatRs, parseTypedRupees } from '#kit/contract/money.ts'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { momentOf } from '#kit/contract/words.ts'
import { momentTyped, typedMoment } from '#kit/web/fields/moment-field.tsx'
import type { PromotionDetail } from '../contract.ts'
import { type PromotionScope, promotionScopes } from '../scope-contract.ts'
import { texts } from '../texts.ts'

/** The fields of a draft that can be changed, in the order of the screen. */
export const fields = [
  'name',
  'discount_bp',
  'cost_share_bp',
  'discount_cap',
  'price_floor',
  'starts_at',
  'ends_at',
  'scope',
  'category_ids',
  'product_ids',
] as const
export type Field = (typeof fields)[number]

export const fieldLabels: Readonly<Record<Field, string>> = {
  name: texts.name,
  discount_bp: texts.discount,
  cost_share_bp: texts.sellersShare,
  discount_cap: texts.cap,
  price_floor: texts.priceFloor,
  starts_at: texts.starts,
  ends_at: texts.ends,
  scope: texts.scope,
  category_ids: texts.categories,
  product_ids: texts.products,
}

export const scopeWords: Readonly<Record<PromotionScope, string>> = {
  all: texts.allProductsOfItsSellers,
  categories: texts.chosenCategories,
  products: texts.chosenProducts,
}

const Chosen = z.object({ id: z.string(), name: z.string() })

/** The values in the fields of the screen. */
export const Typed = z.object({
  name: z.string(),
  discount_bp: z.string(),
  cost_share_bp: z.string(),
  discount_cap: z.string(),
  price_floor: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  scope: z.enum(promotionScopes),
  category_ids: z.array(Chosen),
  product_ids: z.array(Chosen),
})
export type Typed = z.infer<typeof Typed>

export function typedOf(promotion: PromotionDetail): Typed {
  return {
    name: promotion.name,
    discount_bp: percentOf(promotion.discount_bp),
    cost_share_bp: percentOf(promotion.cost_share_bp),
    discount_cap: promotion.discount_cap ?? '',
    price_floor: promotion.price_floor ?? '',
    starts_at: typedMoment(promotion.starts_at),
    ends_at: typedMoment(promotion.ends_at),
    scope: promotion.scope,
    category_ids: promotion.categories,
    product_ids: promotion.products.map(({ id, product_name }) => ({ id, name: product_name })),
  }
}

/** The field values in the format of the API; a value that cannot be parsed is passed on for the schema to refuse. */
export function termsOf(typed: Typed) {
  const amount = (text: string) => (text.trim() === '' ? null : (parseTypedRupees(text) ?? text))
  return {
    name: typed.name.trim(),
    discount_bp: basisPointsOf(typed.discount_bp),
    cost_share_bp: basisPointsOf(typed.cost_share_bp),
    discount_cap: amount(typed.discount_cap),
    price_floor: amount(typed.price_floor),
    starts_at: momentTyped(typed.starts_at),
    ends_at: momentTyped(typed.ends_at),
    scope: typed.scope,
    category_ids: typed.category_ids.map(({ id }) => id),
    product_ids: typed.product_ids.map(({ id }) => id),
  }
}

/** The value of a field in words, for comparing versions. */
export function wordsOf(field: Field, typed: Typed): string {
  switch (field) {
    case 'discount_bp':
    case 'cost_share_bp':
      return `${typed[field]}%`
    case 'discount_cap':
    case 'price_floor': {
      const amount = parseTypedRupees(typed[field])
      return amount === null ? typed[field] || texts.none : formatRs(amount)
    }
    case 'starts_at':
    case 'ends_at': {
      const at = momentTyped(typed[field])
      return at ? momentOf(at) : typed[field]
    }
    case 'scope':
      return scopeWords[typed.scope]
    case 'category_ids':
      return typed.category_ids.map(({ name }) => name).join(', ') || texts.none
    case 'product_ids':
      return typed.product_ids.length > 5
        ? texts.productCount({ count: typed.product_ids.length })
        : typed.product_ids.map(({ name }) => name).join(', ') || texts.none
    default:
      return typed[field]
  }
}
