import { useState } from 'react'
import {
  type CategoryChoice,
  type CategoryDetail,
  categories,
  whyHeldBy,
} from '#features/categories/contract.ts'
import classes from '#features/categories/web/dialogs.module.css'
import { countOf } from '#kit/contract/words.ts'
import { useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { subtreeOf, whyNotBelow } from '../contract.ts'
import { texts } from '../texts.ts'
import { type Choice, Chooser, choicesOf, treeOfChoices, useTree } from './chooser-panel.tsx'

/** The option for no parent. */
const top = 'top'

/** Moves a category with everything below it, after explaining what moves with it. */
export function MoveDialog({ category, onClose }: { category: CategoryDetail; onClose: () => void }) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const move = useCommand(categories.move)
  const { tree, isRead, failure } = useTree()
  const [chosen, setChosen] = useState<string | null>(null)
  const [blank, setBlank] = useState('')
  const { id, name, product_count, position } = category
  const formerParent = category.ancestors.at(-1)?.id ?? null
  const nodes = treeOfChoices(tree)
  const below = subtreeOf(nodes, id).length - 1
  const parent = tree.find((one) => one.id === formerParent)
  const held = whyHeldBy(category.campaigns)
  const whyNot = (one: CategoryChoice | undefined) =>
    (nodes.has(id) && whyNotBelow(nodes, id, one?.id ?? null)?.short) || whyHeldBetween(parent, one)
  const choices: Choice[] = [
    {
      id: top,
      name: texts.mainCategoryNoParent,
      path: 'Main category: no parent',
      depth: 0,
      why: whyNot(undefined),
    },
    ...choicesOf(tree, whyNot),
  ]
  const target = choices.find((choice) => choice.id === chosen)
  const takeBack = async (moved: CategoryDetail) => {
    try {
      const back = { id, parent_id: formerParent, product_count: moved.product_count }
      await call(categories.move, back)
      await call(categories.order, { id, position })
      show({ message: texts.isBackWhereItWas({ name }) })
    } catch (error) {
      show({ message: texts.wasNotMovedBack({ name, error: wordsOf(error) }), tone: 'refused' })
    }
    await refresh(categories.move)
  }
  const send = () => {
    if (held) return
    if (!target) return setBlank(texts.chooseWhereItGoes)
    move.mutate(
      { input: { id, parent_id: target.id === top ? null : target.id, product_count } },
      {
        onSuccess: (moved) => {
          onClose()
          show({
            message:
              target.id === top
                ? texts.isAMainCategoryWord({ name })
                : texts.standsBelow({ name, name2: target.name }),
            undo: () => void takeBack(moved),
          })
        },
      },
    )
  }
  const products = countOf(product_count, 'product')
  return (
    <FormDialog
      title={texts.moveNameQuestion({ name })}
      text={texts.thisMovesWithItIts({ products, below: below > 0 ? texts.andCategories({ below }) : '' })}
      verb={wordsOfButton(target)}
      isPending={move.isPending}
      isHeld={move.isPending}
      isOff={held !== ''}
      error={move.error}
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
          label={texts.whereItGoes}
          description={texts.theTreeIsThreeLevels}
          choices={choices}
          isRead={isRead}
          none={texts.thereIsNoOtherCategory}
          value={chosen}
          error={blank || undefined}
          onChoose={(next) => {
            setChosen(next)
            setBlank('')
            move.reset()
          }}
        />
      )}
    </FormDialog>
  )
}

function wordsOfButton(target: Choice | undefined): string {
  if (!target) return texts.moveCategory
  return target.id === top ? texts.makeItAMainCategory : texts.moveBelow({ name: target.name })
}

/**
 * Names the campaign that covers the products of one category but not those of the other; empty if there is none. Until
 * that campaign ends, nothing can be moved between the two categories.
 */
export function whyHeldBetween(one: CategoryChoice | undefined, other: CategoryChoice | undefined): string {
  const [here, there] = [one?.campaigns ?? [], other?.campaigns ?? []]
  const isIn = (campaigns: typeof here, id: string) => campaigns.some((campaign) => campaign.id === id)
  const held = here.find(({ id }) => !isIn(there, id)) ?? there.find(({ id }) => !isIn(here, id))
  return held ? texts.heldBy({ name: held.name }) : ''
}
