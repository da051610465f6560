import { screenAt } from '#kit/web/address.ts'

export const listingChecksScreen = screenAt('/listing-checks')
