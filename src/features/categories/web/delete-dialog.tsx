import { navigate } from 'wouter/use-browser-location'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CategoryDetail, categories, whyHeldBy } from '../contract.ts'
import { texts } from '../texts.ts'
import { MergeDialog } from '../tree/web/merge-dialog.tsx'
import { levelList } from './links.ts'

/** Deletes an empty category; if the category is not empty, asks first which category receives its contents. */
export function DeleteDialog({ category, onClose }: { category: CategoryDetail; onClose: () => void }) {
  const show = useToast()
  const { id, name, slug, level, own_product_count, child_count } = category
  // Leaves the screen of the deleted category before its queries are refetched.
  const remove = useCommand(categories.remove, () => {
    navigate(levelList(level), { replace: true })
    show({ message: texts.isDeleted({ name }) })
  })
  const held = whyHeldBy(category.campaigns)
  if (own_product_count + child_count > 0) {
    return (
      <MergeDialog category={category} title={texts.deleteNameQuestion({ name })} onClose={onClose}>
        {moveFirst(own_product_count, child_count)}
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
      {texts.deleteEffects({ slug: <bdi>{slug}</bdi> })}
    </ConfirmDialog>
  )
}

/** The contents of a category, which have to go into another one before it is deleted. */
function moveFirst(products: number, categories: number): string {
  if (categories === 0) return texts.moveProductsFirst({ products })
  return products === 0
    ? texts.moveCategoriesFirst({ categories })
    : texts.moveAllFirst({ products, categories })
}
