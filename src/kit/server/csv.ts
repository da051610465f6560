import { type Cell, csvHead, csvLine } from '#kit/contract/csv.ts'

/**
 * The text of a CSV file (RFC 4180, UTF-8 with byte order mark, CR LF line endings), one piece per batch; the first
 * piece includes the header. Cells that a spreadsheet would run as formulas are escaped as text.
 */
export async function* csvText(
  head: readonly string[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  let before = csvHead(head)
  for await (const batch of batches) {
    yield before + batch.map(csvLine).join('')
    before = ''
  }
  if (before) yield before
}
