import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { CategoryChoice } from '#features/categories/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { idList } from '#kit/contract/id-list.ts'
import { InsteadOf } from '#kit/contract/instead-of.ts'
import { listQuery } from '#kit/contract/page.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { filledParagraph } from '#kit/contract/text.ts'
import { minute, OptIn, PromotionChange, PromotionDraft } from './draft-contract.ts'
import { PromotionPreview } from './preview-contract.ts'
import { PromotionSold } from './price/sold-contract.ts'
import { promotionScopes } from './scope-contract.ts'
import { texts } from './texts.ts'

/** A draft stays a draft until someone starts it; after that, only the clock changes its status. */
export const promotionStatuses = ['running', 'scheduled', 'draft', 'ended'] as const
export type PromotionStatus = (typeof promotionStatuses)[number]
export const statusWords: Readonly<Record<PromotionStatus, string>> = {
  running: texts.running,
  scheduled: texts.scheduled,
  draft: texts.draft,
  ended: texts.ended,
}

/** The picture of a campaign is stored as a square with this side, in pixels. */
export const promotionImagePixels = 600
export const mostSellers = 500

/** The status of a campaign at a moment, computed from its stored fields and the clock alone. */
export function statusAt(
  promotion: { decided_at: Date | null; starts_at: Date; over_at: Date },
  now: Date,
): PromotionStatus {
  if (promotion.decided_at === null) return 'draft'
  if (now >= promotion.over_at) return 'ended'
  return now >= promotion.starts_at ? 'running' : 'scheduled'
}

export const Promotion = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Media of the picture, served under /media/<media>.webp and /media/<media>-96.webp; empty without a picture. */
  image: z.string(),
  status: z.enum(promotionStatuses),
  /** Hundredths of a percent. */
  discount_bp: z.int(),
  /** Rupees per piece: the largest discount, and the floor price. */
  discount_cap: z.string().nullable(),
  price_floor: z.string().nullable(),
  /** The vendor's share of the discount, in hundredths of a percent. */
  cost_share_bp: z.int(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** When someone ended the campaign early. */
  ended_at: z.string().nullable(),
  scope: z.enum(promotionScopes),
  /** How many vendors opted in, and the shop name if there is exactly one. */
  seller_count: z.int(),
  seller_name: z.string(),
  /** How many vendors were invited and have not answered. */
  invited_count: z.int(),
  /** Sales of the campaign: orders that contain its products, pieces, and rupees minus returns. */
  orders: z.int(),
  pieces: z.int(),
  revenue: z.string(),
  version: z.int(),
  created_at: z.string(),
})
export type Promotion = z.infer<typeof Promotion>

export const sellerStates = ['invited', 'in', 'declined', 'left'] as const
export const PromotionSeller = z.object({
  vendor_id: z.uuid(),
  shop_name: z.string(),
  state: z.enum(sellerStates),
  cost_share_bp: z.int(),
  invited_at: z.string(),
  joined_at: z.string().nullable(),
  left_at: z.string().nullable(),
  /** The staff member who recorded the opt-in, and how it was agreed. */
  joined_by_name: z.string(),
  note: z.string(),
})
export type PromotionSeller = z.infer<typeof PromotionSeller>

export const PromotionDetail = Promotion.extend({
  sellers: z.array(PromotionSeller),
  /** The name is the path from the main category: `Men › Shirts`. */
  categories: z.array(z.object({ id: z.uuid(), name: z.string() })),
  products: z.array(z.object({ id: z.uuid(), product_name: z.string(), sku: z.string() })),
  history: z.array(TimelineEntry),
})
export type PromotionDetail = z.infer<typeof PromotionDetail>

/** Another campaign in the same period, and how many products both campaigns change. */
export const Clash = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(promotionStatuses),
  discount_bp: z.int(),
  starts_at: z.string(),
  ends_at: z.string(),
  products: z.int(),
})
export type Clash = z.infer<typeof Clash>

const id = z.strictObject({ id: z.uuid() })
const sellerOf = z.strictObject({ id: z.uuid(), vendor_id: z.uuid() })
const ofCategory = z.strictObject({ category_id: z.uuid() })
const path = '/api/admin/promotions'
const see = grants('Promotions', 'view')
const act = grants('Promotions', 'act')
const decide = grants('Promotions', 'decide')
const changed = { params: id, answer: PromotionDetail, refuses: ['not-found', 'conflict'] as const }
const decided = { ...changed, access: decide, conditional: 'optional' as const }
const names = z.array(z.object({ id: z.uuid(), name: z.string() }))
const searched = z.strictObject({ q: z.string().trim().max(100).optional(), id: z.uuid().optional() })

/** A price as shoppers see it, with the campaign that sets it; null without a campaign. */
export const StorefrontPrice = z.object({
  product_id: z.uuid(),
  /** The price without a campaign. */
  price: z.string(),
  campaign: z
    .object({
      promotion_id: z.uuid(),
      name: z.string(),
      image: z.string(),
      price: z.string(),
      ends_at: z.string(),
    })
    .nullable(),
})
export type StorefrontPrice = z.infer<typeof StorefrontPrice>

const ofProducts = idList(100, { format: texts.productIdsFormat, most: texts.atMost100Products })

export const promotions = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Campaigns, latest start first',
    access: see,
    query: listQuery(['-starts_at', 'name', 'discount_bp', 'ends_at', 'created_at'], {
      status: z.enum(promotionStatuses).optional(),
      vendor_id: z.uuid().optional(),
      /** Only campaigns that are active on at least one of these days. */
      from: day.optional(),
      to: day.optional(),
    }),
    layout: 'page',
    answer: Promotion,
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    summary: 'How many campaigns are running, scheduled, drafts and ended',
    access: see,
    answer: z.object({ all: z.int(), running: z.int(), scheduled: z.int(), draft: z.int(), ended: z.int() }),
  }),
  vendors: endpoint({
    method: 'GET',
    path: `${path}/vendors`,
    summary: 'Find shops by name or by id: at most twenty',
    access: see,
    query: searched,
    answer: names,
  }),
  categories: endpoint({
    method: 'GET',
    path: `${path}/categories`,
    summary: 'The category tree, to choose the scope of a campaign',
    access: see,
    answer: z.array(CategoryChoice),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One campaign with its sellers, scope and history',
    access: see,
    params: id,
    answer: PromotionDetail,
    refuses: ['not-found'],
  }),
  products: endpoint({
    method: 'GET',
    path: `${path}/:id/products`,
    summary: 'Find listings of the sellers of a campaign by name or SKU: at most twenty',
    access: see,
    params: id,
    query: z.strictObject({ q: z.string().trim().max(100).default('') }),
    answer: z.array(
      z.object({ id: z.uuid(), product_name: z.string(), sku: z.string(), shop_name: z.string() }),
    ),
    refuses: ['not-found'],
  }),
  preview: endpoint({
    method: 'GET',
    path: `${path}/:id/preview`,
    summary:
      'Preview a campaign: five products, and those whose discount would not be real if it starts at its start, or at the given one',
    access: see,
    params: id,
    query: z.strictObject({ starts_at: minute.optional() }),
    // Reads the prices of every listing of up to `mostSellers` sellers.
    takesLong: true,
    answer: PromotionPreview,
    refuses: ['not-found'],
  }),
  clashes: endpoint({
    method: 'GET',
    path: `${path}/:id/clashes`,
    summary: 'Other campaigns with the same products in the period of the campaign, or in the given period',
    access: see,
    params: id,
    query: z.strictObject({ starts_at: minute.optional(), ends_at: minute.optional() }),
    takesLong: true,
    answer: z.array(Clash),
    refuses: ['not-found'],
  }),
  sold: endpoint({
    method: 'GET',
    path: `${path}/:id/sold`,
    summary: 'The sales of a campaign by seller and by product: ten of each',
    access: see,
    params: id,
    answer: PromotionSold,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a campaign as a draft',
    access: act,
    body: PromotionDraft,
    answer: PromotionDetail,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary:
      'Change a draft, or the name of a campaign; if the terms change, its sellers are asked again; needs If-Match',
    access: act,
    body: PromotionChange,
    ...changed,
    /** Includes how many vendors had opted in to the previous terms and are invited again. */
    answer: PromotionDetail.extend({ asked_again: z.int() }),
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a draft',
    access: act,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'conflict'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${path}/:id/duplicate`,
    summary:
      'Duplicate a campaign: a draft with the same terms, picture and sellers to invite, starting tomorrow',
    access: act,
    params: id,
    answer: PromotionDetail,
    status: 201,
    refuses: ['not-found'],
  }),
  setImage: endpoint({
    method: 'POST',
    path: `${path}/:id/image`,
    summary: 'Set the picture of a campaign: one multipart part named file, cropped to a square',
    query: InsteadOf,
    access: act,
    upload: { maxBytes: pictureLimits.maxBytes },
    transactions: 'own',
    ...changed,
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: `${path}/:id/image`,
    summary: 'Remove the picture of a campaign',
    query: InsteadOf,
    access: act,
    ...changed,
  }),
  start: endpoint({
    method: 'POST',
    path: `${path}/:id/start`,
    summary: 'Start a draft at its start time or now',
    body: z.strictObject({ at_once: z.boolean().default(false) }),
    ...decided,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  putBack: endpoint({
    method: 'POST',
    path: `${path}/:id/put-back`,
    summary: 'Return a scheduled campaign to draft',
    ...decided,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  end: endpoint({
    method: 'POST',
    path: `${path}/:id/end`,
    summary: 'End a running campaign early',
    ...decided,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  invite: endpoint({
    method: 'POST',
    path: `${path}/:id/sellers`,
    summary:
      'Invite a seller to a campaign; if the campaign was started, this needs the permission to decide',
    access: act,
    body: z.strictObject({ vendor_id: z.uuid() }),
    ...changed,
  }),
  invitable: endpoint({
    method: 'GET',
    path: `${path}/:id/sellers/of-category`,
    summary:
      'How many approved sellers have listings in a category or below it, and how many of them can be invited',
    access: see,
    params: id,
    query: ofCategory,
    answer: z.object({ sellers: z.int(), to_invite: z.int() }),
    refuses: ['not-found'],
  }),
  inviteOfCategory: endpoint({
    method: 'POST',
    path: `${path}/:id/sellers/of-category`,
    summary:
      'Invite every seller with listings in a category or below it, but those who were asked before; if the campaign was started, this needs the permission to decide',
    access: act,
    body: ofCategory,
    ...changed,
    /** Includes how many were invited. */
    answer: PromotionDetail.extend({ invited: z.int() }),
  }),
  optIn: endpoint({
    method: 'POST',
    path: `${path}/:id/sellers/:vendor_id/opt-in`,
    summary:
      'Record that a seller joins, with the share of the discount that they carry; if the campaign was started, or the share is smaller than asked, this needs the permission to decide',
    access: act,
    body: OptIn,
    ...changed,
    params: sellerOf,
  }),
  optOut: endpoint({
    method: 'POST',
    path: `${path}/:id/sellers/:vendor_id/opt-out`,
    summary: 'Record that a seller declines or leaves; their products leave the campaign',
    access: act,
    ...changed,
    params: sellerOf,
  }),
  waive: endpoint({
    method: 'POST',
    path: `${path}/:id/waivers`,
    summary:
      'Allow products in a campaign although they were cheaper in the thirty days before, or were listed for less than seven days; needs a reason',
    access: decide,
    body: z.strictObject({
      product_ids: z.array(z.uuid()).min(1).max(20),
      reason: filledParagraph(300, texts.aReasonIsRequired),
    }),
    ...changed,
  }),
  takeWaiverBack: endpoint({
    method: 'POST',
    path: `${path}/:id/waivers/take-back`,
    summary: 'Leave allowed products out of a campaign again, before it starts',
    access: decide,
    body: z.strictObject({ product_ids: z.array(z.uuid()).min(1).max(20) }),
    ...changed,
  }),
  storefront: endpoint({
    method: 'GET',
    path: '/api/storefront/prices',
    summary:
      'Current prices of products, with the campaign that applies; products that shoppers do not see are left out',
    access: { kind: 'public', because: texts.publicReason },
    query: z.strictObject({ product_ids: ofProducts }),
    answer: z.array(StorefrontPrice),
  }),
}
