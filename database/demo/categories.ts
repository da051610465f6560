import { placeOf } from '#features/categories/server/rules.ts'
import { type TreeNode, treeOf } from '#features/categories/tree/contract.ts'
import { slugOf } from '#kit/contract/slug.ts'
import { seededChance } from './random.ts'
import { before, day } from './times.ts'

/** A category by itself, or with those below it. */
type Branch = string | readonly [name: string, below: readonly Branch[]]

/** The shop's tree. Those without any below them are what vendors call their goods. */
const tree: readonly Branch[] = [
  [
    'Clothing',
    [
      ['Women', ['Unstitched lawn', 'Kurtis for women', 'Dupattas and stoles']],
      ['Men', ['Kurtas for men', 'Shalwar kameez for men', 'Waistcoats']],
      ['Of the provinces', ['Ajrak', 'Shawls', 'Sindhi topi', 'Pakol and caps']],
    ],
  ],
  [
    'Shoes and accessories',
    [
      ['Footwear', ['Khussa', 'Chappals and sandals']],
      ['Bags and leather', ['Leather goods', 'School bags']],
      ['Ornaments', ['Jewellery', 'Bangles']],
    ],
  ],
  [
    'Home and living',
    [
      ['Bedding and floor', ['Rilli quilts', 'Bed sheets', 'Prayer mats', 'Carpets and rugs']],
      ['Kitchen and table', ['Crockery', 'Cookware']],
      ['Decoration', ['Blue pottery', 'Onyx', 'Brass and copper', 'Camel-skin lamps', 'Truck art']],
      'Furniture',
      'Fans',
    ],
  ],
  [
    'Food',
    [
      ['Pantry', ['Rice', 'Spices', 'Oils', 'Honey']],
      ['Sweet and dry', ['Dates', 'Dry fruit', 'Sweets']],
      'Tea and drinks',
    ],
  ],
  ['Beauty and care', ['Attar and perfume', 'Soap and care']],
  ['Electronics', [['For the phone', ['Phone cases', 'Chargers and cables', 'Earbuds and handsfree']]]],
  ['Sports', ['Cricket', 'Footballs']],
  ['Books and school', ['Books in Urdu']],
  ['Health', ['Surgical instruments']],
  ['Eid bazaar', ['Gifts for Eid', 'Qurbani']],
]
/** Prepared, and not shown yet. */
const off = 'Eid bazaar'

/** The rows of the categories, and the category behind each word of the vendors. */
export function makeCategories(now: Date): { rows: Record<string, unknown>[]; ids: Map<string, string> } {
  const chance = seededChance(5)
  const createdAt = before(now, 400 * day)
  const nodes: TreeNode[] = []
  const add = (branches: readonly Branch[], parent_id: string | null, depth: number) => {
    for (const [index, branch] of branches.entries()) {
      const [name, below] = typeof branch === 'string' ? [branch, []] : branch
      const id = chance.idAt(createdAt)
      nodes.push({ id, parent_id, depth, position: index + 1, name })
      add(below, id, depth + 1)
    }
  }
  add(tree, null, 1)
  const all = treeOf(nodes)
  const rows = nodes.map((node) => ({
    ...node,
    slug: slugOf(node.name),
    place: placeOf(all, node.id),
    is_active: node.name !== off,
    created_at: createdAt,
    updated_at: createdAt,
  }))
  return { rows, ids: new Map(nodes.map(({ name, id }) => [name, id])) }
}
