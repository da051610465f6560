/** The list of the letters that the product sends, where a test of each can be sent. */
export const lettersPath = '/letters'
