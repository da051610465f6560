import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CategoryDetail, categories, whyHeldBy } from '#features/categories/contract.ts'
import classes from '#features/categories/web/dialogs.module.css'
import { countOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { whyNotInto } from '../contract.ts'
import { texts } from '../texts.ts'
import { Chooser, choicesOf, treeOfChoices, useTree } from './chooser-panel.tsx'
import { whyHeldBetween } from './move-dialog.tsx'
import { categoryHref } from './name-panel.tsx'

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
  const [chosen, setChosen] = useState<string | null>(null)
  const [blank, setBlank] = useState('')
  const { id, name, slug, product_count, child_count } = category
  const { tree, isRead, failure } = useTree()
  const nodes = treeOfChoices(tree)
  const own = tree.find((one) => one.id === id)
  const held = whyHeldBy(category.campaigns)
  const choices = choicesOf(tree, (one) => whyNotInto(nodes, id, one.id)?.short ?? whyHeldBetween(own, one))
  const target = choices.find((choice) => choice.id === chosen)
  // Leaves the screen of the deleted category before its queries are refetched.
  const merge = useCommand(categories.merge, (left) => {
    navigate(categoryHref(left), { replace: true })
    show({ message: texts.isMergedInto({ name, name2: left.name }) })
  })
  const send = () => {
    if (held) return
    if (!target) return setBlank(texts.chooseTheOneThatTakes)
    merge.mutate({ input: { id, into: target.id, product_count } })
  }
  const goes = [
    ...(product_count > 0 ? [countOf(product_count, 'product')] : []),
    ...(child_count > 0 ? [texts.categoriesBelowIt({ childCount: child_count })] : []),
  ]
  const verb = product_count + child_count === 1 ? 'goes' : 'go'
  const into = target?.name ?? texts.theOneYouChoose
  return (
    <FormDialog
      title={title}
      text={children}
      verb={wordsOfButton(target?.name, children !== undefined)}
      isDangerous
      isPending={merge.isPending}
      isHeld={merge.isPending}
      isOff={held !== ''}
      error={merge.error}
      onClose={onClose}
      onSubmit={send}
    >
      {held && (
        <p className={classes.held} role="status">
          {held}.
        </p>
      )}
      {failure || (
        <Chooser
          label={texts.into}
          description={texts.theTreeIsThreeLevels}
          choices={choices}
          isRead={isRead}
          none={texts.thereIsNoOtherCategory}
          value={chosen}
          error={blank || undefined}
          onChoose={(next) => {
            setChosen(next)
            setBlank('')
            merge.reset()
          }}
        />
      )}
      <ul className={classes.effects}>
        <li>
          {goes.length > 0 ? texts.goesVerbInto({ goes: goes.join(' and '), verb }) : texts.nothingIsInItThat}
          <bdi>{into}</bdi>.{child_count > 0 && texts.ofTwoWithTheSame}
        </li>
        <li>{texts.itsSlugLeadsToFrom({ slug: <bdi>{slug}</bdi>, into: <bdi>{into}</bdi> })}</li>
        <li>{texts.isDeletedWithItsPicture({ name: <bdi>{name}</bdi> })}</li>
      </ul>
    </FormDialog>
  )
}

/** A user who chose Delete must see that the button also moves everything. */
function wordsOfButton(target: string | undefined, isDeleting: boolean): string {
  if (!target) return isDeleting ? texts.deleteCategory : texts.mergeCategory
  return isDeleting ? texts.deleteAndMoveAllInto({ target }) : texts.mergeInto({ target })
}
