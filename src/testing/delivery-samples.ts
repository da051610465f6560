import type { TestApp, TestPerson } from './app.ts'
import { listedProduct, pendingOrder } from './factories.ts'
import type { MakeSample, Sample, Stage } from './samples.ts'

export type DeliveryNoun = 'shipping-methods' | 'packagings' | 'pickup-locations'

let made = 0

/** An entry as it is sent to be added; each with a name of its own. */
export function deliveryBody(noun: DeliveryNoun, given: object = {}): object {
  made += 1
  const bodies: Record<DeliveryNoun, object> = {
    'shipping-methods': { title: `TCS Overnight ${made}`, price: '250', duration: '1 to 2 days' },
    packagings: { title: `Gift box ${made}`, price: '150' },
    'pickup-locations': { city: 'Lahore', area: `Gulberg ${made}`, address: `${made} Main Boulevard` },
  }
  return { ...bodies[noun], ...given }
}

export interface MadeEntry {
  id: string
  title: string
  price: string
  version: number
}

/** An entry that was added over HTTP, as the last of its list. */
export async function addedEntry(
  { app, admin }: { app: TestApp; admin: TestPerson },
  noun: DeliveryNoun,
  given: object = {},
): Promise<MadeEntry> {
  const body = deliveryBody(noun, given)
  const answer = await app.call('POST', `/api/admin/${noun}`, { as: admin, body })
  if (answer.status !== 201) throw new Error(`POST ${noun}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

const nouns: readonly DeliveryNoun[] = ['shipping-methods', 'packagings', 'pickup-locations']
const idField: Record<DeliveryNoun, string> = {
  'shipping-methods': 'shipping_method_id',
  packagings: 'packaging_id',
  'pickup-locations': 'pickup_location_id',
}

function samplesOf(noun: DeliveryNoun): Record<string, MakeSample> {
  const path = `/api/admin/${noun}`
  const own = async (stage: Stage) => `${path}/${(await addedEntry(stage, noun)).id}`
  return {
    [`GET ${path}`]: () => ({ path: `${path}?status=active&sort=position&limit=5` }),
    [`GET ${path}/:id`]: async (stage) => ({ path: await own(stage) }),
    [`POST ${path}`]: () => ({ path, body: deliveryBody(noun) }),
    [`PATCH ${path}/:id`]: async (stage) => {
      const { id, version } = await addedEntry(stage, noun)
      return {
        path: `${path}/${id}`,
        body: { is_active: false },
        headers: { 'if-match': `"v${version}"` },
      }
    },
    [`POST ${path}/:id/order`]: async (stage) => {
      await addedEntry(stage, noun)
      return { path: `${await own(stage)}/order`, body: { position: 1 } }
    },
    [`DELETE ${path}/:id`]: async (stage) => ({ path: await own(stage) }),
    [`POST ${path}/:id/restore`]: async (stage) => {
      const path = await own(stage)
      await stage.app.call('DELETE', path, { as: stage.admin })
      return { path: `${path}/restore` }
    },
  }
}

function conflictsOf(noun: DeliveryNoun): Record<string, MakeSample> {
  const path = `/api/admin/${noun}`
  return {
    [`DELETE ${path}/:id`]: async (stage): Promise<Sample> => {
      const { id } = await addedEntry(stage, noun)
      await pendingOrder(stage, [], { [idField[noun]]: id })
      return { path: `${path}/${id}` }
    },
    [`POST ${path}/:id/restore`]: async (stage) => ({
      path: `${path}/${(await addedEntry(stage, noun)).id}/restore`,
    }),
  }
}

/** One accepted call for every endpoint of the delivery. */
export const deliverySamples: Readonly<Record<string, MakeSample>> = {
  ...Object.assign({}, ...nouns.map(samplesOf)),
  'GET /api/storefront/delivery': () => ({ path: '/api/storefront/delivery' }),
  'POST /api/storefront/delivery/quote': async (stage) => ({
    path: '/api/storefront/delivery/quote',
    body: { items: [{ product_id: (await listedProduct(stage)).id, quantity: 2 }], city: 'Lahore' },
  }),
}

/** The same calls where an order names the entry, or where it is not deleted (409). */
export const deliveryConflicts: Readonly<Record<string, MakeSample>> = Object.assign(
  {},
  ...nouns.map(conflictsOf),
)
