/** Which products of the participating vendors a campaign covers. */
export const promotionScopes = ['all', 'categories', 'products'] as const
export type PromotionScope = (typeof promotionScopes)[number]
