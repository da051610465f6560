import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { type CategoryDetail, categories } from '../contract.ts'

const MoveDialog = lazyOf(() => import('../tree/web/move-dialog.tsx'), 'MoveDialog')
const MergeDialog = lazyOf(() => import('../tree/web/merge-dialog.tsx'), 'MergeDialog')
const DeleteDialog = lazyOf(() => import('./delete-dialog.tsx'), 'DeleteDialog')

type Asking = 'move' | 'merge' | 'delete'

/** Actions on the whole category, apart from the bar that saves its fields. */
export function CategoryMenu({ category }: { category: CategoryDetail }) {
  const can = useCan()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const items = [
    { what: 'move', words: 'Move…', endpoint: categories.move },
    { what: 'merge', words: 'Merge into…', endpoint: categories.merge },
    { what: 'delete', words: 'Delete…', endpoint: categories.remove },
  ] as const
  const allowed = items.filter(({ endpoint }) => can(endpoint))
  if (allowed.length === 0) return null
  return (
    <>
      <RecordMenu
        items={allowed.map(({ what, words }) => ({
          words,
          isDangerous: what === 'delete',
          onPick: () => setAsking(what),
        }))}
      />
      <Suspense fallback={null}>
        {asking === 'move' && <MoveDialog category={category} onClose={close} />}
        {asking === 'merge' && (
          <MergeDialog category={category} title={`Merge ${category.name} into another?`} onClose={close} />
        )}
        {asking === 'delete' && <DeleteDialog category={category} onClose={close} />}
      </Suspense>
    </>
  )
}
