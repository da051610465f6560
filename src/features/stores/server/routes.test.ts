import { describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { keepPublicCache, PublicCache } from '#kit/server/public-cache.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingProduct, pendingVendor, sellerBody } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { runningPromotion, standingProduct } from '#testing/promotion-samples.ts'
import { promotionStage } from '#testing/promotion-stage.ts'
import { stateOf } from '#testing/state.ts'

const { by, send } = promotionStage()

const path = '/api/storefront/stores'
/** As shoppers ask: without a token. */
const ask = (to: string, headers: Record<string, string> = {}) => by.app.call('GET', to, { headers })
const shelf = async (id: string, query = '') => (await ask(`${path}/${id}${query}`)).body.results
const namesOf = async (id: string) =>
  (await shelf(id)).products.map(({ product_name }: { product_name: string }) => product_name)
const found = async (q: string) =>
  (await ask(`${path}?q=${encodeURIComponent(q)}&limit=100`)).body.results.map(({ id }: { id: string }) => id)
const shopOf = (shop_name: string) => {
  const body = sellerBody()
  if (!body.shop) throw new Error('a seller without a shop')
  return { ...body, shop: { ...body.shop, shop_name } }
}
const openShop = async (shop_name: string) => {
  const vendor = await pendingVendor(by.app, shopOf(shop_name))
  await send('POST', `/api/admin/sellers/${vendor.id}/approve`)
  return vendor
}
const attach = async (id: string, slot: string, number: number) => {
  const body = await pictureForm(number)
  const { status } = await by.app.call('POST', `/api/intake/sellers/${id}/files/${slot}`, {
    as: by.key,
    body,
  })
  expect(status).toBe(201)
}
const switchOff = async ({ id }: { id: string }) => {
  const { version } = (await send('GET', `/api/admin/products/${id}`)).body.results
  await by.app.call('PATCH', `/api/admin/products/${id}`, {
    as: by.admin,
    body: { available: false },
    headers: { 'if-match': `"v${version}"` },
  })
}

describe('a shop', () => {
  test('shows its name, city, and what can be bought there, to anybody', async () => {
    const { vendorId, body } = await listedProduct(by, {
      product_name: 'Ajrak shawl',
      product_price: '2500.50',
    })
    await listedProduct(
      by,
      { product_name: 'Khussa', product_price: '900', discounted_price: '750' },
      vendorId,
    )
    const { status, body: answer } = await ask(`${path}/${vendorId}`)
    expect(status).toBe(200)
    expect(answer.results).toMatchObject({
      id: vendorId,
      city: 'Lahore',
      product_count: 2,
      logo: '',
      banner: '',
      products: [
        { product_name: 'Khussa', price: '750', price_before: '900' },
        { product_name: 'Ajrak shawl', price: '2500.50', price_before: null },
      ],
      paging: { total: 2, page: 1 },
    })
    expect(body.product_name).toBe('Ajrak shawl')
    const [row] = (await ask(`${path}?q=${encodeURIComponent(answer.results.shop_name)}`)).body.results
    expect(row).toEqual({
      id: vendorId,
      shop_name: answer.results.shop_name,
      city: 'Lahore',
      logo: '',
      product_count: 2,
    })
  })

  test('shows the price of the campaign that applies', async () => {
    const product = await standingProduct(by, { product_price: '1000' })
    await runningPromotion(by, { discount_bp: 2_000 }, { product })
    expect((await shelf(product.vendorId)).products).toEqual([
      expect.objectContaining({ id: product.id, price: '800', price_before: '1000' }),
    ])
  })

  test('hides what is rejected, pending, off, out of stock or in a category that is off', async () => {
    const { vendorId } = await listedProduct(by, { product_name: 'Seen' })
    const hidden = await addedCategory(by)
    await listedProduct(by, { product_name: 'Sold out', product_stock: 0 }, vendorId)
    await switchOff(await listedProduct(by, { product_name: 'Off' }, vendorId))
    const rejected = await pendingProduct(by.app, { product_name: 'Rejected' }, vendorId)
    await send('POST', `/api/admin/products/${rejected.id}/reject`, { reason: 'Counterfeit' })
    await pendingProduct(by.app, { product_name: 'Pending' }, vendorId)
    await listedProduct(by, { product_name: 'Out of season', category: hidden.name }, vendorId)
    expect((await namesOf(vendorId)).sort()).toEqual(['Out of season', 'Seen'])
    await by.app.call('PATCH', `/api/admin/categories/${hidden.id}`, {
      as: by.admin,
      body: { is_active: false },
      headers: { 'if-match': '"v1"' },
    })
    expect(await shelf(vendorId)).toMatchObject({ product_count: 1, products: [{ product_name: 'Seen' }] })
    const rows = (await ask(`${path}?limit=100`)).body.results
    expect(rows.find(({ id }: { id: string }) => id === vendorId).product_count).toBe(1)
  })

  test.each(['pending', 'rejected', 'disabled'])('of a vendor that is %s never answers', async (state) => {
    const { id } = await pendingVendor(by.app, shopOf(`Shut ${state}`))
    if (state === 'rejected') await send('POST', `/api/admin/sellers/${id}/reject`, { reason: 'No papers' })
    if (state === 'disabled') {
      await send('POST', `/api/admin/sellers/${id}/approve`)
      expect(await found(`Shut ${state}`)).toEqual([id])
      await send('POST', `/api/admin/sellers/${id}/disable`, { reason: 'Asked for' })
    }
    expect(await found(`Shut ${state}`)).toEqual([])
    expect((await ask(`${path}/${id}`)).status).toBe(404)
  })

  test('without a name is nowhere, and search engines are not told of it', async () => {
    const { id } = await openShop('Soon without a name')
    const sitemap = async () => {
      // It is read again after a minute.
      by.app.clock.move(61_000)
      return (await ask('/shop/sitemap.xml')).body
    }
    expect(await sitemap()).toContain(`<loc>https://munshi.example/shop/stores/${id}</loc>`)
    await by.app.database.pool.query("update vendors set shop_name = '' where id = $1", [id])
    expect(await sitemap()).not.toContain(id)
    expect((await ask(`${path}/${id}`)).status).toBe(404)
  })

  test('is found by words of its name and city, and never by a phone number or an e-mail address', async () => {
    const { id, body } = await openShop('Gulberg Karhai House')
    expect(await found('karhai gulberg')).toEqual([id])
    expect(await found('karhai lahore')).toEqual([id])
    const secrets = [
      body.email,
      body.phone,
      String(body.phone).replace('+92', '0'),
      body.username,
      (body.shop as { shop_email: string }).shop_email,
      (body.shop as { shop_mobile: string }).shop_mobile,
      (body.shop as { ibn_number: string }).ibn_number,
      (body.seller as { cnic: string }).cnic,
    ]
    for (const secret of secrets) expect(await found(String(secret)), String(secret)).toEqual([])
  })

  test('tells nothing of the person behind it', async () => {
    const { id, body } = await openShop('Canary Crafts')
    const text = JSON.stringify(
      [await ask(`${path}/${id}`), await ask(`${path}?limit=100`)].map((one) => one.body),
    )
    expect(text).toContain('Canary Crafts')
    const { seller, shop } = body as unknown as Record<'seller' | 'shop', Record<string, unknown>>
    const shown = ['shop_name', 'sellers_city', 'sellers_province']
    const kept = Object.entries({ ...seller, ...shop, email: body.email, phone: body.phone }).filter(
      ([name, value]) => !shown.includes(name) && typeof value === 'string' && value.length > 3,
    )
    expect(kept.length).toBeGreaterThan(10)
    for (const [name, value] of kept) expect(text, name).not.toContain(value)
  })

  test('shows its pictures under public names, and the default ones without its own', async () => {
    const { id } = await openShop('Pictured')
    const body = await pictureForm(7)
    const saved = await send('POST', '/api/admin/default-images/shop-image', body)
    const standIn = saved.body.results.shop_image
    expect((await shelf(id)).logo).toBe(standIn)
    const savedBanner = await send('POST', '/api/admin/default-images/shop-banner', await pictureForm(8))
    expect((await shelf(id)).banner).toBe(savedBanner.body.results.shop_banner)
    const [listed] = (await ask(`${path}?q=Pictured`)).body.results
    expect(listed).toMatchObject({ id, logo: standIn })
    await attach(id, 'shop_image', 1)
    await attach(id, 'shop_logo', 2)
    await attach(id, 'shop_banner', 3)
    await attach(id, 'cheque_copy', 4)
    const before = await stateOf(by.app)
    const { logo, banner } = await shelf(id)
    expect(new Set([logo, banner, standIn]).size).toBe(3)
    for (const name of [`${logo}.webp`, `${logo}-96.webp`, `${banner}.webp`]) {
      expect((await fetch(`${by.app.url}/media/${name}`)).headers.get('content-type')).toBe('image/webp')
    }
    expect(await stateOf(by.app)).toBe(before)
    const { rows } = await by.app.database.pool.query(
      "select storage_key from vendor_files where vendor_id = $1 and slot = 'cheque_copy'",
      [id],
    )
    const paper = String(rows[0].storage_key).replace(/^vendors\//, '')
    expect((await fetch(`${by.app.url}/media/${paper}`)).status).toBe(404)
  })

  test('pages through everything it sells, each listing once', async () => {
    const { vendorId } = await listedProduct(by, { product_name: 'Item 0' })
    for (let n = 1; n < 26; n += 1) await listedProduct(by, { product_name: `Item ${n}` }, vendorId)
    const first = await shelf(vendorId)
    expect([first.product_count, first.products.length]).toEqual([26, 24])
    const byPage = await shelf(vendorId, '?page=2')
    const byCursor = await shelf(vendorId, `?cursor=${encodeURIComponent(first.paging.next_cursor)}`)
    expect(byCursor.products).toEqual(byPage.products)
    const ids = [...first.products, ...byPage.products].map(({ id }) => id)
    expect(new Set(ids).size).toBe(26)
  })

  test('is answered with an ETag, and with 304 as long as nothing changed', async () => {
    const { id } = await openShop('Cached')
    const first = await ask(`${path}/${id}`)
    // It has prices, which hold for a minute.
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const held = { 'if-none-match': String(first.headers.get('etag')) }
    expect((await ask(`${path}/${id}`, held)).status).toBe(304)
    await listedProduct(by, {}, id)
    expect((await ask(`${path}/${id}`, held)).status).toBe(200)
  })

  test('is answered from memory, without a statement, until a look finds that something of it changed', async () => {
    const product = await standingProduct(by, { product_price: '1000', product_stock: 9 })
    const { id: category } = await addedCategory(by)
    const { vendorId } = product
    const all = `${path}?limit=100`
    const { services, database } = by.app
    const { publicCache: before } = services
    // As an instance that looks by its job alone.
    services.publicCache = new PublicCache(60_000)
    const look = () => keepPublicCache.run(jobContext('test', { db: database.db, services }), {} as never)
    let taken = 0
    const count = () => {
      taken += 1
    }
    const tags: Record<string, string> = {}
    const changed = async () => {
      const differing = []
      for (const to of [all, `${path}/${vendorId}`]) {
        const answer = await ask(to, tags[to] ? { 'if-none-match': tags[to] } : {})
        tags[to] = String(answer.headers.get('etag'))
        if (answer.status === 200) differing.push(to === all ? 'list' : 'shop')
      }
      return differing
    }
    try {
      await look()
      expect(await changed()).toEqual(['list', 'shop'])
      database.pool.on('acquire', count)
      expect([await changed(), taken]).toEqual([[], 0])
      const own = 'update products set'
      const changes: [string, unknown[], string[]][] = [
        [`${own} product_stock = 8 where id = $1`, [product.id], []],
        [`${own} product_stock = 0 where id = $1`, [product.id], ['list', 'shop']],
        [`${own} product_stock = 1 where id = $1`, [product.id], ['list', 'shop']],
        [`${own} product_name = 'Renamed' where id = $1`, [product.id], ['shop']],
        [`${own} product_price = 120000 where id = $1`, [product.id], ['shop']],
        [`${own} available = false where id = $1`, [product.id], ['list', 'shop']],
        [`${own} available = true, category_id = $2 where id = $1`, [product.id, category], ['list', 'shop']],
        ['update categories set is_active = false where id = $1', [category], ['list', 'shop']],
        ["update vendors set shop_name = 'Newly named' where id = $1", [vendorId], ['list', 'shop']],
        ["update vendors set sellers_city = 'Quetta' where id = $1", [vendorId], ['list', 'shop']],
        [
          `insert into default_images (slot, media, changed_at) values ('shop_image', 'a', now())
           on conflict (slot) do update set media = 'another'`,
          [],
          ['list', 'shop'],
        ],
      ]
      for (const [text, values, expected] of changes) {
        await database.pool.query(text, values)
        await look()
        taken = 0
        expect([text, await changed()]).toEqual([text, expected])
        if (expected.length === 0) expect(taken).toBe(0)
      }
    } finally {
      database.pool.off('acquire', count)
      services.publicCache = before
    }
  })

  test('says once for a transaction that it differs, and what was said is added up without a trace', async () => {
    const { vendorId } = await listedProduct(by, {})
    await listedProduct(by, {}, vendorId)
    const { services, database } = by.app
    const { publicCache: before } = services
    services.publicCache = new PublicCache(60_000)
    const upkeep = () => keepPublicCache.run(jobContext('test', { db: database.db, services }), {} as never)
    const rows = async () => {
      const found = await database.pool.query(
        "select count(*)::int4 as n from public_versions where name = 'stores'",
      )
      return found.rows[0].n
    }
    try {
      const least = await rows()
      await database.pool.query(
        'update products set product_price = product_price + 100 where vendor_id = $1',
        [vendorId],
      )
      expect(await rows()).toBe(least + 1)
      await database.pool.query("insert into public_versions select 'stores' from generate_series(1, 100)")
      await upkeep()
      expect(await rows()).toBe(1)
      const held = { 'if-none-match': String((await ask(`${path}/${vendorId}`)).headers.get('etag')) }
      await database.pool.query("insert into public_versions select 'posts' from generate_series(1, 100)")
      await upkeep()
      await upkeep()
      expect((await ask(`${path}/${vendorId}`, held)).status).toBe(304)
      await database.pool.query("update vendors set sellers_city = 'Gilgit' where id = $1", [vendorId])
      await upkeep()
      expect((await ask(`${path}/${vendorId}`, held)).status).toBe(200)
    } finally {
      services.publicCache = before
    }
  })

  test('has the prices of its campaigns from the moment they start to the moment they end', async () => {
    const product = await standingProduct(by, { product_price: '1000' })
    await runningPromotion(by, { discount_bp: 2_000 }, { product })
    const price = async () => (await shelf(product.vendorId)).products[0].price
    expect(await price()).toBe('800')
    by.app.clock.move(400 * 86_400_000)
    expect(await price()).toBe('1000')
  })

  test('is not kept in memory for words, numbers and cursors that anybody can make up', async () => {
    const { vendorId } = await listedProduct(by, {})
    await ask(path)
    const bytes = () => by.app.services.publicCache.bytes
    const next = encodeURIComponent((await ask(`${path}?limit=1`)).body.next_cursor)
    const before = bytes()
    for (const to of [
      `${path}?q=nobody`,
      `${path}?limit=1&page=99999`,
      `${path}?limit=1&cursor=${next}`,
      `${path}/${crypto.randomUUID()}`,
      `${path}/${vendorId}?page=9`,
    ]) {
      await ask(to)
      expect([to, bytes()]).toEqual([to, before])
    }
    await ask(`${path}/${vendorId}`)
    expect(bytes()).toBeGreaterThan(before)
  })

  test('is asked for by known parameters only', async () => {
    for (const to of [`${path}?status=pending`, `${path}?sort=email`, `${path}?limit=101`])
      expect((await ask(to)).status, to).toBe(422)
  })
})

describe('the newest listings of all shops', () => {
  const newest = async () => (await ask('/api/storefront/products/newest')).body.results
  /** Lets pass for how long an instance answers from its memory. */
  const pass = () => by.app.clock.move(31_000)

  test('are what can be bought now, each with its price and its shop', async () => {
    const { id, vendorId } = await listedProduct(by, {
      product_name: 'Older shawl',
      product_price: '900',
      discounted_price: '750',
    })
    const sold = await listedProduct(by, { product_name: 'Sold out', product_stock: 0 })
    await pendingProduct(by.app, { product_name: 'Pending' }, vendorId)
    const latest = await listedProduct(by, { product_name: 'Latest shawl' })
    pass()
    const rows = await newest()
    expect(rows.map(({ product_name }: { product_name: string }) => product_name).slice(0, 2)).toEqual([
      'Latest shawl',
      'Older shawl',
    ])
    const { shop_name } = await shelf(vendorId)
    expect(rows[1]).toEqual({
      ...{ id, product_name: 'Older shawl', price: '750', price_before: '900', image: '' },
      ...{ store_id: vendorId, shop_name },
    })
    expect(rows.length).toBeLessThanOrEqual(12)
    expect(rows.some((row: { id: string }) => row.id === sold.id)).toBe(false)
    await send('POST', `/api/admin/sellers/${latest.vendorId}/disable`, { reason: 'Asked for' })
    pass()
    expect((await newest()).map((row: { id: string }) => row.id)).not.toContain(latest.id)
  })
})
