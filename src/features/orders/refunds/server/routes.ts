import { implement } from '#kit/server/implement.ts'
import { refunds } from '../contract.ts'
import { refundExports } from '../export-contract.ts'
import { enterRefundAccount, revealRefundAccount } from './account-commands.ts'
import { exportRefunds } from './export-commands.ts'
import { countRefunds, listRefunds, readRefund } from './queries.ts'

export const refundRoutes = [
  ...implement('refund-exports', refundExports, { list: exportRefunds }),
  ...implement('refunds', refunds, {
    list: listRefunds,
    count: countRefunds,
    get: readRefund,
    enterAccount: enterRefundAccount,
    reveal: revealRefundAccount,
  }),
]
