import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { OrderedRows } from '#kit/web/list/ordered-rows.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { blogCategories, mostBlogCategories } from '../contract.ts'
import { texts } from '../texts.ts'

/** Reorders the categories by dragging and by buttons: in the list they may be sorted, filtered and divided. */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const found = useEndpoint(blogCategories.list, { sort: 'position', limit: mostBlogCategories })
  return (
    <Dialog title={texts.orderTitle} size="lg" onClose={onClose}>
      <Read of={found} what={texts.orderNotLoaded}>
        {({ rows }) => <OrderedRows of={blogCategories.order} rows={rows} nameOf={({ name }) => name} />}
      </Read>
    </Dialog>
  )
}
