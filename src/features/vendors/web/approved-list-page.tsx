import { MatchingJob, matchingOffers } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Day } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { handedInLabels as labels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { vendorDetail } from './links.ts'
import { exportingToo, shopColumn, VendorExport, vendorColumns } from './vendor-columns.tsx'

const verbs = [{ verb: 'disable', begin: vendors.decideMatching }] as const
const offers = matchingOffers({ noun: 'vendor', calls: vendors, verbs, labels, list: 'approved' })
const shown = { list: 'approved', sort: '-created_at' }
const columns = vendorColumns(vendorDetail)

/** Approved Verification: vendors who can sell. */
export function ApprovedListPage() {
  const can = useCan()
  const mayDecide = can(vendors.decideMatching)
  return (
    <ListPage
      title={menuTexts.approvedVerification}
      endpoint={vendors.listApproved}
      filters={[
        {
          name: 'change',
          label: texts.changedDetails,
          options: [{ value: 'waiting', label: texts.waiting }],
        },
      ]}
      searchLabel={texts.search}
      actions={<VendorExport {...shown} />}
      defaultSort="-created_at"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what={texts.theApprovedVendors}
      empty={{ title: texts.noApprovedVendorsYet, text: texts.approvedHint }}
      above={<MatchingJob refreshes={vendors.listApproved} />}
      {...(mayDecide ? { bulkAll: offers.bulkAll } : {})}
      {...(mayDecide || can(vendors.export)
        ? { bulk: exportingToo(shown, mayDecide ? offers.bulk : null) }
        : {})}
      columns={[
        { ...columns.username, minWidth: 190 },
        { ...shopColumn, minWidth: 144 },
        { ...columns.email, minWidth: 158 },
        columns.phone,
        {
          key: 'address',
          title: texts.address,
          minWidth: 108,
          cell: (row) => <Cut>{row.seller.sellers_address}</Cut>,
        },
        {
          key: 'sellers_city',
          title: texts.city,
          sortable: true,
          width: 100,
          cell: (row) => <Cut>{row.seller.sellers_city}</Cut>,
        },
        {
          key: 'created_at',
          title: texts.joined,
          sortable: true,
          width: 114,
          cell: (row) => <Day at={row.seller.created_at} />,
        },
        columns.status,
        columns.view,
      ]}
    />
  )
}
