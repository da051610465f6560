/** The path of the review desk, which notifications link to as well. */
export const reviewDeskPath = '/review-desk'
