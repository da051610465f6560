import { implement } from '#kit/server/implement.ts'
import { settlements } from '../contract.ts'
import { acceptDifference, exportDifferences, importStatement } from './commands.ts'
import { settleRows } from './judge-commands.ts'
import { checkRowsAgain } from './judge-queries.ts'
import { listSettlements, readCouriers, readSettlement } from './queries.ts'
import { checkStatement } from './statement-queries.ts'
import { undoSettlement } from './undo-commands.ts'

export const settlementRoutes = implement('settlements', settlements, {
  list: listSettlements,
  couriers: readCouriers,
  check: checkStatement,
  import: importStatement,
  get: readSettlement,
  export: exportDifferences,
  undo: undoSettlement,
  judge: checkRowsAgain,
  settleRows,
  accept: acceptDifference,
})
