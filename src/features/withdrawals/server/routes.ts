import { implement } from '#kit/server/implement.ts'
import { ownerKinds, payouts, vendorLists, withdrawals } from '../contract.ts'
import { importAnswer } from './answer-commands.ts'
import {
  approveWithdrawal,
  approveWithdrawals,
  declineWithdrawal,
  payWithdrawal,
  requestWithdrawal,
  returnWithdrawal,
} from './commands.ts'
import { resendMail } from './mail-commands.ts'
import { closeRun, collectRun, excludeLine, exportRun, includeLine, openRun } from './payout-commands.ts'
import {
  countWithdrawals,
  listApplied,
  listLatest,
  listRuns,
  listWithdrawals,
  readRun,
  readWithMails,
} from './queries.ts'

export const withdrawalRoutes = [
  ...implement('vendor-lists', vendorLists, { applied: listApplied, latest: listLatest }),
  ...ownerKinds.flatMap((kind) => [
    ...implement(`${kind}-withdrawals`, withdrawals[kind], {
      list: (ctx, input) => listWithdrawals(ctx, kind, input),
      count: (ctx) => countWithdrawals(ctx, kind),
      get: (ctx, input) => readWithMails(ctx, kind, input),
      request: (ctx, input) => requestWithdrawal(ctx, kind, input),
      approve: (ctx, input) => approveWithdrawal(ctx, kind, input),
      decline: (ctx, input) => declineWithdrawal(ctx, kind, input),
      pay: (ctx, input) => payWithdrawal(ctx, kind, input),
      return: (ctx, input) => returnWithdrawal(ctx, kind, input),
      resend: (ctx, input) => resendMail(ctx, kind, input),
      bulkApprove: (ctx, input) => approveWithdrawals(ctx, kind, input),
    }),
    ...implement(`${kind}-payouts`, payouts[kind], {
      list: (ctx, input) => listRuns(ctx, kind, input),
      open: (ctx) => openRun(ctx, kind),
      get: (ctx, input) => readRun(ctx, kind, input),
      collect: (ctx, input) => collectRun(ctx, kind, input),
      exclude: (ctx, input) => excludeLine(ctx, kind, input),
      include: (ctx, input) => includeLine(ctx, kind, input),
      close: (ctx, input) => closeRun(ctx, kind, input),
      file: (ctx, input) => exportRun(ctx, kind, input),
      answer: (ctx, input) => importAnswer(ctx, kind, input),
    }),
  ]),
]
