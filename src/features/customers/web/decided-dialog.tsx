import { SuccessDialog } from '#features/decisions/web/success-dialog.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { useQueue } from '#kit/web/queue/use-queue.ts'
import { type CustomerDetail, customers } from '../contract.ts'
import { texts } from '../texts.ts'
import { approvedCustomers, customerDetail, pendingCustomers } from './links.ts'

/** Confirms the decision on an application and leads to the next one, as for vendors and listings. */
export function DecidedDialog({
  customer: { id, username, status, decision },
  onUndo,
  onClose,
}: {
  customer: CustomerDetail
  onUndo: (decisionId: string) => void
  onClose: () => void
}) {
  const queue = useQueue()
  const next = useEndpoint(
    customers.list,
    { list: 'pending', sort: 'created_at', limit: 25 },
    { enabled: queue === null },
  )
  const nextRow = next.data?.rows.find((row) => row.id !== id)
  const isApproved = status === 'approved'
  return (
    <SuccessDialog
      title={isApproved ? texts.customerApproved : texts.customerDisabled}
      text={isApproved ? texts.approvedEffect({ username }) : texts.disabledEffect({ username })}
      decision={decision}
      links={[
        isApproved
          ? { href: approvedCustomers(), label: texts.goToApprovedCustomers }
          : { href: pendingCustomers({ list: 'disabled' }), label: texts.goToDisabledCustomers },
      ]}
      nextHref={
        queue ? queue.nextHref : nextRow ? customerDetail(nextRow) : next.isPending ? undefined : null
      }
      endOfQueue={queue && { href: queue.backHref, title: queue.title }}
      onUndo={() => decision && onUndo(decision.id)}
      onClose={onClose}
    />
  )
}
