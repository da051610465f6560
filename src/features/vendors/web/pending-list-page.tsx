import { decisionOffers } from '#features/decisions/bulk/web/bulk-panel.tsx'
import { MatchingJob } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day } from '#kit/web/values.tsx'
import { type PendingVendorRow, vendors } from '../contract.ts'
import { handedInLabels as labels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { vendorReview } from './links.ts'
import { VendorStatusMark } from './status-panel.tsx'
import { exportingToo, VendorExport, vendorColumns } from './vendor-columns.tsx'

const columns = vendorColumns(vendorReview)

const begin = vendors.decideMatching
const verbs = [
  { verb: 'approve', begin },
  { verb: 'request_update', begin },
  { verb: 'reject', begin },
] as const
const nameOf = ({ username }: { username: string }) => username
const offers = decisionOffers<PendingVendorRow>({ noun: 'vendor', nameOf, calls: vendors, verbs, labels })

/** Pending Verification: vendors that are pending, asked for changes, or rejected. */
export function PendingListPage() {
  const counts = useEndpoint(vendors.count, {}).data
  const can = useCan()
  const [state] = useUrlState()
  const list = state.get('list') || 'pending'
  const shown = { list, sort: 'status_since' }
  // A rejected vendor returns to the list when they submit again, so the rejected tab has no decisions.
  const isDeciding = can(vendors.bulkApprove) && list !== 'rejected'
  // Its status is the longest of all.
  const isAsked = list === 'changes_requested'
  return (
    <ListPage
      title={menuTexts.pendingVerification}
      endpoint={vendors.listPending}
      tabs={{
        name: 'list',
        items: [
          { value: 'pending', label: texts.pending, count: counts?.pending },
          { value: 'changes_requested', label: texts.changesRequested, count: counts?.changes_requested },
          { value: 'rejected', label: texts.rejected, count: counts?.rejected },
        ],
      }}
      filters={[
        {
          name: 'profile',
          label: texts.profile,
          options: [
            { value: 'created', label: texts.created },
            { value: 'missing', label: texts.notCreatedYet },
          ],
        },
      ]}
      searchLabel={texts.search}
      actions={<VendorExport {...shown} />}
      defaultSort="status_since"
      hrefOf={vendorReview}
      nameOf={nameOf}
      what={texts.thePendingVendors}
      empty={{
        title: texts.noVendorsHere,
        text: texts.pendingHint,
      }}
      above={<MatchingJob refreshes={vendors.listPending} />}
      {...(isDeciding ? { bulkAll: offers.bulkAll } : {})}
      {...(isDeciding || can(vendors.export)
        ? { bulk: exportingToo(shown, isDeciding ? offers.bulk : null) }
        : {})}
      columns={[
        // As narrow as both still tell people apart: the status has whole words, and all columns fit 1280 px.
        { ...columns.username, minWidth: 186 },
        { ...columns.email, minWidth: 144 },
        // The review names the shop. There is room for it where somebody chooses to see it.
        {
          key: 'shop_name',
          title: texts.shopName,
          isSpare: true,
          minWidth: 108,
          cell: (row) => <Cut>{row.shop?.shop_name ?? ''}</Cut>,
        },
        columns.phone,
        {
          key: 'created_at',
          title: texts.joined,
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.created_at} />,
        },
        {
          key: 'status_since',
          onPhone: 'line',
          title: texts.status,
          sortable: true,
          width: isAsked ? 306 : 268,
          cell: (row) => <VendorStatusMark status={row.status} since={row.status_since} />,
        },
        columns.view,
      ]}
    />
  )
}
