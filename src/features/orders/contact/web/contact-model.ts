import type { OrderDetail } from '#features/orders/contract.ts'
import { namesOf } from '#kit/contract/fields.ts'
import { normaliseCity, provinceName } from '#kit/contract/pakistan-cities.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { type ContactChange, type ContactField, contactFields, placeFields } from '../contact-contract.ts'

export type Contact = Record<ContactField, string>

/** The contact of an order as it is stored. */
function storedContact(order: OrderDetail): Contact {
  const { customer_name, customer_note, email, phone, address, area, landmark, city, province } = order
  return { name: customer_name, email, phone, address, area, landmark, city, province, note: customer_note }
}

/** The same as people read and type it. */
function readContact(order: OrderDetail): Contact {
  const stored = storedContact(order)
  return { ...stored, phone: formatPhone(stored.phone), province: provinceName(stored.province) }
}

/** What the form shows: the order, and what was typed over it. A city of the list brings its province until one is typed. */
export function shownContact(order: OrderDetail, typed: Partial<Contact>): Contact {
  const own = readContact(order)
  const isOtherCity = typed.city !== undefined && typed.city !== own.city
  const found = isOtherCity ? normaliseCity(typed.city ?? '').province : null
  return { ...own, ...(found ? { province: provinceName(found) } : {}), ...typed }
}

/** The fields that differ from the order, and what the order has in them. The place is left out where it is fixed. */
export function correctionOf(
  order: OrderDetail,
  typed: Partial<Contact>,
  isPlaceFixed: boolean,
): { change: ContactChange; before: ContactChange } {
  const [stored, own, shown] = [storedContact(order), readContact(order), shownContact(order, typed)]
  const changed = namesOf(contactFields).filter(
    (name) => shown[name] !== own[name] && !(isPlaceFixed && placeFields.includes(name)),
  )
  const of = (contact: Contact) => Object.fromEntries(changed.map((name) => [name, contact[name]]))
  return { change: of(shown), before: of(stored) }
}
