import { readChoices } from '#features/decisions/reasons/server/queries.ts'
import { checkOf } from '#features/decisions/server/review-commands.ts'
import { implement } from '#kit/server/implement.ts'
import { customers } from '../contract.ts'
import { customerDecisions } from './commands.ts'
import { exportCustomers } from './export-commands.ts'
import { matchingCustomers } from './matching-commands.ts'
import { type Eraser, eraseCustomer, exportCustomer } from './privacy-commands.ts'
import { countCustomers, listCustomers, readCustomer } from './queries.ts'

/** The calls on customers; the application passes the erasers of other features. */
export const customerRoutes = (erasers: readonly Eraser[]) =>
  implement('customers', customers, {
    countMatching: matchingCustomers.count,
    tryMatching: matchingCustomers.attempt,
    decideMatching: matchingCustomers.begin,
    list: listCustomers,
    exportList: exportCustomers,
    count: countCustomers,
    get: readCustomer,
    approve: customerDecisions.by('approve'),
    disable: customerDecisions.by('disable'),
    enable: customerDecisions.by('enable'),
    undo: customerDecisions.undo,
    bulkApprove: customerDecisions.each('approve'),
    bulkCheck: checkOf(customerDecisions.of),
    choices: (ctx) => readChoices(ctx, 'customer'),
    export: exportCustomer,
    erase: eraseCustomer(erasers),
  })
