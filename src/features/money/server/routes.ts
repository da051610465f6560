import { ownerKinds } from '#features/withdrawals/contract.ts'
import { implement } from '#kit/server/implement.ts'
import { balances, commission } from '../contract.ts'
import { ledger } from '../ledger-contract.ts'
import {
  listRuleCategories,
  listRuleVendors,
  readCommission,
  readTaxRates,
  saveCommission,
  saveTaxRates,
  tryCommission,
} from './commission-commands.ts'
import { exportAccount } from './ledger-commands.ts'
import { listAccount, readLedgerBalances, sumAccount } from './ledger-queries.ts'
import { listStatement, readOwnerMoney } from './queries.ts'
import { exportStatement } from './statement-commands.ts'

export const moneyRoutes = [
  ...ownerKinds.flatMap((kind) =>
    implement(`${kind}-money`, balances[kind], {
      get: (ctx, input) => readOwnerMoney(ctx, kind, input),
      statement: (ctx, input) => listStatement(ctx, kind, input),
      export: (ctx, input) => exportStatement(ctx, kind, input),
    }),
  ),
  ...implement('ledger', ledger, {
    list: listAccount,
    balances: readLedgerBalances,
    sum: sumAccount,
    export: exportAccount,
  }),
  ...implement('commission', commission, {
    get: readCommission,
    save: saveCommission,
    try: tryCommission,
    vendors: listRuleVendors,
    categories: listRuleCategories,
    taxRates: readTaxRates,
    saveTaxRates,
  }),
]
