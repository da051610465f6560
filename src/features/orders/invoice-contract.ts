/** The number of a seller's invoice as it is printed. */
export function invoiceWords(number: number): string {
  return `INV-${String(number).padStart(6, '0')}`
}
