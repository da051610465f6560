import { grants } from '#features/access/contract.ts'
import { vendorMoney } from '#features/money/web/links.ts'
import { vendorDetail } from '#features/vendors/web/links.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { ExportAction } from '#kit/web/export/export-dialog.tsx'
import { WayTo } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Day, Email, Money, None, Phone } from '#kit/web/values.tsx'
import { vendorLists, withdrawalStatuses, withdrawals, withdrawalWords } from '../contract.ts'
import { latestFields, vendorExports } from '../export-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { Details } from './owner-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'

const never = <None title={texts.noWithdrawalYet} />

/** Approved Vendors List: one row per vendor, with the latest withdrawal. */
export function LatestListPage() {
  // Without access to money the row links to the vendor's record, and without access to vendors it has no link.
  const seesMoney = useCan()(withdrawals.vendor.list)
  const seesVendor = useAllows()(grants('Vendor Verifications', 'view'))
  const hrefOf = (row: { id: string }) => (seesMoney ? vendorMoney(row) : seesVendor ? vendorDetail(row) : '')
  return (
    <ListPage
      title={menuTexts.approvedVendorsList}
      endpoint={vendorLists.latest}
      filters={[
        {
          name: 'status',
          label: texts.status,
          options: withdrawalStatuses.map((value) => ({ value, label: withdrawalWords[value] })),
        },
      ]}
      searchLabel={texts.searchVendors}
      actions={
        <ExportAction
          endpoint={vendorExports.latest}
          noun="vendors-approved"
          title={texts.exportLatest}
          fields={latestFields}
          fixed={{ sort: '-withdrawal_at' }}
        />
      }
      defaultSort="-withdrawal_at"
      hrefOf={hrefOf}
      nameOf={({ username }) => username}
      what={texts.theApprovedVendors}
      empty={{ title: texts.noApprovedVendorsYet, text: texts.noApprovedVendorsText }}
      columns={[
        {
          key: 'username',
          title: texts.lowercaseName,
          sortable: true,
          minWidth: 180,
          cell: (row) => <WayTo href={hrefOf(row)}>{row.username}</WayTo>,
        },
        {
          key: 'email',
          title: texts.lowercaseEmail,
          sortable: true,
          minWidth: 180,
          cell: (row) => <Email address={row.email} />,
        },
        {
          key: 'phone',
          title: texts.lowercasePhone,
          width: 132,
          cell: (row) => <Phone number={row.phone} />,
        },
        {
          key: 'withdrawal_amount',
          title: texts.amount,
          sortable: true,
          align: 'end',
          width: 132,
          cell: ({ withdrawal }) => (withdrawal ? <Money rupees={withdrawal.amount} /> : never),
        },
        {
          key: 'withdrawal_at',
          title: texts.withdrawDate,
          sortable: true,
          width: 140,
          cell: ({ withdrawal }) => (withdrawal ? <Day at={withdrawal.at} /> : never),
        },
        {
          key: 'status',
          title: texts.status,
          width: 124,
          cell: ({ withdrawal }) => (withdrawal ? <WithdrawalStatusMark row={withdrawal} /> : never),
        },
        {
          key: 'details',
          title: texts.details,
          width: 76,
          cell: (row) => <Details href={hrefOf(row)} />,
        },
      ]}
    />
  )
}
