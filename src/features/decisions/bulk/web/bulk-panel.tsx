import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { texts } from '#features/decisions/texts.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import type { AllOffer } from '#kit/web/list/list-page.tsx'
import type { BulkCalls, BulkVerb } from './bulk-model.ts'
import type { DecidedOn, MatchingCalls, MatchingVerb } from './matching-model.ts'
import { MatchingAll } from './matching-panel.tsx'

const BulkDialog = lazyOf(() => import('./bulk-dialog.tsx'), 'BulkDialog')

export interface BulkProps<Row extends { id: string }> {
  noun: DecidedOn
  rows: Row[]
  nameOf: (row: Row) => string
  /** The id of the change that waits beside a record, where the changes are decided on. */
  changeOf?: (row: Row) => string
  calls: BulkCalls
  /** The labels of the fields and pictures that reasons can concern. */
  labels: Readonly<Record<string, string>>
  onDone: () => void
  /** Called when the dialog opens and closes. */
  onHold: (isHeld: boolean) => void
}

const buttons = {
  approve: texts.approveSelected,
  request_update: texts.requestSelected,
  reject: texts.rejectSelected,
} as const

/** What a list offers that decides on its rows: the decisions on the selected rows, and on all that match. */
export function decisionOffers<Row extends { id: string }>({
  verbs,
  more,
  ...given
}: Omit<BulkProps<Row>, 'rows' | 'onDone' | 'onHold'> & {
  calls: BulkCalls & MatchingCalls
  /** The decisions on all that match. */
  verbs: readonly MatchingVerb[]
  /** Further acts on all that match, after the decisions. */
  more?: Parameters<typeof MatchingAll>[0]['more']
}) {
  const { noun, calls, labels } = given
  return {
    bulk: (rows: Row[], onDone: () => void, onHold: (isHeld: boolean) => void) => (
      <BulkDecisions {...given} rows={rows} onDone={onDone} onHold={onHold} />
    ),
    bulkAll: (offer: AllOffer) => (
      <MatchingAll noun={noun} {...offer} calls={calls} verbs={verbs} labels={labels} more={more} />
    ),
  }
}

/** The decisions on the selected records, each tried before it is made. */
function BulkDecisions<Row extends { id: string }>(props: BulkProps<Row>) {
  const { noun, rows, nameOf, changeOf, calls, labels } = props
  const [verb, setVerb] = useState<BulkVerb | null>(null)
  const ask = (next: BulkVerb | null) => {
    setVerb(next)
    props.onHold(next !== null)
  }
  const verbs: readonly BulkVerb[] = [
    'approve',
    ...(calls.bulkRequestUpdate ? (['request_update'] as const) : []),
    ...(calls.bulkReject ? (['reject'] as const) : []),
  ]
  return (
    <>
      {verbs.map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === 'approve' ? 'filled' : 'default'}
          onClick={() => ask(one)}
        >
          {buttons[one]}
        </Button>
      ))}
      {verb && (
        <Suspense fallback={null}>
          <BulkDialog
            noun={noun}
            rows={rows.map((row) => ({
              ...{ id: row.id, name: nameOf(row) },
              ...(changeOf ? { change_id: changeOf(row) } : {}),
            }))}
            verb={verb}
            calls={calls}
            labels={labels}
            onClose={() => ask(null)}
            onDone={() => {
              ask(null)
              props.onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
