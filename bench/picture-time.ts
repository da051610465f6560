/** The moment at which the pictures of the help are taken: a Friday morning in Pakistan. */
export const pictureTime = Date.parse('2026-11-20T06:00:00Z')
