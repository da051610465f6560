import { implement } from '#kit/server/implement.ts'
import { account } from '../contract.ts'
import { changeAvailability, changePhoto, changePreferences, removePhoto } from './commands.ts'
import { readPhoto } from './queries.ts'

export const accountRoutes = implement('account', account, {
  changePreferences,
  changeAvailability,
  changePhoto,
  removePhoto,
  photo: readPhoto,
})
