import { grants } from '#features/access/contract.ts'
import { vendorReview } from '#features/vendors/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { ExportAction } from '#kit/web/export/export-dialog.tsx'
import { WayTo } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { vendorLists } from '../contract.ts'
import { appliedFields, vendorExports } from '../export-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { Details } from './owner-panel.tsx'

/** Pending Vendors List: vendors who applied, with the missing parts of their application. */
export function AppliedListPage() {
  // A reader without permission to review vendors sees the applications without links.
  const reviews = useAllows()(grants('Vendor Verifications', 'view'))
  const hrefOf = (row: { id: string }) => (reviews ? vendorReview(row) : '')
  return (
    <ListPage
      title={menuTexts.pendingVendorsList}
      endpoint={vendorLists.applied}
      filters={[
        {
          name: 'list',
          label: texts.status,
          options: [
            { value: 'pending', label: texts.pending },
            { value: 'changes_requested', label: texts.changesRequested },
          ],
        },
      ]}
      searchLabel={texts.searchVendors}
      actions={
        <ExportAction
          endpoint={vendorExports.applied}
          noun="vendors-applied"
          title={texts.exportApplied}
          fields={appliedFields}
          fixed={{ sort: 'created_at' }}
        />
      }
      defaultSort="created_at"
      hrefOf={hrefOf}
      nameOf={({ username }) => username}
      what={texts.theVendorsWhoApplied}
      empty={{ title: texts.noPendingVendors, text: texts.noPendingVendorsText }}
      columns={[
        {
          key: 'username',
          title: texts.name,
          sortable: true,
          minWidth: 170,
          cell: (row) => <WayTo href={hrefOf(row)}>{row.username}</WayTo>,
        },
        {
          key: 'email',
          title: texts.email,
          sortable: true,
          minWidth: 170,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: texts.phone, width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'created_at',
          title: texts.applied,
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.created_at} />,
        },
        {
          key: 'missing',
          title: texts.missing,
          minWidth: 180,
          cell: (row) =>
            row.missing.length > 0 ? (
              <Cut>{row.missing.join(', ')}</Cut>
            ) : (
              <StatusMark tone="good">{texts.complete}</StatusMark>
            ),
        },
        {
          key: 'status',
          title: texts.status,
          width: 172,
          cell: (row) =>
            row.status === 'changes_requested' ? (
              <StatusMark tone="info">{texts.changesRequested}</StatusMark>
            ) : (
              <StatusMark tone="waiting">{texts.pending}</StatusMark>
            ),
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
