import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const entry = {
  position: 'int4',
  is_active: 'bool=',
  is_used: 'bool=',
  deleted_at: 'timestamptz?',
  version: 'int4=',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  list: 'text!',
} as const

const shippingMethods = table('shipping_methods', {
  id: 'uuid',
  title: 'text',
  price: 'int8',
  duration: 'text',
  free_from: 'int8?',
  weight_steps: 'jsonb=',
  provinces: '_text=',
  cities: '_text=',
  cash_on_delivery: 'bool=',
  ...entry,
})

const packagings = table('packagings', {
  id: 'uuid',
  title: 'text',
  price: 'int8',
  length_cm: 'numeric=',
  width_cm: 'numeric=',
  height_cm: 'numeric=',
  weight_limit_kg: 'numeric=',
  ...entry,
})

const pickupLocations = table('pickup_locations', {
  id: 'uuid',
  city: 'text',
  area: 'text',
  address: 'text',
  hours: 'text=',
  map_link: 'text=',
  phone: 'text=',
  ...entry,
})

const deliveryTerms = table('delivery_terms', { subject_id: 'uuid', since: 'timestamptz', terms: 'jsonb' })

declare module '#kit/server/database.ts' {
  interface Tables {
    shipping_methods: TableOf<typeof shippingMethods>
    packagings: TableOf<typeof packagings>
    pickup_locations: TableOf<typeof pickupLocations>
    delivery_terms: TableOf<typeof deliveryTerms>
  }
}

/** Rows as stored in the database; they never leave the server in this form. */
export type MethodRecord = Selectable<TableOf<typeof shippingMethods>>
export type PackagingRecord = Selectable<TableOf<typeof packagings>>
export type PickupRecord = Selectable<TableOf<typeof pickupLocations>>
