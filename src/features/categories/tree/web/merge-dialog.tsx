import type { ReactElement, ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CategoryDetail, categories } from '#features/categories/contract.ts'
import classes from '#features/categories/web/dialogs.module.css'
import { categoryRecord } from '#features/categories/web/links.ts'
import { useCommand } from '#kit/web/client.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { whyNotInto } from '../contract.ts'
import { texts } from '../texts.ts'
import { choicesOf, treeOfChoices, useTree } from './chooser-panel.tsx'
import { whyHeldBetween } from './move-dialog.tsx'
import { TargetDialog } from './target-dialog.tsx'

/** Merges a category into another one and deletes it, after explaining what happens to its contents. */
export function MergeDialog({
  category,
  title,
  children,
  onClose,
}: {
  category: CategoryDetail
  title: string
  /** Explains why the dialog is shown. */
  children?: ReactNode
  onClose: () => void
}) {
  const show = useToast()
  const { id, name, product_count } = category
  const source = useTree()
  const nodes = treeOfChoices(source.tree)
  const own = source.tree.find((one) => one.id === id)
  // Leaves the screen of the deleted category before its queries are refetched.
  const merge = useCommand(categories.merge, (left) => {
    navigate(categoryRecord(left), { replace: true })
    show({ message: texts.isMergedInto({ name, into: left.name }) })
  })
  return (
    <TargetDialog
      category={category}
      choices={choicesOf(
        source.tree,
        (one) => whyNotInto(nodes, id, one.id)?.short ?? whyHeldBetween(own, one),
      )}
      source={source}
      command={merge}
      title={title}
      text={children}
      isDangerous
      label={texts.into}
      missing={texts.chooseTarget}
      verbOf={(target) => wordsOfButton(target?.name, children !== undefined)}
      onClose={onClose}
      onChoose={(target) => merge.mutate({ input: { id, into: target.id, product_count } })}
    >
      {(target) => <Effects category={category} into={<bdi>{target?.name ?? texts.chosenCategory}</bdi>} />}
    </TargetDialog>
  )
}

/** What a merge does to the contents, the slug and the picture of the merged category. */
function Effects({ category, into }: { category: CategoryDetail; into: ReactElement }) {
  const { name, slug, product_count: products, child_count: children } = category
  return (
    <ul className={classes.effects}>
      <li>
        {products === 0 && children === 0 && texts.nothingMovesInto({ into })}
        {products > 0 && children === 0 && texts.productsMoveInto({ products, into })}
        {products === 0 && children > 0 && texts.categoriesMoveInto({ categories: children, into })}
        {products > 0 && children > 0 && texts.allMoveInto({ products, categories: children, into })}
      </li>
      <li>{texts.slugLeadsTo({ slug: <bdi>{slug}</bdi>, into })}</li>
      <li>{texts.deletedWithPicture({ name: <bdi>{name}</bdi> })}</li>
    </ul>
  )
}

/** A user who chose Delete must see that the button also moves everything. */
function wordsOfButton(target: string | undefined, isDeleting: boolean): string {
  if (!target) return isDeleting ? texts.deleteCategory : texts.mergeCategory
  return isDeleting ? texts.deleteAndMoveAllInto({ target }) : texts.mergeInto({ target })
}
