import { implement } from '#kit/server/implement.ts'
import { customers } from '../contract.ts'
import {
  approveCustomer,
  approveCustomers,
  disableCustomer,
  enableCustomer,
  undoCustomerDecision,
} from './commands.ts'
import { type Eraser, eraseCustomer, exportCustomer } from './privacy-commands.ts'
import { countCustomers, listCustomers, readCustomer } from './queries.ts'

/** The calls on customers; what erases them in other folders is handed in by the application. */
export const customerRoutes = (erasers: readonly Eraser[]) =>
  implement('customers', customers, {
    list: listCustomers,
    count: countCustomers,
    get: readCustomer,
    approve: approveCustomer,
    disable: disableCustomer,
    enable: enableCustomer,
    undo: undoCustomerDecision,
    bulkApprove: approveCustomers,
    export: exportCustomer,
    erase: eraseCustomer(erasers),
  })
