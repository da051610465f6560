import { implement } from '#kit/server/implement.ts'
import { session } from '../contract.ts'
import { changePassword, changeProfile, endOtherSessions, endSession } from './account-commands.ts'
import { login, logout, stepUp } from './commands.ts'
import { rememberDevice } from './device-commands.ts'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from './factor-commands.ts'
import {
  addPasskey,
  readPasskeyChallenge,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './passkey-commands.ts'
import { listSessions, readAccount, readSecondFactor } from './queries.ts'
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
  stepUp,
  rememberDevice,
  secondFactor: readSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  stopSecondFactor,
  renewRecoveryCodes,
  passkeyChallenge: readPasskeyChallenge,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  readInvitation,
  acceptInvitation,
  requestReset,
  finishReset,
})
