import { MatchingJob, matchingOffers } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { ExportAction } from '#kit/web/export/export-dialog.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Day } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { vendorDetail } from './links.ts'
import { shopColumn, vendorColumns, vendorExport } from './vendor-columns.tsx'

const verbs = [{ verb: 'enable', begin: vendors.decideMatching }] as const
const offers = matchingOffers({ noun: 'vendor', calls: vendors, verbs, list: 'disabled' })
const columns = vendorColumns(vendorDetail)

/** Disabled Verification: vendors whose listings are hidden, and why. */
export function DisabledListPage() {
  const can = useCan()
  return (
    <ListPage
      title={menuTexts.disabledVerification}
      endpoint={vendors.listDisabled}
      searchLabel={texts.search}
      actions={<ExportAction {...vendorExport} fixed={{ list: 'disabled', sort: '-status_since' }} />}
      defaultSort="-status_since"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what={texts.theDisabledVendors}
      empty={{
        title: texts.noDisabledVendors,
        text: texts.disabledHint,
      }}
      above={<MatchingJob refreshes={vendors.listDisabled} />}
      {...(can(vendors.decideMatching) ? offers : {})}
      columns={[
        columns.username,
        { ...shopColumn, minWidth: 154 },
        { ...columns.email, minWidth: 164 },
        columns.phone,
        {
          key: 'status_since',
          title: texts.disabledOn,
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.disabled_at} />,
        },
        {
          key: 'reason',
          title: texts.reason,
          minWidth: 180,
          cell: (row) => <Cut>{row.disabled_reason}</Cut>,
        },
        columns.status,
        columns.view,
      ]}
    />
  )
}
