/** The pages of the shop window that mails lead to; they are served without an example shop too. */
export const confirmPath = '/shop/subscribe/confirm'
export const unsubscribePath = '/shop/unsubscribe'
/** The path of the screen of a subscriber, which the list of failed mails links to as well. */
export const subscriberPath = '/subscriber'
