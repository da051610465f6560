import { childrenOf, nodeOf, sameName, type Tree, type TreeNode } from '../tree/contract.ts'

/** A category that is removed by a merge, and the category that absorbs it. */
export interface Merge {
  from: string
  into: string
}

/** The names from the main category down, for display. */
export function pathOf(tree: Tree, id: string): string {
  const node = tree.get(id)
  if (!node) return ''
  return node.parent_id ? `${pathOf(tree, node.parent_id)} › ${node.name}` : node.name
}

/**
 * The tree with a category and everything below it moved to the end of another one. The caller has checked the move.
 */
export function moved(tree: Tree, id: string, parentId: string | null): Tree {
  const next = new Map(tree)
  hang(next, id, parentId)
  return numbered(next)
}

/**
 * The tree after a category was merged into another one, and all pairs of merged categories: if both have a child of
 * the same name, those two are merged as well. The caller has checked the merge.
 */
export function merged(tree: Tree, id: string, into: string): { tree: Tree; merges: Merge[] } {
  const next = new Map(tree)
  const merges: Merge[] = []
  const mergeInto = (from: string, target: string) => {
    for (const child of childrenOf(next, from)) {
      // The merged category may itself be a child of the absorbing one and have a child of its own name.
      const twin = childrenOf(next, target).find(({ id, name }) => id !== from && sameName(name, child.name))
      if (twin) mergeInto(child.id, twin.id)
      else hang(next, child.id, target)
    }
    next.delete(from)
    merges.push({ from, into: target })
  }
  mergeInto(id, into)
  return { tree: numbered(next), merges }
}

/** The categories that a campaign limited to these covers: the chosen categories and everything below them. */
export function takenWith(tree: Tree, chosen: ReadonlySet<string>): Set<string> {
  const isTaken = (node: TreeNode | undefined): boolean =>
    node !== undefined &&
    (chosen.has(node.id) || (node.parent_id !== null && isTaken(tree.get(node.parent_id))))
  return new Set([...tree.values()].filter(isTaken).map(({ id }) => id))
}

/**
 * True if this change of the tree would add a category or its products to a campaign limited to these categories, or
 * remove one. `gone` maps each removed category to the category that absorbs it.
 */
export function wouldTouch(
  chosen: ReadonlySet<string>,
  { before, after, gone }: { before: Tree; after: Tree; gone: ReadonlyMap<string, string> },
): boolean {
  const [taken, takenThen] = [takenWith(before, chosen), takenWith(after, chosen)]
  return [...before.keys()].some((id) => taken.has(id) !== takenThen.has(gone.get(id) ?? id))
}

/** The tree with a category at a position among its siblings; a position past the end means last. */
export function ordered(tree: Tree, id: string, position: number): Tree {
  const node = nodeOf(tree, id)
  const others = childrenOf(tree, node.parent_id).filter((one) => one.id !== id)
  const next = new Map(tree)
  for (const [index, one] of others.toSpliced(position - 1, 0, node).entries()) {
    next.set(one.id, { ...one, position: index + 1 })
  }
  return next
}

/** The tree without a category that has no children. */
export function without(tree: Tree, id: string): Tree {
  const next = new Map(tree)
  next.delete(id)
  return numbered(next)
}

/** Moves a subtree to the end of another parent's children. */
function hang(tree: Map<string, TreeNode>, id: string, parentId: string | null): void {
  const depth = parentId === null ? 1 : nodeOf(tree, parentId).depth + 1
  const position = childrenOf(tree, parentId).length + 1
  const below = childrenOf(tree, id)
  tree.set(id, { ...nodeOf(tree, id), parent_id: parentId, depth, position })
  for (const child of below) tree.set(child.id, { ...child, depth: depth + 1 })
  for (const { id: childId } of below) {
    for (const grandchild of childrenOf(tree, childId)) {
      tree.set(grandchild.id, { ...grandchild, depth: depth + 2 })
    }
  }
}

/** Renumbers the positions from 1 without gaps; the order stays the same. */
function numbered(tree: Map<string, TreeNode>): Tree {
  for (const siblings of Map.groupBy(tree.values(), ({ parent_id }) => parent_id).values()) {
    for (const [index, node] of siblings.sort((a, b) => a.position - b.position).entries()) {
      if (node.position !== index + 1) tree.set(node.id, { ...node, position: index + 1 })
    }
  }
  return tree
}

/** The positions from the main category down, as text that sorts in the order of the tree. */
export function placeOf(tree: Tree, id: string): string {
  const node = nodeOf(tree, id)
  const own = String(node.position).padStart(6, '0')
  return node.parent_id === null ? own : `${placeOf(tree, node.parent_id)}.${own}`
}

/** The names in a text that describes a category, from the top: `Electronics > Phones`. */
export function namesIn(text: string): string[] {
  return text
    .split(/\s*[>›»]\s*/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
