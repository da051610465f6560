import { implement } from '#kit/server/implement.ts'
import { dashboard } from '../contract.ts'
import { waitingWork } from '../waiting-contract.ts'
import { readFigures, readLatest } from './queries.ts'
import { countWaiting, readWork } from './work-queries.ts'

export const dashboardRoutes = [
  ...implement('dashboard', dashboard, {
    work: readWork,
    figures: readFigures,
    latest: readLatest,
  }),
  ...implement('waiting', waitingWork, { count: countWaiting }),
]
