import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { type CategoryDetail, categories } from '../contract.ts'
import { texts } from '../texts.ts'

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
    { kind: 'move', words: texts.move, endpoint: categories.move },
    { kind: 'merge', words: texts.mergeInto, endpoint: categories.merge },
    { kind: 'delete', words: texts.delete, endpoint: categories.remove },
  ] as const
  const allowed = items.filter(({ endpoint }) => can(endpoint))
  if (allowed.length === 0) return null
  return (
    <>
      <RecordMenu
        items={allowed.map(({ kind, words }) => ({
          words,
          isDangerous: kind === 'delete',
          onPick: () => setAsking(kind),
        }))}
      />
      <Suspense fallback={null}>
        {asking === 'move' && <MoveDialog category={category} onClose={close} />}
        {asking === 'merge' && (
          <MergeDialog
            category={category}
            title={texts.mergeQuestion({ name: category.name })}
            onClose={close}
          />
        )}
        {asking === 'delete' && <DeleteDialog category={category} onClose={close} />}
      </Suspense>
    </>
  )
}
