/** The list of mails that could not be sent, which notifications link to as well. */
export const failedMailsPath = '/failed-mails'
