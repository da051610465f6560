import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slugOf } from '#kit/contract/slug.ts'
import { foldCounts } from '#kit/server/counts.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { changeBody } from '#testing/entry-samples.ts'
import { pendingVendor, productBody } from '#testing/factories.ts'
import { importedSheet, letImportsRun, sheetForm, sheetOf } from '#testing/import-samples.ts'
import { type CategoryLevel, categoryLevels } from '../contract.ts'

/** The whole run has 120; what a change runs each time is a sample of it. */
const histories = Number(process.env.MUNSHI_TREE_HISTORIES ?? 3)
const seed = Number(process.env.MUNSHI_SEED ?? 20261122)

let app: TestApp
let by: { app: TestApp; admin: TestPerson }
let key: string
let vendor: string
/** What was done, and how often it was refused: a history in which nothing happens proves nothing. */
const tally: Record<string, number> = {}

beforeAll(async () => {
  app = await startTestApp()
  key = await app.intakeKey()
  vendor = (await pendingVendor(app)).id
})
afterAll(() => app.close())

const path = '/api/admin/categories'
const productPath = '/api/admin/products'
const lists = ['pending', 'changes_requested', 'rejected', 'approved', 'deactivated'] as const

/** Several of them give one slug, and some the slug that another gets with a number; two come often, below many. */
const names = [
  'Shoes',
  'Shoes',
  'Shoes',
  'Bags',
  'Bags',
  'SHOES',
  'Shoes!',
  'Shoes 2',
  'Shoes & Bags',
  'Shoes and bags',
  'Bags',
  'Category',
  'کتابیں',
  'ÉTÉ',
  'été',
  'ΟΔΟΣ',
]
const slugs = ['shoes', 'shoes-2', 'shoes-and-bags', 'bags', 'category', 'category-2', 'ete', 'Two words']

const any = fc.nat(9_999)
const name = fc.constantFrom(...names)
const slug = fc.constantFrom(...slugs)
/** What somebody was told that it touches: mostly right. */
const wrongBy = fc.constantFrom(0, 0, 0, 0, 0, 1)
function kind<const K extends string, R extends Record<string, unknown>>(
  of: K,
  weight: number,
  record: { [P in keyof R]: fc.Arbitrary<R[P]> },
): { weight: number; arbitrary: fc.Arbitrary<R & { kind: K }> } {
  return { weight, arbitrary: fc.record(record).map((given) => ({ ...(given as R), kind: of })) }
}
const mayBe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2, nil: undefined })
/** A category that gets its slug from its name, or now and then one of its own. */
const adding = fc.record({
  kind: fc.constant('add' as const),
  below: any,
  name,
  slug: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: slug }),
  isOn: fc.constantFrom(true, true, false),
})
const act = fc.oneof(
  { weight: 8, arbitrary: adding },
  kind('change', 5, { of: any, name: mayBe(name), slug: mayBe(slug), isOn: mayBe(fc.boolean()), wrongBy }),
  kind('move', 7, { of: any, below: any, wrongBy }),
  kind('order', 3, { of: any, position: fc.integer({ min: 1, max: 6 }) }),
  kind('merge', 5, { of: any, into: any, wrongBy }),
  kind('delete', 3, { of: any }),
  kind('file', 7, { in: any, by: fc.constantFrom('path', 'path', 'name', 'slug', 'nothing') }),
  kind('refile', 4, { of: any, in: any }),
  kind('resubmit', 3, { of: any, in: any }),
  kind('decide', 7, {
    of: any,
    verb: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'request-update', 'revision', 'switch'),
  }),
  kind('import', 1, { in: any }),
  kind('revert', 1, {}),
  kind('fold', 1, {}),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
type Of<K extends Act['kind']> = Extract<Act, { kind: K }>

interface Node {
  id: string
  parent_id: string | null
  depth: number
  position: number
  name: string
  slug: string
  is_active: boolean
  version: number
}

/** All that the tables say of the tree, and where the products stand. */
interface State {
  nodes: Map<string, Node>
  /** The category that each former slug leads to. */
  redirects: Map<string, string>
  products: Map<string, { category_id: string | null; list: string; version: number; has_edit: boolean }>
  /** All of it to the letter. */
  text: string
}

/** What one history has made, those that are gone included. */
interface Made {
  categories: string[]
  products: { id: string; body: ReturnType<typeof productBody> }[]
  imports: string[]
}

async function stateNow(): Promise<State> {
  const { rows } = await app.database.pool.query(`
    select (select json_agg(c order by id) from categories c) as categories,
      (select json_agg(r order by slug) from category_redirects r) as redirects,
      (select json_agg(p order by id) from (
        select id, category_id, list, version, revision_waiting_since is not null as has_edit from products) p) as products`)
  const { categories, redirects, products } = rows[0]
  return {
    nodes: new Map((categories ?? []).map((one: Node) => [one.id, one])),
    redirects: new Map(
      (redirects ?? []).map((one: { slug: string; category_id: string }) => [one.slug, one.category_id]),
    ),
    products: new Map((products ?? []).map((one: { id: string }) => [one.id, one])),
    text: JSON.stringify(rows[0]),
  }
}

const childrenOf = ({ nodes }: State, parentId: string | null) =>
  [...nodes.values()]
    .filter(({ parent_id }) => parent_id === parentId)
    .sort((one, other) => one.position - other.position)
/** From the main category down to this one. A cycle ends it, for the test to see. */
function chainOf({ nodes }: State, id: string): Node[] {
  const chain: Node[] = []
  for (let node = nodes.get(id); node && chain.length < 9; node = nodes.get(node.parent_id ?? ''))
    chain.unshift(node)
  return chain
}
const isWithin = (state: State, id: string, of: string) => chainOf(state, id).some((one) => one.id === of)
const subtreeOf = (state: State, id: string) =>
  [...state.nodes.values()].filter((one) => isWithin(state, one.id, id))
const heightOf = (state: State, id: string) =>
  Math.max(...subtreeOf(state, id).map(({ depth }) => depth)) - (state.nodes.get(id)?.depth ?? 0)
const preorder = (state: State, parentId: string | null = null): Node[] =>
  childrenOf(state, parentId).flatMap((node) => [node, ...preorder(state, node.id)])
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const namesOf = (chain: readonly Node[]) => chain.map((one) => one.name.toLowerCase()).join('\n')
const isNameFree = (state: State, parentId: string | null, wanted: string, except = '') =>
  !childrenOf(state, parentId).some((one) => one.id !== except && same(one.name, wanted))
/** A slug that nobody else has or had. */
function isSlugFree(state: State, wanted: string, own = ''): boolean {
  if (!/^[a-z0-9-]+$/.test(wanted)) return false
  const owners = [...state.nodes.values()].flatMap((one) => (one.slug === wanted ? [one.id] : []))
  return [...owners, state.redirects.get(wanted) ?? own].every((id) => id === own)
}
/** How many products stand in a category or below it, of one list or of all. */
const countIn = (state: State, id: string, list = '') =>
  [...state.products.values()].filter(
    (one) => one.category_id && isWithin(state, one.category_id, id) && (list === '' || one.list === list),
  ).length
const ownCount = (state: State, id: string) =>
  [...state.products.values()].filter(({ category_id }) => category_id === id).length

/** One call. Whatever is asked, it is done or refused in words, never a fault and never a lack of rights. */
async function send(method: string, to: string, body?: unknown, version?: number): Promise<Answer> {
  const headers = version === undefined ? {} : { 'if-match': `"v${version}"` }
  return heard(to, method, await app.call(method, to, { as: by.admin, body, headers }))
}

function heard(to: string, method: string, answer: Answer): Answer {
  const asked = `${method} ${to.replaceAll(/[0-9a-f-]{36}/g, ':id').replace(/\?.*/, '')}`
  const isExpected = [200, 201, 204, 404, 409, 412, 422].includes(answer.status)
  expect([asked, answer.status, isExpected]).toEqual([asked, answer.status, true])
  if (answer.status >= 400) expect(answer.body.message).toMatch(/^[\p{L}“\d].{5,}$/u)
  return answer
}

const isDone = ({ status }: Answer) => status < 300
const read = async (to: string) => {
  const answer = await send('GET', to)
  expect([to, answer.status]).toEqual([to, 200])
  return answer.body
}

/** What became of an act. */
interface Outcome {
  /** A refusal changes nothing; null where nothing was asked of the tree. */
  isDone: boolean | null
  /** The category that it was about. */
  id?: string
  /** The one that is gone by it, and who took in what it had. */
  gone?: { id: string; into: string | null }
}

/** Does it, and holds the answer against what should be allowed. */
async function happen(what: Act, before: State, made: Made): Promise<Outcome> {
  const live = [...before.nodes.keys()]
  // Now and then one that is gone.
  const pick = (n: number) => (n % 17 === 0 ? made.categories : live)[n % Math.max(1, live.length)] ?? ''
  const judged = (answer: Answer, isAllowed: boolean) => {
    const { status, body } = answer
    expect({ what, isDone: isDone(answer), status, message: body?.message }).toEqual({
      what,
      isDone: isAllowed,
      status,
      message: body?.message,
    })
    return isAllowed
  }
  switch (what.kind) {
    case 'add': {
      const parentId = what.below % 3 === 0 ? null : pick(what.below) || null
      return { isDone: await add(what, parentId, before, made, judged) }
    }
    case 'file':
    case 'resubmit':
      await handIn(what, pick(what.in), before, made)
      break
    case 'refile':
      return { isDone: await refile(what, pick(what.in), before, made, judged) }
    case 'decide':
      await decide(what, before, made)
      break
    case 'import':
    case 'revert':
      await bring(what, before, made)
      break
    case 'fold':
      await foldCounts.run(
        jobContext('test', { db: app.database.db, services: app.services }),
        app.app.log as never,
      )
      break
    default: {
      const id = pick(what.of)
      if (!id) break
      const other = pick('into' in what ? what.into : 'below' in what ? what.below : 0)
      const isDone = await arrange(what, { id, other }, before, judged)
      if (!isDone || !['merge', 'delete'].includes(what.kind)) return { isDone, id }
      return { isDone, id, gone: { id, into: what.kind === 'merge' ? other : null } }
    }
  }
  return { isDone: null }
}

type Judge = (answer: Answer, isAllowed: boolean) => boolean

async function add(given: Of<'add'>, parentId: string | null, before: State, made: Made, judged: Judge) {
  const parent = parentId === null ? null : before.nodes.get(parentId)
  const body = { name: given.name, parent_id: parentId, is_active: given.isOn, slug: given.slug }
  const answer = await send('POST', path, body)
  const isAllowed =
    parent !== undefined &&
    (parent?.depth ?? 0) < 3 &&
    isNameFree(before, parentId, given.name) &&
    (given.slug === undefined || isSlugFree(before, given.slug))
  if (!judged(answer, isAllowed)) return false
  const added = answer.body.results
  made.categories.push(added.id)
  expect(added.position).toBe(childrenOf(before, parentId).length + 1)
  const wanted = given.slug ?? (slugOf(given.name) || 'category')
  if (given.slug || isSlugFree(before, wanted)) expect(added.slug).toBe(wanted)
  else expect(added.slug).toMatch(new RegExp(`^${wanted}-\\d+$`))
  return true
}

/** A call on one category; `other` is where it goes. */
async function arrange(
  what: Of<'change' | 'move' | 'order' | 'merge' | 'delete'>,
  { id, other }: { id: string; other: string },
  before: State,
  judged: Judge,
): Promise<boolean> {
  const own = before.nodes.get(id)
  const told = (own ? countIn(before, id) : 0) + ('wrongBy' in what ? what.wrongBy : 0)
  if (what.kind === 'change') {
    const body = { name: what.name, slug: what.slug, is_active: what.isOn }
    const answer = await send('PATCH', `${path}/${id}`, body, (own?.version ?? 1) + what.wrongBy)
    const isAllowed =
      own !== undefined &&
      what.wrongBy === 0 &&
      Object.values(body).some((value) => value !== undefined) &&
      isNameFree(before, own.parent_id, what.name ?? own.name, id) &&
      (what.slug === undefined || isSlugFree(before, what.slug, id))
    return judged(answer, isAllowed)
  }
  if (what.kind === 'order') {
    const answer = await send('POST', `${path}/${id}/order`, { position: what.position })
    if (!judged(answer, own !== undefined)) return false
    const siblings = childrenOf(before, own?.parent_id ?? null).length
    expect(answer.body.results.position).toBe(Math.min(what.position, siblings))
    return true
  }
  if (what.kind === 'delete') {
    const isEmpty = childrenOf(before, id).length === 0 && ownCount(before, id) === 0
    return judged(await send('DELETE', `${path}/${id}`), own !== undefined && isEmpty)
  }
  if (what.kind === 'move') {
    const parentId = what.below % 4 === 0 || other === '' ? null : other
    const answer = await send('POST', `${path}/${id}/move`, { parent_id: parentId, product_count: told })
    const parent = parentId === null ? null : before.nodes.get(parentId)
    const isAllowed =
      own !== undefined &&
      parent !== undefined &&
      what.wrongBy === 0 &&
      !(parent && isWithin(before, parent.id, id)) &&
      own.parent_id !== parentId &&
      (parent?.depth ?? 0) + 1 + heightOf(before, id) <= 3 &&
      isNameFree(before, parentId, own.name)
    if (!judged(answer, isAllowed)) return false
    const { position, ancestors } = answer.body.results
    expect([ancestors.at(-1)?.id ?? null, position]).toEqual([
      parentId,
      childrenOf(before, parentId).length + 1,
    ])
    return true
  }
  const answer = await send('POST', `${path}/${id}/merge`, { into: other, product_count: told })
  const target = before.nodes.get(other)
  const isAllowed =
    own !== undefined &&
    target !== undefined &&
    what.wrongBy === 0 &&
    !isWithin(before, other, id) &&
    target.depth + heightOf(before, id) <= 3
  return judged(answer, isAllowed)
}

/** A vendor hands a product in, or hands it in again under another category. */
async function handIn(what: Of<'file' | 'resubmit'>, id: string, before: State, made: Made): Promise<void> {
  const chain = chainOf(before, id)
  const texts = {
    path: chain.map((one) => one.name).join(' > '),
    name: chain.at(-1)?.name.toUpperCase() ?? '',
    slug:
      [...before.redirects.keys()][what.in % Math.max(1, before.redirects.size)] ?? chain.at(-1)?.slug ?? '',
    nothing: 'Nobody sells this',
  }
  const means = what.kind === 'file' ? what.by : 'path'
  const standing =
    what.kind === 'resubmit' ? made.products[what.of % Math.max(1, made.products.length)] : null
  if (standing === undefined || (means !== 'nothing' && texts[means] === '')) return
  const body = { ...(standing?.body ?? productBody(vendor)), category: texts[means] }
  const answer = heard('intake', 'POST', await app.call('POST', '/api/intake/products', { as: key, body }))
  if (standing || answer.status !== 201) return
  const product = answer.body.results.id
  made.products.push({ id: product, body })
  const filed = (await stateNow()).products.get(product)?.category_id
  if (means === 'path') expect(filed).toBe(id)
  if (means === 'nothing') expect(filed).toBeNull()
}

/** Staff put a product into another category. */
async function refile(what: Of<'refile'>, to: string, before: State, made: Made, judged: Judge) {
  const product = made.products[what.of % Math.max(1, made.products.length)]
  if (!product || !before.products.has(product.id) || to === '') return null
  const { body, headers } = await changeBody(by, product.id, { category_id: to })
  const answer = await app.call('PUT', `${productPath}/${product.id}`, { as: by.admin, body, headers })
  heard(productPath, 'PUT', answer)
  // An edit that waits must be decided on first: the same again is no change, and any other is refused.
  if (before.products.get(product.id)?.has_edit) return false
  // Staff choose the lowest that is on; a product in one that was divided since stays in it.
  const isLowest = before.nodes.has(to) && !childrenOf(before, to).some(({ is_active }) => is_active)
  const stays = before.products.get(product.id)?.category_id === to
  if (!judged(answer, isLowest || stays)) return false
  expect((await stateNow()).products.get(product.id)?.category_id).toBe(to)
  return true
}

async function decide({ of, verb }: Of<'decide'>, before: State, made: Made): Promise<void> {
  const product = made.products[of % Math.max(1, made.products.length)]
  if (!product) return
  const own = `${productPath}/${product.id}`
  if (verb === 'switch') {
    const { list, version } = before.products.get(product.id) ?? { list: '', version: 1 }
    await send('PATCH', own, { available: list === 'deactivated' }, version)
  } else if (verb === 'revision') {
    const number = (await send('GET', own)).body.results?.revision?.number
    if (number) await send('POST', `${own}/revisions/${number}/approve`)
  } else {
    const bodies = {
      reject: { reason: 'Blurred' },
      'request-update': { note: 'Another picture' },
      approve: undefined,
    }
    await send('POST', `${own}/${verb}`, bodies[verb])
  }
}

/** Listings are deleted by taking back the import that brought them. */
async function bring(what: Of<'import' | 'revert'>, before: State, made: Made): Promise<void> {
  if (what.kind === 'revert') {
    const id = made.imports.pop()
    if (!id) return
    await send('POST', `/api/admin/imports/${id}/revert`)
    await letImportsRun(app)
    count('products deleted', before.products.size - (await stateNow()).products.size)
    return
  }
  const nodes = [...before.nodes.keys()]
  const texts = [what.in, what.in + 1].map((n) =>
    chainOf(before, nodes[n % Math.max(1, nodes.length)] ?? '')
      .map((one) => one.name)
      .join(' > '),
  )
  const bodies = texts.map((category) => productBody(vendor, { category }))
  const rows = bodies.map((body) => [body.sku, body.product_name, 500, 3, body.category])
  const head = ['SKU', 'Name', 'Retail price', 'Qty available in pcs', 'Category']
  const done = await importedSheet(by, sheetForm(sheetOf(head, ...rows)), `?vendor_id=${vendor}`)
  expect(done.counts).toMatchObject({ created: 2, failed: 0 })
  made.imports.push(done.id)
  const now = await stateNow()
  const added = [...now.products.keys()].filter((id) => !before.products.has(id))
  // What is decided on since stays when the import is reverted: only the first of the two ever is.
  made.products.push({ id: added[0] ?? '', body: bodies[0] as (typeof bodies)[0] })
}

/** What holds of the tables whatever was done. */
function expectSound(state: State): void {
  const nodes = [...state.nodes.values()]
  for (const { id, parent_id, depth } of nodes) {
    const chain = chainOf(state, id)
    expect(chain.length).toBeLessThanOrEqual(3)
    expect([chain.length, chain[0]?.parent_id]).toEqual([depth, null])
    expect(parent_id === null || state.nodes.has(parent_id)).toBe(true)
  }
  const all = [...nodes.map((one) => one.slug), ...state.redirects.keys()]
  expect(new Set(all).size).toBe(all.length)
  for (const parentId of new Set(nodes.map((one) => one.parent_id))) {
    const siblings = childrenOf(state, parentId)
    expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, at) => at + 1))
    expect(new Set(siblings.map((one) => one.name.toLowerCase())).size).toBe(siblings.length)
  }
  const filed = [...state.products.values()].flatMap(({ category_id }) => category_id ?? [])
  expect([...state.redirects.values(), ...filed].filter((id) => !state.nodes.has(id))).toEqual([])
}

/** What an act leaves as it was, and who has what belonged to those that are gone. */
function expectFollows(what: Act, before: State, after: State, { isDone, id: own, gone }: Outcome): void {
  /** What an earlier category is now: below the one that took it in, it is found where its names lead. */
  const heirOf = (id: string): string | null => {
    if (!gone || !isWithin(before, id, gone.id)) return id
    if (gone.into === null) return null
    const below = chainOf(before, id).slice(before.nodes.get(gone.id)?.depth)
    const wanted = namesOf([...chainOf(after, gone.into), ...below])
    return [...after.nodes.keys()].find((one) => namesOf(chainOf(after, one)) === wanted) ?? 'nobody'
  }
  const ownerOf = (state: State) =>
    new Map([...[...state.nodes.values()].map((one) => [one.slug, one.id] as const), ...state.redirects])
  const owners = ownerOf(after)
  for (const [one, id] of ownerOf(before)) expect([one, owners.get(one) ?? null]).toEqual([one, heirOf(id)])
  for (const id of before.nodes.keys()) {
    if (after.nodes.has(id)) expect(heirOf(id)).toBe(id)
    else expect(after.nodes.has(heirOf(id) ?? '') || gone?.into === null).toBe(true)
  }
  const isOfProducts = ['refile', 'resubmit', 'decide', 'import', 'revert'].includes(what.kind)
  for (const [id, { category_id, list }] of isOfProducts ? [] : before.products) {
    const heir = category_id && heirOf(category_id)
    expect(after.products.get(id)).toMatchObject({ category_id: heir, list })
  }
  const newOnes = [...after.nodes.keys()].filter((id) => !before.nodes.has(id))
  expect(newOnes).toHaveLength(what.kind === 'add' && isDone ? 1 : 0)
  // Those that were not moved elsewhere are in the same order as before.
  const orderOf = (state: State, parentId: string | null, beside: State) =>
    childrenOf(state, parentId).flatMap(({ id }) =>
      id !== own && beside.nodes.get(id)?.parent_id === parentId ? [id] : [],
    )
  for (const parentId of [null, ...after.nodes.keys()])
    expect(orderOf(after, parentId, before)).toEqual(orderOf(before, parentId, after))
}

/** What the lists of the tree answer is what the tables say. */
async function expectListed(state: State, levels: readonly CategoryLevel[] = categoryLevels): Promise<void> {
  const tree = await read(`${path}/tree`)
  expect(tree.results.map(({ id, height }: { id: string; height: number }) => [id, height])).toEqual(
    preorder(state).map(({ id }) => [id, heightOf(state, id)]),
  )
  const told: Record<string, number> = {}
  for (const level of levels) {
    const { results } = await read(`${path}?level=${level}&limit=100`)
    told[level] = results.length
    expect(results).toMatchObject(
      preorder(state)
        .filter(({ depth }) => categoryLevels[depth - 1] === level)
        .map((node) => expectedOf(state, node, level)),
    )
  }
  expect((await read(`${path}/counts`)).results).toMatchObject(told)
}

function expectedOf(state: State, { id, slug, position, parent_id, is_active }: Node, level?: CategoryLevel) {
  return {
    id,
    slug,
    position,
    is_active,
    ...(level ? { level } : {}),
    ancestors: chainOf(state, parent_id ?? '').map((one) => ({ id: one.id })),
    product_count: countIn(state, id),
    own_product_count: ownCount(state, id),
    approved_product_count: countIn(state, id, 'approved'),
    child_count: childrenOf(state, id).length,
  }
}

/** Each category by itself, a list of the products in it, and where every slug leads. */
async function expectFound(state: State): Promise<void> {
  const nodes = preorder(state)
  for (const [at, node] of nodes.entries()) {
    const { results } = await read(`${path}/${node.id}`)
    expect(results).toMatchObject({
      ...expectedOf(state, node),
      product_counts: Object.fromEntries(lists.map((list) => [list, countIn(state, node.id, list)])),
      children: childrenOf(state, node.id).map(({ id }) => ({ id })),
      height: heightOf(state, node.id),
      sibling_count: childrenOf(state, node.parent_id).length,
    })
    const old = [...state.redirects].flatMap(([one, id]) => (id === node.id ? [one] : []))
    expect(results.old_slugs.toSorted()).toEqual(old.toSorted())
    const list = lists[at % lists.length] ?? 'pending'
    const of = list === 'approved' || list === 'deactivated' ? `${list}?` : `pending?list=${list}&`
    const listed = await read(`${productPath}/get/${of}category_id=${node.id}&limit=100&page=1`)
    const inIt = [...state.products].flatMap(([id, one]) =>
      one.list === list && one.category_id && isWithin(state, one.category_id, node.id) ? [id] : [],
    )
    expect(listed.results.map(({ id }: { id: string }) => id).sort()).toEqual(inIt.sort())
    expect(listed.total).toBe(inIt.length)
    // Shoppers find it by every slug, as long as nothing above it is off.
    const isShown = chainOf(state, node.id).every((one) => one.is_active)
    for (const one of [node.slug, ...old]) {
      const { status, body } = await send('GET', `/api/storefront/categories/${one}`)
      expect([one, status, body.results?.id]).toEqual(isShown ? [one, 200, node.id] : [one, 404, undefined])
    }
  }
}

test(`${histories} random histories over HTTP leave a tree of three levels with correct slugs, positions and product counts`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(adding, { minLength: 5, maxLength: 12, size: 'max' }),
      fc.array(act, { minLength: 8, maxLength: 32, size: 'max' }),
      async (first, next) => {
        // A proof of who somebody is lasts ten minutes, and the whole run does not end within them.
        by = { app, admin: await app.person() }
        // Each begins with an empty shop, so that one that fails does so by itself.
        await app.database.pool.query(
          'truncate categories, category_redirects, products, counts, count_deltas cascade',
        )
        const made: Made = { categories: [], products: [], imports: [] }
        let before = await stateNow()
        for (const [at, what] of [...first, ...next].entries()) {
          const outcome = await happen(what, before, made)
          const after = await stateNow()
          if (outcome.isDone === false) expect(after.text).toBe(before.text)
          expectSound(after)
          expectFollows(what, before, after, outcome)
          // One level after each act; all of them, and each category by itself, at the end.
          await expectListed(after, categoryLevels.slice(at % 3, (at % 3) + 1))
          if (outcome.isDone !== null) count(`${what.kind} ${outcome.isDone ? 'done' : 'refused'}`)
          if (outcome.gone?.into) count('twins', before.nodes.size - after.nodes.size - 1)
          before = after
        }
        await expectListed(before)
        await expectFound(before)
        count('products left', before.products.size)
        count('slugs that lead on', before.redirects.size)
      },
    ),
    { numRuns: histories, seed, endOnFailure: true },
  )
  process.stdout.write(`${histories} histories of the tree: ${JSON.stringify(tally)}\n`)
  if (histories < 100) return
  for (const verb of ['add', 'change', 'move', 'merge', 'delete', 'refile'])
    for (const end of ['done', 'refused'])
      expect([`${verb} ${end}`, tally[`${verb} ${end}`] ?? 0]).not.toEqual([`${verb} ${end}`, 0])
  for (const what of ['order done', 'twins', 'products deleted', 'slugs that lead on'])
    expect([what, (tally[what] ?? 0) > 0]).toEqual([what, true])
}, 3_600_000)

function count(what: string, by = 1): void {
  tally[what] = (tally[what] ?? 0) + by
}
