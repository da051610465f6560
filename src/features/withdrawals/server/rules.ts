/** Why a rule excludes a payment from a run; empty when none does. */
export function whyExcluded(payee: {
  owner_type: string
  status: string | null
  isChangeWaiting: boolean
  iban: string | null
  withdrawal: string
}): string {
  if (payee.withdrawal !== 'approved') return `The withdrawal is ${payee.withdrawal} now`
  return whyUnpayable(payee)
}

/** Why runs exclude what is approved for this owner; empty when they do not. */
export function whyUnpayable({
  iban,
  ...payee
}: Parameters<typeof whyStopped>[0] & { iban: string | null }): string {
  return whyStopped(payee) || (iban ? '' : 'There is no IBAN')
}

/** Why a vendor is paid nothing now, also not by a run that was closed before; empty when nothing stops it. */
export function whyStopped({
  owner_type,
  status,
  isChangeWaiting,
}: {
  owner_type: string
  status: string | null
  isChangeWaiting: boolean
}): string {
  if (owner_type === 'vendor' && status !== 'approved') {
    return `The vendor is ${(status ?? 'gone').replaceAll('_', ' ')}: payouts are stopped`
  }
  return isChangeWaiting ? 'A change of bank or identity data waits for a decision' : ''
}

/** Why an account that was kept when a run was closed is not paid, and what a person does with such a payment. */
export function otherAccountWords(wasSent: boolean): string {
  const what = wasSent
    ? 'If the bank has not paid it, mark it as returned by bank'
    : 'Decline this withdrawal'
  return `The vendor has another account since the run was closed. ${what}, so that it can be requested again`
}
