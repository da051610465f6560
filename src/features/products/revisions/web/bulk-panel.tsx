import { decisionOffers } from '#features/decisions/bulk/web/bulk-panel.tsx'
import { MatchingAll } from '#features/decisions/bulk/web/matching-panel.tsx'
import { type ApprovedProduct, products } from '#features/products/contract.ts'
import { handedInLabels as labels } from '#features/products/fields-contract.ts'
import type { AllOffer } from '#kit/web/list/list-page.tsx'
import { productEdits } from '../contract.ts'

const calls = {
  ...productEdits,
  ...{ undo: products.undoRevision, choices: products.choices, letter: products.letter },
  rejection: 'decline',
} as const
const begin = productEdits.decideMatching
const on = { noun: 'edit', calls } as const
const verbs = [
  { verb: 'approve', begin, on },
  { verb: 'reject', begin, on },
  { verb: 'switch_off', begin: products.switchMatching },
] as const
const offers = decisionOffers<ApprovedProduct>({
  ...{ noun: 'edit', calls, verbs, labels },
  nameOf: ({ product_name }) => product_name,
  // An edit that is not shown cannot be decided on, so it is refused by name.
  changeOf: ({ id, edit }) => edit?.id ?? id,
})

/** The decisions on the edits of the selected products. */
export function EditDecisions({
  rows,
  onDone,
  onHold,
}: {
  rows: ApprovedProduct[]
  onDone: () => void
  onHold: (isHeld: boolean) => void
}) {
  return offers.bulk(rows, onDone, onHold)
}

/** The decisions on all edits that match the list, and the switch of their products. */
export function AllEdits({ offer }: { offer: AllOffer }) {
  return (
    <MatchingAll noun="product" {...offer} list="approved" calls={products} verbs={verbs} labels={labels} />
  )
}
