import { implement } from '#kit/server/implement.ts'
import { dashboard } from '../contract.ts'
import { readWork } from './queries.ts'

export const dashboardRoutes = implement('dashboard', dashboard, { work: readWork })
