import { implement } from '#kit/server/implement.ts'
import { factors } from '../contract.ts'
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
import { readSecondFactor } from './queries.ts'

export const factorRoutes = implement('factors', factors, {
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
})
