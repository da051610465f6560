/** The path of the screen of a webhook, which notifications link to as well. */
export const webhookPath = '/webhook'
