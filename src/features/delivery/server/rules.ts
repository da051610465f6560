import { parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { EntryFacts } from '../entry-contract.ts'
import type { ShippingMethod, WeightStep } from '../method-contract.ts'
import type { Packaging } from '../packaging-contract.ts'
import type { PickupLocation } from '../pickup-contract.ts'
import type { MethodTerms, PackagingTerms } from '../quote/contract.ts'
import type { MethodRecord, PackagingRecord, PickupRecord } from './tables.ts'

type EntryRecord = Pick<
  MethodRecord,
  'id' | 'position' | 'is_active' | 'is_used' | 'version' | 'created_at' | 'deleted_at'
>

function factsOf(record: EntryRecord): EntryFacts {
  return {
    id: record.id,
    position: record.position,
    is_active: record.is_active,
    is_used: record.is_used,
    version: record.version,
    created_at: record.created_at.toISOString(),
  }
}

export function methodOf(record: MethodRecord): ShippingMethod {
  return {
    ...factsOf(record),
    title: record.title,
    price: rupeesFromPaisa(record.price),
    duration: record.duration,
    free_from: record.free_from === null ? null : rupeesFromPaisa(record.free_from),
    weight_steps: record.weight_steps as WeightStep[],
    provinces: record.provinces,
    cities: record.cities,
    cash_on_delivery: record.cash_on_delivery,
  }
}

export function packagingOf(record: PackagingRecord): Packaging {
  return {
    ...factsOf(record),
    title: record.title,
    price: rupeesFromPaisa(record.price),
    length_cm: record.length_cm,
    width_cm: record.width_cm,
    height_cm: record.height_cm,
    weight_limit_kg: record.weight_limit_kg,
  }
}

export function pickupLocationOf(record: PickupRecord): PickupLocation {
  const { city, area, address, hours, map_link, phone } = record
  return { ...factsOf(record), city, area, address, hours, map_link, phone }
}

/** A stored row, or the same as the history keeps it: in JSON, where amounts are numbers. */
type Kept<R> = {
  [K in keyof R]: R[K] extends bigint | null ? R[K] | number : R[K] extends Date | null ? R[K] | string : R[K]
}
export type KeptMethod = Kept<
  Omit<MethodRecord, 'position' | 'is_used' | 'version' | 'created_at' | 'updated_at' | 'list'>
>
export type KeptPackaging = Kept<
  Omit<PackagingRecord, 'position' | 'is_used' | 'version' | 'created_at' | 'updated_at' | 'list'>
>
export type KeptPickup = Kept<Pick<PickupRecord, 'city' | 'area' | 'is_active' | 'deleted_at'>>

export function isOn({ is_active, deleted_at }: { is_active: boolean; deleted_at: unknown }): boolean {
  return is_active && deleted_at === null
}

export function methodTermsOf(kept: KeptMethod): MethodTerms {
  return {
    isOn: isOn(kept),
    price: BigInt(kept.price),
    freeFrom: kept.free_from === null ? null : BigInt(kept.free_from),
    steps: (kept.weight_steps as WeightStep[]).map(({ up_to_kg, price }) => ({
      upToGrams: gramsOf(up_to_kg),
      price: parseRupees(price),
    })),
    provinces: kept.provinces,
    cities: kept.cities,
    takesCash: kept.cash_on_delivery,
  }
}

export function packagingTermsOf(kept: KeptPackaging): PackagingTerms {
  return {
    isOn: isOn(kept),
    title: kept.title,
    price: BigInt(kept.price),
    sides: [kept.length_cm, kept.width_cm, kept.height_cm].map(sideOf),
    mostGrams: gramsOf(kept.weight_limit_kg),
  }
}

/** Kilograms with at most three decimals, in grams. */
function gramsOf(kilograms: number): bigint {
  return BigInt(Math.round(kilograms * 1_000))
}

/** Centimetres with at most two decimals, in tenths of a millimetre. */
export function sideOf(centimetres: number): number {
  return Math.round(centimetres * 100)
}

/** The place of an entry in the list after it was moved to a position, from 1; a position past the end means last. */
export function movedTo(ids: readonly string[], id: string, position: number): string[] {
  return ids.filter((one) => one !== id).toSpliced(position - 1, 0, id)
}
