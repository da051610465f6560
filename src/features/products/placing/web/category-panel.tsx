import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useBegun } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { placing } from '../contract.ts'
import { texts } from '../texts.ts'
import type { Placed } from './category-dialog.tsx'

const CategoryDialog = lazyOf(() => import('./category-dialog.tsx'), 'CategoryDialog')

/** Changes the category of these products, which are tried before the job is begun. */
export function ChangeCategory({
  all,
  onDone,
  onHold = () => {},
}: {
  all: Placed
  onDone: () => void
  /** Called when the dialog opens and closes. */
  onHold?: (isHeld: boolean) => void
}) {
  const can = useCan()
  const begun = useBegun()
  const [asking, setAsking] = useState<Placed | null>(null)
  const ask = (next: Placed | null) => {
    setAsking(next)
    onHold(next !== null)
  }
  if (!can(placing.begin)) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => ask(all)}>
        {texts.changeCategory}
      </Button>
      <Suspense fallback={null}>
        {asking && (
          <CategoryDialog
            all={asking}
            onClose={() => ask(null)}
            onBegun={(job) => {
              ask(null)
              onDone()
              begun(job)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** The same for the selected rows of a list. */
export function selectedIn(list: string, rows: readonly { id: string }[]): Placed {
  return { filter: { list, ids: rows.map(({ id }) => id) }, except: [], count: rows.length }
}
