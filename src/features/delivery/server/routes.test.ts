import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { addedEntry, type DeliveryNoun, deliveryBody } from '#testing/delivery-samples.ts'
import { listedProduct, type MadeProduct, pendingOrder, pendingProduct } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
afterAll(() => app.close())

const nouns: readonly DeliveryNoun[] = ['shipping-methods', 'packagings', 'pickup-locations']
const send = (method: string, path: string, body?: unknown, as: TestPerson = admin) =>
  app.call(method, path, { as, body })
const add = (noun: DeliveryNoun, given: object = {}) => addedEntry(by, noun, given)
const change = (noun: DeliveryNoun, id: string, version: number, body: object, as = admin) =>
  app.call('PATCH', `/api/admin/${noun}/${id}`, { as, body, headers: { 'if-match': `"v${version}"` } })
const read = async (noun: DeliveryNoun, id: string) =>
  (await send('GET', `/api/admin/${noun}/${id}`)).body.results
const idsOf = async (noun: DeliveryNoun, query = '') =>
  (await send('GET', `/api/admin/${noun}?limit=100${query}`)).body.results.map(({ id }: { id: string }) => id)
const choices = async () => (await app.call('GET', '/api/storefront/delivery')).body.results
const expectRefused = refusing(() => app)
const unknown = '01a1fc80-d469-7475-b815-ea04c5a66a67'

describe.each(nouns)('%s', (noun) => {
  test('are added as the last of their list, changed, and seen by shoppers while they are on', async () => {
    const first = await add(noun)
    const second = await add(noun)
    const shown = async () =>
      Object.values<{ id: string }[]>(await choices())
        .flat()
        .map(({ id }) => id)
    expect((await idsOf(noun)).slice(-2)).toEqual([first.id, second.id])
    expect((await shown()).filter((id) => [first.id, second.id].includes(id))).toEqual([first.id, second.id])
    const off = await change(noun, first.id, first.version, { is_active: false })
    expect([off.status, off.body.results.is_active]).toEqual([200, false])
    expect(await shown()).not.toContain(first.id)
    expect(await idsOf(noun, '&status=inactive')).toContain(first.id)
    expect(await idsOf(noun, '&status=active')).not.toContain(first.id)
  })

  test('are put in order, one at a time', async () => {
    const [one, other] = [await add(noun), await add(noun)]
    const before = await idsOf(noun)
    const moved = await send('POST', `/api/admin/${noun}/${other.id}/order`, { position: 1 })
    expect(moved.body.results.position).toBe(1)
    expect(await idsOf(noun)).toEqual([other.id, ...before.filter((id: string) => id !== other.id)])
    await send('POST', `/api/admin/${noun}/${other.id}/order`, { position: 99_999 })
    expect(await idsOf(noun)).toEqual(before)
    expect(before.indexOf(one.id)).toBe(before.length - 2)
  })

  test('are put in order while others of them are changed: nobody waits for somebody who waits', async () => {
    const made = [await add(noun), await add(noun), await add(noun)]
    const answers = await Promise.all(
      made.flatMap(({ id }, n) => [
        send('POST', `/api/admin/${noun}/${id}/order`, { position: 1 }),
        app.call('PATCH', `/api/admin/${noun}/${id}`, {
          as: admin,
          body: { is_active: n % 2 === 0 },
          headers: { 'if-match': '*' },
        }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('are deleted while no order names them, and undone as they were', async () => {
    const { id } = await add(noun)
    const before = await read(noun, id)
    expect((await send('DELETE', `/api/admin/${noun}/${id}`)).status).toBe(204)
    expect((await send('GET', `/api/admin/${noun}/${id}`)).status).toBe(404)
    expect(await idsOf(noun)).not.toContain(id)
    await expectRefused(404, () => change(noun, id, 1, { is_active: false }))
    const back = await send('POST', `/api/admin/${noun}/${id}/restore`)
    expect(back.status).toBe(200)
    expect(await read(noun, id)).toEqual({ ...before, version: before.version + 2 })
    await expectRefused(409, 'It is not deleted', () => send('POST', `/api/admin/${noun}/${id}/restore`))
  })

  test('stay if an order names them', async () => {
    const { id } = await add(noun)
    const field = { 'shipping-methods': 'shipping_method_id', packagings: 'packaging_id' }[noun as string]
    await pendingOrder(by, [], { [field ?? 'pickup_location_id']: id })
    expect((await read(noun, id)).is_used).toBe(true)
    await expectRefused(409, /An order names this/, () => send('DELETE', `/api/admin/${noun}/${id}`))
  })

  test('are not changed on top of what somebody else saved, nor by people who may only look', async () => {
    const { id, version } = await add(noun)
    await change(noun, id, version, { is_active: false })
    await expectRefused(412, () => change(noun, id, version, { is_active: true }))
    const reader = await app.person(['General Setting: view'])
    const path = `/api/admin/${noun}`
    await expectRefused(403, () => send('POST', path, deliveryBody(noun), reader))
    await expectRefused(403, () => change(noun, id, version + 1, { is_active: true }, reader))
    await expectRefused(403, () => send('DELETE', `${path}/${id}`, undefined, reader))
    expect((await send('GET', `${path}/${id}`, undefined, reader)).status).toBe(200)
  })
})

describe('the city of a pickup location', () => {
  test.each([
    ['LAHORE', 'Lahore'],
    [' lahore city ', 'Lahore'],
    // Another place than the city around it.
    ['Lahore  Cantt', 'Lahore Cantt'],
    ['لاہور', 'Lahore'],
    ['pindi', 'Rawalpindi'],
    ['Chak  46  GB', 'Chak 46 GB'],
  ])('that is typed as “%s” is “%s” to shoppers', async (city, name) => {
    const { id, version } = await add('pickup-locations', { city })
    const shown = async () =>
      (await choices()).pickup_locations.find((one: { id: string }) => one.id === id).city
    expect([(await read('pickup-locations', id)).city, await shown()]).toEqual([name, name])
    await change('pickup-locations', id, version, { city: 'Karachi' })
    await change('pickup-locations', id, version + 1, { city })
    expect(await shown()).toBe(name)
  })

  test('that is the same in other letters is no change', async () => {
    const { id, version } = await add('pickup-locations', { city: 'Lahore' })
    const same = await change('pickup-locations', id, version, { city: 'lahore' })
    expect([same.status, same.body.results.version]).toEqual([200, version])
  })
})

describe('what is refused', () => {
  test.each([
    ['shipping-methods', { title: ' ' }, 'title', 'Title is Required'],
    ['shipping-methods', { duration: '' }, 'duration', 'Duration is Required'],
    ['shipping-methods', { price: '-1' }, 'price', 'Must not be below zero'],
    ['shipping-methods', { price: '1.005' }, 'price', 'At most two decimals'],
    ['shipping-methods', { free_from: '0' }, 'free_from', 'Must be more than zero'],
    ['shipping-methods', { cities: ['Atlantis'] }, 'cities.0', 'Choose a city of the list'],
    [
      'shipping-methods',
      { weight_steps: [{ up_to_kg: 1, price: '249.99' }] },
      'weight_steps.0.price',
      'Must not be less than the price: Rs\u00a0250',
    ],
    [
      'shipping-methods',
      {
        weight_steps: [
          { up_to_kg: 2, price: '300' },
          { up_to_kg: 2, price: '400' },
        ],
      },
      'weight_steps.1.up_to_kg',
      'Each weight step must be heavier than the one before',
    ],
    [
      'shipping-methods',
      {
        weight_steps: [
          { up_to_kg: 2, price: '300' },
          { up_to_kg: 3, price: '299' },
        ],
      },
      'weight_steps.1.price',
      'A heavier parcel must not be cheaper: at least Rs\u00a0300',
    ],
    ['packagings', { title: '' }, 'title', 'Title is Required'],
    ['packagings', { weight_limit_kg: -1 }, 'weight_limit_kg', 'Must not be below zero'],
    ['pickup-locations', { city: '' }, 'city', 'City is Required'],
    ['pickup-locations', { area: '' }, 'area', 'Area is Required'],
    [
      'pickup-locations',
      { map_link: 'http://maps.example' },
      'map_link',
      'Must be a link that starts with https://',
    ],
    [
      'pickup-locations',
      { map_link: 'https://shop@evil.example/x' },
      'map_link',
      'Must be a link that starts with https://',
    ],
  ] as const)('%s with %j', async (noun, given, field, words) => {
    const { body } = await expectRefused(422, () =>
      send('POST', `/api/admin/${noun}`, deliveryBody(noun, given)),
    )
    expect(body.errors).toContainEqual(expect.objectContaining({ path: field, message: words }))
  })

  test('a change whose price and stored weight steps do not go together', async () => {
    const { id, version } = await add('shipping-methods', { weight_steps: [{ up_to_kg: 5, price: '300' }] })
    const { body } = await expectRefused(422, () =>
      change('shipping-methods', id, version, { price: '300.01' }),
    )
    expect(body.errors[0].path).toBe('weight_steps.0.price')
  })
})

describe('a quote', () => {
  const quote = (items: [MadeProduct, number][], given: object = {}) =>
    app.call('POST', '/api/storefront/delivery/quote', {
      body: {
        items: items.map(([{ id }, quantity]) => ({ product_id: id, quantity })),
        city: 'Lahore',
        ...given,
      },
    })
  const of = (answer: { body: { results: Record<string, { id: string }[]> } }, id: string) =>
    ['methods', 'not_offered'].flatMap((list) =>
      (answer.body.results[list] ?? []).filter((one) => one.id === id).map((one) => ({ list, ...one })),
    )

  test('follows weight, value and city to the paisa, and says why', async () => {
    const heavy = await listedProduct(by, { product_price: '1999.99', package_weight: 1.6 })
    const steps = [
      { up_to_kg: 1, price: '200' },
      { up_to_kg: 5, price: '350.55' },
    ]
    const { id } = await add('shipping-methods', {
      ...{ price: '200', free_from: '10000', weight_steps: steps, provinces: ['PK-PB'], cities: ['Karachi'] },
    })
    const two = await quote([[heavy, 2]])
    expect(two.body.results).toMatchObject({ items_total: '3999.98', weight_kg: 3.2 })
    expect(of(two, id)).toMatchObject([
      { list: 'methods', price: '350.55', shipping: '350.55', why: '3.2 kg: step up to 5 kg' },
    ])
    expect(of(await quote([[heavy, 2]], { city: 'karachi' }), id)).toMatchObject([{ list: 'methods' }])
    expect(of(await quote([[heavy, 2]], { city: 'Skardu' }), id)).toEqual([
      expect.objectContaining({ list: 'not_offered', why: 'does not deliver to Skardu' }),
    ])
    expect(of(await quote([[heavy, 4]]), id)).toEqual([
      expect.objectContaining({ list: 'not_offered', why: '6.4 kg is more than 5 kg' }),
    ])
    const dear = await listedProduct(by, { product_price: '10000', package_weight: 4 })
    expect(of(await quote([[dear, 1]]), id)).toMatchObject([
      { list: 'methods', price: '0', why: 'free from Rs\u00a010,000' },
    ])
    const almost = await listedProduct(by, { product_price: '9999.99', package_weight: 4 })
    expect(of(await quote([[almost, 1]]), id)).toMatchObject([{ price: '350.55' }])
  })

  test('adds the packaging, unless the goods are too heavy or too large for it', async () => {
    const box = await add('packagings', {
      ...{ title: 'Gift box', price: '150', length_cm: 30, width_cm: 20, height_cm: 10, weight_limit_kg: 2 },
    })
    const { id } = await add('shipping-methods', { price: '250' })
    const small = await listedProduct(by, {
      ...{ package_weight: 1, product_length: 10, product_width: 30, product_height: 20 },
    })
    const long = await listedProduct(by, {
      ...{ package_weight: 1, product_length: 30.01, product_width: 5, product_height: 5 },
    })
    const packed = { packaging_id: box.id }
    expect(of(await quote([[small, 2]], packed), id)).toMatchObject([
      {
        ...{ list: 'methods', shipping: '250', packaging: '150', price: '400' },
        why: 'one price; Gift box Rs\u00a0150',
      },
    ])
    expect(of(await quote([[small, 3]], packed), id)).toMatchObject([
      { list: 'not_offered', why: 'Gift box: 3 kg is more than 2 kg' },
    ])
    expect(of(await quote([[long, 1]], packed), id)).toMatchObject([
      { list: 'not_offered', why: 'Gift box: the goods are larger' },
    ])
  })

  test('is refused for what no shop shows: sold out, or in a category that is off', async () => {
    const hidden = await addedCategory(by)
    const seasonal = await listedProduct(by, { category: hidden.name })
    const last = await listedProduct(by, { product_stock: 1 })
    const gone = await listedProduct(by, { product_stock: 0 })
    expect(
      (
        await quote([
          [seasonal, 1],
          [last, 3],
        ])
      ).status,
    ).toBe(200)
    await app.call('PATCH', `/api/admin/categories/${hidden.id}`, {
      ...{ as: admin, body: { is_active: false }, headers: { 'if-match': '"v1"' } },
    })
    const { body } = await expectRefused(422, () =>
      quote([
        [last, 1],
        [seasonal, 1],
        [gone, 1],
      ]),
    )
    expect(body.errors).toMatchObject([
      { path: 'items.1.product_id', message: 'This product is not on sale' },
      { path: 'items.2.product_id', message: 'This product is sold out' },
    ])
  })

  test('is refused for what is not sold, and for a packaging that is off; nothing is stored', async () => {
    const waiting = await pendingProduct(app)
    const sold = await listedProduct(by)
    const { body } = await expectRefused(422, 'This product is not on sale', () =>
      quote([
        [sold, 1],
        [waiting, 1],
      ]),
    )
    expect(body.errors[0].path).toBe('items.1.product_id')
    const off = await add('packagings', { is_active: false })
    await expectRefused(422, 'There is no such packaging', () => quote([[sold, 1]], { packaging_id: off.id }))
    await expectRefused(422, () => quote([[sold, 1]], { packaging_id: unknown }))
    await expectRefused(422, () => quote([[sold, 0]]))
  })

  test('of a method that was switched off is not given', async () => {
    const sold = await listedProduct(by)
    const { id, version } = await add('shipping-methods')
    expect(of(await quote([[sold, 1]]), id)).toHaveLength(1)
    await change('shipping-methods', id, version, { is_active: false })
    expect(of(await quote([[sold, 1]]), id)).toEqual([])
  })
})

test('shoppers read what they can choose with an ETag, and nothing again while nothing was changed', async () => {
  const method = await add('shipping-methods', { title: 'Leopards Economy' })
  const ask = (etag?: string) =>
    app.call('GET', '/api/storefront/delivery', etag ? { headers: { 'if-none-match': etag } } : {})
  const first = await ask()
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toContain('max-age=60')
  expect((await ask(etag)).status).toBe(304)
  await change('shipping-methods', method.id, method.version, { price: '260' })
  const second = await ask(etag)
  expect(second.status).toBe(200)
  const found = second.body.results.shipping_methods.find(({ id }: { id: string }) => id === method.id)
  expect(found).toEqual({
    ...{ id: method.id, title: 'Leopards Economy', price: '260', duration: '1 to 2 days', free_from: null },
    ...{ weight_steps: [], provinces: [], cities: [], cash_on_delivery: true },
  })
})
