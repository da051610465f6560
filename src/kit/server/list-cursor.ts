import { z } from 'zod'
import { Refusal } from '#kit/contract/refusal.ts'

/** Direction, sort order, sort value, id, and the number of rows before the marked position. */
const Cursor = z.tuple([
  z.enum(['after', 'before']),
  z.string(),
  z.string().max(300),
  z.uuid(),
  z.int().min(0),
])
export type Cursor = z.infer<typeof Cursor>

/** The cursor as the answer carries it. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** The place that a cursor marks; null without one. Refuses (invalid) a text that is no cursor of this order. */
export function readCursor(text: string | undefined, sort: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (cursor[1] === (sort ?? '')) return cursor
  } catch {
    // Fall through: anything that is not a cursor of this list gets the same refusal.
  }
  throw forgedCursor()
}

/** A cursor whose sort value the database cannot read was not created here. */
export function refuseForgedCursor(error: unknown): never {
  const isDataException = error instanceof Error && 'code' in error && String(error.code).startsWith('22')
  throw isDataException ? forgedCursor() : error
}

function forgedCursor(): Refusal {
  const message = 'This cursor does not belong to this list and order'
  return new Refusal('invalid', message, { errors: [{ path: 'cursor', code: 'invalid_cursor', message }] })
}
