/** What of their products a campaign takes from the sellers in it. */
export const promotionScopes = ['all', 'categories', 'products'] as const
export type PromotionScope = (typeof promotionScopes)[number]
