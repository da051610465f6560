/**
 * Characters that may separate the digits of a typed or pasted number: spaces, dashes, dots, brackets, direction marks.
 */
const gap = '[\\s\\p{Cf}\\p{Pd}\\u2212.()/]*'

/**
 * The one redaction list. It matches personal numbers (CNIC, phone, account, IBAN) in the digits of any script and in
 * any grouping, e-mail addresses, and secrets.
 */
const personal = [
  // Without a limit on the part before the @, the time would grow with the square of a long word's length.
  /[\w.+-]{1,100}@[\w-]+\.[\w.-]+/g,
  /\b(?:mk|ms|mi|mr)_[\w-]{10,}/g,
  /\bwhsec_[\w+/=-]{10,}/g,
  // The Pakistani form of ISO 13616: PK, two check digits, four letters of the bank, 16 letters or digits.
  new RegExp(`P${gap}K(?:${gap}\\p{Nd}){2}(?:${gap}[A-Z]){4}(?:${gap}[A-Z\\p{Nd}]){16}`, 'giu'),
  new RegExp(`\\+?\\p{Nd}(?:${gap}\\p{Nd}){7,}`, 'gu'),
]

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** A date, or a time on a date, that is not part of a longer number. */
const time =
  /(?<![\p{Nd}-])(?:19|20)\d{2}-[01]\d-[0-3]\d(?:T[\d:.]+Z?)?(?![\p{Nd}-])|(?<![\p{Nd}/.-])[0-3]?\d([-/.])[01]?\d\1(?:19|20)\d{2}(?![\p{Nd}/.-])/gu

/** The text without personal numbers, addresses and secrets. UUIDs and times stay readable. */
export function scrub(text: string): string {
  const kept: string[] = []
  const keep = (found: string): string => `\u0000${kept.push(found) - 1}\u0000`
  let clean = text.replace(uuid, keep).replace(time, keep)
  for (const pattern of personal) clean = clean.replace(pattern, '[removed]')
  return clean.replace(/\u0000(\d+)\u0000/g, (_, index) => kept[Number(index)] ?? '')
}

/** Scrubs every text in a value. Used for recorded searches, because the audit log outlives an erasure. */
export function scrubAll<T>(value: T): T {
  if (typeof value === 'string') return scrub(value) as T
  if (Array.isArray(value)) return value.map(scrubAll) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, scrubAll(member)])) as T
}
