import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#features/orders/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, orderBody, pendingCustomer } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

type Product = Awaited<ReturnType<typeof listedProduct>>

const orders = '/api/admin/orders'
const read = async (id: string): Promise<OrderDetail> =>
  (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
const post = (path: string, body?: unknown) => app.call('POST', `${orders}/${path}`, { as: admin, body })
const event = (id: string, body: unknown) =>
  app.call('POST', `/api/intake/orders/${id}/events`, { as: key, body })
/** An order that is being processed, of these products: each of a seller of its own, unless it is the same. */
const processing = async (products: readonly Product[]) => {
  const { id: customer } = await pendingCustomer(app)
  const body = orderBody(
    customer,
    products.map((product) => ({ product })),
  )
  const handedIn = await app.call('POST', '/api/intake/orders', { as: key, body })
  expect(handedIn).toMatchObject({ status: 201 })
  const { id } = handedIn.body.results
  await post(`${id}/process`)
  return { id, parts: (await read(id)).parts }
}
const packed = async (product: Product) => {
  const { id, parts } = await processing([product])
  await post(`${id}/parts/${parts[0]?.id}/pack`)
  return id
}
const numberOf = async (id: string) => (await read(id)).parts[0]?.invoice_number
let sent = 0
const fbr = () => `7000007DI${1_747_119_701_593 + ++sent}`

describe('the invoice of a seller', () => {
  test('is numbered when a part is first packed, from 1 for each seller, and keeps its number', async () => {
    const [one, two] = [await listedProduct({ app, admin }), await listedProduct({ app, admin })]
    const { id, parts } = await processing([one, two])
    expect(parts.map((part) => part.invoice_number)).toEqual([null, null])
    const path = `${id}/parts/${parts[0]?.id}`
    await post(`${path}/pack`)
    const first = (await read(id)).parts
    expect(first.map((part) => part.invoice_number)).toEqual([1, null])
    await post(`${path}/unpack`)
    await post(`${path}/pack`)
    expect((await read(id)).parts[0]).toMatchObject({
      invoice_number: 1,
      invoiced_at: first[0]?.invoiced_at,
    })
    await post(`${id}/parts/${parts[1]?.id}/pack`)
    expect((await read(id)).parts.map((part) => part.invoice_number)).toEqual([1, 1])
    expect(await numberOf(await packed(one))).toBe(2)
  })

  test('is numbered too where the shop front tells that a part was shipped', async () => {
    const product = await listedProduct({ app, admin })
    const { id } = await processing([product])
    const told = await event(id, { type: 'shipped', courier: 'TCS', tracking_number: `T-${id}` })
    expect(told.status).toBe(200)
    expect(await numberOf(id)).toBe(1)
  })

  test('of eight that are packed at once: no gap, and none twice', async () => {
    const product = await listedProduct({ app, admin })
    const made = await Promise.all(Array.from({ length: 8 }, () => processing([product])))
    const pack = async ({ id, parts }: (typeof made)[number]): Promise<number> => {
      const answer = await post(`${id}/parts/${parts[0]?.id}/pack`)
      return answer.status === 503 ? pack({ id, parts }) : answer.status
    }
    expect(new Set(await Promise.all(made.map(pack)))).toEqual(new Set([200]))
    const numbers = await Promise.all(made.map(({ id }) => numberOf(id)))
    expect(numbers.sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('leaves no gap where packing is refused', async () => {
    const product = await listedProduct({ app, admin })
    const { id, parts } = await processing([product])
    await post(`${id}/put-back`)
    expect((await post(`${id}/parts/${parts[0]?.id}/pack`)).status).toBe(409)
    expect(await numberOf(id)).toBeNull()
    expect(await numberOf(await packed(product))).toBe(1)
  })
})

describe('the number that FBR gave to an invoice', () => {
  test('is taken over with its code, once, and recorded', async () => {
    const id = await packed(await listedProduct({ app, admin }))
    const body = {
      type: 'invoiced',
      fbr_invoice_number: ` ${fbr().toLowerCase()} `,
      fbr_qr: 'as FBR made it',
    }
    expect((await event(id, body)).status).toBe(200)
    const number = body.fbr_invoice_number.trim().toUpperCase()
    const { parts, history, version } = await read(id)
    expect(parts[0]).toMatchObject({ fbr_invoice_number: number, fbr_qr: 'as FBR made it' })
    expect(history[0]).toMatchObject({
      action: 'take FBR invoice',
      after: { invoice: 'INV-000001', fbr_invoice_number: number },
    })
    expect((await event(id, body)).status).toBe(200)
    // Told again without its code, the code stays; another one is refused.
    expect((await event(id, { ...body, fbr_qr: undefined })).status).toBe(200)
    expect((await event(id, { ...body, fbr_qr: 'another' })).status).toBe(409)
    const after = await read(id)
    expect([after.version, after.parts[0]?.fbr_qr]).toEqual([version, 'as FBR made it'])
  })

  test('is refused for a part that was never packed, for another number, and where another invoice has it', async () => {
    const product = await listedProduct({ app, admin })
    const { id: waiting } = await processing([product])
    const [first, second] = [await packed(product), await packed(product)]
    const number = fbr()
    const tell = (id: string, fbr_invoice_number: string) =>
      event(id, { type: 'invoiced', fbr_invoice_number })
    expect((await tell(first, number)).status).toBe(200)
    const before = await stateOf(app)
    expect((await tell(waiting, fbr())).status).toBe(409)
    expect((await tell(first, fbr())).status).toBe(409)
    const taken = await tell(second, number)
    expect([taken.status, taken.body.errors[0].path]).toEqual([422, 'fbr_invoice_number'])
    expect(await stateOf(app)).toBe(before)
  })

  test.each(['', '7000007', '7000007DI17471197', '700000DI1747119701593', '7000007XX1747119701593'])(
    'has the form that FBR gives it: %j is refused with the path',
    async (fbr_invoice_number) => {
      const answer = await event(crypto.randomUUID(), { type: 'invoiced', fbr_invoice_number })
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe('fbr_invoice_number')
    },
  )

  test('may begin with a CNIC or with an NTN that has letters', async () => {
    for (const payer of ['3520212345671', 'A123456']) {
      const id = await packed(await listedProduct({ app, admin }))
      const fbr_invoice_number = `${payer}DI1747119701593`
      expect((await event(id, { type: 'invoiced', fbr_invoice_number })).status).toBe(200)
    }
  })
})
