import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyOf } from '#kit/web/lazy.ts'
import { texts } from '../texts.ts'
import type { BulkCalls, BulkVerb } from './bulk-model.ts'

const BulkDialog = lazyOf(() => import('./bulk-dialog.tsx'), 'BulkDialog')

export interface BulkProps<Row extends { id: string }> {
  noun: 'vendor' | 'product' | 'customer'
  rows: Row[]
  nameOf: (row: Row) => string
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

/** The decisions on the selected records, each tried before it is made. */
export function BulkDecisions<Row extends { id: string }>(props: BulkProps<Row>) {
  const { noun, rows, nameOf, calls, labels } = props
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
            rows={rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
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
