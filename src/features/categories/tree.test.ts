import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugOf } from '#kit/contract/slug.ts'
import { merged, moved, namesIn, ordered, placeOf, without } from './server/rules.ts'
import {
  childrenOf,
  subtreeOf,
  type Tree,
  type TreeNode,
  treeOf,
  whyNotBelow,
  whyNotInto,
  whyNotNamed,
} from './tree/contract.ts'

/** The whole run has 10,000; what a change runs each time is a sample of it. */
const runs = Number(process.env.MUNSHI_TREES ?? 300)

/** What a shop has: the tree, the category of each product, and the category that each slug leads to. */
interface Shop {
  tree: Tree
  products: Map<string, string>
  slugs: Map<string, string>
}

const anyOf = fc.nat(999)
const act = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('add' as const), below: anyOf, name: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), of: anyOf, below: anyOf }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), of: anyOf, into: anyOf }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      of: anyOf,
      at: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), of: anyOf }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sell' as const), of: anyOf }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

describe('the tree of categories', () => {
  test(`keeps three levels, every product and every slug through ${runs} random histories`, () => {
    const seen = { moves: 0, merges: 0, twins: 0, deletes: 0, refused: 0 }
    fc.assert(
      fc.property(fc.array(act, { minLength: 20, maxLength: 80 }), (acts) => {
        let shop: Shop = { tree: treeOf([]), products: new Map(), slugs: new Map() }
        for (const [at, one] of acts.entries()) {
          shop = after(shop, one, at, seen)
          expectSound(shop)
        }
      }),
      { numRuns: runs },
    )
    console.info(`${runs} histories of the tree: ${JSON.stringify(seen)}`)
    // What was never tried proves nothing.
    expect(Object.values(seen).filter((n) => n === 0)).toEqual([])
  }, 600_000)

  test('does not change the tree that it receives', () => {
    const tree = treeOf([
      node('a', null, 1, 1),
      node('b', null, 1, 2),
      node('c', 'a', 2, 1),
      node('d', 'c', 3, 1),
    ])
    const before = JSON.stringify([...tree])
    moved(tree, 'c', 'b')
    merged(tree, 'a', 'b')
    ordered(tree, 'b', 1)
    without(tree, 'd')
    expect(JSON.stringify([...tree])).toBe(before)
  })

  test('moves the categories below along, and explains why a move is not possible', () => {
    const tree = treeOf([
      node('Food', null, 1, 1),
      node('Home', null, 1, 2),
      node('Rice', 'Food', 2, 1),
      node('Basmati', 'Rice', 3, 1),
      node('Plates', 'Home', 2, 1),
    ])
    expect(whyNotBelow(tree, 'Food', 'Food')?.words).toBe('Food cannot be moved below itself')
    expect(whyNotBelow(tree, 'Food', 'Basmati')?.words).toBe(
      'Basmati is below Food: choose a category outside Food',
    )
    expect(whyNotBelow(tree, 'Rice', 'Food')?.words).toBe('Rice is already below Food')
    expect(whyNotBelow(tree, 'Food', null)?.words).toBe('Food is already a main category')
    expect(whyNotBelow(tree, 'Rice', 'Plates')?.words).toMatch(/^The tree has three levels/)
    expect(whyNotBelow(tree, 'Plates', 'Rice')).toBeNull()
    expect(whyNotInto(tree, 'Food', 'Plates')?.words).toMatch(/^The tree has three levels/)
    expect(whyNotInto(tree, 'Food', 'Rice')?.words).toBe('Rice is below Food: choose a category outside Food')
    const next = moved(tree, 'Rice', null)
    expect(childrenOf(next, null).map(({ name }) => name)).toEqual(['Food', 'Home', 'Rice'])
    expect(next.get('Basmati')).toMatchObject({ depth: 2, parent_id: 'Rice' })
  })

  test('merges categories with the same name below both, in any letter case', () => {
    const tree = treeOf([
      node('Old', null, 1, 1),
      node('New', null, 1, 2),
      { ...node('x', 'Old', 2, 1), name: 'SHOES' },
      { ...node('y', 'New', 2, 1), name: 'Shoes' },
      node('Boots', 'x', 3, 1),
    ])
    const { tree: next, merges } = merged(tree, 'Old', 'New')
    expect(merges).toEqual([
      { from: 'x', into: 'y' },
      { from: 'Old', into: 'New' },
    ])
    expect([...next.values()].map(({ id, parent_id }) => `${id} ${parent_id}`).sort()).toEqual([
      'Boots y',
      'New null',
      'y New',
    ])
  })
})

test('a category is merged into its parent even if it has a child of its own name', () => {
  const tree = treeOf([
    node('Food', null, 1, 1),
    node('Rice', 'Food', 2, 1),
    { ...node('x', 'Rice', 3, 1), name: 'Rice' },
  ])
  const { tree: next, merges } = merged(tree, 'Rice', 'Food')
  expect(merges).toEqual([{ from: 'Rice', into: 'Food' }])
  expect(next.get('x')).toMatchObject({ parent_id: 'Food', depth: 2, position: 1 })
})

test.each([
  ['Shoes & Bags', 'shoes-and-bags'],
  ['  Café  Crème!! ', 'cafe-creme'],
  ['Men’s 100% cotton', 'men-s-100-cotton'],
  ['کتابیں', ''],
  ['--', ''],
])('the name %s gives the slug "%s"', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  ['Food > Rice', ['Food', 'Rice']],
  ['Food›Rice›  Basmati', ['Food', 'Rice', 'Basmati']],
  ['Rice', ['Rice']],
  [' > ', []],
])('%s names a path', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

function node(name: string, parent_id: string | null, depth: number, position: number): TreeNode {
  return { id: name, parent_id, depth, position, name }
}

function after(shop: Shop, one: Act, at: number, seen: Record<string, number>): Shop {
  const { tree, products, slugs } = shop
  const all = [...tree.values()]
  const pick = (n: number) => all[n % Math.max(1, all.length)]
  const count = (what: string, by = 1) => {
    seen[what] = (seen[what] ?? 0) + by
  }
  if (one.kind === 'add') {
    const parent = one.below % 3 === 0 ? undefined : pick(one.below)
    const name = `Name ${one.name}`
    if ((parent?.depth ?? 0) >= 3 || whyNotNamed(tree, parent?.id ?? null, name)) return shop
    const id = `c${at}`
    const position = childrenOf(tree, parent?.id ?? null).length + 1
    const made = { id, parent_id: parent?.id ?? null, depth: (parent?.depth ?? 0) + 1, position, name }
    return { ...shop, tree: new Map(tree).set(id, made), slugs: new Map(slugs).set(id, id) }
  }
  const own = pick(one.of)
  if (!own) return shop
  if (one.kind === 'sell') return { ...shop, products: new Map(products).set(`p${at}`, own.id) }
  if (one.kind === 'order') return { ...shop, tree: ordered(tree, own.id, one.at) }
  if (one.kind === 'move') {
    const parent = one.below % 4 === 0 ? null : (pick(one.below)?.id ?? null)
    const why = whyNotBelow(tree, own.id, parent)
    count(why ? 'refused' : 'moves')
    return why ? shop : { ...shop, tree: moved(tree, own.id, parent) }
  }
  if (one.kind === 'merge') {
    const into = pick(one.into) as TreeNode
    if (whyNotInto(tree, own.id, into.id)) return shop
    const { tree: next, merges } = merged(tree, own.id, into.id)
    count('merges')
    count('twins', merges.length - 1)
    const targets = new Map(merges.map(({ from, into: target }) => [from, target]))
    const hand = (held: Map<string, string>) =>
      new Map([...held].map(([key, id]) => [key, targets.get(id) ?? id]))
    // Nothing that stood there before is lost or made up: who is gone was merged.
    expect(next.size).toBe(tree.size - merges.length)
    return { tree: next, products: hand(products), slugs: hand(slugs) }
  }
  const isEmpty = childrenOf(tree, own.id).length === 0 && ![...products.values()].includes(own.id)
  if (!isEmpty) return shop
  count('deletes')
  return {
    ...shop,
    tree: without(tree, own.id),
    slugs: new Map([...slugs].filter(([, id]) => id !== own.id)),
  }
}

function expectSound({ tree, products, slugs }: Shop): void {
  const nodes = [...tree.values()]
  for (const { id, parent_id, depth } of nodes) {
    expect(depth).toBe((parent_id === null ? 0 : (tree.get(parent_id)?.depth ?? 9)) + 1)
    expect(depth).toBeLessThanOrEqual(3)
    expect(tree.get(id)?.id).toBe(id)
  }
  // A category that can be reached from the top is never below one of its own descendants.
  expect(childrenOf(tree, null).flatMap(({ id }) => subtreeOf(tree, id))).toHaveLength(nodes.length)
  for (const parent of new Set(nodes.map(({ parent_id }) => parent_id))) {
    const siblings = childrenOf(tree, parent)
    expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, at) => at + 1))
    expect(new Set(siblings.map(({ name }) => name.toLowerCase())).size).toBe(siblings.length)
  }
  expect(new Set(nodes.map(({ id }) => placeOf(tree, id))).size).toBe(nodes.length)
  expect([...products.values(), ...slugs.values()].filter((id) => !tree.has(id))).toEqual([])
}
