import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import { texts } from '../texts.ts'

const BulkDialog = lazyOf(() => import('./bulk-dialog.tsx'), 'BulkDialog')

export interface BulkProps<Row extends { id: string }> {
  noun: 'vendor' | 'product' | 'customer'
  rows: Row[]
  nameOf: (row: Row) => string
  approve: Endpoint
  /** Omitted for records that cannot be rejected. */
  reject?: Endpoint
  undo: Endpoint
  onDone: () => void
  /** Called when the dialog opens and closes. */
  onHold: (isHeld: boolean) => void
}

/** Approve selected and, if supported, Reject selected, each with the number of affected records. */
export function BulkDecisions<Row extends { id: string }>(props: BulkProps<Row>) {
  const [verb, setVerb] = useState<'approve' | 'reject' | null>(null)
  const ask = (next: 'approve' | 'reject' | null) => {
    setVerb(next)
    props.onHold(next !== null)
  }
  return (
    <>
      <Button size="xs" onClick={() => ask('approve')}>
        {texts.approveSelected}
      </Button>
      {props.reject && (
        <Button size="xs" variant="default" onClick={() => ask('reject')}>
          {texts.rejectSelected}
        </Button>
      )}
      {verb && (
        <Suspense fallback={null}>
          <BulkDialog
            noun={props.noun}
            rows={props.rows.map((row) => ({ id: row.id, name: props.nameOf(row) }))}
            verb={verb}
            endpoint={verb === 'reject' && props.reject ? props.reject : props.approve}
            undo={props.undo}
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
