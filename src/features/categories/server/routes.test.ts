import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory, type MadeCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingOrder, pendingProduct } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { refusing, stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let vendor: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  vendor = (await pendingProduct(app)).vendorId
})
afterAll(() => app.close())

const path = '/api/admin/categories'
const send = (method: string, to: string, body?: unknown, as = admin) => app.call(method, to, { as, body })
const add = (given: Parameters<typeof addedCategory>[1] = {}) => addedCategory({ app, admin }, given)
const read = async ({ id }: { id: string }) => (await send('GET', `${path}/${id}`)).body.results
const change = (id: string, version: number, body: object, as = admin) =>
  app.call('PATCH', `${path}/${id}`, { as, body, headers: { 'if-match': `"v${version}"` } })
const sell = (category: string) => pendingProduct(app, { category }, vendor)
const filedUnder = async (id: string) =>
  (await send('GET', `/api/admin/products/${id}`)).body.results.filed_under?.path ?? null
const bySlug = async (slug: string) =>
  (await send('GET', `/api/storefront/categories/${slug}`)).body.results?.id

const expectRefused = refusing(() => app)

describe('a category', () => {
  test('is added as the last of its siblings, with a slug from its name, and recorded', async () => {
    const main = await add({ name: 'Shoes & Bags' })
    const first = await add({ name: 'Boots', parent_id: main.id })
    const second = await add({ name: 'Sandals', slug: 'open-shoes', parent_id: main.id })
    expect(await read(main)).toMatchObject({
      slug: 'shoes-and-bags',
      level: 'main',
      child_count: 2,
      height: 1,
    })
    expect(await read(first)).toMatchObject({ slug: 'boots', level: 'sub', position: 1, sibling_count: 2 })
    expect(await read(second)).toMatchObject({
      slug: 'open-shoes',
      position: 2,
      ancestors: [{ id: main.id, name: 'Shoes & Bags', is_active: true }],
      history: [
        { action: 'add', after: { path: 'Shoes & Bags › Sandals', slug: 'open-shoes', is_active: true } },
      ],
    })
  })

  test('gets a number if its slug is taken, and a slug even if its name has no Latin letters', async () => {
    const [one, other] = [await add({ name: 'Toys' }), await add({ name: 'Toys!' })]
    expect([one.slug, other.slug]).toEqual(['toys', 'toys-2'])
    expect((await add({ name: 'کھلونے' })).slug).toMatch(/^category(-\d+)?$/)
  })

  test.each([
    [{ name: '  ' }, 'name', 'Name is Required'],
    [{ name: 'New', slug: 'Two words' }, 'slug', /^Only letters a to z/],
    [{ name: 'New', slug: '' }, 'slug', 'Slug is Required'],
    [
      { name: 'New', parent_id: '01a1fc80-d469-7475-b815-ea04c5a66a67' },
      'parent_id',
      'There is no such category',
    ],
  ])('%j is refused beside %s, and nothing is stored', async (body, field, words) => {
    const { body: problem } = await expectRefused(422, /./, () => send('POST', path, body))
    expect(problem.errors).toEqual([expect.objectContaining({ path: field })])
    expect(problem.errors[0].message).toMatch(words)
  })

  test('cannot be on a fourth level or have the name of a sibling, in any letter case', async () => {
    const main = await add({ name: 'Deep' })
    const sub = await add({ name: 'Deeper', parent_id: main.id })
    const child = await add({ name: 'Deepest', parent_id: sub.id })
    await expectRefused(422, /three levels/, () =>
      send('POST', path, { name: 'Too deep', parent_id: child.id }),
    )
    await expectRefused(422, 'Deep already has a category named Deeper', () =>
      send('POST', path, { name: 'DEEPER', parent_id: main.id }),
    )
    await expectRefused(422, 'There is already a main category named Deep', () =>
      send('POST', path, { name: 'deep' }),
    )
    expect((await add({ name: 'Deeper', parent_id: sub.id })).slug).toBe('deeper-2')
  })

  test('that is renamed keeps its old slug as a redirect, which no other category may use', async () => {
    const { id, version } = await add({ name: 'Mobiles', slug: 'mobiles' })
    const renamed = await change(id, version, { name: 'Phones', slug: 'phones' })
    expect(renamed.status).toBe(200)
    expect(renamed.body.results).toMatchObject({ name: 'Phones', slug: 'phones', old_slugs: ['mobiles'] })
    expect(renamed.body.results.history[0]).toMatchObject({
      action: 'edit',
      before: { name: 'Mobiles', slug: 'mobiles' },
      after: { name: 'Phones', slug: 'phones' },
    })
    expect([await bySlug('mobiles'), await bySlug('phones')]).toEqual([id, id])
    await expectRefused(422, 'This slug redirects to Phones: choose another slug', () =>
      send('POST', path, { name: 'Other', slug: 'mobiles' }),
    )
    await expectRefused(422, 'Phones has this slug: choose another slug', () =>
      send('POST', path, { name: 'Other', slug: 'phones' }),
    )
    const other = await add({ name: 'Tablets' })
    await expectRefused(422, 'This slug redirects to Phones: choose another slug', () =>
      change(other.id, other.version, { slug: 'mobiles' }),
    )
    await expectRefused(422, 'Phones has this slug: choose another slug', () =>
      change(other.id, other.version, { slug: 'phones' }),
    )
    const back = await change(id, renamed.body.results.version, { slug: 'mobiles' })
    expect(back.body.results).toMatchObject({ slug: 'mobiles', old_slugs: ['phones'] })
  })

  test('is not changed by someone who read an older version, nor without a version', async () => {
    const { id, version } = await add()
    await change(id, version, { name: 'First here' })
    const { body } = await expectRefused(412, /Somebody changed this category/, () =>
      change(id, version, { name: 'Too late' }),
    )
    expect(body.results.name).toBe('First here')
    await expectRefused(422, /If-Match/, () => send('PATCH', `${path}/${id}`, { name: 'Without' }))
    await expectRefused(422, /./, () => change(id, version + 1, {}))
  })

  test('that is off hides the categories below it from shoppers and deletes nothing', async () => {
    const main = await add({ name: 'Winter' })
    const sub = await add({ name: 'Coats', parent_id: main.id })
    const product = await sell('Winter > Coats')
    const shown = async () => {
      const { body } = await send('GET', '/api/storefront/categories')
      return body.results
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => [main.id, sub.id].includes(id))
    }
    expect(await shown()).toEqual([main.id, sub.id])
    const off = await change(main.id, main.version, { is_active: false })
    expect(off.body.results.history[0]).toMatchObject({ action: 'switch off', after: { is_active: false } })
    expect(await shown()).toEqual([])
    expect(await bySlug('coats')).toBeUndefined()
    expect((await send('GET', `/api/admin/products/${product.id}`)).body.results.hidden_because).toContain(
      'the category Winter is off',
    )
    expect(await read(sub)).toMatchObject({ is_active: true, product_count: 1 })
    await change(main.id, off.body.results.version, { is_active: true })
    expect(await shown()).toEqual([main.id, sub.id])
  })

  test('can be moved among its siblings, and every sibling keeps a unique position', async () => {
    const main = await add({ name: 'In order' })
    const made: MadeCategory[] = []
    for (const name of ['One', 'Two', 'Three', 'Four']) made.push(await add({ name, parent_id: main.id }))
    const names = async () => (await read(main)).children.map(({ name }: { name: string }) => name)
    await send('POST', `${path}/${made[3]?.id}/order`, { position: 2 })
    expect(await names()).toEqual(['One', 'Four', 'Two', 'Three'])
    await send('POST', `${path}/${made[0]?.id}/order`, { position: 99 })
    expect(await names()).toEqual(['Four', 'Two', 'Three', 'One'])
    const { body } = await send('GET', `${path}?level=sub&below=${main.id}&limit=10`)
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(['Four', 'Two', 'Three', 'One'])
    const before = await stateOf(app)
    await send('POST', `${path}/${made[0]?.id}/order`, { position: 4 })
    expect(await stateOf(app)).toBe(before)
  })

  test('has a picture that can be removed', async () => {
    const { id } = await add()
    const set = await app.call('POST', `${path}/${id}/image`, { as: admin, body: await pictureForm(3) })
    expect(set.body.results.image).toMatch(/^[0-9a-f]{64}$/)
    const served = await fetch(`${app.url}/media/${set.body.results.image}-96.webp`)
    expect(served.headers.get('content-type')).toBe('image/webp')
    const again = await app.call('POST', `${path}/${id}/image`, { as: admin, body: await pictureForm(3) })
    expect(again.body.results.version).toBe(set.body.results.version)
    const taken = await send('DELETE', `${path}/${id}/image`)
    expect(taken.body.results).toMatchObject({ image: '', version: set.body.results.version + 1 })
    const hash = set.body.results.image
    const put = (instead_of: string) =>
      pictureForm(3).then((body) =>
        app.call('POST', `${path}/${id}/image?instead_of=${instead_of}`, { as: admin, body }),
      )
    // An undo is made to the picture that it undoes: another one, which somebody has set since, stays.
    await expectRefused(409, 'Somebody else has changed the picture since', () => put(hash))
    expect((await put('none')).body.results.image).toBe(hash)
    await expectRefused(409, 'Somebody else has changed the picture since', () =>
      send('DELETE', `${path}/${id}/image?instead_of=none`),
    )
    expect((await send('DELETE', `${path}/${id}/image?instead_of=${hash}`)).body.results.image).toBe('')
    const form = new FormData()
    form.append('file', new Blob(['<svg/>'], { type: 'image/png' }), 'a.png')
    await expectRefused(415, /Only JPEG/, () =>
      app.call('POST', `${path}/${id}/image`, { as: admin, body: form }),
    )
  })
})

describe('the name that a vendor uses for a category', () => {
  test('is found by path, by name, and by the current or a previous slug', async () => {
    const home = await add({ name: 'Living' })
    const garden = await add({ name: 'Garden' })
    const lamps = await add({ name: 'Lamps', parent_id: home.id })
    await add({ name: 'Lamps', parent_id: garden.id })
    await add({ name: 'Pots > Pans' })
    const rugs = await add({ name: 'Rugs', slug: 'floor-rugs', parent_id: home.id })
    const wordings: [string, string | null][] = [
      ['Living > Lamps', 'Living › Lamps'],
      ['GARDEN ›  lamps', 'Garden › Lamps'],
      ['Rugs', 'Living › Rugs'],
      ['floor rugs', 'Living › Rugs'],
      // It is on another branch, and a slug says nothing of branches.
      ['Garden > Rugs', null],
      ['Nothing > Floor rugs', null],
      // Two have the name on the same level: nobody knows which is meant.
      ['Lamps', null],
      ['pots > pans', 'Pots > Pans'],
      ['Never heard of', null],
      ['', null],
    ]
    for (const [text, wanted] of wordings) {
      expect({ text, path: await filedUnder((await sell(text)).id) }).toEqual({ text, path: wanted })
    }
    const written = await add({ name: 'Cups > Mugs' })
    await change(written.id, written.version, { name: 'Mugs', slug: 'mugs' })
    expect(await filedUnder((await sell('Cups > Mugs')).id)).toBe('Mugs')
    await change(rugs.id, rugs.version, { name: 'Carpets', slug: 'carpets' })
    expect(await filedUnder((await sell('Floor rugs')).id)).toBe('Living › Carpets')
    expect(await read(home)).toMatchObject({ product_count: 4, own_product_count: 0 })
    expect(await read(lamps)).toMatchObject({ product_count: 1, own_product_count: 1 })
  })

  test('keeps a listing in its category when it is submitted again, even if the category has been renamed', async () => {
    const category = await add({ name: 'Torches' })
    const { id, body } = await sell('Torches')
    await change(category.id, category.version, { name: 'Lights', slug: 'lights' })
    const again = { ...body, product_name: 'Another name' }
    const key = await app.intakeKey(['products'])
    expect((await app.call('POST', '/api/intake/products', { as: key, body: again })).status).toBe(201)
    expect(await filedUnder(id)).toBe('Lights')
  })
})

describe('a commission rule', () => {
  test('for a category applies to the categories below it, whatever the vendor calls them', async () => {
    const main = await add({ name: 'Furnishing' })
    await add({ name: 'Curtains', parent_id: main.id })
    const { version } = (await send('GET', '/api/admin/commission')).body.results
    const rule = { name: 'Home', vendor_id: null, category: 'FURNISHING', price_from: null, price_to: null }
    const draft = { default_rate_bp: 1000, hold_days: 7, rules: [{ ...rule, rate_bp: 2500 }] }
    const saved = await app.call('PUT', '/api/admin/commission', {
      as: admin,
      body: draft,
      headers: { 'if-match': `"v${version}"` },
    })
    expect(saved.status).toBe(200)
    const below = await listedProduct({ app, admin }, { category: 'Curtains' })
    const elsewhere = await listedProduct({ app, admin }, { category: 'Never heard of' })
    const order = await pendingOrder({ app, admin }, [{ product: below }, { product: elsewhere }])
    const { parts } = (await send('GET', `/api/admin/orders/${order.id}`)).body.results
    const whys = parts.flatMap(
      ({ lines }: { lines: { commission_why: string; commission_rate_bp: number }[] }) =>
        lines.map(({ commission_why, commission_rate_bp }) => [commission_why, commission_rate_bp]),
    )
    expect(whys).toEqual([
      ['Home: fits the category FURNISHING', 2500],
      ['No rule fits: the standard rate', 1000],
    ])
  })
})

describe('the category name in a commission rule', () => {
  const rulesNow = async () => (await send('GET', '/api/admin/commission')).body.results
  const setRules = async (categories: string[]) => {
    const { version } = await rulesNow()
    const open = { vendor_id: null, price_from: null, price_to: null, rate_bp: 2000 }
    const rules = categories.map((category) => ({ name: `Rule for ${category}`, category, ...open }))
    const draft = { default_rate_bp: 1000, hold_days: 7, rules }
    const headers = { 'if-match': `"v${version}"` }
    expect((await app.call('PUT', '/api/admin/commission', { as: admin, body: draft, headers })).status).toBe(
      200,
    )
  }

  test('changes when the category is renamed, and the change is recorded', async () => {
    const { id, version } = await add({ name: 'Ironware' })
    await setRules(['IRONWARE'])
    const before = await rulesNow()
    expect((await change(id, version, { name: 'Hardware' })).status).toBe(200)
    const after = await rulesNow()
    expect(after.rules.map(({ category }: { category: string }) => category)).toEqual(['Hardware'])
    expect(after.version).toBe(before.version + 1)
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from audit_log where action = 'save commission rules' and after::text like '%Hardware%'",
    )
    expect(rows[0].n).toBe(1)
  })

  test('prevents renaming one of several categories with the name, and merging any of them', async () => {
    const [one, other] = [await add({ name: 'Stoneware' }), await add({ name: 'Earthware' })]
    const twin = await add({ name: 'Stoneware', parent_id: other.id })
    await setRules(['Stoneware'])
    await expectRefused(
      422,
      'The commission rule Rule for Stoneware applies to every category named Stoneware: change the rule first',
      () => change(one.id, one.version, { name: 'Rocks' }),
    )
    await expectRefused(
      409,
      'The commission rule Rule for Stoneware names Stoneware: change the rule first',
      () => send('POST', `${path}/${twin.id}/merge`, { into: other.id, product_count: 0 }),
    )
    await setRules([])
    expect(
      (await send('POST', `${path}/${twin.id}/merge`, { into: other.id, product_count: 0 })).status,
    ).toBe(200)
  })
})

describe('an id or a slug', () => {
  test('in capitals is the same id, and an id that cannot be stored is not found', async () => {
    const [one, other] = [await add(), await add()]
    const upper = one.id.toUpperCase()
    expect((await send('GET', `${path}/${upper}`)).body.results.id).toBe(one.id)
    expect((await change(upper, one.version, { is_active: false })).status).toBe(200)
    expect((await send('POST', `${path}/${upper}/order`, { position: 1 })).status).toBe(200)
    expect((await send('POST', path, { name: 'Below capitals', parent_id: upper })).status).toBe(201)
    const move = { parent_id: other.id.toUpperCase(), product_count: 0 }
    expect((await send('POST', `${path}/${upper}/move`, move)).body.results.ancestors[0].id).toBe(other.id)
    await expectRefused(409, /cannot be merged into itself/, () =>
      send('POST', `${path}/${one.id}/merge`, { into: upper, product_count: 0 }),
    )
    for (const slug of ['a%00b', 'x'.repeat(81), '%ED%A0%80']) {
      const answer = await send('GET', `/api/storefront/categories/${slug}`)
      expect([400, 404]).toContain(answer.status)
    }
  })
})

describe('a move', () => {
  test('takes products and the categories below along, shows how many, and is recorded', async () => {
    const [food, shop] = [await add({ name: 'Food here' }), await add({ name: 'Shop' })]
    const rice = await add({ name: 'Rice', parent_id: food.id })
    const basmati = await add({ name: 'Basmati', parent_id: rice.id })
    const { id } = await sell('Food here > Rice > Basmati')
    expect(await read(rice)).toMatchObject({ product_count: 1, own_product_count: 0 })
    const moved = await send('POST', `${path}/${rice.id}/move`, { parent_id: shop.id, product_count: 1 })
    expect(moved.body.results).toMatchObject({ level: 'sub', position: 1, ancestors: [{ name: 'Shop' }] })
    expect(moved.body.results.history[0]).toMatchObject({
      action: 'move',
      before: { path: 'Food here › Rice' },
      after: { path: 'Shop › Rice', products: 1 },
    })
    expect(await filedUnder(id)).toBe('Shop › Rice › Basmati')
    expect([await read(food), await read(shop)]).toMatchObject([{ product_count: 0 }, { product_count: 1 }])
    const up = await send('POST', `${path}/${rice.id}/move`, { parent_id: null, product_count: 1 })
    expect(up.body.results).toMatchObject({ level: 'main', ancestors: [] })
    expect(await read(basmati)).toMatchObject({ level: 'sub' })
  })

  test('is refused below itself, too deep, or if the number of products has changed', async () => {
    const main = await add({ name: 'Tall' })
    const sub = await add({ name: 'Taller', parent_id: main.id })
    const child = await add({ name: 'Tallest', parent_id: sub.id })
    const other = await add({ name: 'Beside' })
    const move = (id: string, parent_id: string | null, product_count = 0) =>
      send('POST', `${path}/${id}/move`, { parent_id, product_count })
    await expectRefused(409, 'Tall cannot be moved below itself', () => move(main.id, main.id))
    await expectRefused(409, 'Tallest is below Tall: choose a category outside Tall', () =>
      move(main.id, child.id),
    )
    await expectRefused(409, /three levels/, () => move(main.id, other.id))
    await expectRefused(409, 'Taller is already below Tall', () => move(sub.id, main.id))
    await expectRefused(409, 'This now affects 0 products: review the change and confirm again', () =>
      move(sub.id, other.id, 7),
    )
    await expectRefused(404, 'There is no such category', () => move(sub.id, vendor))
  })
})

describe('a merge', () => {
  test('moves products, categories and slugs, and merges two categories with the same name', async () => {
    const [old, target] = [await add({ name: 'Cellphones' }), await add({ name: 'Handsets' })]
    const oldCases = await add({ name: 'Covers', slug: 'old-covers', parent_id: old.id })
    const cases = await add({ name: 'covers', slug: 'covers', parent_id: target.id })
    const cables = await add({ name: 'Cables', parent_id: old.id })
    const [one, two, three] = [
      await sell('Cellphones'),
      await sell('Cellphones > Covers'),
      await sell('Cellphones > Cables'),
    ]
    const answer = await send('POST', `${path}/${old.id}/merge`, { into: target.id, product_count: 3 })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject({
      id: target.id,
      product_count: 3,
      own_product_count: 1,
      old_slugs: ['cellphones'],
      children: [{ id: cases.id }, { id: cables.id }],
    })
    expect(answer.body.results.history[0]).toMatchObject({
      action: 'take in',
      after: { category: 'Cellphones', products: 3, slug: 'cellphones' },
    })
    expect(await Promise.all([one, two, three].map(({ id }) => filedUnder(id)))).toEqual([
      'Handsets',
      'Handsets › covers',
      'Handsets › Cables',
    ])
    expect((await send('GET', `${path}/${old.id}`)).status).toBe(404)
    expect([await bySlug('cellphones'), await bySlug('old-covers')]).toEqual([target.id, cases.id])
    expect(await filedUnder((await sell('Cellphones')).id)).toBe('Handsets')
    const { rows } = await app.database.pool.query(
      "select subject_id from audit_log where action = 'merge' and subject_id = any($1)",
      [[old.id, oldCases.id]],
    )
    expect(rows).toHaveLength(2)
  })

  test('is refused into itself, below itself, too deep, or if the number of products has changed', async () => {
    const main = await add({ name: 'Heap' })
    const sub = await add({ name: 'Heaped', parent_id: main.id })
    await add({ name: 'Most heaped', parent_id: sub.id })
    const other = await add({ name: 'Pile' })
    const otherSub = await add({ name: 'Piled', parent_id: other.id })
    const merge = (id: string, into: string, product_count = 0) =>
      send('POST', `${path}/${id}/merge`, { into, product_count })
    await expectRefused(409, 'Heap cannot be merged into itself', () => merge(main.id, main.id))
    await expectRefused(409, 'Heaped is below Heap: choose a category outside Heap', () =>
      merge(main.id, sub.id),
    )
    await expectRefused(409, /three levels/, () => merge(main.id, otherSub.id))
    await expectRefused(409, 'This now affects 0 products: review the change and confirm again', () =>
      merge(main.id, other.id, 1),
    )
    await expectRefused(404, 'There is no such category', () => merge(main.id, vendor))
  })

  test('during submissions loses no listing and causes no fault', async () => {
    const [from, into] = [await add({ name: 'Racing' }), await add({ name: 'Winning' })]
    const listings = Array.from({ length: 8 }, () => sell('Racing').then(({ id }) => id))
    const merging = (async () => {
      for (;;) {
        const { product_count } = await read(from)
        const answer = await send('POST', `${path}/${from.id}/merge`, { into: into.id, product_count })
        if (answer.status !== 409) return answer
      }
    })()
    const ids = await Promise.all(listings)
    expect((await merging).status).toBe(200)
    expect(new Set(await Promise.all(ids.map(filedUnder)))).toEqual(new Set(['Winning']))
    expect(await read(into)).toMatchObject({ own_product_count: 8 })
  })

  test('waits for an order of the same products instead of blocking it', async () => {
    // One connection, as the embedded engine has, meets nobody on its way.
    if (inject('engine') === 'embedded') return
    const [from, into] = [await add({ name: 'Crowded' }), await add({ name: 'Roomy' })]
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push((await sell('Crowded')).id)
    ids.sort()
    const order = await app.database.pool.connect()
    try {
      // What was written last is stored last: reading in stored order is not reading by ids.
      await order.query('update products set product_stock = product_stock + 1 where id = $1', [ids[0]])
      await order.query('begin')
      await order.query('select id from products where id = $1 for update', [ids[0]])
      const merging = send('POST', `${path}/${from.id}/merge`, { into: into.id, product_count: 6 })
      await new Promise((resolve) => setTimeout(resolve, 500))
      for (const id of ids) await order.query('select id from products where id = $1 for update', [id])
      await order.query('commit')
      expect((await merging).status).toBe(200)
    } finally {
      order.release()
    }
  })

  test('of two categories into each other leaves one of them, and the second request is refused', async () => {
    const [one, other] = [await add({ name: 'Left' }), await add({ name: 'Right' })]
    const answers = await Promise.all([
      send('POST', `${path}/${one.id}/merge`, { into: other.id, product_count: 0 }),
      send('POST', `${path}/${other.id}/merge`, { into: one.id, product_count: 0 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('a deletion', () => {
  test('is only for empty categories: otherwise the refusal says what the category contains', async () => {
    const main = await add({ name: 'Full' })
    const sub = await add({ name: 'Fuller', parent_id: main.id })
    await sell('Full > Fuller')
    await expectRefused(409, 'Full contains 1 category: merge it into another category', () =>
      send('DELETE', `${path}/${main.id}`),
    )
    await expectRefused(409, 'Fuller contains 1 product: merge it into another category', () =>
      send('DELETE', `${path}/${sub.id}`),
    )
    await sell('Full')
    await expectRefused(409, /^Full contains 1 category and 1 product: merge it/, () =>
      send('DELETE', `${path}/${main.id}`),
    )
    const empty = await add({ name: 'Nothing in it', slug: 'nothing' })
    expect((await send('DELETE', `${path}/${empty.id}`)).status).toBe(204)
    expect((await send('GET', `${path}/${empty.id}`)).status).toBe(404)
    expect((await add({ name: 'Another', slug: 'nothing' })).slug).toBe('nothing')
  })
})

describe('a user with read-only permission', () => {
  test('is refused every change, and permission to change is not permission to move, merge or delete', async () => {
    const { id } = await add()
    const looker = await app.person(['Manage Categories: view'])
    const changer = await app.person(['Manage Categories: view', 'Manage Categories: act'])
    const target = await add()
    const arranging: [string, string, object?][] = [
      ['POST', `${path}/${id}/move`, { parent_id: target.id, product_count: 0 }],
      ['POST', `${path}/${id}/merge`, { into: target.id, product_count: 0 }],
      ['DELETE', `${path}/${id}`],
    ]
    for (const [method, to, body] of [['POST', path, { name: 'No' }] as const, ...arranging]) {
      await expectRefused(403, /Manage Categories/, () => send(method, to, body, looker))
    }
    for (const [method, to, body] of arranging) {
      await expectRefused(403, /Manage Categories/, () => send(method, to, body, changer))
    }
    expect((await send('POST', path, { name: 'Yes, one more' }, changer)).status).toBe(201)
  })
})

describe('the tree in the database', () => {
  test('is consistent after everything above: places, positions, counters', async () => {
    const { rows } = await app.database.pool.query(`
      with recursive walked as (
        select id, lpad(position::text, 6, '0') as place from categories where parent_id is null
        union all
        select c.id, w.place || '.' || lpad(c.position::text, 6, '0') from categories c join walked w on w.id = c.parent_id
      )
      select
        (select count(*)::int from categories) as all_of_them,
        (select count(*)::int from categories c join walked w using (id) where c.place = w.place) as in_place,
        (select count(*)::int from (
          select parent_id from categories group by parent_id having max(position) <> count(*)) gaps) as gaps,
        (select count(*)::int from (
          select c.id, (select coalesce(sum(n), 0) from (
            select n from counts where key = 'category:' || c.id
            union all select n from count_deltas where key = 'category:' || c.id) k) as kept,
            (select count(*) from products where category_id = c.id) as counted
          from categories c) each where kept <> counted) as miscounted,
        (select count(*)::int from (
          select key from (
            select key, n from counts where key like 'filed:%'
            union all select key, n from count_deltas where key like 'filed:%'
            union all select 'filed:' || category_id || ':' || list, -1 from products where category_id is not null
          ) k group by key having sum(n) <> 0) each) as misfiled`)
    expect(rows[0]).toEqual({
      all_of_them: rows[0].in_place,
      in_place: rows[0].all_of_them,
      gaps: 0,
      miscounted: 0,
      misfiled: 0,
    })
    expect(rows[0].all_of_them).toBeGreaterThan(20)
  })

  test('accepts no fourth level and no cycle', async () => {
    const [main, other] = [await add(), await add()]
    const sub = await add({ parent_id: main.id })
    const write = (text: string, values: unknown[]) => app.database.pool.query(text, values)
    await expect(
      write('update categories set parent_id = $1, depth = 4 where id = $2', [sub.id, other.id]),
    ).rejects.toThrow()
    await expect(
      write('update categories set parent_id = $1, depth = 2 where id = $2', [sub.id, other.id]),
    ).rejects.toThrow()
    await expect(
      write('update categories set parent_id = $1, depth = 3 where id = $2', [sub.id, main.id]),
    ).rejects.toThrow()
  })
})
