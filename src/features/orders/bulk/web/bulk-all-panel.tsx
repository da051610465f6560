import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import type { AllOffer } from '#kit/web/list/list-page.tsx'
import { type Everything, SelectAll } from '#kit/web/list/select-all.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { matchingOrders } from '../contract.ts'
import { type BulkVerb, verbLabels } from './bulk-model.ts'

const BulkAllDialog = lazyOf(() => import('./bulk-all-dialog.tsx'), 'BulkAllDialog')

const { moveMatching, declineMatching } = matchingOrders
const verbs = [
  { verb: 'process', from: ['pending'], endpoint: moveMatching },
  { verb: 'complete', from: ['processing'], endpoint: moveMatching },
  { verb: 'decline', from: ['pending', 'processing'], endpoint: declineMatching },
] as const

/** Offers to select every order that matches the list, with the exact count, and the actions for all of them. */
export function OrderBulkAll({ onClear, ...offer }: AllOffer) {
  return (
    <SelectAll
      {...offer}
      count={matchingOrders.countMatching}
      acts={(all) => <Acts all={all} onDone={onClear} />}
    />
  )
}

/** With a status filter, shows only the actions that can start from that status. */
function Acts({ all, onDone }: { all: Everything; onDone: () => void }) {
  const can = useCan()
  const [, change] = useUrlState()
  const [asking, setAsking] = useState<BulkVerb | null>(null)
  const { status } = all.filter
  const offered = verbs.filter(
    ({ endpoint, from }) => can(endpoint) && (!status || (from as readonly string[]).includes(status)),
  )
  return (
    <>
      {offered.map(({ verb }, index) => (
        <Button
          key={verb}
          size="xs"
          variant={index === 0 && verb !== 'decline' ? 'filled' : 'default'}
          onClick={() => setAsking(verb)}
        >
          {verbLabels[verb]}
        </Button>
      ))}
      {asking && (
        <Suspense fallback={null}>
          <BulkAllDialog
            verb={asking}
            all={all}
            onClose={() => setAsking(null)}
            onBegun={(job) => {
              setAsking(null)
              onDone()
              change({ job })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
