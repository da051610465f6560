import { type Insertable, sql, type Updateable } from 'kysely'
import { parseRupees } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Tables } from '#kit/server/database.ts'
import { type ShippingMethod, stepProblems } from '../method-contract.ts'
import type { Packaging } from '../packaging-contract.ts'
import type { PickupLocation } from '../pickup-contract.ts'
import type { Kept } from './commands.ts'
import { methodOf, packagingOf, pickupLocationOf } from './rules.ts'

type Values<T extends keyof Tables> = Insertable<Tables[T]> & Updateable<Tables[T]>

/** The new positions of all entries of a list. */
const positions = (ids: readonly string[]) =>
  sql`unnest(${[...ids]}::uuid[]) with ordinality as n (id, position)`

export const methodKind: Kept<ShippingMethod> = {
  table: 'shipping_methods',
  subject: 'shipping_method',
  missing: 'There is no such shipping method',
  named: 'An order names this shipping method: switch it off instead',
  nameOf: ({ title }) => title,
  shape: methodOf,
  searched: ['title'],
  sorts: {
    position: { column: 'position', type: 'int4' },
    title: { column: 'title', type: 'text' },
    price: { column: 'price', type: 'int8' },
  },
  problemsOf: stepProblems,
  columnsOf: (fields) => {
    const { price, free_from, weight_steps, ...rest } = fields as Partial<ShippingMethod>
    return {
      ...rest,
      ...(price === undefined ? {} : { price: parseRupees(price) }),
      ...(free_from === undefined ? {} : { free_from: free_from === null ? null : parseRupees(free_from) }),
      ...(weight_steps === undefined ? {} : { weight_steps: JSON.stringify(weight_steps) }),
    }
  },
  writer: {
    insert: (ctx, values) =>
      ctx.db
        .insertInto('shipping_methods')
        .values(values as Values<'shipping_methods'>)
        .execute(),
    update: (ctx, id, values) =>
      ctx.db.updateTable('shipping_methods').set(values).where('id', '=', id).execute(),
    reorder: (ctx, ids) =>
      sql`update shipping_methods e set position = n.position from ${positions(ids)} where e.id = n.id`.execute(
        ctx.db,
      ),
  },
}

export const packagingKind: Kept<Packaging> = {
  table: 'packagings',
  subject: 'packaging',
  missing: 'There is no such packaging',
  named: 'An order names this packaging: switch it off instead',
  nameOf: ({ title }) => title,
  shape: packagingOf,
  searched: ['title'],
  sorts: methodKind.sorts,
  columnsOf: (fields) => {
    const { price, ...rest } = fields as Partial<Packaging>
    return { ...rest, ...(price === undefined ? {} : { price: parseRupees(price) }) }
  },
  writer: {
    insert: (ctx, values) =>
      ctx.db
        .insertInto('packagings')
        .values(values as Values<'packagings'>)
        .execute(),
    update: (ctx, id, values) => ctx.db.updateTable('packagings').set(values).where('id', '=', id).execute(),
    reorder: (ctx, ids) =>
      sql`update packagings e set position = n.position from ${positions(ids)} where e.id = n.id`.execute(
        ctx.db,
      ),
  },
}

export const pickupKind: Kept<PickupLocation> = {
  table: 'pickup_locations',
  subject: 'pickup_location',
  missing: 'There is no such pickup location',
  named: 'An order names this pickup location: switch it off instead',
  nameOf: ({ city, area }) => `${area}, ${city}`,
  shape: pickupLocationOf,
  searched: ['city', 'area'],
  sorts: {
    position: { column: 'position', type: 'int4' },
    city: { column: 'city', type: 'text' },
    area: { column: 'area', type: 'text' },
  },
  columnsOf: (fields) => fields,
  writer: {
    insert: (ctx, values) =>
      ctx.db
        .insertInto('pickup_locations')
        .values(values as Values<'pickup_locations'>)
        .execute(),
    update: (ctx, id, values) =>
      ctx.db.updateTable('pickup_locations').set(values).where('id', '=', id).execute(),
    reorder: (ctx, ids) =>
      sql`update pickup_locations e set position = n.position from ${positions(ids)} where e.id = n.id`.execute(
        ctx.db,
      ),
  },
}

/** Remembers that an order names these, so that none of them is deleted. They are written once. */
export async function markUsed(
  ctx: Context,
  named: {
    shipping_method_id: string | null
    packaging_id: string | null
    pickup_location_id: string | null
  },
): Promise<void> {
  const { shipping_method_id, packaging_id, pickup_location_id } = named
  if (shipping_method_id) {
    await sql`update shipping_methods set is_used = true where id = ${shipping_method_id} and not is_used`.execute(
      ctx.db,
    )
  }
  if (packaging_id) {
    await sql`update packagings set is_used = true where id = ${packaging_id} and not is_used`.execute(ctx.db)
  }
  if (pickup_location_id) {
    await sql`update pickup_locations set is_used = true where id = ${pickup_location_id} and not is_used`.execute(
      ctx.db,
    )
  }
}
