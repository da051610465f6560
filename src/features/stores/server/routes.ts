import { implement } from '#kit/server/implement.ts'
import { stores } from '../contract.ts'
import { listStores, readNewest, readStore } from './queries.ts'

export const storeRoutes = implement('stores', stores, {
  list: listStores,
  get: readStore,
  newest: readNewest,
})
