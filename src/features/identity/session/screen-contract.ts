/** The path of the screen of a person's own account, which notifications link to as well. */
export const myAccountPath = '/my-account'
