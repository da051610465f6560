import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct, pendingVendor, productBody } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const decide = (id: string, verb: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `/api/admin/products/${id}/${verb}`, { as, body })
const read = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
const setAvailable = (id: string, available: boolean, ifMatch?: string) =>
  app.call('PATCH', `/api/admin/products/${id}`, {
    as: admin,
    body: { available },
    headers: ifMatch ? { 'if-match': ifMatch } : {},
  })
const listed = async (list: string, query = '') =>
  (await app.call('GET', `/api/admin/products/get/${list}${query}`, { as: admin })).body.results.map(
    (row: { id: string }) => row.id,
  )

describe('deciding on a listing', () => {
  test('an approved listing moves from the pending to the approved list', async () => {
    const product = await pendingProduct(app)
    expect(await listed('pending')).toContain(product.id)
    expect((await decide(product.id, 'approve')).body.results.status).toBe('approved')
    expect(await listed('pending')).not.toContain(product.id)
    expect(await listed('approved')).toContain(product.id)
  })

  test('a decision names its person by id too: names are changed, and two people can share one', async () => {
    const product = await pendingProduct(app)
    const { decision } = (await decide(product.id, 'approve')).body.results
    expect(decision).toMatchObject({ decided_by_id: admin.id, decided_by: expect.stringMatching(/^Person/) })
  })

  test('the GET of the fixed contract approves too, and again changes nothing', async () => {
    const product = await pendingProduct(app)
    const first = await app.call('GET', `/api/admin/products/${product.id}/approve`, { as: admin })
    const second = await app.call('GET', `/api/admin/products/${product.id}/approve`, { as: admin })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.results.version).toBe(first.body.results.version)
    expect(second.body.results.messages).toHaveLength(1)
  })

  test('a rejection needs a reason, and the vendor is notified', async () => {
    const product = await pendingProduct(app)
    expect((await decide(product.id, 'reject', { reason: ' ' })).status).toBe(422)
    expect((await read(product.id)).status).toBe('submitted')
    const { body } = await decide(product.id, 'reject', { reason: 'The picture shows another product' })
    expect(body.results.status_reason).toBe('The picture shows another product')
    expect(body.results.messages[0]).toMatchObject({ kind: 'product rejected', status: 'queued' })
  })

  test('undo brings it back to the list it came from', async () => {
    const product = await pendingProduct(app)
    const { body } = await decide(product.id, 'reject', { reason: 'A slip' })
    await decide(product.id, 'undo', { decision_id: body.results.decision.id })
    expect(await listed('pending')).toContain(product.id)
    expect((await read(product.id)).messages[0].status).toBe('withdrawn')
  })

  test('the same undo again, after a lost answer, succeeds and changes nothing', async () => {
    const product = await pendingProduct(app)
    const { body } = await decide(product.id, 'reject', { reason: 'A slip' })
    const undoing = { decision_id: body.results.decision.id }
    const first = await decide(product.id, 'undo', undoing)
    const second = await decide(product.id, 'undo', undoing)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.results).toEqual(first.body.results)
    const undone = second.body.results.history.filter(({ action }: { action: string }) => action === 'undo')
    expect(undone).toHaveLength(1)
    // What another person has undone is not one's own undo, and a decision made since is not undone with it.
    expect((await decide(product.id, 'undo', undoing, await app.person())).status).toBe(409)
    await decide(product.id, 'approve')
    expect((await decide(product.id, 'undo', undoing)).status).toBe(409)
    expect((await read(product.id)).status).toBe('approved')
  })
})

describe('the Available switch', () => {
  test('off, an approved listing moves to Deactivated; on, it comes back', async () => {
    const product = await pendingProduct(app)
    await decide(product.id, 'approve')
    const off = await setAvailable(product.id, false, '"v2"')
    expect(off.body.results).toMatchObject({ available: false, status: 'approved', version: 3 })
    expect(await listed('deactivated')).toContain(product.id)
    expect(await listed('approved')).not.toContain(product.id)
    await setAvailable(product.id, true, '"v3"')
    expect(await listed('approved')).toContain(product.id)
    const { history } = await read(product.id)
    expect(history.slice(0, 2).map((entry: { action: string }) => entry.action)).toEqual([
      'switch on',
      'switch off',
    ])
  })

  test('on a pending listing it says whether it goes live when approved', async () => {
    const product = await pendingProduct(app)
    await setAvailable(product.id, false, '"v1"')
    expect(await listed('pending')).toContain(product.id)
    await decide(product.id, 'approve')
    expect(await listed('deactivated')).toContain(product.id)
  })

  test('a stale version is refused with the present record, and nothing changed', async () => {
    const product = await pendingProduct(app)
    await setAvailable(product.id, false, '"v1"')
    const stale = await setAvailable(product.id, true, '"v1"')
    expect(stale.status).toBe(412)
    expect(stale.body.results).toMatchObject({ available: false, version: 2 })
    expect((await read(product.id)).available).toBe(false)
    expect((await setAvailable(product.id, true)).status).toBe(422)
  })

  test('hides for its own reasons: the switch, the stock and the vendor each say so', async () => {
    const vendor = await pendingVendor(app)
    const product = await pendingProduct(app, { product_stock: 0 }, vendor.id)
    await decide(product.id, 'approve')
    expect((await read(product.id)).hidden_because).toEqual(['the vendor is submitted', 'it is out of stock'])
    await app.call('POST', `/api/admin/sellers/${vendor.id}/approve`, { as: admin })
    expect((await read(product.id)).hidden_because).toEqual(['it is out of stock'])
  })
})

describe('several switches at once', () => {
  test('each has an outcome of its own, and the lists follow', async () => {
    const [one, two] = [await pendingProduct(app), await pendingProduct(app)]
    await decide(one.id, 'approve')
    await decide(two.id, 'approve')
    const missing = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    const turn = (ids: string[], available: boolean) =>
      app.call('POST', '/api/admin/products/bulk/available', { as: admin, body: { ids, available } })
    await setAvailable(two.id, false, '"v2"')
    const { body } = await turn([one.id, two.id, missing], false)
    expect(body.results.map((row: { outcome: string }) => row.outcome)).toEqual([
      'done',
      'unchanged',
      'refused',
    ])
    expect(await listed('deactivated', '?limit=100')).toEqual(expect.arrayContaining([one.id, two.id]))
    expect((await read(one.id)).history[0].action).toBe('switch off')
    await turn([one.id, two.id], true)
    expect(await listed('approved')).toEqual(expect.arrayContaining([one.id, two.id]))
  })
})

describe('a decision on the version that was read', () => {
  test('goes through, and a stale one is refused with the present record and changes nothing', async () => {
    const product = await pendingProduct(app)
    await app.call('POST', '/api/intake/products', {
      as: key,
      body: { ...product.body, product_name: 'Swapped after it was read' },
    })
    const on = (version: string) =>
      app.call('POST', `/api/admin/products/${product.id}/approve`, {
        as: admin,
        headers: { 'if-match': version },
      })
    const stale = await on('"v1"')
    expect(stale.status).toBe(412)
    expect(stale.body.results.product_name).toBe('Swapped after it was read')
    expect((await read(product.id)).status).toBe('submitted')
    expect((await on('"v2"')).body.results.status).toBe('approved')
  })
})

describe('an edit of an approved listing', () => {
  async function approved(given = {}) {
    const product = await pendingProduct(app, given)
    await decide(product.id, 'approve')
    return product
  }
  const edit = (product: { body: object }, change: object) =>
    app.call('POST', '/api/intake/products', { as: key, body: { ...product.body, ...change } })

  test('waits for review while the live version keeps serving', async () => {
    const product = await approved()
    expect((await edit(product, { product_name: 'Another name' })).body.results.status).toBe('approved')
    const review = await read(product.id)
    expect(review.product_name).toBe(product.body.product_name)
    expect(review.revision.fields).toEqual([
      { path: 'product_name', before: product.body.product_name, after: 'Another name' },
    ])
    expect(await listed('approved', '?limit=100&revision=waiting')).toContain(product.id)
    const { body } = await decide(product.id, `revisions/${review.revision.number}/approve`)
    expect(body.results).toMatchObject({ product_name: 'Another name', revision: null })
  })

  test('rejected, it leaves the live version as it is', async () => {
    const product = await approved()
    await edit(product, { product_name: 'Not this' })
    const { revision } = await read(product.id)
    const path = `revisions/${revision.number}/reject`
    expect((await decide(product.id, path, { reason: '' })).status).toBe(422)
    const { body } = await decide(product.id, path, { reason: 'The name is another brand' })
    expect(body.results).toMatchObject({ product_name: product.body.product_name, revision: null })
    expect((await decide(product.id, path, { reason: 'again' })).status).toBe(409)
  })

  test('stock and small price steps are live at once, a large step waits', async () => {
    const product = await approved({ product_price: '1000' })
    await edit(product, { product_stock: 3, product_price: '1099.99' })
    expect(await read(product.id)).toMatchObject({
      product_stock: 3,
      product_price: '1099.99',
      revision: null,
    })
    await edit(product, { product_stock: 2, product_price: '2000' })
    const review = await read(product.id)
    expect(review).toMatchObject({ product_stock: 2, product_price: '1099.99' })
    expect(review.revision.fields).toEqual([{ path: 'product_price', before: '1099.99', after: '2000' }])
  })
})

describe('an edit that waits', () => {
  const edit = (product: { body: object }, change: object) =>
    app.call('POST', '/api/intake/products', { as: key, body: { ...product.body, ...change } })

  async function approved(given = {}) {
    const product = await pendingProduct(app, given)
    await decide(product.id, 'approve')
    return product
  }
  const addPicture = async (id: string, background: string) => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'picture.png')
    return app.call('POST', `/api/intake/products/${id}/images`, { as: key, body: form })
  }

  test('many small price steps are one large one, counted from the price that was looked at', async () => {
    const product = await approved({ product_price: '1000' })
    await edit(product, { product_price: '1090' })
    expect(await read(product.id)).toMatchObject({ product_price: '1090', revision: null })
    await edit(product, { product_price: '1180' })
    const review = await read(product.id)
    expect(review.product_price).toBe('1090')
    expect(review.revision.fields).toEqual([{ path: 'product_price', before: '1090', after: '1180' }])
    await decide(product.id, `revisions/${review.revision.number}/approve`)
    await edit(product, { product_price: '1290' })
    expect(await read(product.id)).toMatchObject({ product_price: '1290', revision: null })
  })

  test('keeps its number and its pictures when the stock alone moves', async () => {
    const product = await approved()
    await edit(product, { product_name: 'Another name' })
    await addPicture(product.id, '#2f6f4f')
    const before = await read(product.id)
    expect(before.revision.images_after).toHaveLength(1)
    await edit(product, { product_name: 'Another name', product_stock: 1 })
    const after = await read(product.id)
    expect(after.product_stock).toBe(1)
    expect(after.revision).toMatchObject({ number: before.revision.number })
    expect(after.revision.images_after).toHaveLength(1)
  })

  test('keeps the picture that was asked for when another edit follows', async () => {
    const product = await approved()
    await addPicture(product.id, '#1f3f7a')
    await edit(product, { product_name: 'Another name' })
    const { revision } = await read(product.id)
    expect(revision.images_after).toHaveLength(1)
    const { body } = await decide(product.id, `revisions/${revision.number}/approve`)
    expect(body.results.images).toHaveLength(1)
  })

  test('says nothing of the stock: that was taken over when it came', async () => {
    const product = await approved()
    await edit(product, { product_name: 'E2' })
    await edit(product, { product_name: 'E2', product_stock: 77 })
    const { revision } = await read(product.id)
    expect(revision.fields.map((field: { path: string }) => field.path)).toEqual(['product_name'])
    const { body } = await decide(product.id, `revisions/${revision.number}/approve`)
    expect(body.results.product_stock).toBe(77)
    // Nobody has checked the edit, and the log says so.
    expect(Object.keys(body.results.history[0].after)).toEqual(['product_name', 'approved_despite'])
  })

  test('is pending again with its pictures when the approval is undone', async () => {
    const product = await pendingProduct(app)
    const { body } = await decide(product.id, 'approve')
    await edit(product, { product_name: 'Asked for', product_price: '5000' })
    await addPicture(product.id, '#5f2f7a')
    const { revision } = await read(product.id)
    await decide(product.id, 'undo', { decision_id: body.results.decision.id })
    const back = await read(product.id)
    expect(back).toMatchObject({ status: 'submitted', product_name: 'Asked for', revision: null })
    expect(back.history[0]).toMatchObject({
      action: 'undo',
      before: { status: 'approved', product_name: product.body.product_name },
      after: { status: 'submitted', product_name: 'Asked for', product_price: '5000' },
    })
    expect(back.images).toHaveLength(1)
    expect((await decide(product.id, `revisions/${revision.number}/approve`)).status).toBe(409)
    await edit(product, { product_name: 'The third name', product_price: '900' })
    await decide(product.id, 'approve')
    expect(await read(product.id)).toMatchObject({ product_name: 'The third name', revision: null })
  })

  test('whose SKU another listing has taken keeps the approval that cannot be undone any more', async () => {
    const product = await pendingProduct(app)
    const { body } = await decide(product.id, 'approve')
    const sku = `TAKEN-${product.id.slice(-6)}`
    await edit(product, { sku })
    const other = await pendingProduct(app, { sku }, product.vendorId)
    const undone = await decide(product.id, 'undo', { decision_id: body.results.decision.id })
    expect([undone.status, undone.body.message]).toEqual([
      409,
      `The SKU ${sku} now belongs to ${other.body.product_name}. The approval can no longer be undone`,
    ])
    expect((await read(product.id)).status).toBe('approved')
  })

  test('is found whether the switch is on or off, and the counts agree', async () => {
    const product = await approved()
    await edit(product, { product_name: 'Waits while off' })
    await setAvailable(product.id, false, '*')
    expect(await listed('approved', '?limit=100&revision=waiting')).toContain(product.id)
    const { body: page } = await app.call(
      'GET',
      '/api/admin/products/get/approved?limit=1&revision=waiting',
      {
        as: admin,
      },
    )
    const { body: counts } = await app.call('GET', '/api/admin/products/counts', { as: admin })
    const { body: work } = await app.call('GET', '/api/admin/dashboard/work', { as: admin })
    const heap = work.results.waiting.find((one: { kind: string }) => one.kind === 'product_revisions')
    expect([counts.results.revisions, heap.count]).toEqual([page.total, page.total])
  })

  test('rejected, its reason is returned to the system that submitted it', async () => {
    const product = await approved()
    await edit(product, { product_name: 'Not this' })
    const { revision } = await read(product.id)
    await decide(product.id, `revisions/${revision.number}/reject`, { reason: 'The title is another brand' })
    const told = await app.call('GET', `/api/intake/products/${product.id}`, { as: key })
    expect(told.body.results).toMatchObject({
      status: 'approved',
      last_change: { status: 'refused', reason: 'The title is another brand' },
    })
  })

  test('with a SKU that another listing took meanwhile is refused, and nothing changes', async () => {
    const vendor = await pendingVendor(app)
    const product = await pendingProduct(app, {}, vendor.id)
    await decide(product.id, 'approve')
    await edit(product, { sku: 'WANTED-1' })
    const { revision } = await read(product.id)
    const other = await pendingProduct(app, { sku: 'WANTED-1' }, vendor.id)
    const refused = await decide(product.id, `revisions/${revision.number}/approve`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(other.body.product_name)
    expect((await read(product.id)).sku).toBe(product.body.sku)
  })

  test.each([
    ['request-update', 'asked for'],
    ['reject', 'missing'],
  ])('a picture after a %s makes it our turn again: it was %s', async (verb) => {
    const product = await pendingProduct(app)
    await decide(product.id, verb, { reason: 'Show it from the front' })
    await addPicture(product.id, '#7a1f1f')
    expect(await read(product.id)).toMatchObject({ status: 'submitted', status_reason: '' })
  })
})

describe('what comes from outside', () => {
  test('a link to a video is https, with a host where a reader looks for it', async () => {
    const vendor = await pendingVendor(app)
    const given = async (product_video_url: string) => {
      const body = productBody(vendor.id, { product_video_url })
      return (await app.call('POST', '/api/intake/products', { as: key, body })).status
    }
    expect(await given('https://youtu.be/a1b2?t=3#x')).toBe(201)
    for (const url of [
      'https:youtu.be',
      'https://youtube.com@evil.example/',
      'https://user:word@youtube.com/',
      'http://youtu.be/a',
      'https://localhost/',
      'https://a b.example/',
    ]) {
      expect([url, await given(url)]).toEqual([url, 422])
    }
  })

  test('half a character is refused with words, and stores nothing', async () => {
    const vendor = await pendingVendor(app)
    const body = productBody(vendor.id, { product_name: 'Half \ud800' })
    const answer = await app.call('POST', '/api/intake/products', { as: key, body })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'product_name'])
  })

  test('a description keeps its paragraphs and loses everything that could run', async () => {
    const product = await pendingProduct(app, {
      product_description:
        '<p onclick="steal()">Soft <strong>lawn</strong></p><script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">x</a><iframe src="https://evil.example"></iframe>',
    })
    expect((await read(product.id)).product_description).toBe(
      '<p>Soft <strong>lawn</strong></p><a rel="noopener noreferrer nofollow">x</a>',
    )
  })

  test('a search finds the middle of a name and the SKU, and takes % as a character', async () => {
    const product = await pendingProduct(app, {
      product_name: 'Multani blue pottery 100% clay',
      sku: 'POT-77',
    })
    const search = (q: string) => listed('pending', `?limit=100&q=${encodeURIComponent(q)}`)
    expect(await search('BLUE pott')).toEqual([product.id])
    expect(await search('pot-77')).toEqual([product.id])
    expect(await search('100% cl')).toEqual([product.id])
    expect(await search('1%0')).toEqual([])
    expect(await search('mu')).toEqual([product.id])
  })
})
