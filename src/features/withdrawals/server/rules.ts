/** Why a rule excludes a payment from a run; empty when none does. */
export function whyExcluded(payee: {
  owner_type: string
  status: string | null
  isChangeWaiting: boolean
  iban: string | null
  withdrawal: string
}): string {
  if (payee.withdrawal !== 'approved') return `The withdrawal is ${payee.withdrawal} now`
  if (payee.owner_type === 'vendor' && payee.status !== 'approved') {
    return stoppedWords(payee.status)
  }
  if (payee.isChangeWaiting) return 'A change of bank or identity data waits for a decision'
  return payee.iban ? '' : 'There is no IBAN to pay to'
}

/** Why a vendor who is not approved is paid nothing. */
export function stoppedWords(status: string | null): string {
  return `The vendor is ${(status ?? 'gone').replaceAll('_', ' ')}: payouts are stopped`
}
