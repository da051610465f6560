import { type CategoryChoice, type CategoryDetail, categories } from '#features/categories/contract.ts'
import { useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { subtreeOf, whyNotBelow } from '../contract.ts'
import { texts } from '../texts.ts'
import { type Choice, choicesOf, treeOfChoices, useTree } from './chooser-panel.tsx'
import { TargetDialog } from './target-dialog.tsx'

/** The option for no parent. */
const top = 'top'

/** Moves a category with everything below it, after explaining what moves with it. */
export function MoveDialog({ category, onClose }: { category: CategoryDetail; onClose: () => void }) {
  const show = useToast()
  const move = useCommand(categories.move)
  const moveBack = useMoveBack(category)
  const source = useTree()
  const { id, name, product_count: products } = category
  const nodes = treeOfChoices(source.tree)
  const below = subtreeOf(nodes, id).length - 1
  const parent = source.tree.find((one) => one.id === category.ancestors.at(-1)?.id)
  const whyNot = (one: CategoryChoice | undefined) =>
    (nodes.has(id) && whyNotBelow(nodes, id, one?.id ?? null)?.short) || whyHeldBetween(parent, one)
  const noParent = texts.topChoice
  const send = (target: Choice) => {
    const isTop = target.id === top
    move.mutate(
      { input: { id, parent_id: isTop ? null : target.id, product_count: products } },
      {
        onSuccess: (moved) => {
          onClose()
          show({
            message: isTop ? texts.nowMain({ name }) : texts.movedBelow({ name, parent: target.name }),
            undo: () => void moveBack(moved),
          })
        },
      },
    )
  }
  return (
    <TargetDialog
      category={category}
      choices={[
        { id: top, name: noParent, path: noParent, depth: 0, why: whyNot(undefined), hider: '' },
        ...choicesOf(source.tree, whyNot),
      ]}
      source={source}
      command={move}
      title={texts.moveNameQuestion({ name })}
      text={below > 0 ? texts.moveAllEffects({ products, below }) : texts.moveEffects({ products })}
      label={texts.moveTo}
      missing={texts.chooseParent}
      verbOf={wordsOfButton}
      onClose={onClose}
      onChoose={send}
    />
  )
}

/** Undoes a move: the category returns to its previous parent and position. */
function useMoveBack({ id, name, position, ancestors }: CategoryDetail) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  return async ({ product_count }: CategoryDetail) => {
    try {
      await call(categories.move, { id, parent_id: ancestors.at(-1)?.id ?? null, product_count })
      await call(categories.order, { id, position })
      show({ message: texts.movedBack({ name }) })
    } catch (error) {
      show({ message: failedWords(error, (why) => texts.wasNotMovedBack({ name, ...why })), tone: 'refused' })
    }
    await refresh(categories.move)
  }
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
