import { implement } from '#kit/server/implement.ts'
import { placing } from '../contract.ts'
import { beginPlacing, tryPlacing } from './commands.ts'

export const placingRoutes = implement('products', placing, { attempt: tryPlacing, begin: beginPlacing })
