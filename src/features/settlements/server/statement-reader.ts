import { createHash } from 'node:crypto'
import { formatRs, type Paisa, parseRupees, parseTypedRupees } from '#kit/contract/money.ts'
import { isRounded } from '#kit/server/csv-reader.ts'
import { readTable } from '#kit/server/table-reader.ts'

/** One row of a courier's statement, with the fields that could be read. */
export interface CourierRow {
  /** The row number in the file; the first row below the header is 1. */
  row: number
  trackingNumber: string
  orderReference: string
  day: string
  /** In paisa; null if the file has no valid amount. */
  cash: Paisa | null
  fee: Paisa | null
  tax: Paisa | null
  net: Paisa | null
  /** Why the row cannot be used, in words; empty when it can. */
  fault: string
}

/**
 * The column names that couriers use, without units. A file can have several fee and tax columns, which are added up,
 * and a total of the fees.
 */
const columns = {
  trackingNumber: [
    'tracking number',
    'tracking no',
    'tracking #',
    'tracking',
    'tracking id',
    'track no',
    'consignment number',
    'consignment no',
    'consignment',
    'consignment note',
    'cn',
    'cn no',
    'cn number',
    'cn #',
    'awb',
    'awb no',
    'awb number',
    'airway bill',
    'shipment no',
    'shipment number',
    'barcode',
  ],
  orderReference: [
    'order',
    'order no',
    'order number',
    'order id',
    'order ref',
    'order ref no',
    'order reference',
    'order refrence',
    'reference',
    'ref',
    'ref no',
    'reference no',
    'reference number',
    'customer reference',
    'shipper reference',
  ],
  cash: [
    'cod',
    'cod amount',
    'cod collected',
    'cod value',
    'cash',
    'cash collected',
    'cash amount',
    'collected',
    'collected amount',
    'amount collected',
    'collection',
    'invoice payment',
  ],
  fee: [
    'fee',
    'fees',
    'delivery fee',
    'delivery charges',
    'delivery charge',
    'shipping charges',
    'shipping fee',
    'service charges',
    'courier charges',
    'courier fee',
    'charges',
    'freight',
    'fuel',
    'fuel surcharge',
    'fuel adjustment',
    'cash handling',
    'cash handling charges',
    'handling charges',
    'gst',
    'gst amount',
    'sst',
    'pst',
    'fed',
    'sales tax on services',
    'gst on charges',
  ],
  /** What the fees of a row come to, beside those fees or in place of them. */
  feeTotal: ['total charges'],
  tax: [
    'tax',
    'tax withheld',
    'withholding',
    'withholding tax',
    'withholding income tax',
    'withholding sales tax',
    'wht',
    'wh income tax',
    'wh sales tax',
    'wh i tax',
    'wh s tax',
    'income tax',
    'income tax withheld',
    'sales tax',
    'sales tax withheld',
    'sales tax withholding',
    'advance tax',
  ],
  net: [
    'net',
    'net amount',
    'net payable',
    'net payment',
    'net total',
    'payable',
    'payable amount',
    'amount payable',
    'net cod',
    'remitted',
    'amount paid',
  ],
  day: [
    'date',
    'delivery date',
    'delivered on',
    'delivered',
    'delivered date',
    'payment date',
    'booking date',
  ],
} as const
type ColumnName = keyof typeof columns

/**
 * Reads the rows of a courier's file, CSV or XLSX, in any of the usual formats. Rows that only contain totals are left
 * out. Null if no header row names a tracking number and the cash. Refuses (invalid) a damaged file.
 */
export async function readStatement(file: Buffer): Promise<CourierRow[] | null> {
  const table = await readTable(
    file,
    (names) => placesOf(names, 'trackingNumber').length > 0 && placesOf(names, 'cash').length > 0,
  )
  if (!table) return null
  const at = (name: ColumnName) => placesOf(table.head, name)
  const places = {
    trackingNumber: at('trackingNumber'),
    orderReference: at('orderReference'),
    cash: at('cash').slice(0, 1),
    fee: at('fee'),
    feeTotal: at('feeTotal').slice(0, 1),
    tax: at('tax'),
    net: at('net').slice(0, 1),
    day: at('day'),
  }
  return table.rows.flatMap((cells, index) => {
    if (isSumLine(cells, places.trackingNumber)) return []
    return [rowOf(index + 1, (name) => places[name].map((place) => cells[place] ?? ''))]
  })
}

function placesOf(names: readonly string[], wanted: ColumnName): number[] {
  return names.flatMap((name, index) => {
    const plain = name.replace(/\s*\((?:pkr|rs|rs )\)|\s+(?:pkr|rs)$/g, '').trim()
    return (columns[wanted] as readonly string[]).includes(plain) ? [index] : []
  })
}

/** A row that begins with “Total” and has no tracking number: one with a number is a parcel, whatever the recipient's name. */
function isSumLine(cells: readonly string[], trackingNumber: readonly number[]): boolean {
  const isTotal = (cell = '') => /^(grand |sub ?)?total\b/i.test(cell)
  const tracking = trackingNumber.map((place) => cells[place] ?? '').find((cell) => cell !== '')
  return isTotal(cells.find((cell) => cell !== '')) && (tracking === undefined || isTotal(tracking))
}

function rowOf(row: number, cellsOf: (name: ColumnName) => string[]): CourierRow {
  const first = (name: ColumnName) => cellsOf(name).find((cell) => cell !== '') ?? ''
  const trackingNumber = first('trackingNumber').replace(/^(\d+)\.0+$/, '$1')
  const cash = amountOf(first('cash'))
  const net = amountOf(first('net'))
  const isNetGiven = first('net') !== ''
  const tax = keptOf(cellsOf('tax'))
  // What the net leaves for the fee; null without one of the amounts.
  const left = cash !== null && net !== null && tax !== null ? cash - tax - net : null
  const [fees, totals] = [cellsOf('fee'), cellsOf('feeTotal')]
  const { fee, fault: feeFault } =
    fees.length + totals.length === 0 && left !== null && left >= 0n
      ? // Without a fee column, the fee is the cash less the tax and the net amount.
        { fee: left, fault: '' }
      : feeOf(fees, totals, left)
  const given = { row, trackingNumber, cash, fee, tax, net: isNetGiven ? net : null }
  return {
    ...given,
    orderReference: first('orderReference'),
    day: first('day'),
    net: given.net ?? (cash !== null && fee !== null && tax !== null ? cash - fee - tax : null),
    fault: faultOf({ ...given, isNetGiven, feeFault }),
  }
}

const isFilled = (cell: string) => cell !== '' && cell !== '-'

/** What these cells come to; null if one of them is not an amount. */
function keptOf(cells: readonly string[]): Paisa | null {
  const amounts = cells.filter(isFilled).map(amountOf)
  if (amounts.some((amount) => amount === null)) return null
  // Some couriers write deductions as negative amounts, so the sign is dropped.
  return amounts.reduce<Paisa>((sum, amount) => sum + abs(amount ?? 0n), 0n)
}

/**
 * The fee of a row. A total beside the fees that it is the sum of is the same money, so it counts once. Where the net is
 * given (`left` is what it leaves for the fee), the reading that adds up to it counts. Null, with the reason in words, if
 * an amount cannot be read or no reading fits.
 */
function feeOf(
  fees: readonly string[],
  totals: readonly string[],
  left: Paisa | null,
): { fee: Paisa | null; fault: string } {
  const [parts, total] = [keptOf(fees), keptOf(totals)]
  if (parts === null || total === null) return { fee: null, fault: 'A fee in this row is not an amount' }
  if (!totals.some(isFilled)) return { fee: parts, fault: '' }
  if (!fees.some(isFilled)) return { fee: total, fault: '' }
  const fitting = [parts, total, parts + total].find((fee) => fee === left)
  const fee = fitting ?? (total === parts ? parts : null)
  const fault =
    fee === null
      ? `Total charges are ${formatRs(total)}, but the fees in this row add up to ${formatRs(parts)}`
      : ''
  return { fee, fault }
}

function faultOf(
  row: Pick<CourierRow, 'trackingNumber' | 'cash' | 'fee' | 'tax' | 'net'> & {
    isNetGiven: boolean
    /** Why there is no fee. */
    feeFault: string
  },
): string {
  const { trackingNumber, cash, fee, tax, net } = row
  if (trackingNumber === '') return 'This row has no tracking number'
  if (isRounded(trackingNumber)) {
    return `A spreadsheet rounded this tracking number to ${trackingNumber}. Use the original file from the courier`
  }
  if (cash === null) return 'The cash in this row is not an amount'
  if (fee === null) return row.feeFault
  if (tax === null) return 'A tax in this row is not an amount'
  if (row.isNetGiven && net === null) return 'The net in this row is not an amount'
  const left = cash - fee - tax
  if (row.isNetGiven && net !== left) {
    return `Cash less fee and tax is ${formatRs(left)}, but the file says ${formatRs(net ?? 0n)} net`
  }
  return ''
}

/** Rs 99,999,999.99: far more than any cash on delivery. */
const mostPaisa = 9_999_999_999n

/**
 * Parses an amount as couriers and spreadsheets write it, also below zero, to paisa; null if it is missing or
 * ambiguous.
 */
function amountOf(cell: string): Paisa | null {
  const [, inBrackets] = /^\((.+)\)$/.exec(cell) ?? []
  const unsigned = (inBrackets ?? cell).replace(/^((?:rs\.?|pkr)\s*)?[-−]\s*/i, '$1')
  const isBelowZero = inBrackets !== undefined || unsigned !== cell
  const rupees = parseTypedRupees(unsigned)
  if (rupees === null) return null
  const paisa = parseRupees(rupees)
  if (paisa > mostPaisa) return null
  return isBelowZero ? -paisa : paisa
}

function abs(amount: Paisa): Paisa {
  return amount < 0n ? -amount : amount
}

/** A hash of the rows' content in any order, so that the same statement saved by another program has the same hash. */
export function statementHash(rows: readonly CourierRow[]): Buffer {
  const lines = rows.map(({ trackingNumber, cash, fee, tax, net }) =>
    [trackingNumber.toUpperCase(), cash, fee, tax, net].join(' '),
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest()
}
