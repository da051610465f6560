import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { differingBits, likenessTo, skuKey } from './rules.ts'
import './tables.ts'

/** At most so many listings are compared. */
const mostCompared = 1000

/** A listing that looks like another one. */
export interface Alike {
  product_id: string
  isOwn: boolean
  hasSameSku: boolean
  /** The share of the name, from 0 to 1. */
  likeness: number
  /** The first picture that both have, from 0, and in how many bits it differs; null if they share none. */
  picture: { index: number; bits: number } | null
}

/**
 * Runs a comparison with the index of the keys: PostgreSQL takes most keys for frequent ones, and would read the whole table
 * until the limit is reached.
 */
export function comparing<T>(db: Database, compare: (db: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (own) => {
    await sql`set local enable_seqscan = off`.execute(own)
    return compare(own)
  })
}

/** The listings that share a key with this one, the most alike first; to be run by `comparing`. */
export async function readAlike(
  db: Database,
  of: {
    product_id: string
    vendor_id: string
    name: string
    sku: string
    keys: readonly string[]
    pictures: readonly string[]
  },
): Promise<Alike[]> {
  const { rows } = await sql<{
    product_id: string
    vendor_id: string
    name: string
    has_same_sku: boolean
    pictures: string[]
  }>`
    select l.product_id, l.vendor_id, l.name, coalesce(${skuKey(of.sku)} = any(l.keys), false) as has_same_sku,
      l.pictures from product_likeness l
    where l.keys && ${[...of.keys]}::text[] and l.product_id <> ${of.product_id}
    limit ${mostCompared}`.execute(db)
  const likeness = likenessTo(of.name)
  return rows
    .map((row) => ({
      product_id: row.product_id,
      isOwn: row.vendor_id === of.vendor_id,
      hasSameSku: row.has_same_sku,
      likeness: likeness(row.name),
      picture: samePicture(of.pictures, row.pictures),
    }))
    .sort((a, b) => b.likeness - a.likeness || (a.picture?.bits ?? 128) - (b.picture?.bits ?? 128))
}

function samePicture(own: readonly string[], others: readonly string[]): Alike['picture'] {
  let best: Alike['picture'] = null
  own.forEach((hash, index) => {
    if (hash === '') return
    for (const other of others) {
      if (other === '') continue
      const bits = differingBits(hash, other)
      if (!best || bits < best.bits) best = { index, bits }
    }
  })
  return best
}
