import { type CategoryDetail, categoryLevels } from '../contract.ts'
import { texts } from './texts.ts'

/** The fields of a category that define the tree. */
export interface TreeNode {
  id: string
  parent_id: string | null
  /** 1 for a main category. */
  depth: number
  /** From 1 among its siblings, without gaps. */
  position: number
  name: string
}

/** All categories by id. Functions that change a tree return a new one and leave the old one unchanged. */
export type Tree = ReadonlyMap<string, TreeNode>

/** Why a category cannot go somewhere: as a sentence, and in short form for a row in a list. */
interface WhyNot {
  words: string
  short: string
}

const deepest = categoryLevels.length

export function treeOf(nodes: readonly TreeNode[]): Tree {
  return new Map(nodes.map((node) => [node.id, node]))
}

/** The direct children of a category, or the main categories, in their order. */
export function childrenOf(tree: Tree, parentId: string | null): TreeNode[] {
  return [...tree.values()]
    .filter(({ parent_id }) => parent_id === parentId)
    .sort((a, b) => a.position - b.position)
}

/** A category and all categories below it, each after its parent. */
export function subtreeOf(tree: Tree, id: string): TreeNode[] {
  const node = tree.get(id)
  if (!node) return []
  return [node, ...childrenOf(tree, id).flatMap((child) => subtreeOf(tree, child.id))]
}

/** How many levels are below a category: 0 without children. */
function heightOf(tree: Tree, id: string): number {
  const own = tree.get(id)?.depth ?? 0
  return Math.max(...subtreeOf(tree, id).map(({ depth }) => depth - own), 0)
}

/** Why a category cannot be moved below another one (null: to the top level); null if it can. */
export function whyNotBelow(tree: Tree, id: string, parentId: string | null): WhyNot | null {
  const node = nodeOf(tree, id)
  const parent = parentId === null ? null : nodeOf(tree, parentId)
  if (parentId === id) {
    return { words: texts.notBelowItself({ name: node.name }), short: texts.beingMoved }
  }
  if (parent && isBelow(tree, parent.id, id)) {
    return { words: texts.isBelow({ name: node.name, target: parent.name }), short: texts.movesToo }
  }
  if (node.parent_id === parentId) {
    const { name } = node
    const words = parent ? texts.alreadyBelow({ name, parent: parent.name }) : texts.alreadyMain({ name })
    return { words, short: texts.currentPlace }
  }
  if ((parent?.depth ?? 0) + 1 + heightOf(tree, id) > deepest) return tooDeep(node)
  const taken = whyNotNamed(tree, parentId, node.name)
  return taken === null ? null : { words: taken, short: texts.alreadyContains({ name: node.name }) }
}

/** Why a category cannot be merged into another one; null if it can. */
export function whyNotInto(tree: Tree, id: string, into: string): WhyNot | null {
  const node = nodeOf(tree, id)
  const target = nodeOf(tree, into)
  if (id === into) {
    return { words: texts.notIntoItself({ name: node.name }), short: texts.beingMerged }
  }
  if (isBelow(tree, into, id)) {
    return { words: texts.isBelow({ name: node.name, target: target.name }), short: texts.belowMerged }
  }
  return target.depth + heightOf(tree, id) > deepest ? tooDeep(node) : null
}

function isBelow(tree: Tree, id: string, above: string): boolean {
  return subtreeOf(tree, above).some((one) => one.id === id)
}

function tooDeep({ name }: TreeNode): WhyNot {
  return { words: texts.treeTooDeep({ name }), short: texts.tooDeep }
}

/**
 * Why no sibling may have this name, in words; null if the name is free. `except` is a category that may have the name.
 */
export function whyNotNamed(tree: Tree, parentId: string | null, name: string, except = ''): string | null {
  const taken = childrenOf(tree, parentId).find((one) => one.id !== except && sameName(one.name, name))
  if (!taken) return null
  const parent = parentId === null ? null : nodeOf(tree, parentId)
  return parent
    ? texts.nameTakenBelow({ name: taken.name, parent: parent.name })
    : texts.nameTakenMain({ name: taken.name })
}

export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** A category that is known to be in the tree. */
export function nodeOf(tree: Tree, id: string): TreeNode {
  const node = tree.get(id)
  if (!node) throw new Error('the category is not in the tree')
  return node
}

/** The path of names from the main category down to each category, by id. */
export function pathsOf(
  tree: readonly Pick<TreeNode, 'id' | 'parent_id' | 'name'>[],
): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  // Each category comes after its parent.
  for (const { id, parent_id, name } of tree) {
    const above = parent_id === null ? undefined : paths.get(parent_id)
    paths.set(id, above ? `${above} › ${name}` : name)
  }
  return paths
}

/** The category that hides each one from shoppers, by id: the topmost on its path that is off. Without those that are shown. */
export function hidersOf(
  tree: readonly (Pick<TreeNode, 'id' | 'parent_id' | 'name'> & { is_active: boolean })[],
): ReadonlyMap<string, string> {
  const hiders = new Map<string, string>()
  // Each category comes after its parent.
  for (const { id, parent_id, name, is_active } of tree) {
    const above = parent_id === null ? undefined : hiders.get(parent_id)
    const hider = above ?? (is_active ? undefined : name)
    if (hider !== undefined) hiders.set(id, hider)
  }
  return hiders
}

/** Why a category cannot be deleted without a merge: what it contains; null if it is empty. */
export function whyNotEmpty({
  name,
  child_count: children,
  own_product_count: products,
}: Pick<CategoryDetail, 'name' | 'child_count' | 'own_product_count'>): string | null {
  if (children > 0 && products > 0) return texts.containsBoth({ name, children, products })
  if (children > 0) return texts.containsCategories({ name, children })
  return products > 0 ? texts.containsProducts({ name, products }) : null
}

/** Why a change is refused that was confirmed for another number of products. */
export function whyNotSeen({ product_count: count }: Pick<CategoryDetail, 'product_count'>): string {
  return texts.affectsOtherProducts({ count })
}
