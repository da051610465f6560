import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OrderDetail } from '#features/orders/contract.ts'
import { change, moved, record } from '#features/orders/server/hold-commands.ts'
import type { OrderRecord } from '#features/orders/server/tables.ts'
import { fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type CheckCase,
  caseOf,
  type MarkKind,
  markWords,
  type OrderChecks,
  type SavedOrderChecks,
} from '../marks-contract.ts'
import { type LineDifference, readOrderChecks } from './queries.ts'

/** Saves whether an order that differs from its listings is refused or marked. Refuses (stale). */
export async function saveOrderChecks(ctx: Context, draft: OrderChecks): Promise<SavedOrderChecks> {
  await ctx.db.selectFrom('order_checks').select('id').forUpdate().execute()
  const { version, ...before } = await readOrderChecks(ctx)
  await refuseStale(ctx, { version }, () => ({ ...before, version }))
  await ctx.db
    .updateTable('order_checks')
    .set({ ...draft, version: sql<number>`version + 1` })
    .execute()
  await ctx.record({
    action: 'save order checks',
    subject: { type: 'order_checks', id: null, name: 'Order checks' },
    before,
    after: draft,
  })
  return readOrderChecks(ctx)
}

/**
 * Returns the differences that an accepted order is marked for. Refuses (invalid, with the field of each line item)
 * differences whose case is set to refuse.
 */
export async function differencesToMark(
  ctx: Context,
  differences: readonly LineDifference[],
  at: Date,
): Promise<LineDifference[]> {
  if (differences.length === 0) return []
  const checks = await readOrderChecks(ctx)
  const becomes = ({ kind }: LineDifference) => checks[caseOf[kind].case satisfies CheckCase]
  const refused = differences.filter((difference) => becomes(difference) === 'refuse')
  if (refused.length > 0) {
    throw fieldsRefusal(
      refused.map((difference) => ({
        path: pathOf(difference),
        message: refusalWords(difference, at),
      })),
    )
  }
  return differences.filter((difference) => becomes(difference) === 'mark')
}

function pathOf({ index, kind, field = caseOf[kind].field }: LineDifference): string {
  return index === null ? field : `lines.${index}.${field}`
}

function refusalWords(difference: LineDifference, at: Date): string {
  const words = markWords(difference)
  const isPrice = difference.kind === 'price' || difference.kind === 'shipping_price'
  return isPrice ? `${words} when the order was placed (${at.toISOString()})` : words
}

/** Marks an order for these differences; `lineIds` has the ids of its line items in their order. */
export async function insertMarks(
  ctx: Context,
  orderId: string,
  lineIds: readonly string[],
  differences: readonly LineDifference[],
): Promise<void> {
  if (differences.length === 0) return
  await ctx.db
    .insertInto('order_marks')
    .values(
      differences.map(({ index, kind, expected, detail }) => ({
        id: uuidv7(),
        order_id: orderId,
        line_id: index === null ? null : (lineIds[index] ?? ''),
        kind,
        expected,
        detail,
        created_at: ctx.now(),
      })),
    )
    .execute()
}

/** The kinds of marks that depend on the place that an order goes to. */
const kindsOfPlace: readonly string[] = ['shipping_price', 'not_delivered'] satisfies MarkKind[]

/**
 * Marks a locked order for the delivery to another place, also where the setting refuses new orders for it: the customer
 * has ordered already. An open mark of a difference that is gone is deleted. A mark that a person has checked stays checked
 * as long as the difference is the same.
 */
export async function markPlaceAgain(
  ctx: Context,
  order: OrderRecord,
  differences: readonly LineDifference[],
): Promise<void> {
  const found = differences.filter(({ kind }) => kindsOfPlace.includes(kind))
  const marks = await ctx.db
    .selectFrom('order_marks')
    .select(['id', 'kind', 'expected', 'detail', 'checked_at'])
    .where('order_id', '=', order.id)
    .where('line_id', 'is', null)
    .execute()
  const own = marks.filter(({ kind }) => kindsOfPlace.includes(kind))
  const kept = own.filter((mark) =>
    found.some(
      ({ kind, expected, detail }) =>
        kind === mark.kind && expected === mark.expected && detail === mark.detail,
    ),
  )
  const isReplaced = ({ kind }: { kind: string }) => found.some((difference) => difference.kind === kind)
  const gone = own.filter((mark) => !kept.includes(mark) && (mark.checked_at === null || isReplaced(mark)))
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id)
    await ctx.db.deleteFrom('order_marks').where('id', '=', anyOf(ids)).execute()
  }
  const added = found.filter(({ kind }) => !kept.some((mark) => mark.kind === kind))
  await insertMarks(ctx, order.id, [], added)
}

/**
 * Closes the open marks of an order after a person has checked them, with a note on the finding. Refuses (not-found,
 * stale), and (conflict) an order without an open mark.
 */
export function checkOrder(ctx: Context, { id, note }: { id: string; note: string }): Promise<OrderDetail> {
  return moved(ctx, id, async ({ order }) => {
    const closed = await closeMarks(ctx, order, note)
    if (closed.length === 0) {
      throw new Refusal('conflict', 'This order has no open marks')
    }
    await change(ctx, order, {})
    await record(ctx, order, 'check marks', {
      before: { marks: [...new Set(closed)].sort().join(', ') },
      after: { marks: '' },
      reason: note,
    })
  })
}

/** Closes the open marks of a locked order with this note, and returns their kinds. */
export async function closeMarks(ctx: Context, order: OrderRecord, note: string): Promise<string[]> {
  const { actor } = ctx
  const closed = await ctx.db
    .updateTable('order_marks')
    .set({
      checked_at: ctx.now(),
      checked_by: actor.kind === 'person' ? actor.id : null,
      checked_by_name: actorName(ctx),
      note: scrub(note),
    })
    .where('order_id', '=', order.id)
    .where('checked_at', 'is', null)
    .returning('kind')
    .execute()
  return closed.map(({ kind }) => kind)
}
