/** The path of the screen of a group e-mail, which notifications link to as well. */
export const mailingPath = '/email-details'
