import type { BulkOutcome, CheckedRecord } from '#features/decisions/contract.ts'
import type { Said } from '#features/decisions/reasons/server/commands.ts'
import { eachOf } from '#features/decisions/server/commands.ts'
import { matchesOf, matchingDecisionsOf } from '#features/decisions/server/matching-commands.ts'
import { readRows } from '#features/decisions/server/queries.ts'
import { checkEach } from '#features/decisions/server/review-commands.ts'
import { countWarnings, readWarnings } from '#features/products/checks/server/queries.ts'
import { lostSku, productDecisions, refuseLostSku } from '#features/products/server/commands.ts'
import { anyProductSource } from '#features/products/server/queries.ts'
import type { ProductRecord } from '#features/products/server/tables.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import { type EditVerb, editMoves, productEdits } from '../contract.ts'
import { approveEdit, rejectEdit, undoRevision } from './commands.ts'
import { readLostSkus, readWaiting, selectEdits } from './queries.ts'
import { noEdit, skuAdvice, whyClosed } from './rules.ts'

/** An edit as somebody has read it. */
interface ReadEdit {
  id: string
  change_id: string
}

type Filter = Parameters<typeof anyProductSource>[1]

/** Approves several edits, each in its own transaction, and returns an outcome for each. Refused are those that `approveRevision` refuses. */
export async function approveEdits(
  ctx: Context,
  { items, reason }: { items: ReadEdit[]; reason: string },
): Promise<BulkOutcome[]> {
  return decideEach(
    ctx,
    'approve',
    items.map((item) => ({ ...item, reason })),
  )
}

/** Rejects several edits, each in its own transaction and with its own reasons, and returns an outcome for each. */
export async function rejectEdits(
  ctx: Context,
  { items }: { items: (ReadEdit & Said)[] },
): Promise<BulkOutcome[]> {
  return decideEach(ctx, 'reject', items)
}

function decideEach(ctx: Context, verb: EditVerb, items: (ReadEdit & Said)[]): Promise<BulkOutcome[]> {
  return eachOf(ctx, items, productDecisions.nameOfId, async (own, item) => {
    const { row, decision } = await moveEdit(own, verb, item)
    return { name: row.product_name, unchanged: null, decision }
  })
}

function moveEdit(ctx: Context, verb: EditVerb, { id, change_id, ...said }: ReadEdit & Said) {
  const edit = { id, change_id, ...said, isOneOfMany: true }
  return verb === 'approve' ? approveEdit(ctx, edit) : rejectEdit(ctx, edit)
}

/** The dry run of a decision on several edits. It writes nothing. */
export async function checkEdits(
  ctx: Context,
  { items, verb }: { items: ReadEdit[]; verb: EditVerb },
): Promise<CheckedRecord[]> {
  const ids = items.map(({ id }) => id)
  const changeIds = items.map(({ change_id }) => change_id)
  const edits = await selectEdits(ctx.db).where('s.id', '=', anyOf(changeIds)).execute()
  return checkEach<ProductRecord>(ctx, ids, {
    ...{ noun: 'product', none: productDecisions.of.none, nameOf: productDecisions.of.nameOf },
    rows: () => readRows(ctx.db, 'products', ids),
    whyNot: async (product) => {
      const edit = edits.find(({ product_id }) => product_id === product.id)
      const why = whyClosed(product, edit)
      if (why || !edit) return why || noEdit
      if (verb === 'approve') await refuseLostSku(ctx, product, edit.payload.sku, skuAdvice)
      return ''
    },
    warnings: async ({ id }) => (verb === 'approve' ? readWarnings(ctx, id) : []),
  })
}

/** Decisions on the edit of every listing that the filters of a list leave. */
export const matchingEdits = matchingDecisionsOf<EditVerb, Filter>({
  ...{ noun: 'product', table: 'products', many: 'edits', moves: editMoves },
  waiting: readWaiting,
  decisions: {
    of: productDecisions.of,
    nameOfId: productDecisions.nameOfId,
    warningsOf: productDecisions.warningsOf,
    move: moveEdit,
    undo: undoRevision,
  },
  begunBy: productEdits.decideMatching,
  matches: matchesOf((ctx, filter: Filter) => anyProductSource(ctx, { ...filter, revision: 'waiting' })),
  obstacles: async (ctx, verb, ids) => {
    const lost = verb === 'approve' ? await readLostSkus(ctx, ids) : new Map()
    return new Map([...lost].map(([id, { sku, other }]) => [id, lostSku(sku, other, skuAdvice)]))
  },
  warned: countWarnings,
})
