import { SuccessDialog, useNextRecord } from '#features/decisions/web/success-dialog.tsx'
import { type CustomerDetail, customers } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
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
  const next = useNextRecord(id, {
    call: customers.list,
    query: { list: 'pending', sort: 'created_at', limit: 25 },
    hrefOf: customerDetail,
    list: { href: pendingCustomers(), label: menuTexts.pendingCustomersList },
  })
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
      next={next}
      onUndo={() => decision && onUndo(decision.id)}
      onClose={onClose}
    />
  )
}
