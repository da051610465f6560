import { categoryLevels } from '../contract.ts'

/** What of a category makes up the tree. */
export interface TreeNode {
  id: string
  parent_id: string | null
  /** 1 for a main category. */
  depth: number
  /** From 1 among its siblings, without gaps. */
  position: number
  name: string
}

/** All categories by their id. What changes one answers a new one and leaves the old as it was. */
export type Tree = ReadonlyMap<string, TreeNode>

/** A category that goes, and the one that takes what it had. */
export interface Merge {
  from: string
  into: string
}

const deepest = categoryLevels.length

export function treeOf(nodes: readonly TreeNode[]): Tree {
  return new Map(nodes.map((node) => [node.id, node]))
}

/** Those directly below a category, or the main ones, in their order. */
export function childrenOf(tree: Tree, parentId: string | null): TreeNode[] {
  return [...tree.values()]
    .filter(({ parent_id }) => parent_id === parentId)
    .sort((a, b) => a.position - b.position)
}

/** A category and all that stand below it, each after its parent. */
export function subtreeOf(tree: Tree, id: string): TreeNode[] {
  const node = tree.get(id)
  if (!node) return []
  return [node, ...childrenOf(tree, id).flatMap((child) => subtreeOf(tree, child.id))]
}

/** How many levels stand below a category: 0 where there is none. */
function heightOf(tree: Tree, id: string): number {
  const own = tree.get(id)?.depth ?? 0
  return Math.max(...subtreeOf(tree, id).map(({ depth }) => depth - own), 0)
}

/** The names from the main category down, as a person reads them. */
export function pathOf(tree: Tree, id: string): string {
  const node = tree.get(id)
  if (!node) return ''
  return node.parent_id ? `${pathOf(tree, node.parent_id)} › ${node.name}` : node.name
}

/** Why a category cannot stand below another one (null: as a main category), in words; null when it can. */
export function whyNotBelow(tree: Tree, id: string, parentId: string | null): string | null {
  const node = named(tree, id)
  const parent = parentId === null ? null : named(tree, parentId)
  if (subtreeOf(tree, id).some((one) => one.id === parentId)) {
    return parentId === id
      ? `${node.name} cannot stand below itself`
      : `${parent?.name} stands below ${node.name}`
  }
  if (node.parent_id === parentId) {
    return parent
      ? `${node.name} stands below ${parent.name} already`
      : `${node.name} is a main category already`
  }
  if ((parent?.depth ?? 0) + 1 + heightOf(tree, id) > deepest) return tooDeep(node.name)
  return whyNotNamed(tree, parentId, node.name)
}

/** Why everything of a category cannot go into another one, in words; null when it can. */
export function whyNotInto(tree: Tree, id: string, into: string): string | null {
  const node = named(tree, id)
  const target = named(tree, into)
  if (id === into) return `${node.name} cannot be merged into itself`
  if (subtreeOf(tree, id).some((one) => one.id === into)) return `${target.name} stands below ${node.name}`
  if (target.depth + heightOf(tree, id) > deepest) return tooDeep(node.name)
  return null
}

function tooDeep(name: string): string {
  return `The tree is three deep: what stands below ${name} would stand deeper`
}

/** Why no sibling may be called this, in words; null when one may. `except` is the category that is called so itself. */
export function whyNotNamed(tree: Tree, parentId: string | null, name: string, except = ''): string | null {
  const taken = childrenOf(tree, parentId).find((one) => one.id !== except && sameName(one.name, name))
  if (!taken) return null
  const parent = parentId === null ? null : named(tree, parentId)
  return parent
    ? `${parent.name} has a category named ${taken.name} already`
    : `There is a main category named ${taken.name} already`
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The tree with a category, and all below it, as the last below another one. Expects that nothing speaks against it. */
export function moved(tree: Tree, id: string, parentId: string | null): Tree {
  const next = new Map(tree)
  hang(next, id, parentId)
  return numbered(next)
}

/**
 * The tree after everything of a category has gone into another one, and who has gone into whom: where both have one of the
 * same name below them, those two become one as well. Expects that nothing speaks against it.
 */
export function merged(tree: Tree, id: string, into: string): { tree: Tree; merges: Merge[] } {
  const next = new Map(tree)
  const merges: Merge[] = []
  const mergeInto = (from: string, target: string) => {
    for (const child of childrenOf(next, from)) {
      // The one that goes may itself stand below the one that takes, with a child of its own name.
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

/** What a campaign takes that was narrowed to these: themselves and all below them. */
export function takenWith(tree: Tree, chosen: ReadonlySet<string>): Set<string> {
  const isTaken = (node: TreeNode | undefined): boolean =>
    node !== undefined &&
    (chosen.has(node.id) || (node.parent_id !== null && isTaken(tree.get(node.parent_id))))
  return new Set([...tree.values()].filter(isTaken).map(({ id }) => id))
}

/**
 * True when a campaign that was narrowed to these categories would lose or gain one, or what one of them holds, by this
 * change of the tree. `gone` are those that go, each with the one that takes what it had.
 */
export function wouldTouch(
  chosen: ReadonlySet<string>,
  { before, after, gone }: { before: Tree; after: Tree; gone: ReadonlyMap<string, string> },
): boolean {
  const [taken, takenThen] = [takenWith(before, chosen), takenWith(after, chosen)]
  return [...before.keys()].some((id) => taken.has(id) !== takenThen.has(gone.get(id) ?? id))
}

/** The tree with a category at a position among its siblings; past the last one it is the last. */
export function ordered(tree: Tree, id: string, position: number): Tree {
  const node = named(tree, id)
  const others = childrenOf(tree, node.parent_id).filter((one) => one.id !== id)
  const next = new Map(tree)
  for (const [index, one] of others.toSpliced(position - 1, 0, node).entries()) {
    next.set(one.id, { ...one, position: index + 1 })
  }
  return next
}

/** The tree without a category that has nothing below it. */
export function without(tree: Tree, id: string): Tree {
  const next = new Map(tree)
  next.delete(id)
  return numbered(next)
}

/** Puts a subtree below another parent, after all that stand there. */
function hang(tree: Map<string, TreeNode>, id: string, parentId: string | null): void {
  const depth = parentId === null ? 1 : named(tree, parentId).depth + 1
  const position = childrenOf(tree, parentId).length + 1
  const below = childrenOf(tree, id)
  tree.set(id, { ...named(tree, id), parent_id: parentId, depth, position })
  for (const child of below) tree.set(child.id, { ...child, depth: depth + 1 })
  for (const { id: childId } of below) {
    for (const grandchild of childrenOf(tree, childId)) {
      tree.set(grandchild.id, { ...grandchild, depth: depth + 2 })
    }
  }
}

/** The same order, counted anew from 1. */
function numbered(tree: Map<string, TreeNode>): Tree {
  for (const siblings of Map.groupBy(tree.values(), ({ parent_id }) => parent_id).values()) {
    for (const [index, node] of siblings.sort((a, b) => a.position - b.position).entries()) {
      if (node.position !== index + 1) tree.set(node.id, { ...node, position: index + 1 })
    }
  }
  return tree
}

/** The positions from the main category down, in a form whose order as text is that of the tree. */
export function placeOf(tree: Tree, id: string): string {
  const node = named(tree, id)
  const own = String(node.position).padStart(6, '0')
  return node.parent_id === null ? own : `${placeOf(tree, node.parent_id)}.${own}`
}

function named(tree: Tree, id: string): TreeNode {
  const node = tree.get(id)
  if (!node) throw new Error('a category was looked for that is not in the tree')
  return node
}

/** The names in what somebody called a category, from the top: `Electronics > Phones`. */
export function namesIn(text: string): string[] {
  return text
    .split(/\s*[>›»]\s*/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
