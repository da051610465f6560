import { decider } from '#features/decisions/server/commands.ts'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import { choiceWords, type ExceptionChoice, type PayoutRun } from '#features/withdrawals/payout-contract.ts'
import { move } from '#features/withdrawals/server/commands.ts'
import { lockClosed } from '#features/withdrawals/server/file-commands.ts'
import { subjectOf } from '#features/withdrawals/server/payout-commands.ts'
import { readRun } from '#features/withdrawals/server/payout-queries.ts'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'

/**
 * Settles an exception, a bank row that did not match a payment, as a person chose and with their reason: the payment
 * is booked as paid or as returned with the amount that was sent, whatever the bank says, or nothing is done. Refuses (not-found), and (conflict) an exception that was
 * settled or undone, a choice for a row that names no payment of the run, and a move that the payment does not allow.
 */
export async function settleException(
  ctx: Context,
  kind: OwnerKind,
  input: {
    id: string
    answer_id: string
    choice: ExceptionChoice
    reason: string
    bank_reference: string
  },
): Promise<PayoutRun> {
  const { id, answer_id, choice, reason, bank_reference } = input
  // The run is locked first, in the same order as when an answer is booked or undone.
  const run = await lockClosed(ctx, kind, id, 'it has no exceptions')
  const found = await ctx.db
    .selectFrom('payout_answers as a')
    .innerJoin('payout_imports as i', 'i.id', 'a.import_id')
    .selectAll('a')
    .select(['i.number', 'i.undone_at'])
    .where('a.id', '=', answer_id)
    .where('i.run_id', '=', id)
    .where('a.outcome', '=', 'differs')
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'This exception is not in the run')
  const refuse = async (words: string) =>
    new Refusal('conflict', words, { current: await readRun(ctx, kind, run) })
  if (found.undone_at) throw await refuse(`Reply ${found.number} was undone, and this exception with it`)
  if (found.settled_as !== '') {
    const how = choiceWords[found.settled_as as ExceptionChoice].toLowerCase()
    throw await refuse(`This exception was settled by ${found.settled_by_name}: ${how}`)
  }
  let booked: bigint | null = null
  if (choice !== 'no_action') {
    if (!found.withdrawal_id || !(await isInRun(ctx, id, found.withdrawal_id)))
      throw await refuse('This row matches no payment of this run. Choose “No action”')
    const which = { id: found.withdrawal_id }
    const { isMoved, row } = await (choice === 'paid'
      ? move(ctx, kind, 'pay', { ...which, bank_reference })
      : move(ctx, kind, 'return', { ...which, reason: found.bank_reason || reason }))
    if (!isMoved) throw await refuse('The payment is booked like this already. Choose “No action”')
    booked = row.amount
  }
  await ctx.db
    .updateTable('payout_answers')
    .set({
      settled_as: choice,
      settled_by_name: decider(ctx).name,
      settled_at: ctx.now(),
      settled_why: reason,
    })
    .where('id', '=', answer_id)
    .where('settled_as', '=', '')
    .executeTakeFirstOrThrow()
  await ctx.record({
    action: 'settle bank exception',
    subject: subjectOf(run),
    // A bank may write an account number in place of a reference or a status, so numbers are removed.
    before: {
      row: found.row_number,
      reference: scrub(found.reference),
      exception: scrub(found.message),
    },
    after: { choice, ...(bank_reference ? { bank_reference } : {}), ...amountsOf(booked, found.amount) },
    reason,
  })
  return readRun(ctx, kind, run)
}

/** A payment of another run is settled by a reply to that one. */
async function isInRun(ctx: Context, run_id: string, withdrawal_id: string): Promise<boolean> {
  const line = await ctx.db
    .selectFrom('payout_lines')
    .select('withdrawal_id')
    .where('run_id', '=', run_id)
    .where('withdrawal_id', '=', withdrawal_id)
    .executeTakeFirst()
  return line !== undefined
}

/** The amount that was booked and, where the bank says another one, that amount and the difference, which nothing books. */
function amountsOf(booked: bigint | null, said: bigint | null) {
  if (booked === null) return {}
  if (said === null || said === booked) return { booked: formatRs(booked) }
  const difference = booked > said ? booked - said : said - booked
  return { booked: formatRs(booked), bank_says: formatRs(said), difference: formatRs(difference) }
}
