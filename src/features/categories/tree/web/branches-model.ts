import type { CategoryChoice } from '#features/categories/contract.ts'
import { searchWords } from '#kit/contract/search-words.ts'

/** A category with the branches below it, in their order. */
export interface Branch {
  category: CategoryChoice
  below: Branch[]
  /** A category above is off, so shoppers do not see this one. */
  isHidden: boolean
}

/** The branches of the whole tree, from its categories in the order of the tree. */
export function branchesOf(all: readonly CategoryChoice[]): Branch[] {
  const byParent = Map.groupBy(all, ({ parent_id }) => parent_id)
  const below = (id: string | null, isHidden: boolean): Branch[] =>
    (byParent.get(id) ?? []).map((category) => ({
      category,
      below: below(category.id, isHidden || !category.is_active),
      isHidden,
    }))
  return below(null, false)
}

/** The ids of all categories above this one. */
export function aboveOf(all: readonly CategoryChoice[], id: string): string[] {
  const parent = all.find((category) => category.id === id)?.parent_id
  return parent ? [parent, ...aboveOf(all, parent)] : []
}

/** The branches with all of these words in a name, each with what is above it; what is below a found one stays. */
export function foundIn(branches: readonly Branch[], q: string): Branch[] {
  const words = searchWords(q)
  const isFound = ({ category: { name } }: Branch) => {
    const own = searchWords(name)
    return words.every((word) => own.some((one) => one.includes(word)))
  }
  const among = (some: readonly Branch[]): Branch[] =>
    some.flatMap((branch) => {
      if (isFound(branch)) return [branch]
      const below = among(branch.below)
      return below.length > 0 ? [{ ...branch, below }] : []
    })
  return among(branches)
}
