/** The screen of a request on the support desk, also linked in mails. */
export const deskRequestPath = '/support-request'
/** The same request as its author sees it. */
export const myRequestPath = '/my-request'
