import { implement } from '#kit/server/implement.ts'
import { session } from '../contract.ts'
import { changePassword, changeProfile, endOtherSessions, endSession } from './account-commands.ts'
import { login, logout } from './commands.ts'
import { listSessions, readAccount } from './queries.ts'
import { acceptInvitation, finishReset, readInvitation, requestReset } from './recovery-commands.ts'

export const sessionRoutes = implement('session', session, {
  login,
  logout,
  account: readAccount,
  changeProfile,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  readInvitation,
  acceptInvitation,
  requestReset,
  finishReset,
})
