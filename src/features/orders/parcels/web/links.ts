import { screenAt } from '#kit/web/address.ts'

export const trackingNumbers = screenAt('/tracking-numbers')
