import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { importFields } from '#features/bulk-upload/fields-contract.ts'
import { CategoryChange, CategoryDraft } from '#features/categories/contract.ts'
import { customerShape } from '#features/customers/submission-contract.ts'
import { ShippingMethodFields } from '#features/delivery/method-contract.ts'
import { PackagingDraft } from '#features/delivery/packaging-contract.ts'
import { PickupLocationDraft } from '#features/delivery/pickup-contract.ts'
import { ContactChange } from '#features/orders/contact/contact-contract.ts'
import { OrderSubmission } from '#features/orders/submission-contract.ts'
import { ProductChange, ProductEntry } from '#features/products/entry/contract.ts'
import { productShape } from '#features/products/submission-contract.ts'
import { PromotionChange, PromotionDraft } from '#features/promotions/draft-contract.ts'
import { revealableFields } from '#features/vendors/contract.ts'
import { sellerShapes } from '#features/vendors/submission-contract.ts'
import { parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { addedEntry } from '#testing/delivery-samples.ts'
import { changeBody, handedInPicture } from '#testing/entry-samples.ts'
import { listedProduct, pendingCustomer, pendingOrder, pendingVendor } from '#testing/factories.ts'
import { importedSheet, letImportsRun, sheetForm } from '#testing/import-samples.ts'
import {
  minutesFromNow,
  promotionBody,
  runningPromotion,
  standingProduct,
} from '#testing/promotion-samples.ts'

// A value that is sent is the value that is read back, for every field by every way of writing. The fields are those that the
// schemas declare, so a new one is tested by being declared; it is red here as long as one of the ways loses it.

let app: TestApp
let admin: TestPerson
let clerk: TestPerson
let key: string
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  clerk = await app.person(['Products: view', 'Products: act'])
  key = await app.intakeKey()
  by = { app, admin }
})
afterAll(() => app.close())

type Shape = Readonly<Record<string, z.ZodType>>
/** Two values of a field as they are sent; another one is stored in the place of the first. */
type Two = readonly [unknown, unknown]

let made = 0
const words = () => `Words ${++made}`
const moment = (minutes: number) => minutesFromNow({ app }, minutes)

/** What a field can be about. The first pair that its schema takes, and takes for two different values, is sent. */
const candidates: readonly (() => Two)[] = [
  () => [words(), words()],
  () => [`words-${++made}`, `words-${++made}`],
  () => ['900', '950'],
  () => [7, 8],
  () => [true, false],
  () => ['https://video.example/1', 'https://video.example/2'],
  () => [`one-${++made}@mail.example`, `two-${++made}@mail.example`],
  () => ['35202-1234567-1', '35202-7654321-3'],
  () => ['1234567-9', '7654321-4'],
  () => ['54000', '60000'],
  () => ['PK36SCBL0000001123456702', 'PK24SCBL0000001171495101'],
  () => ['0300 1234567', '0301 1234567'],
  () => [moment(-60), moment(-30)],
]

/** Two values for each field of a shape, but for those that are given: their values hang on other records. */
function valuesOf(shape: Shape, given: Readonly<Record<string, Two>> = {}): Record<string, Two> {
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [field, given[field] ?? twoOf(field, schema)]),
  )
}

function twoOf(field: string, schema: z.ZodType): Two {
  for (const candidate of candidates) {
    const two = candidate()
    const [one, other] = two.map((value) => schema.safeParse(value))
    if (one?.success && other?.success && String(one.data) !== String(other.data)) return two
  }
  throw new Error(`no two values are known that ${field} takes: add a pair to the candidates`)
}

const sides = { first: 0, second: 1 } as const
type Side = keyof typeof sides
const bodyOf = (values: Record<string, Two>, side: Side) =>
  Object.fromEntries(Object.entries(values).map(([field, two]) => [field, two[sides[side]]]))
/** What is read back of a value that was sent. */
const stored = (schema: z.ZodType | undefined, value: unknown) => schema?.parse(value) ?? value
const storedOf = (shape: Shape, values: Record<string, Two>, side: Side) =>
  Object.fromEntries(
    Object.entries(values).map(([field, two]) => [field, stored(shape[field], two[sides[side]])]),
  )

const without = <V>(record: Readonly<Record<string, V>>, ...fields: string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)))
const pick = (record: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, record[field]]))

async function must(
  method: string,
  path: string,
  options: Parameters<TestApp['call']>[2] = {},
): Promise<Answer['body']> {
  const answer = await app.call(method, path, { as: admin, ...options })
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.results
}
const hand = (noun: string, body: unknown) => must('POST', `/api/intake/${noun}`, { as: key, body })

/** Sends each field by itself, each on a record of its own; answers the fields that were not read back. */
async function lostAlone(
  values: Record<string, Two>,
  shape: Shape,
  sendAndRead: (field: string, value: unknown) => Promise<Record<string, unknown>>,
): Promise<string[]> {
  const lost: string[] = []
  for (const [field, [, value]] of Object.entries(values)) {
    const read = await sendAndRead(field, value)
    try {
      expect(read[field]).toEqual(stored(shape[field], value))
    } catch {
      lost.push(`${field}: sent ${JSON.stringify(value)}, read ${JSON.stringify(read[field])}`)
    }
  }
  expect(Object.keys(values).length).toBeGreaterThan(0)
  return lost
}

describe('of a product', () => {
  const prices = { product_price: ['900', '950'], discounted_price: ['800', '700'] } as const
  const shape = without(productShape, 'external_id', 'seller_id')
  const fields = Object.keys(shape)
  let values: Record<string, Two>
  let vendor: string
  beforeAll(async () => {
    values = valuesOf(shape, prices)
    vendor = (await pendingVendor(app)).id
    await must('POST', `/api/admin/sellers/${vendor}/approve`)
  })

  const read = (id: string) => must('GET', `/api/admin/products/${id}`)
  const readFields = async (id: string) => pick(await read(id), fields)
  const approve = (id: string) => must('POST', `/api/admin/products/${id}/approve`)
  /** Puts the edit that waits live. */
  async function approveEdit(id: string) {
    const { revision } = await read(id)
    if (revision) await must('POST', `/api/admin/products/${id}/revisions/${revision.number}/approve`)
  }

  const externalId = () => `read-back-${process.pid}-${++made}`
  const ownSkus = (values: Record<string, Two>) => ({ ...values, sku: [words(), words()] as const })
  const ownSku = (body: Record<string, unknown>) => ({ ...body, sku: words() })

  /** A listing with the first values, submitted. */
  async function handedIn() {
    const body = { ...ownSku(bodyOf(values, 'first')), external_id: externalId(), seller_id: vendor }
    return { body, id: (await hand('products', body)).id as string }
  }

  test('that is submitted, and again', async () => {
    const { id, body } = await handedIn()
    expect(await readFields(id)).toEqual({ ...storedOf(shape, values, 'first'), sku: body.sku })
    const again = ownSku(bodyOf(values, 'second'))
    await hand('products', { ...body, ...again })
    expect(await readFields(id)).toEqual({ ...storedOf(shape, values, 'second'), sku: again.sku })
  })

  test('that is submitted again with one field alone', async () => {
    const { id, body } = await handedIn()
    const lost = await lostAlone(ownSkus(values), shape, async (field, value) => {
      await hand('products', { external_id: body.external_id, [field]: value })
      return read(id)
    })
    expect(lost).toEqual([])
  })

  test('that is approved and submitted again: its edit says all of it, and so does the listing once that is approved', async () => {
    const { id, body } = await handedIn()
    await approve(id)
    const again = ownSku(bodyOf(values, 'second'))
    await hand('products', { external_id: body.external_id, ...again })
    const { revision } = await read(id)
    const waiting = revision.fields.map(({ path }: { path: string }) => path).sort()
    expect(waiting).toEqual(fields.filter((field) => field !== 'product_stock').sort())
    await approveEdit(id)
    expect(await readFields(id)).toEqual({ ...storedOf(shape, values, 'second'), sku: again.sku })
  })

  test('that is approved and submitted again with one field alone', async () => {
    const { id, body } = await handedIn()
    await approve(id)
    const lost = await lostAlone(ownSkus(values), shape, async (field, value) => {
      await hand('products', { external_id: body.external_id, [field]: value })
      await approveEdit(id)
      return read(id)
    })
    expect(lost).toEqual([])
  })

  test('whose edit was kept before a field was declared: the edit leaves this field as it is', async () => {
    const { id, body } = await handedIn()
    await approve(id)
    await hand('products', { external_id: body.external_id, product_name: values.product_name?.[1] })
    await app.database.pool.query(
      "update product_submissions set payload = payload - 'product_length' where product_id = $1 and status = 'waiting'",
      [id],
    )
    const { revision } = await read(id)
    expect(revision.fields.map(({ path }: { path: string }) => path)).toEqual(['product_name'])
    await hand('products', { external_id: body.external_id, category: values.category?.[1] })
    await approveEdit(id)
    const names = ['product_length', 'product_name', 'category']
    const [first, second] = [storedOf(shape, values, 'first'), storedOf(shape, values, 'second')]
    expect(pick(await read(id), names)).toEqual({
      ...pick(second, names),
      ...pick(first, ['product_length']),
    })
  })

  describe('by staff', () => {
    const ways = ['id', 'vendor_id', 'decision', 'product_stock_seen']
    const entered = without(ProductEntry.shape as Shape, ...ways)
    const changed = without(ProductChange.shape as Shape, ...ways)
    let values: Record<string, Two>
    beforeAll(async () => {
      const categories = [await addedCategory(by), await addedCategory(by)] as const
      const media = [await handedInPicture(by, 1), await handedInPicture(by, 2)]
      const images = media.map((one, index) => [{ media: one, alt: `Picture ${index}` }])
      values = valuesOf(entered, {
        ...prices,
        category_id: [categories[0].id, categories[1].id],
        images: [images[0], images[1]],
      })
    })

    async function readEntered(id: string) {
      const { filed_under, images, ...product } = await read(id)
      return {
        ...product,
        category_id: filed_under?.id ?? null,
        images: images.map(({ media, alt }: { media: string; alt: string }) => ({ media, alt })),
      }
    }
    async function added() {
      const body = { ...ownSku(bodyOf(values, 'first')), id: uuidv7(), vendor_id: vendor }
      await must('POST', '/api/admin/products', { body })
      return body
    }
    const change = async (id: string, what: object, as = admin) =>
      must('PUT', `/api/admin/products/${id}`, { as, ...(await changeBody(by, id, what)) })

    test('that is added', async () => {
      const { id, sku } = await added()
      const read = pick(await readEntered(id), Object.keys(entered))
      expect(read).toEqual({ ...storedOf(entered, values, 'first'), sku })
    })

    test.each([
      ['waits', false],
      ['is approved', true],
    ])('that %s and is changed whole, and with one field alone', async (_, isApproved) => {
      const { id } = await added()
      if (isApproved) await approve(id)
      expect(Object.keys(changed)).toEqual(Object.keys(entered))
      const whole = ownSku(bodyOf(values, 'second'))
      await change(id, whole)
      const read = pick(await readEntered(id), Object.keys(changed))
      expect(read).toEqual({ ...storedOf(changed, values, 'second'), sku: whole.sku })

      const { id: other } = await added()
      if (isApproved) await approve(other)
      const lost = await lostAlone(ownSkus(values), changed, async (field, value) => {
        await change(other, { [field]: value })
        return readEntered(other)
      })
      expect(lost).toEqual([])
    })

    test('that is approved and changed by somebody who may not decide, once the edit is approved', async () => {
      const { id } = await added()
      await approve(id)
      const whole = ownSku(bodyOf(values, 'second'))
      await change(id, whole, clerk)
      await approveEdit(id)
      const read = pick(await readEntered(id), Object.keys(changed))
      expect(read).toEqual({ ...storedOf(changed, values, 'second'), sku: whole.sku })
    })
  })

  test('of a sheet: new ones, a change of each field alone, and back again', async () => {
    const mine = (await pendingVendor(app)).id
    const labels = fields.map((field) => importFields[field as keyof typeof importFields]?.label)
    expect(fields.filter((_, index) => !labels[index])).toEqual([])
    const sheet = (rows: readonly Record<string, unknown>[]) =>
      sheetForm(
        `${[labels, ...rows.map((row) => fields.map((field) => row[field] ?? ''))]
          .map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
          .join('\r\n')}\r\n`,
      )
    const skuOf = (field: string) => `SHEET-${field}`
    const alone = fields.filter((field) => field !== 'sku')
    const rows = alone.map((field) => ({ ...bodyOf(values, 'first'), sku: skuOf(field) }))
    const first = await importedSheet(by, sheet(rows), `?vendor_id=${mine}`)
    expect(first.counts).toMatchObject({ created: rows.length, error: 0, failed: 0 })
    const { rows: listings } = await app.database.pool.query(
      'select id, sku from products where vendor_id = $1',
      [mine],
    )
    const idOf = (field: string) => listings.find(({ sku }) => sku === skuOf(field))?.id
    const standing = () => Promise.all(alone.map((field) => readFields(idOf(field))))
    const before = await standing()
    for (const [index, field] of alone.entries())
      expect(before[index]).toEqual({ ...storedOf(shape, values, 'first'), sku: skuOf(field) })

    const edits = alone.map((field) => ({ sku: skuOf(field), [field]: values[field]?.[1] }))
    const second = await importedSheet(by, sheet(edits), `?vendor_id=${mine}`)
    expect(second.counts).toMatchObject({ changed: edits.length, error: 0, failed: 0 })
    const after = await standing()
    for (const [index, field] of alone.entries()) {
      const expected = { ...before[index], [field]: stored(shape[field], values[field]?.[1]) }
      expect(after[index], field).toEqual(expected)
    }

    // One of them as an import would have kept it before a field was declared.
    const { rowCount } = await app.database.pool.query(
      "update import_items set before = before #- '{columns,product_length}' where import_id = $1 and sku = $2",
      [second.id, skuOf('product_name')],
    )
    expect(rowCount).toBe(1)
    await must('POST', `/api/admin/imports/${second.id}/revert`)
    await letImportsRun(app)
    expect(await standing()).toEqual(before)
  })
})

describe('of a vendor', () => {
  const { seller, shop } = sellerShapes
  const top = without(sellerShapes.top, 'external_id', 'seller', 'shop')
  const shape: Shape = { ...top, ...seller, ...shop }
  const inSections = (body: Record<string, unknown>) => {
    const of = (section: Shape) =>
      pick(
        body,
        Object.keys(section).filter((field) => field in body),
      )
    const [ofSeller, ofShop] = [of(seller), of(shop)]
    return {
      ...of(top),
      ...(Object.keys(ofSeller).length > 0 ? { seller: ofSeller } : {}),
      ...(Object.keys(ofShop).length > 0 ? { shop: ofShop } : {}),
    }
  }
  let values: Record<string, Two>
  beforeAll(() => {
    values = valuesOf(shape)
  })

  /** All that is said of a vendor, with the numbers in the clear. */
  async function read(id: string) {
    const review = await must('GET', `/api/admin/sellers/${id}`)
    const clear = await must('POST', `/api/admin/sellers/${id}/reveal`, {
      body: { fields: revealableFields },
    })
    return { ...review, ...review.seller, ...review.shop, ...clear }
  }
  const readFields = async (id: string) => pick(await read(id), Object.keys(shape))

  async function handedIn() {
    const external_id = `read-back-${process.pid}-${++made}`
    const { id } = await hand('sellers', { external_id, ...inSections(bodyOf(values, 'first')) })
    return { external_id, id: id as string }
  }
  /** Bank data needs two persons, all other guarded data one. */
  async function acceptChange(id: string) {
    for (const as of [admin, await app.person()]) {
      const { change } = await must('GET', `/api/admin/sellers/${id}`)
      if (change) await must('POST', `/api/admin/sellers/${id}/changes/${change.id}/accept`, { as })
    }
  }

  test('that is submitted, and again', async () => {
    const { id, external_id } = await handedIn()
    expect(await readFields(id)).toEqual(storedOf(shape, values, 'first'))
    await hand('sellers', { external_id, ...inSections(bodyOf(values, 'second')) })
    expect(await readFields(id)).toEqual(storedOf(shape, values, 'second'))
  })

  test.each([
    ['waits', false],
    ['is approved', true],
  ])('that %s and is submitted again with one field alone', async (_, isApproved) => {
    const { id, external_id } = await handedIn()
    if (isApproved) await must('POST', `/api/admin/sellers/${id}/approve`)
    const lost = await lostAlone(values, shape, async (field, value) => {
      await hand('sellers', { external_id, ...inSections({ [field]: value }) })
      if (isApproved) await acceptChange(id)
      return read(id)
    })
    expect(lost).toEqual([])
  })

  test('that is approved and submitted again, once the change is accepted', async () => {
    const { id, external_id } = await handedIn()
    await must('POST', `/api/admin/sellers/${id}/approve`)
    await hand('sellers', { external_id, ...inSections(bodyOf(values, 'second')) })
    await acceptChange(id)
    expect(await readFields(id)).toEqual(storedOf(shape, values, 'second'))
  })
})

describe('of a customer', () => {
  const shape = without(customerShape, 'external_id')
  test('that is submitted, again, and with one field alone', async () => {
    const values = valuesOf(shape)
    const external_id = `read-back-${process.pid}-${++made}`
    const { id } = await hand('customers', { external_id, ...bodyOf(values, 'first') })
    const read = () => must('GET', `/api/admin/customers/${id}`)
    const fields = Object.keys(shape)
    expect(pick(await read(), fields)).toEqual(storedOf(shape, values, 'first'))
    await hand('customers', { external_id, ...bodyOf(values, 'second') })
    expect(pick(await read(), fields)).toEqual(storedOf(shape, values, 'second'))
    const turned = Object.fromEntries(
      Object.entries(values).map(([field, [one, two]]) => [field, [two, one] as Two]),
    )
    const lost = await lostAlone(turned, shape, async (field, value) => {
      await hand('customers', { external_id, [field]: value })
      return read()
    })
    expect(lost).toEqual([])
  })
})

describe('of an order', () => {
  // An order is shipped or collected: this one is shipped.
  const shape = without(OrderSubmission.shape as Shape, 'lines', 'pickup_location_id')
  const lineShape = OrderSubmission.shape.lines.element.shape as Shape
  /** What the answer calls otherwise than what was submitted. */
  const answers: Readonly<Record<string, string>> = {
    name: 'customer_name',
    note: 'customer_note',
    paid_reference: 'payment_reference',
  }

  test('whose contact is corrected whole, and with one field alone', async () => {
    const corrected = ContactChange.shape as Shape
    const values = valuesOf(corrected)
    const first: object = bodyOf(values, 'first')
    const { id } = await pendingOrder(by, [], first)
    const read = async () => {
      const order = await must('GET', `/api/admin/orders/${id}`)
      return Object.fromEntries(
        Object.keys(corrected).map((field) => [field, order[answers[field] ?? field]]),
      )
    }
    expect(await read()).toEqual(storedOf(corrected, values, 'first'))
    const change = async (body: object) => {
      const { version } = await must('GET', `/api/admin/orders/${id}`)
      const headers = { 'if-match': `"v${version}"` }
      await must('PATCH', `/api/admin/orders/${id}/contact`, { body, headers })
    }
    await change(bodyOf(values, 'second'))
    expect(await read()).toEqual(storedOf(corrected, values, 'second'))
    const turned = Object.fromEntries(
      Object.entries(values).map(([field, [one, other]]) => [field, [other, one] as Two]),
    )
    const lost = await lostAlone(turned, corrected, async (field, value) => {
      await change({ [field]: value })
      return read()
    })
    expect(lost).toEqual([])
    // Staff can correct each field of the submission that says who gets the order and where it goes.
    const submitted = Object.keys(shape)
    expect(Object.keys(corrected)).toEqual(
      submitted.slice(submitted.indexOf('name'), submitted.indexOf('note') + 1),
    )
  })

  test('and of its lines', async () => {
    const listed = await listedProduct(by, { product_price: '1000' })
    const { id: promotion_id, product: promoted } = await runningPromotion(
      by,
      {},
      { product: await standingProduct(by) },
    )
    const price = rupeesFromPaisa((parseRupees(promoted.body.product_price) * 85n) / 100n)
    const customer = await pendingCustomer(app)
    const lines = [
      { product_id: listed.id, seller_id: listed.vendorId, quantity: 3, unit_price: '1000' },
      { product_id: promoted.id, seller_id: promoted.vendorId, quantity: 2, unit_price: price, promotion_id },
    ]
    // What hangs on nothing else is whatever its schema takes.
    const free = valuesOf(
      without(lineShape, 'product_id', 'seller_id', 'quantity', 'unit_price', 'promotion_id'),
    )
    const sent = lines.map((line, index) => ({ ...bodyOf(free, index === 0 ? 'first' : 'second'), ...line }))
    const items = parseRupees('1000') * 3n + parseRupees(price) * 2n
    const rupees = (paisa: bigint) => rupeesFromPaisa(paisa)
    const same = (value: unknown): Two => [value, value]
    const values = valuesOf(shape, {
      customer_id: same(customer.id),
      placed_at: same(app.clock.now().toISOString()),
      shipping_method_id: same((await addedEntry(by, 'shipping-methods')).id),
      packaging_id: same((await addedEntry(by, 'packagings')).id),
      payment_method: same('bank_transfer'),
      items_total: same(rupees(items)),
      discount_total: same('100'),
      shipping_total: same('250'),
      total_bill: same(rupees(items + parseRupees('150'))),
    })
    const { id } = await hand('orders', { ...bodyOf(values, 'first'), lines: sent })
    const order = await must('GET', `/api/admin/orders/${id}`)
    const { external_id } = await must('GET', `/api/intake/orders/${id}`, { as: key })
    const read = Object.fromEntries(
      Object.keys(shape).map((field) => [field, { ...order, external_id }[answers[field] ?? field]]),
    )
    const placed_at = new Date(String(values.placed_at?.[0])).toISOString()
    expect(read).toEqual({ ...storedOf(shape, values, 'first'), placed_at })
    type Line = Record<string, unknown> & { product_id: string; promotion: { id: string } | null }
    const readLines = order.parts.flatMap(({ vendor_id, lines }: { vendor_id: string; lines: Line[] }) =>
      lines.map((line) => ({ ...line, seller_id: vendor_id, promotion_id: line.promotion?.id })),
    )
    for (const line of sent) {
      const found = readLines.find(({ product_id }: Line) => product_id === line.product_id)
      const expected = Object.entries(lineShape).map(([field, schema]) => [
        field,
        stored(schema, (line as Record<string, unknown>)[field]),
      ])
      expect(pick(found, Object.keys(lineShape))).toEqual(Object.fromEntries(expected))
    }
  })
})

describe('of what shoppers choose', () => {
  const kinds = [
    ['shipping-methods', ShippingMethodFields],
    ['packagings', PackagingDraft],
    ['pickup-locations', PickupLocationDraft],
  ] as const
  const steps = (price: string) => [{ up_to_kg: 2.5, price }]
  const two = (first: unknown, second: unknown): Two => [first, second]
  test.each(kinds)('%s that are added, changed whole and with one field alone', async (noun, fields) => {
    const path = `/api/admin/${noun}`
    const shape = without(fields.shape as Shape, 'is_active')
    const values = valuesOf(shape, {
      free_from: two('10000', null),
      weight_steps: two(steps('99999999'), steps('99999998.5')),
      provinces: two(['PK-PB'], ['PK-SD', 'PK-GB']),
      cities: two(['Lahore', 'Multan'], []),
      map_link: two('https://maps.example/a', 'https://maps.example/b?c=d'),
    })
    const { id } = await must('POST', path, { body: bodyOf(values, 'first') })
    const read = () => must('GET', `${path}/${id}`)
    expect(pick(await read(), Object.keys(shape))).toEqual(storedOf(shape, values, 'first'))
    const change = async (body: object) => {
      const headers = { 'if-match': `"v${(await read()).version}"` }
      await must('PATCH', `${path}/${id}`, { body, headers })
    }
    await change(bodyOf(values, 'second'))
    expect(pick(await read(), Object.keys(shape))).toEqual(storedOf(shape, values, 'second'))
    const turned = Object.fromEntries(
      Object.entries(values).map(([field, [one, other]]) => [field, [other, one] as Two]),
    )
    const lost = await lostAlone(turned, shape, async (field, value) => {
      await change({ [field]: value })
      return read()
    })
    expect(lost).toEqual([])
  })
})

describe('of a category', () => {
  const path = '/api/admin/categories'
  test('that is added, changed whole and with one field alone', async () => {
    const parent = await addedCategory(by)
    const drafted = CategoryDraft.shape as Shape
    const values = valuesOf(drafted, { parent_id: [parent.id, null] })
    const { id } = await must('POST', path, { body: bodyOf(values, 'first') })
    const read = async () => {
      const { ancestors, ...category } = await must('GET', `${path}/${id}`)
      return { ...category, parent_id: ancestors.at(-1)?.id ?? null }
    }
    expect(pick(await read(), Object.keys(drafted))).toEqual(storedOf(drafted, values, 'first'))
    const change = async (body: object) => {
      const headers = { 'if-match': `"v${(await read()).version}"` }
      await must('PATCH', `${path}/${id}`, { body, headers })
    }
    const changed = CategoryChange.shape as Shape
    const changes = pick(values, Object.keys(changed)) as Record<string, Two>
    await change(bodyOf(changes, 'second'))
    expect(pick(await read(), Object.keys(changed))).toEqual(storedOf(changed, changes, 'second'))
    const turned = Object.fromEntries(
      Object.entries(changes).map(([field, [one, two]]) => [field, [two, one] as Two]),
    )
    const lost = await lostAlone(turned, changed, async (field, value) => {
      await change({ [field]: value })
      return read()
    })
    expect(lost).toEqual([])
  })
})

describe('of a campaign', () => {
  const path = '/api/admin/promotions'
  test('that is drafted, changed whole and with one field alone', async () => {
    const drafted = PromotionDraft.shape as Shape
    const [category, product] = [await addedCategory(by), await listedProduct(by)]
    const values = valuesOf(drafted, {
      starts_at: [moment(60), moment(120)],
      ends_at: [moment(1_000), moment(2_000)],
      scope: ['categories', 'products'],
      category_ids: [[category.id], []],
      product_ids: [[], [product.id]],
    })
    const { id } = await must('POST', path, { body: { ...promotionBody(by), ...bodyOf(values, 'first') } })
    const read = async () => {
      const { categories, products, ...promotion } = await must('GET', `${path}/${id}`)
      const ids = (rows: { id: string }[]) => rows.map((row) => row.id)
      return { ...promotion, category_ids: ids(categories), product_ids: ids(products) }
    }
    expect(pick(await read(), Object.keys(drafted))).toEqual(storedOf(drafted, values, 'first'))
    const change = async (body: object) => {
      const headers = { 'if-match': `"v${(await read()).version}"` }
      await must('PATCH', `${path}/${id}`, { body, headers })
    }
    const changed = PromotionChange.shape as Shape
    expect(Object.keys(changed)).toEqual(Object.keys(drafted))
    await change(bodyOf(values, 'second'))
    expect(pick(await read(), Object.keys(changed))).toEqual(storedOf(changed, values, 'second'))
    // What a campaign is narrowed to is said together.
    const alone = without(values, 'scope', 'category_ids', 'product_ids')
    const turned = Object.fromEntries(
      Object.entries(alone).map(([field, [one, two]]) => [field, [two, one] as Two]),
    )
    const lost = await lostAlone(turned, changed, async (field, value) => {
      await change({ [field]: value })
      return read()
    })
    expect(lost).toEqual([])
  })
})
