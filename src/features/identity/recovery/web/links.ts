import { tokenPaths } from '#features/access/screen-contract.ts'
import { screenAt } from '#kit/web/address.ts'

export const forgotPassword = screenAt('/forgot-password')
export const resetPassword = screenAt(tokenPaths.reset)
export const acceptInvitation = screenAt(tokenPaths.invitation)
