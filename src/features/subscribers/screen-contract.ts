/** The pages of the shop window that mails lead to; they are served without an example shop too. */
export const confirmPath = '/shop/subscribe/confirm'
export const unsubscribePath = '/shop/unsubscribe'
