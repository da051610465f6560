import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { importLimits } from '#features/bulk-upload/contract.ts'
import type { ImportField } from '#features/bulk-upload/fields-contract.ts'
import type { Pictures } from '#features/bulk-upload/reading/server/sheet-queries.ts'
import { type ReadRow, type RowError, shortened } from '#features/bulk-upload/server/rules.ts'
import type { Context } from '#kit/server/context.ts'

/** A picture that a row asks for. */
export interface Wish {
  /** The row whose listing gets the picture. */
  number: number
  position: number
  source: string
  hash: string
}

/** The pictures that a row asks for and that may be fetched. */
export function wishesOf(
  { services }: Context,
  row: ReadRow,
  owner: number,
  fields: readonly (ImportField | null)[],
  pictures: Pictures | null,
): { found: Wish[]; errors: RowError[]; notes: string[] } {
  const column = fields.indexOf('images')
  const [found, errors, notes]: [Wish[], RowError[], string[]] = [[], [], []]
  for (const [at, source] of row.pictures.entries()) {
    const position = (row.number - owner) * importLimits.picturesOfARow + at
    const wish = (content: string) => {
      const hash = createHash('sha256').update(content).digest('hex')
      found.push({ number: owner, position, source, hash })
    }
    if (/^[a-z][a-z+.-]*:\/\//i.test(source)) {
      const why = whyLeftOut(services, source)
      if (why) notes.push(`The picture ${shortened(source, 100)} is left out: ${why}`)
      else wish(source)
    } else {
      const [entry, another] = pictures?.find(source) ?? []
      const name = shortened(source, 100)
      if (another) {
        errors.push({ column, message: `Several pictures are called ${name}. Write the folder too` })
      } else if (entry) wish(`zip ${entry.crc} ${entry.bytes}`)
      else {
        const words = pictures
          ? 'is not in the ZIP'
          : 'comes in a ZIP together with the sheet, or is an address'
        errors.push({ column, message: `The picture ${name} ${words}` })
      }
    }
  }
  return { found, errors, notes: [...new Set(notes)] }
}

/** Why a picture may not be fetched from its address, and what to do. Null if the picture may be fetched. */
function whyLeftOut({ outgoing, imageHosts }: Context['services'], source: string): string | null {
  const why = outgoing.whyNotFrom(source, imageHosts)
  if (!why) return null
  const inZip = 'in a ZIP with the sheet'
  const scheme = source.slice(0, source.indexOf('://') + 3).toLowerCase()
  if (scheme !== 'https://')
    return `its address begins with ${scheme}. Write https://, or send the pictures ${inZip}`
  if (imageHosts.length === 0) return `pictures are not fetched from other servers here. Send them ${inZip}`
  if (!URL.canParse(source)) return `this is not an address. Check it, or send the pictures ${inZip}`
  if (!why.startsWith('The host'))
    return `${why.charAt(0).toLowerCase()}${why.slice(1)}. Send the picture ${inZip}`
  return `pictures are not fetched from ${new URL(source).hostname}. Send them ${inZip}, or ask your administrator to allow this host`
}

/** Stores the pictures that the listing does not have yet. An otherwise unchanged listing then counts as changed. */
export async function keepWishes(
  own: Context,
  id: string,
  wishes: readonly Wish[],
): Promise<{ pictures: number; changed: number }> {
  if (wishes.length === 0) return { pictures: 0, changed: 0 }
  const { rows: kept } = await sql<{ number: number }>`
    insert into import_pictures (import_id, number, position, source)
    select ${id}, r.number, r.position, r.source
    from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as r (number integer, position integer, source text, hash text)
    cross join lateral (
      select product_id from import_items
      where import_id = ${id} and number = r.number and verdict in ('create', 'change', 'unchanged') limit 1) i
    where not exists (
      select from product_picture_sources s
      join product_images m on m.product_id = s.product_id and m.media = s.media
      where s.product_id = i.product_id and s.source_hash = decode(r.hash, 'hex'))
    on conflict do nothing returning number`.execute(own.db)
  const numbers = kept.map(({ number }) => number)
  if (numbers.length === 0) return { pictures: 0, changed: 0 }
  const { rows: changed } = await sql`
    update import_items set verdict = 'change' where import_id = ${id} and number = any(${numbers}::integer[])
      and number between ${Math.min(...numbers)} and ${Math.max(...numbers)}
      and verdict = 'unchanged' returning number`.execute(own.db)
  return { pictures: kept.length, changed: changed.length }
}
