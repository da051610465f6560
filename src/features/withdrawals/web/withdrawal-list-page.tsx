import { useEndpoint } from '#kit/web/client.tsx'
import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { SelectedDialog } from '#kit/web/list/selected-dialog.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import {
  type OwnerKind,
  type Withdrawal,
  withdrawalStatuses,
  withdrawals,
  withdrawalWords,
} from '../contract.ts'
import { withdrawalExports, withdrawalFields } from '../export-contract.ts'
import { texts } from '../texts.ts'
import { placesOf } from './owner-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'

const ApproveDialog = lazyOf(() => import('./approve-dialog.tsx'), 'ApproveDialog')

/** Withdrawals of vendors: requested, approved, paid and declined. */
export function WithdrawalListPage() {
  return <WithdrawalList kind="vendor" />
}

/** Withdrawals of customers from their wallets. */
export function CustomerWithdrawalListPage() {
  return <WithdrawalList kind="customer" />
}

function WithdrawalList({ kind }: { kind: OwnerKind }) {
  const places = placesOf[kind]
  const counts = useEndpoint(withdrawals[kind].count, {}).data
  const [state] = useUrlState()
  const owner = useOwner(kind)
  const status = state.get('status') || 'requested'
  const shown = { kind, status }
  return (
    <ListPage
      title={places.listTitle}
      endpoint={withdrawals[kind].list}
      tabs={{
        name: 'status',
        items: [
          ...withdrawalStatuses.map((value) => ({
            value,
            label: withdrawalWords[value],
            count: counts?.[value],
          })),
          {
            value: 'all',
            label: texts.all,
            count: counts && withdrawalStatuses.reduce((sum, value) => sum + counts[value], 0),
          },
        ],
      }}
      filters={[
        { name: 'owner_id', label: places.heading, control: 'link', options: [owner] },
        { name: 'from', label: texts.from, control: 'day' },
        { name: 'to', label: texts.to, control: 'day' },
      ]}
      searchLabel={places.searchLabel}
      actions={<WithdrawalExport {...shown} />}
      defaultSort="-requested_at"
      hrefOf={places.one}
      nameOf={({ number }) => number}
      what={texts.theWithdrawals}
      empty={{ title: texts.noWithdrawals, text: places.emptyText }}
      bulk={(rows, clear, hold) => (
        <>
          {status === 'requested' && <ApproveSelected kind={kind} rows={rows} onDone={clear} onHold={hold} />}
          <WithdrawalExport {...shown} selection={{ ids: rows.map(({ id }) => id), onHold: hold }} />
        </>
      )}
      columns={[
        {
          key: 'number',
          title: texts.number,
          width: 110,
          cell: (row) => (
            <Link href={places.one(row)}>
              <bdi dir="ltr">{row.number}</bdi>
            </Link>
          ),
        },
        {
          key: 'owner_name',
          title: places.heading,
          sortable: true,
          minWidth: 180,
          cell: (row) => <Cut>{row.owner_name}</Cut>,
        },
        {
          key: 'amount',
          title: texts.amount,
          sortable: true,
          align: 'end',
          width: 132,
          cell: (row) => <Money rupees={row.amount} />,
        },
        {
          key: 'requested_at',
          title: texts.requested,
          sortable: true,
          width: 120,
          cell: (row) => <Day at={row.requested_at} />,
        },
        { key: 'by', title: texts.by, minWidth: 120, cell: (row) => <Cut>{row.requested_by_name}</Cut> },
        {
          key: 'status',
          title: texts.status,
          width: 124,
          cell: (row) => <WithdrawalStatusMark row={row} />,
        },
        { key: 'run', title: texts.run, width: 90, cell: (row) => <Cut>{row.run?.number ?? ''}</Cut> },
      ]}
    />
  )
}

function ApproveSelected({
  kind,
  rows,
  ...done
}: {
  kind: OwnerKind
  rows: Withdrawal[]
  onDone: () => void
  onHold: (isHeld: boolean) => void
}) {
  return (
    <SelectedDialog
      label={texts.approveSelected}
      {...done}
      dialog={(told) => <ApproveDialog kind={kind} rows={rows} {...told} />}
    />
  )
}

/** Exports the withdrawals that the list shows, or the selected ones. */
function WithdrawalExport({
  kind,
  status,
  selection,
}: {
  kind: OwnerKind
  status: string
  selection?: Selection
}) {
  return (
    <ExportAction
      endpoint={withdrawalExports[kind].list}
      noun={`${kind}-withdrawals`}
      title={texts.exportWithdrawals}
      fields={withdrawalFields}
      unasked={['id']}
      fixed={{ status, sort: '-requested_at' }}
      {...(selection ? { selection } : {})}
    />
  )
}

/** The owner whose withdrawals a link asks for, by the name that one of these withdrawals has. */
function useOwner(kind: OwnerKind): { value: string; label: string } {
  const [state] = useUrlState()
  const value = state.get('owner_id') ?? ''
  const { data } = useEndpoint(
    withdrawals[kind].list,
    { limit: 1, owner_id: value },
    { enabled: value !== '' },
  )
  const first = data?.rows[0]
  return { value, label: first?.owner_id === value ? first.owner_name : texts.selected }
}
