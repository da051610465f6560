import { NativeSelect } from '@mantine/core'
import { categoryOptions } from '#features/categories/options-contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { texts } from '../texts.ts'

interface Node {
  id: string
  parent_id: string | null
  name: string
  is_active: boolean
}

/** The names of the levels in the specification. */
const levels = [texts.category, texts.subCategory, texts.childCategory] as const

export interface CategoryTree {
  nodes: readonly Node[]
  isRead: boolean
  hasFailed: boolean
  retry: () => void
}

/** The categories that a product can have, including those that are switched off. */
export function useCategoryTree(): CategoryTree {
  const { data, isError, refetch } = useEndpoint(categoryOptions.list, {})
  const retry = () => void refetch()
  return { nodes: data ?? [], isRead: data !== undefined, hasFailed: isError && !data, retry }
}

/** The path from the main category down. Empty if the id is unknown. */
function pathIn({ nodes }: CategoryTree, id: string): Node[] {
  const node = nodes.find((one) => one.id === id)
  return node ? [...(node.parent_id ? pathIn({ nodes } as CategoryTree, node.parent_id) : []), node] : []
}

/** The names on the path to a category. */
export function pathText(tree: CategoryTree, id: string): string {
  return pathIn(tree, id)
    .map(({ name }) => name)
    .join(' › ')
}

function below({ nodes }: CategoryTree, parentId: string | null): Node[] {
  return nodes.filter(({ parent_id }) => parent_id === parentId)
}

/** In words, which level below a category must still be chosen: not one whose categories are all off. Empty if none. */
export function missingLevel(tree: CategoryTree, id: string): string {
  const depth = pathIn(tree, id).length
  return depth > 0 && below(tree, id).some(({ is_active }) => is_active)
    ? texts.isRequired({ label: levels[depth] ?? '' })
    : ''
}

/** Category, sub category and child category. Each field offers the categories below the previous choice. */
export function CategoryFields({
  tree,
  value,
  standing,
  error,
  onChoose,
  onLeave,
}: {
  tree: CategoryTree
  value: string
  /** The product's current category, which may be switched off. */
  standing: { id: string; path: string } | null
  error: string | undefined
  onChoose: (id: string) => void
  onLeave: () => void
}) {
  const path = pathIn(tree, value)
  const isElsewhere = value !== '' && tree.isRead && path.length === 0
  const missing = error ? Math.min(path.length, levels.length - 1) : -1
  const hider = path.find(({ is_active }) => !is_active)
  return (
    <>
      {levels.map((label, level) => {
        const parent = level === 0 ? null : path[level - 1]
        const choices = parent === undefined ? [] : below(tree, parent?.id ?? null)
        const isOffered = level === 0 || choices.length > 0
        const chosen = path[level]?.id ?? ''
        const none = !isOffered
          ? parent
            ? texts.noneBelow
            : level === 1
              ? texts.chooseCategoryFirst
              : texts.chooseSubCategoryFirst
          : isElsewhere && level === 0
            ? standing?.id === value
              ? standing.path
              : texts.switchedOffCategory
            : tree.isRead
              ? texts.chooseOne
              : texts.loading
        return (
          <NativeSelect
            key={label}
            label={label}
            withAsterisk
            aria-required={isOffered}
            disabled={!isOffered}
            error={level === missing ? error : undefined}
            description={hider && level === path.length - 1 && texts.hiddenInShop({ name: hider.name })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[
              { value: '', label: none },
              ...choices.map(({ id, name, is_active }) => ({
                value: id,
                label: is_active ? name : texts.offChoice({ name }),
              })),
            ]}
            value={chosen}
            onChange={(event) => onChoose(event.currentTarget.value || (path[level - 1]?.id ?? ''))}
            onBlur={onLeave}
          />
        )
      })}
    </>
  )
}
