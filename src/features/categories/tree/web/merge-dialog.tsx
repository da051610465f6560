import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CategoryDetail, categories, whyHeldBy } from '#features/categories/contract.ts'
import classes from '#features/categories/web/dialogs.module.css'
import { countOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { whyNotInto } from '../contract.ts'
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
    show({ message: `${name} is merged into ${left.name}` })
  })
  const send = () => {
    if (held) return
    if (!target) return setBlank('Choose the one that takes it in')
    merge.mutate({ input: { id, into: target.id, product_count } })
  }
  const goes = [
    ...(product_count > 0 ? [countOf(product_count, 'product')] : []),
    ...(child_count > 0 ? [`${countOf(child_count, 'category')} below it`] : []),
  ]
  const verb = product_count + child_count === 1 ? 'goes' : 'go'
  const into = target?.name ?? 'the one you choose'
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
          label="Into"
          description="The tree is three levels deep."
          choices={choices}
          isRead={isRead}
          none="There is no other category."
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
          {goes.length > 0 ? `${goes.join(' and ')} ${verb} into ` : 'Nothing is in it that would go into '}
          <bdi>{into}</bdi>.
          {child_count > 0 && ' Of two with the same name there, one is left with what both had.'}
        </li>
        <li>
          Its slug <bdi>{slug}</bdi> leads to <bdi>{into}</bdi> from then on.
        </li>
        <li>
          <bdi>{name}</bdi> is deleted, with its picture. This cannot be taken back.
        </li>
      </ul>
    </FormDialog>
  )
}

/** A user who chose Delete must see that the button also moves everything. */
function wordsOfButton(target: string | undefined, isDeleting: boolean): string {
  if (!target) return isDeleting ? 'Delete category' : 'Merge category'
  return isDeleting ? `Delete and move all into ${target}` : `Merge into ${target}`
}
