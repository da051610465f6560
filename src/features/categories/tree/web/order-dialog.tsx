import { categories } from '#features/categories/contract.ts'
import { SiblingRows } from '#features/categories/web/rows-panel.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { texts } from '../texts.ts'

/** The page limit of a list; no shop has more main categories. */
const most = 100

/** Reorders the main categories: in the list they may be sorted, filtered and split into pages. */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const found = useEndpoint(categories.list, { level: 'main', sort: 'place', limit: most })
  return (
    <Dialog title={texts.orderOfTheMainCategories} size="lg" onClose={onClose}>
      <Read of={found} what={texts.theMainCategoriesCouldNot}>
        {({ rows }) => <SiblingRows siblings={rows} />}
      </Read>
    </Dialog>
  )
}
