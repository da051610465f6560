import { implement } from '#kit/server/implement.ts'
import { search } from '../contract.ts'
import { findRecords, nameRecords } from './queries.ts'

export const searchRoutes = implement('search', search, { find: findRecords, name: nameRecords })
