import { implement } from '#kit/server/implement.ts'
import { letters } from '../contract.ts'
import {
  changeLetter,
  restoreLetter,
  restoreLetterVersion,
  saveLetterSettings,
  sendTestLetter,
} from './commands.ts'
import { listExamples, listLetters, listLetterVersions, readLetter, readLetterVersion } from './queries.ts'

export const letterRoutes = implement('letters', letters, {
  list: listLetters,
  get: readLetter,
  change: changeLetter,
  restore: restoreLetter,
  test: sendTestLetter,
  examples: listExamples,
  versions: listLetterVersions,
  version: readLetterVersion,
  restoreVersion: restoreLetterVersion,
  settings: saveLetterSettings,
})
