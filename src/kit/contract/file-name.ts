/** What breaks or turns a line in which a file is named. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** A file name as one line that can be stored: the last 200 UTF-16 units of it, with the kind of the file; never empty. */
export function fileLine(name: string): string {
  const end = name
    .replaceAll(unfit, '')
    .trim()
    .slice(-200)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .trim()
  return end || 'file'
}
