import { implement } from '#kit/server/implement.ts'
import { bookAnswer, checkAnswer } from '../answers/server/answer-commands.ts'
import { settleException } from '../answers/server/exception-commands.ts'
import { ownerKinds, vendorLists, withdrawals } from '../contract.ts'
import { vendorExports, withdrawalExports } from '../export-contract.ts'
import { payouts } from '../payout-contract.ts'
import { undoApproval } from './approval-commands.ts'
import {
  approveWithdrawal,
  approveWithdrawals,
  declineWithdrawal,
  payWithdrawal,
  returnWithdrawal,
} from './commands.ts'
import { exportApplied, exportLatest, exportWithdrawals } from './export-commands.ts'
import { exportRun } from './file-commands.ts'
import { resendMail } from './mail-commands.ts'
import { closeRun, collectRun, discardRun, excludeLine, includeLine, openRun } from './payout-commands.ts'
import { listRuns, readRun } from './payout-queries.ts'
import { countWithdrawals, listApplied, listLatest, listWithdrawals, readWithMails } from './queries.ts'
import { requestWithdrawal } from './request-commands.ts'
import { readStandings } from './standing-queries.ts'
import { undoAnswer } from './undo-commands.ts'

export const withdrawalRoutes = [
  ...implement('vendor-lists', vendorLists, { applied: listApplied, latest: listLatest }),
  ...implement('vendor-exports', vendorExports, { applied: exportApplied, latest: exportLatest }),
  ...ownerKinds.flatMap((kind) => [
    ...implement(`${kind}-withdrawals`, withdrawals[kind], {
      list: (ctx, input) => listWithdrawals(ctx, kind, input),
      count: (ctx) => countWithdrawals(ctx, kind),
      standings: (ctx, input) => readStandings(ctx, kind, input),
      get: (ctx, input) => readWithMails(ctx, kind, input),
      request: (ctx, input) => requestWithdrawal(ctx, kind, input),
      approve: (ctx, input) => approveWithdrawal(ctx, kind, input),
      undoApproval: (ctx, input) => undoApproval(ctx, kind, input),
      decline: (ctx, input) => declineWithdrawal(ctx, kind, input),
      pay: (ctx, input) => payWithdrawal(ctx, kind, input),
      return: (ctx, input) => returnWithdrawal(ctx, kind, input),
      resend: (ctx, input) => resendMail(ctx, kind, input),
      bulkApprove: (ctx, input) => approveWithdrawals(ctx, kind, input),
    }),
    ...implement(`${kind}-withdrawal-exports`, withdrawalExports[kind], {
      list: (ctx, input) => exportWithdrawals(ctx, kind, input),
    }),
    ...implement(`${kind}-payouts`, payouts[kind], {
      list: (ctx, input) => listRuns(ctx, kind, input),
      open: (ctx, input) => openRun(ctx, kind, input),
      get: (ctx, input) => readRun(ctx, kind, input),
      collect: (ctx, input) => collectRun(ctx, kind, input),
      exclude: (ctx, input) => excludeLine(ctx, kind, input),
      include: (ctx, input) => includeLine(ctx, kind, input),
      close: (ctx, input) => closeRun(ctx, kind, input),
      discard: (ctx, input) => discardRun(ctx, kind, input),
      file: (ctx, input) => exportRun(ctx, kind, input),
      check: (ctx, input) => checkAnswer(ctx, kind, input),
      answer: (ctx, input) => bookAnswer(ctx, kind, input),
      undo: (ctx, input) => undoAnswer(ctx, kind, input),
      settle: (ctx, input) => settleException(ctx, kind, input),
    }),
  ]),
]
