import { implement } from '#kit/server/implement.ts'
import { session } from '../contract.ts'
import { changePassword, changeProfile, endOtherSessions, endSession } from './account-commands.ts'
import { login, logout, stepUp } from './commands.ts'
import { rememberDevice } from './device-commands.ts'
import { listSessions, readAccount } from './queries.ts'

export const sessionRoutes = implement('session', session, {
  login,
  logout,
  account: readAccount,
  changeProfile,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  stepUp,
  rememberDevice,
})
