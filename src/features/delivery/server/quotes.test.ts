import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedEntry } from '#testing/delivery-samples.ts'
import { listedProduct, type MadeProduct } from '#testing/factories.ts'

const kinds = [
  { price: '999.99', kilograms: 0.333 },
  { price: '1', kilograms: 0.001 },
  { price: '4999.5', kilograms: 2.75 },
  // Nobody said what it weighs.
  { price: '120', kilograms: 0 },
] as const
const box = { price: '33.33', kilograms: 6 }

let app: TestApp
let admin: TestPerson
let products: MadeProduct[]
let boxId: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  const by = { app, admin }
  products = []
  for (const { price, kilograms } of kinds) {
    products.push(await listedProduct(by, { product_price: price, package_weight: kilograms }))
  }
  boxId = (await addedEntry(by, 'packagings', { price: box.price, weight_limit_kg: box.kilograms })).id
})
afterAll(() => app.close())

interface Terms {
  price: Paisa
  steps: { grams: number; price: Paisa }[]
  freeFrom: Paisa | null
}
type Cart = readonly { kind: number; quantity: number }[]

const prices: fc.Arbitrary<Omit<Terms, 'freeFrom'>> = fc
  .record({
    price: fc.bigInt({ min: 0n, max: 60_000n }),
    raises: fc.array(
      fc.tuple(
        fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.constantFrom(333, 666, 2_750)),
        fc.bigInt({ min: 0n, max: 9_999n }),
      ),
      {
        maxLength: 4,
      },
    ),
  })
  .map(({ price, raises }) => {
    let last = { grams: 0, price }
    const steps = raises.map(([grams, dearer]) => {
      last = { grams: last.grams + grams, price: last.price + dearer }
      return last
    })
    return { price, steps }
  })
/** From which value on shipping is free; null for from the value that one more piece makes. */
const limit = fc.option(fc.oneof(fc.bigInt({ min: 1n, max: 2_500_000n }), fc.constant('never' as const)))
const cart: fc.Arbitrary<Cart> = fc.array(
  fc.record({
    kind: fc.integer({ min: 0, max: kinds.length - 1 }),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
)

const sums = (goods: Cart) => {
  const pieces = goods.flatMap(({ kind, quantity }) => Array(quantity).fill(kinds[kind] ?? kinds[0]))
  return pieces.reduce(
    (all, { price, kilograms }) => ({
      value: all.value + parseRupees(price),
      grams: all.grams + Math.round(kilograms * 1_000),
    }),
    { value: 0n, grams: 0 },
  )
}

/** The price by the words of the screen, and whether shipping is free; null if these goods are not taken. */
function byHand({ price, steps, freeFrom }: Terms, isPacked: boolean, goods: Cart) {
  const { value, grams } = sums(goods)
  if (steps.length > 0 && steps.every((step) => grams > step.grams)) return null
  if (isPacked && grams > box.kilograms * 1_000) return null
  const isFree = freeFrom !== null && value >= freeFrom
  const weighed = grams === 0 ? undefined : steps.find((step) => grams <= step.grams)
  const shipping = isFree ? 0n : (weighed?.price ?? price)
  return { price: shipping + (isPacked ? parseRupees(box.price) : 0n), isFree }
}

const rupees = (amount: Paisa) => rupeesFromPaisa(amount)

/** One piece of the first kind to which another is added: more expensive, past the last step, and free from what both are worth. */
const one: Cart = [{ kind: 0, quantity: 1 }]
const planted: [Omit<Terms, 'freeFrom'>, 'never' | null, Cart, boolean, number][] = [
  [
    { price: 10_000n, steps: [333, 666].map((grams) => ({ grams, price: BigInt(grams) * 50n })) },
    'never',
    one,
    false,
    0,
  ],
  [{ price: 10_000n, steps: [{ grams: 333, price: 20_000n }] }, 'never', one, false, 0],
  [{ price: 10_000n, steps: [] }, null, one, false, 0],
]

test('what shoppers are quoted is exact to the paisa, and one more piece never costs less unless shipping gets free', async () => {
  const seen = { taken: 0, dearer: 0, refused: 0, freed: 0 }
  const quoted = async (id: string, goods: Cart, isPacked: boolean) => {
    const items = goods.map(({ kind, quantity }) => ({ product_id: products[kind]?.id, quantity }))
    const { status, body } = await app.call('POST', '/api/storefront/delivery/quote', {
      body: { items, city: 'Lahore', ...(isPacked ? { packaging_id: boxId } : {}) },
    })
    expect(status).toBe(200)
    const found = body.results.methods.find((one: { id: string }) => one.id === id)
    return found ? parseRupees(found.price) : null
  }
  await fc.assert(
    fc.asyncProperty(
      prices,
      limit,
      cart,
      fc.boolean(),
      fc.nat(),
      async (priced, free, goods, isPacked, which) => {
        const more = goods.map((one, index) =>
          index === which % goods.length ? { ...one, quantity: one.quantity + 1 } : one,
        )
        const asked: Terms = { ...priced, freeFrom: free === 'never' ? null : (free ?? sums(more).value) }
        const { id } = await addedEntry({ app, admin }, 'shipping-methods', {
          price: rupees(asked.price),
          free_from: asked.freeFrom === null ? null : rupees(asked.freeFrom),
          weight_steps: asked.steps.map(({ grams, price }) => ({
            up_to_kg: grams / 1_000,
            price: rupees(price),
          })),
        })
        const [few, many] = [await quoted(id, goods, isPacked), await quoted(id, more, isPacked)]
        await app.call('DELETE', `/api/admin/shipping-methods/${id}`, { as: admin })

        const then = byHand(asked, isPacked, more)
        expect(few).toBe(byHand(asked, isPacked, goods)?.price ?? null)
        expect(many).toBe(then?.price ?? null)
        if (few === null) expect(many).toBeNull()
        else if (many !== null && !then?.isFree) expect(many).toBeGreaterThanOrEqual(few)
        if (many === null) seen.refused += 1
        else {
          seen.taken += 1
          if (few !== null && many > few) seen.dearer += 1
          if (few !== null && many < few) seen.freed += 1
        }
      },
    ),
    {
      numRuns: 60,
      examples: planted,
    },
  )
  for (const [kind, many] of Object.entries(seen)) expect([kind, many > 0]).toEqual([kind, true])
})
