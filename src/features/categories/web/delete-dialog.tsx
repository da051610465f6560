import { navigate } from 'wouter/use-browser-location'
import { countOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CategoryDetail, categories, whyHeldBy } from '../contract.ts'
import { texts } from '../texts.ts'
import { MergeDialog } from '../tree/web/merge-dialog.tsx'
import { levelHref } from '../tree/web/name-panel.tsx'

/** Deletes an empty category; if the category is not empty, asks first which category receives its contents. */
export function DeleteDialog({ category, onClose }: { category: CategoryDetail; onClose: () => void }) {
  const show = useToast()
  const { id, name, slug, level, own_product_count, child_count } = category
  // Leaves the screen of the deleted category before its queries are refetched.
  const remove = useCommand(categories.remove, () => {
    navigate(levelHref(level), { replace: true })
    show({ message: texts.isDeleted({ name }) })
  })
  const holds = [
    ...(own_product_count > 0 ? [countOf(own_product_count, 'product')] : []),
    ...(child_count > 0 ? [countOf(child_count, 'category')] : []),
  ]
  const held = whyHeldBy(category.campaigns)
  if (holds.length > 0) {
    return (
      <MergeDialog category={category} title={texts.deleteNameQuestion({ name })} onClose={onClose}>
        {texts.itHoldsAndOnlyAn({ holds: holds.join(' and ') })}
      </MergeDialog>
    )
  }
  return (
    <ConfirmDialog
      title={texts.deleteNameQuestion({ name })}
      action={texts.deleteName({ name })}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ input: { id } })}
    >
      {held !== '' && <strong>{held}. </strong>}
      {texts.itHoldsNoProductsAnd({ slug: <bdi>{slug}</bdi> })}
    </ConfirmDialog>
  )
}
