import { implement } from '#kit/server/implement.ts'
import { recovery } from '../contract.ts'
import { acceptInvitation, finishReset, readInvitation, requestReset } from './commands.ts'

export const recoveryRoutes = implement('recovery', recovery, {
  readInvitation,
  acceptInvitation,
  requestReset,
  finishReset,
})
