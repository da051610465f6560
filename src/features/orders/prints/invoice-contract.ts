/** The seller's invoice number as printed. */
export function invoiceWords(number: number): string {
  return `INV-${String(number).padStart(6, '0')}`
}
