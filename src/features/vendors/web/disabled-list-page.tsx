import { MatchingJob, matchingOffers } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { vendorDetail } from './links.ts'
import { exportingToo, shopColumn, VendorExport, vendorColumns } from './vendor-columns.tsx'

const verbs = [{ verb: 'enable', begin: vendors.decideMatching }] as const
const offers = matchingOffers({ noun: 'vendor', calls: vendors, verbs, list: 'disabled' })
const columns = vendorColumns(vendorDetail)

/** Disabled Verification: vendors whose listings are hidden, those who were closed for good, and why. */
export function DisabledListPage() {
  const counts = useEndpoint(vendors.count, {}).data
  const can = useCan()
  const [state] = useUrlState()
  const list = state.get('list') || 'disabled'
  const shown = { list, sort: '-status_since' }
  const isClosed = list === 'closed'
  // A closed vendor is not enabled again.
  const mayEnable = can(vendors.decideMatching) && !isClosed
  return (
    <ListPage
      title={menuTexts.disabledVerification}
      endpoint={vendors.listDisabled}
      tabs={{
        name: 'list',
        items: [
          { value: 'disabled', label: texts.disabled, count: counts?.disabled },
          { value: 'closed', label: texts.closed, count: counts?.closed },
        ],
      }}
      searchLabel={texts.search}
      actions={<VendorExport {...shown} />}
      defaultSort="-status_since"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what={isClosed ? texts.theClosedVendors : texts.theDisabledVendors}
      empty={{
        title: texts.noDisabledVendors,
        text: texts.disabledHint,
      }}
      above={<MatchingJob refreshes={vendors.listDisabled} />}
      {...(mayEnable ? { bulkAll: offers.bulkAll } : {})}
      {...(mayEnable || can(vendors.export)
        ? { bulk: exportingToo(shown, mayEnable ? offers.bulk : null) }
        : {})}
      columns={[
        columns.username,
        { ...shopColumn, minWidth: 154 },
        { ...columns.email, minWidth: 164 },
        columns.phone,
        {
          key: 'status_since',
          title: isClosed ? texts.closedOn : texts.disabledOn,
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
