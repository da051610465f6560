/**
 * The `content-disposition` of a file to keep under this name, by RFC 6266. A header carries ASCII alone, and a quote would
 * end the name, so each such letter is `_` there; the whole name follows in the form of RFC 8187, which browsers prefer.
 */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ -~]|["\\%]/gu, '_')
  if (plain === fileName) return `attachment; filename="${plain}"`
  const whole = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
