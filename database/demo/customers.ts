import { customerNumber } from '#features/customers/contract.ts'
import { mobile, slugOf } from './applicants.ts'
import { namesByProvince } from './names.ts'
import { type Place, places } from './places.ts'
import type { Chance } from './random.ts'
import { customerReasons } from './reasons.ts'
import type { Past, Person } from './story.ts'
import { before, day, hour, minute, officeTime } from './times.ts'

type Row = Record<string, unknown>

export type CustomerState = 'approved' | 'pending' | 'disabled'

/** How many customers stand where. */
export const customerCounts: Readonly<Record<CustomerState, number>> = {
  approved: 262,
  pending: 40,
  disabled: 18,
}

/** Somebody who buys, before they meet a database. */
export interface DemoCustomer {
  id: string
  external_id: string
  username: string
  email: string
  phone: string
  city: string
  address: string
  /** The part of the city that the address is in. */
  area: string
  place: Place
  state: CustomerState
  createdAt: Date
  /** Null while they wait. */
  approved: { at: Date; by: Person } | null
  disabled: { at: Date; by: Person; reason: string } | null
}

/** Where people of a city live, rather than trade; a city that is not named has the areas of its shops. */
const homes: Readonly<Record<string, readonly string[]>> = {
  Lahore: ['Johar Town', 'Model Town', 'Wapda Town', 'Gulberg III', 'DHA Phase 5', 'Samanabad', 'Township'],
  Karachi: [
    'Gulshan-e-Iqbal',
    'North Nazimabad',
    'Clifton',
    'DHA Phase 6',
    'Malir',
    'Federal B Area',
    'PECHS',
  ],
  Islamabad: ['F-8/3', 'G-10/2', 'I-8/4', 'E-11', 'Bahria Enclave'],
  Rawalpindi: ['Satellite Town', 'Chaklala Scheme 3', 'Bahria Town Phase 4', 'Westridge'],
  Peshawar: ['Hayatabad Phase 3', 'University Town', 'Gulbahar', 'Warsak Road'],
}
const mailHosts = ['inbox.example', 'post.example', 'mail.example', 'salam.example'] as const

/** The customers of the demo: most of them approved, created over the last year, the more the later. */
export function makeCustomers(chance: Chance, now: Date, staff: readonly Person[]): DemoCustomer[] {
  const given = new Set<string>()
  const weighted = places.map((place) => [place, place.weight] as const)
  const states = Object.entries(customerCounts) as [CustomerState, number][]
  const customers = states.flatMap(([state, count]) =>
    Array.from({ length: count }, (_, index) => {
      const place = chance.weigh(weighted)
      const username = nameIn(chance, place, given)
      const createdAt = cameAt(chance, now, state)
      const [first = '', last = ''] = [username.split(' ')[0], username.split(' ').at(-1)]
      const area = chance.pick(homes[place.city] ?? place.areas)
      // Somebody who has a phone and no mail is not seldom; the other way round hardly ever.
      const email = chance.happens(0.9)
        ? `${slugOf(first)}.${slugOf(last)}${chance.int(1, 99)}@${chance.pick(mailHosts)}`
        : ''
      const approved =
        state === 'pending'
          ? null
          : {
              at: officeTime(new Date(createdAt.getTime() + chance.int(1, 40) * hour), createdAt, now),
              by: chance.pick(staff),
            }
      const disabled =
        state === 'disabled' && approved
          ? {
              at: officeTime(
                new Date(
                  approved.at.getTime() + (now.getTime() - approved.at.getTime()) * (0.3 + chance.next() / 2),
                ),
                approved.at,
                now,
              ),
              by: chance.pick(staff),
              reason: customerReasons[index % customerReasons.length] ?? '',
            }
          : null
      return {
        id: chance.idAt(createdAt),
        external_id: '',
        ...{ username, email, city: place.city, area, place, state, createdAt, approved, disabled },
        phone: email === '' || chance.happens(0.98) ? mobile(chance) : '',
        address: `House ${chance.int(2, 480)}, Street ${chance.int(1, 42)}, ${area}`,
      }
    }),
  )
  customers.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  for (const [index, customer] of customers.entries()) customer.external_id = `customer-${20_001 + index}`
  return customers
}

function nameIn(chance: Chance, place: Place, given: Set<string>): string {
  const stock = namesByProvince[place.province] ?? namesByProvince['PK-PB']
  if (!stock) throw new Error('no names for a province')
  for (;;) {
    const first = chance.pick(chance.happens(0.52) ? stock.women : stock.men)
    const family = chance.pick(stock.families)
    const name = first.endsWith(family) ? first : `${first} ${family}`
    if (given.has(name)) continue
    given.add(name)
    return name
  }
}

function cameAt(chance: Chance, now: Date, state: CustomerState): Date {
  if (state === 'pending') return before(now, Math.round((9 + 12_000 * chance.next() ** 2.4) * minute))
  const youngest = state === 'approved' ? 3 : 40
  return before(now, Math.round((youngest + (362 - youngest) * chance.next() ** 1.3) * day))
}

/** The rows of the customers and of what happened to them; their numbers stand in the trail, not their names. */
export function customerRows(
  chance: Chance,
  customers: readonly DemoCustomer[],
): { rows: Row[]; past: Past } {
  const past: Past = { decisions: [], audit: [], messages: [] }
  const rows = customers.map((customer) => {
    const { id, createdAt, approved, disabled } = customer
    const name = customerNumber(id)
    tell(past, chance, { id, name, at: createdAt, action: 'register', from: null, to: 'pending' })
    if (approved)
      tell(past, chance, { id, name, ...approved, action: 'approve', from: 'pending', to: 'approved' })
    if (disabled)
      tell(past, chance, { id, name, ...disabled, action: 'disable', from: 'approved', to: 'disabled' })
    const since = disabled?.at ?? approved?.at ?? createdAt
    return {
      id,
      external_id: customer.external_id,
      username: customer.username,
      email: customer.email,
      phone: customer.phone,
      city: customer.city,
      address: customer.address,
      status: customer.state,
      version: 1 + (approved ? 1 : 0) + (disabled ? 1 : 0),
      created_at: createdAt,
      updated_at: since,
      status_since: since,
      status_reason: disabled?.reason ?? '',
      image: '',
      orders_count: 0,
      orders_total: 0,
    }
  })
  return { rows, past }
}

interface Told {
  id: string
  name: string
  at: Date
  by?: Person
  reason?: string
  action: string
  from: string | null
  to: string
}

const undoSeconds = 60

function tell(past: Past, chance: Chance, { id, name, at, by, reason, action, from, to }: Told): void {
  const version = to === 'pending' ? 1 : to === 'approved' ? 2 : 3
  if (by && from) {
    past.decisions.push({
      id: chance.idAt(at),
      subject_type: 'customer',
      subject_id: id,
      subject_name: name,
      action,
      reason: reason ?? '',
      from_status: from,
      to_status: to,
      subject_version: version,
      decided_by: by.id,
      decided_at: at,
      undo_until: new Date(at.getTime() + undoSeconds * 1000),
    })
  }
  past.audit.push({
    id: chance.idAt(at),
    at,
    actor_kind: by ? 'person' : 'integrator',
    actor_id: by?.id ?? null,
    actor_name: by?.username ?? 'Shop front',
    action,
    subject_type: 'customer',
    subject_id: id,
    subject_name: name,
    before: from ? { status: from } : null,
    after: { status: to },
    reason: reason ?? null,
    request_id: chance.idAt(at),
  })
}
