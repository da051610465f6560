import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import type { OwnerKind } from '../contract.ts'
import { type PayoutRun, payouts } from '../payout-contract.ts'
import { texts } from '../texts.ts'
import { placesOf } from './owner-panel.tsx'
import { ClosedStatus } from './status-panel.tsx'

const OpenRunDialog = lazyOf(() => import('./open-run-dialog.tsx'), 'OpenRunDialog')

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
  const can = useCan()
  const show = useToast()
  const open = useCommand(payouts[kind].open)
  const [isAsking, setAsking] = useState(false)
  const onSuccess = (run: PayoutRun) => navigate(places.run(run))
  const begin = () =>
    open.mutate(
      { input: {} },
      { onSuccess, onError: (error) => show({ message: error.message, tone: 'refused' }) },
    )
  return (
    <>
      <ListPage
        title={places.runsTitle}
        endpoint={payouts[kind].list}
        defaultSort="-created_at"
        hrefOf={places.run}
        nameOf={({ number }) => number}
        what={texts.thePayoutRuns}
        empty={{ title: texts.noRuns, text: texts.noRunsText }}
        {...(can(payouts[kind].open)
          ? {
              actions: (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={open.isPending}
                    onClick={() => {
                      open.reset()
                      setAsking(true)
                    }}
                  >
                    {texts.openRunUpTo}
                  </Button>
                  <CommandButton size="xs" isPending={open.isPending && !isAsking} onClick={begin}>
                    {texts.openRun}
                  </CommandButton>
                </>
              ),
            }
          : {})}
        columns={[
          {
            key: 'number',
            title: texts.run,
            width: 110,
            cell: (row) => (
              <Link href={places.run(row)}>
                <bdi dir="ltr">{row.number}</bdi>
              </Link>
            ),
          },
          {
            key: 'created_at',
            title: texts.opened,
            sortable: true,
            width: 120,
            cell: (row) => <Day at={row.created_at} />,
          },
          { key: 'by', title: texts.by, minWidth: 140, cell: (row) => <Cut>{row.created_by_name}</Cut> },
          {
            key: 'count',
            title: texts.payments,
            align: 'end',
            width: 100,
            cell: (row) => numberOf(row.count),
          },
          {
            key: 'total',
            title: texts.total,
            align: 'end',
            width: 140,
            cell: (row) => <Money rupees={row.total} />,
          },
          {
            key: 'status',
            title: texts.status,
            width: 190,
            cell: (row) =>
              row.status === 'open' ? (
                <StatusMark tone="waiting">{texts.open}</StatusMark>
              ) : (
                <ClosedStatus run={row} />
              ),
          },
        ]}
      />
      {isAsking && (
        <Suspense fallback={null}>
          <OpenRunDialog
            isPending={open.isPending}
            error={open.error}
            onClose={() => setAsking(false)}
            onSend={(requested_until) => open.mutate({ input: { requested_until } }, { onSuccess })}
          />
        </Suspense>
      )}
    </>
  )
}
