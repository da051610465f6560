import type { AnswerCheck } from '#features/withdrawals/payout-contract.ts'
import { texts } from '#features/withdrawals/texts.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'

/** A message names at most this many returned payments. */
const mostNamed = 5

/** The payments of a bank reply in words. A payment that the bank returned is not counted as paid. */
export function paymentsOf({ paid, returned }: { paid: number; returned: number }): string {
  if (returned === 0) return texts.countPayments({ paid })
  if (paid === 0) return texts.countReturned({ returned })
  return texts.paidAndReturned({
    paid: texts.countPayments({ paid }),
    returned: texts.countReturned({ returned }),
  })
}

/** The label of the button that books a bank reply. Paid and returned amounts are never added up to one total. */
export function bookingVerb(check: Omit<AnswerCheck, 'answers' | 'seen'>): string {
  const { paid, returned, exceptions } = check
  if (paid + returned === 0) return texts.keepExceptionsToSettle({ exceptions })
  const payments = paymentsOf(check)
  if (paid > 0 && returned > 0) return texts.bookBoth({ payments })
  const total = formatRs(parseRupees(check.paid_total) + parseRupees(check.returned_total))
  return texts.bookPayments({ payments, total })
}

/** What became of a bank reply that was booked: the payments paid, those returned by their numbers, what is left to settle. */
export function bookedWords({
  paid,
  exceptions,
  answers,
}: Pick<AnswerCheck, 'paid' | 'answers'> & {
  /** The exceptions of the run that are to be settled now. */
  exceptions: number
}): string {
  const returned = answers.filter(({ outcome }) => outcome === 'returned').map(({ reference }) => reference)
  const names = returned.slice(0, mostNamed).join(', ')
  const more = returned.length - mostNamed
  return [
    ...(paid > 0 ? [texts.paymentsBooked({ count: paid })] : []),
    ...(returned.length > 0
      ? [more > 0 ? texts.returnedAndMore({ names, more }) : texts.returnedNamed({ names })]
      : []),
    ...(exceptions > 0 ? [texts.openExceptions({ exceptions })] : []),
  ].join('. ')
}
