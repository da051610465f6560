import { isArchive, openArchiveOf } from './archive.ts'
import {
  columnName,
  filled,
  readCsvTable,
  rowsAboveHead,
  type SheetRow,
  type Table,
  unreadable,
} from './csv-reader.ts'
import { isWorkbook, openWorkbook } from './xlsx-reader.ts'

const megabyte = 1024 * 1024

/** A statement is a few thousand rows of amounts: a sheet beyond these limits is not one, however small it is packed. */
const limits = {
  rows: 12_000,
  columns: 100,
  cellCharacters: 2_000,
  unpackedBytes: 32 * megabyte,
  // Amounts have two decimals.
  decimals: 2,
}
/** Sheets that are looked through for a header. */
const mostSheets = 20

/**
 * The table in the file of a bank or a courier, told by its content: a CSV file as `readCsvTable` reads it, or the first
 * visible sheet of a workbook that has a header. The same rows read alike from both: a number has the digits that were
 * typed, with at most two decimals, and a date is `2026-11-12`. Null if there is no header. Refuses (invalid) a damaged
 * file, a ZIP that is no workbook, and a sheet beyond the limits.
 */
export async function readTable(
  file: Buffer,
  isHead: (names: readonly string[]) => boolean,
): Promise<Table | null> {
  if (!isArchive(file)) return readCsvTable(file, isHead)
  const archive = await openArchiveOf(file)
  if (!isWorkbook(archive)) {
    throw unreadable('This file is neither a CSV file nor a workbook. Save the sheet as XLSX or CSV')
  }
  const book = await openWorkbook(archive, limits)
  for (const sheet of book.sheets.slice(0, mostSheets)) {
    const table = await tableIn(book.rows(sheet), isHead)
    if (table) return table
  }
  return null
}

async function tableIn(
  batches: AsyncIterable<SheetRow[]>,
  isHead: (names: readonly string[]) => boolean,
): Promise<Table | null> {
  let head: string[] | null = null
  let above = 0
  const rows: string[][] = []
  for await (const batch of batches) {
    for (const cells of filled(batch.map((row) => row.cells))) {
      if (head) rows.push(cells)
      else if (isHead(cells.map(columnName))) head = cells.map(columnName)
      else if (above === rowsAboveHead) return null
      else above += 1
    }
    if (rows.length > limits.rows) {
      throw unreadable(`The sheet has more than ${limits.rows.toLocaleString('en')} rows`)
    }
  }
  return head && { head, rows }
}
