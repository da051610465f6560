import { navigate } from 'wouter/use-browser-location'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import type { OwnerKind } from '../contract.ts'
import { payouts } from '../payout-contract.ts'
import { placesOf } from './owner-panel.tsx'
import { ClosedStatus } from './status-panel.tsx'

/** Payout runs of vendors, each with one bank file, from opening to the last bank answer. */
export function RunListPage() {
  return <RunList kind="vendor" />
}

/** Payout runs of customers. */
export function CustomerRunListPage() {
  return <RunList kind="customer" />
}

function RunList({ kind }: { kind: OwnerKind }) {
  const places = placesOf[kind]
  const hrefOf = ({ id }: { id: string }) => `${places.run}?id=${id}`
  const can = useCan()
  const show = useToast()
  const open = useCommand(payouts[kind].open)
  const begin = () =>
    open.mutate(
      { input: {} },
      {
        onSuccess: (run) => navigate(hrefOf(run)),
        onError: (error) => show({ message: error.message, tone: 'refused' }),
      },
    )
  return (
    <ListPage
      title={places.runsTitle}
      endpoint={payouts[kind].list}
      defaultSort="-created_at"
      hrefOf={hrefOf}
      nameOf={({ number }) => number}
      what="The payout runs"
      empty={{ title: 'No payout run yet', text: 'A run collects what is approved and makes the bank file.' }}
      {...(can(payouts[kind].open)
        ? {
            actions: (
              <CommandButton size="xs" isPending={open.isPending} onClick={begin}>
                Open a run
              </CommandButton>
            ),
          }
        : {})}
      columns={[
        {
          key: 'number',
          title: 'Run',
          width: 110,
          cell: (row) => (
            <Link href={hrefOf(row)}>
              <bdi dir="ltr">{row.number}</bdi>
            </Link>
          ),
        },
        {
          key: 'created_at',
          title: 'Opened',
          sortable: true,
          width: 120,
          cell: (row) => <Day at={row.created_at} />,
        },
        { key: 'by', title: 'By', minWidth: 140, cell: (row) => <Cut>{row.created_by_name}</Cut> },
        {
          key: 'count',
          title: 'Payments',
          align: 'end',
          width: 100,
          cell: (row) => row.count.toLocaleString('en-PK'),
        },
        {
          key: 'total',
          title: 'Total',
          align: 'end',
          width: 140,
          cell: (row) => <Money rupees={row.total} />,
        },
        {
          key: 'status',
          title: 'Status',
          width: 190,
          cell: (row) =>
            row.status === 'open' ? <StatusMark tone="waiting">Open</StatusMark> : <ClosedStatus run={row} />,
        },
      ]}
    />
  )
}
