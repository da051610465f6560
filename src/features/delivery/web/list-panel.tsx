import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { lazyOf } from '#kit/web/lazy.ts'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { texts } from '../texts.ts'
import { statusFilter } from './entry-panel.tsx'
import { type EntryCalls, useOpenEntry } from './use-entries.ts'

/** Loaded on demand, because most visits only read. */
const OrderDialog = lazyOf(() => import('./order-dialog.tsx'), 'OrderDialog')

/** What the lists of this feature have in common. */
interface EntryList {
  filters: Filter[]
  defaultSort: 'position'
  what: string
  hrefOf: (row: { id: string }) => string
  actions: ReactNode
}

/** A list of what shoppers can choose, with the dialogs that add, edit and order its entries. */
export function EntryScreen({
  calls,
  path,
  what,
  add,
  dialog: EntryDialog,
  children,
}: {
  calls: EntryCalls
  path: string
  what: string
  /** The button that adds an entry. */
  add: string
  /** Edits an entry; an empty id adds one. */
  dialog: ComponentType<{ id: string; onClose: () => void }>
  children: (list: EntryList) => ReactNode
}) {
  const { edited, close, hrefOf, mayChange } = useOpenEntry(calls, path)
  const [open, setOpen] = useState<'add' | 'order' | null>(null)
  const actions = mayChange && (
    <>
      <Button variant="default" onClick={() => setOpen('order')}>
        {texts.changeOrder}
      </Button>
      <Button onClick={() => setOpen('add')}>{add}</Button>
    </>
  )
  return (
    <>
      {children({ filters: [statusFilter], defaultSort: 'position', what, hrefOf, actions })}
      <Suspense fallback={null}>
        {open === 'add' && <EntryDialog id="" onClose={() => setOpen(null)} />}
        {open === 'order' && <OrderDialog calls={calls} onClose={() => setOpen(null)} />}
        {edited !== '' && <EntryDialog key={edited} id={edited} onClose={close} />}
      </Suspense>
    </>
  )
}
