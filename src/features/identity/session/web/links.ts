import { screenAt } from '#kit/web/address.ts'
import { myAccountPath } from '../screen-contract.ts'

/** `to` is the screen that opens after signing in. */
export const signIn = screenAt<{ to: string }>('/login')
export const myAccount = screenAt(myAccountPath)
