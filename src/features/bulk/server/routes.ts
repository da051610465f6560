import { implement } from '#kit/server/implement.ts'
import { bulk } from '../contract.ts'
import { exportFailures, readJob } from './queries.ts'

export const bulkRoutes = implement('bulk', bulk, { job: readJob, failures: exportFailures })
