/** The path of the screen of a campaign, which notifications link to as well. */
export const promotionPath = '/promotion'
