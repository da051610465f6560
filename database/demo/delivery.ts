import type { Paisa } from '#kit/contract/money.ts'
import { seededChance } from './random.ts'
import { before, day } from './times.ts'

type Row = Record<string, unknown>

/** The rows of the delivery settings, by table, and what an order of theirs names. */
export interface DeliveryRows {
  shipping_methods: Row[]
  packagings: Row[]
  pickup_locations: Row[]
  /** The columns of an order with this shipping: empty ones for orders from before there were methods. */
  namedBy: (order: { shipping: Paisa; goods: Paisa; city: string; at: Date }) => Row
}

const nothing = {
  shipping_method_id: null,
  packaging_id: null,
  pickup_location_id: null,
  shipping_method: '',
  packaging: '',
  pickup_location: '',
}

const freeFrom = 1_000_000n

/** What a marketplace of this size offers: three couriers' prices, one that is off, boxes, and counters to collect at. */
export function makeDelivery(now: Date): DeliveryRows {
  const chance = seededChance(8)
  const since = before(now, 75 * day)
  const entry = (index: number) => ({
    id: chance.idAt(since),
    position: index + 1,
    is_active: true,
    is_used: false,
    version: 1,
    created_at: since,
    updated_at: since,
  })
  const everywhere = { provinces: [], cities: [], weight_steps: [], free_from: null, cash_on_delivery: true }
  const methods = [
    {
      ...{ title: 'Standard delivery', price: 15_000, duration: '3 to 5 working days' },
      ...{ ...everywhere, free_from: Number(freeFrom) },
    },
    {
      ...{ title: 'Leopards Express', price: 19_900, duration: '1 to 2 working days' },
      ...everywhere,
      weight_steps: [
        { up_to_kg: 1, price: '199' },
        { up_to_kg: 3, price: '349' },
        { up_to_kg: 10, price: '790' },
      ],
    },
    {
      ...{ title: 'TCS Overnight', price: 25_000, duration: 'Next working day' },
      ...{ ...everywhere, cities: ['Karachi', 'Lahore', 'Islamabad', 'Rawalpindi', 'Faisalabad'] },
      cash_on_delivery: false,
    },
    {
      ...{ title: 'Northern areas by road', price: 45_000, duration: '7 to 10 days' },
      ...{ ...everywhere, provinces: ['PK-GB', 'PK-JK'], is_active: false },
    },
  ].map((method, index) => ({ ...entry(index), ...method }))
  const packagings = [
    { title: 'Plain carton', price: 0, length_cm: 0, width_cm: 0, height_cm: 0, weight_limit_kg: 0 },
    { title: 'Gift box', price: 15_000, length_cm: 35, width_cm: 25, height_cm: 12, weight_limit_kg: 3 },
    { title: 'Padded box', price: 9_900, length_cm: 45, width_cm: 35, height_cm: 30, weight_limit_kg: 8 },
  ].map((packaging, index) => ({ ...entry(index), ...packaging }))
  const pickups = [
    {
      ...{ city: 'Lahore', area: 'Gulberg III', address: 'Shop 12, Liberty Market, near Liberty Roundabout' },
      ...{ hours: 'Mon to Sat, 11 am to 9 pm', phone: '+924235761234' },
      map_link: 'https://maps.google.com/?q=Liberty+Market+Lahore',
    },
    {
      ...{
        city: 'Karachi',
        area: 'Clifton Block 5',
        address: 'Plot 8-C, Khayaban-e-Saadi, opposite Bilawal Chowrangi',
      },
      ...{ hours: 'Daily, 12 pm to 10 pm', phone: '+922135861234' },
      map_link: 'https://maps.google.com/?q=Clifton+Block+5+Karachi',
    },
    {
      ...{ city: 'Islamabad', area: 'F-7 Markaz', address: 'Ground floor, Jinnah Super Market' },
      ...{ hours: 'Mon to Sat, 10 am to 8 pm', phone: '', map_link: '' },
    },
  ].map((place, index) => ({ ...entry(index), ...place }))
  return {
    shipping_methods: methods,
    packagings,
    pickup_locations: pickups,
    namedBy: ({ shipping, goods, city, at }) => {
      if (at < since) return nothing
      const place = shipping === 0n ? pickups.find((one) => one.city === city) : undefined
      if (place) {
        place.is_used = true
        return { ...nothing, pickup_location_id: place.id, pickup_location: `${place.area}, ${place.city}` }
      }
      const method = methods.find(
        (one) =>
          one.is_active &&
          (BigInt(one.price) === shipping ||
            (shipping === 0n && one.free_from !== null && goods >= BigInt(one.free_from))) &&
          (one.cities.length === 0 || (one.cities as string[]).includes(city)),
      )
      if (!method) return nothing
      method.is_used = true
      return { ...nothing, shipping_method_id: method.id, shipping_method: method.title }
    },
  }
}
