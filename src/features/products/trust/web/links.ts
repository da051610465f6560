import { screenAt } from '#kit/web/address.ts'

export const trustRulesScreen = screenAt('/trust-rules')
