import { readTree } from '#features/categories/server/queries.ts'
import { implement } from '#kit/server/implement.ts'
import { promotions } from '../contract.ts'
import { readStorefrontPrices } from '../price/server/queries.ts'
import {
  inviteSeller,
  inviteSellersOfCategory,
  joinPromotion,
  leavePromotion,
} from '../sellers/server/commands.ts'
import { countInvitable } from '../sellers/server/queries.ts'
import { takeWaiverBack, waiveLow } from '../sellers/server/waiver-commands.ts'
import { changePromotion, createPromotion, duplicatePromotion, removePromotion } from './commands.ts'
import { removePromotionImage, setPromotionImage } from './image-commands.ts'
import { countPromotions, findSellers, listPromotions, readPromotion, readSold } from './queries.ts'
import { findProducts, readClashes, readPreview } from './scope-queries.ts'
import { endPromotion, putBackPromotion, startPromotion } from './state-commands.ts'

export const promotionRoutes = implement('promotions', promotions, {
  list: listPromotions,
  count: countPromotions,
  vendors: findSellers,
  categories: readTree,
  get: readPromotion,
  products: findProducts,
  preview: readPreview,
  clashes: readClashes,
  sold: readSold,
  create: createPromotion,
  change: changePromotion,
  remove: removePromotion,
  duplicate: duplicatePromotion,
  setImage: setPromotionImage,
  removeImage: removePromotionImage,
  start: startPromotion,
  putBack: putBackPromotion,
  end: endPromotion,
  invite: inviteSeller,
  invitable: countInvitable,
  inviteOfCategory: inviteSellersOfCategory,
  optIn: joinPromotion,
  optOut: leavePromotion,
  waive: waiveLow,
  takeWaiverBack,
  storefront: readStorefrontPrices,
})
