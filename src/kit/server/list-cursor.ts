import { z } from 'zod'
import { Refusal } from '#kit/contract/refusal.ts'

/** A place in the order of a list: rank under a search, value of the sort order, id. */
export interface Position {
  rank: number
  value: string
  id: string
}

/** Direction, sort order, sort value, id, the number of rows before the marked position, and the rank under a search. */
const Cursor = z.tuple([
  z.enum(['after', 'before']),
  z.string(),
  z.string().max(700),
  z.uuid(),
  z.int().min(0),
  z.int().min(0).max(2).optional(),
])
type Cursor = z.infer<typeof Cursor>

export function writeCursor(
  direction: Cursor[0],
  sort: string | undefined,
  { rank, value, id }: Position,
  before: number,
): string {
  const cursor: Cursor = [direction, sort ?? '', value, id, before, rank]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** The direction, the position and the number of rows before it. Refuses (invalid) the cursor of another list or order. */
export function readCursor(
  text: string | undefined,
  sort: string | undefined,
): { direction: Cursor[0]; position: Position; firstRow: number } | null {
  if (text === undefined) return null
  try {
    const [direction, order, value, id, firstRow, rank = 0] = Cursor.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
    )
    if (order === (sort ?? '')) return { direction, position: { rank, value, id }, firstRow }
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
