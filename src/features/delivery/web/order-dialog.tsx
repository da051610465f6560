import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { OrderedRows } from '#kit/web/list/ordered-rows.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { mostEntries } from '../entry-contract.ts'
import { texts } from '../texts.ts'
import { type EntryCalls, nameOfEntry } from './use-entries.ts'

/** Puts a list in order, by dragging and with keys: in the list itself it may be sorted and filtered. */
export function OrderDialog({ calls, onClose }: { calls: EntryCalls; onClose: () => void }) {
  const found = useEndpoint(calls.list, { sort: 'position', limit: mostEntries })
  return (
    <Dialog title={texts.orderTitle} size="lg" onClose={onClose}>
      <Read of={found} what={texts.orderNotLoaded}>
        {({ rows }) => <OrderedRows of={calls.order} rows={rows} nameOf={nameOfEntry} />}
      </Read>
    </Dialog>
  )
}
