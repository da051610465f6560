import { parseRupees, parseTypedRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { parseTypedNumber } from '#kit/contract/typed-number.ts'
import type { ShippingMethod } from '../method-contract.ts'
import type { Packaging } from '../packaging-contract.ts'
import type { PickupLocation } from '../pickup-contract.ts'
import { texts } from '../texts.ts'

/** An amount as typed, in wire form; text that is no amount is passed on, so that the schema reports it. */
function rupeesOf(typed: string): string {
  return parseTypedRupees(typed) ?? typed
}

/** A measure as typed; 0 if it is empty, and text that is no number is passed on. */
function measureOf(typed: string): number | string {
  if (typed.trim() === '') return 0
  const plain = parseTypedNumber(typed)
  return plain === null ? typed : Number(plain)
}

const shownMeasure = (value: number) => (value === 0 ? '' : String(value))

/** A shipping method as it is typed. */
export interface TypedMethod {
  title: string
  price: string
  duration: string
  free_from: string
  weight_steps: { id: number; up_to_kg: string; price: string }[]
  provinces: string[]
  cities: string[]
  cash_on_delivery: boolean
}

export function typedMethod(method: ShippingMethod | null): TypedMethod {
  return {
    title: method?.title ?? '',
    price: method?.price ?? '',
    duration: method?.duration ?? '',
    free_from: method?.free_from ?? '',
    weight_steps: (method?.weight_steps ?? []).map(({ up_to_kg, price }, id) => ({
      id,
      up_to_kg: String(up_to_kg),
      price,
    })),
    provinces: method?.provinces ?? [],
    cities: method?.cities ?? [],
    cash_on_delivery: method?.cash_on_delivery ?? true,
  }
}

export function methodMeantBy(typed: TypedMethod): object {
  const { price, free_from, weight_steps, ...rest } = typed
  return {
    ...rest,
    price: rupeesOf(price),
    free_from: free_from.trim() === '' ? null : rupeesOf(free_from),
    weight_steps: weight_steps.map((step) => ({
      up_to_kg: measureOf(step.up_to_kg),
      price: rupeesOf(step.price),
    })),
  }
}

/** A packaging as it is typed. */
export type TypedPackaging = Record<
  'title' | 'price' | 'length_cm' | 'width_cm' | 'height_cm' | 'weight_limit_kg',
  string
>

export function typedPackaging(packaging: Packaging | null): TypedPackaging {
  return {
    title: packaging?.title ?? '',
    price: packaging?.price ?? '',
    length_cm: shownMeasure(packaging?.length_cm ?? 0),
    width_cm: shownMeasure(packaging?.width_cm ?? 0),
    height_cm: shownMeasure(packaging?.height_cm ?? 0),
    weight_limit_kg: shownMeasure(packaging?.weight_limit_kg ?? 0),
  }
}

export function packagingMeantBy(typed: TypedPackaging): object {
  return {
    title: typed.title,
    price: rupeesOf(typed.price),
    length_cm: measureOf(typed.length_cm),
    width_cm: measureOf(typed.width_cm),
    height_cm: measureOf(typed.height_cm),
    weight_limit_kg: measureOf(typed.weight_limit_kg),
  }
}

/** A pickup location as it is typed. */
export type TypedPickup = Pick<PickupLocation, 'city' | 'area' | 'address' | 'hours' | 'map_link' | 'phone'>

export function typedPickup(location: PickupLocation | null): TypedPickup {
  return {
    city: location?.city ?? '',
    area: location?.area ?? '',
    address: location?.address ?? '',
    hours: location?.hours ?? '',
    map_link: location?.map_link ?? '',
    phone: location?.phone ?? '',
  }
}

/** A measure as shown in a list: 30 × 20 × 10 cm; empty if nothing was said. */
export function measuresOf({ length_cm, width_cm, height_cm }: Packaging): string {
  const sides = [length_cm, width_cm, height_cm].filter((side) => side > 0)
  return sides.length === 0 ? '' : texts.inCentimetres({ sides: sides.join(' × ') })
}

/** The highest price of a method: that of its heaviest weight step. */
export function highestPrice({ price, weight_steps }: ShippingMethod): string {
  const all = [price, ...weight_steps.map((step) => step.price)].map(parseRupees)
  return rupeesFromPaisa(all.reduce((most, one) => (one > most ? one : most), 0n))
}
