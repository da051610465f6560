/**
 * The accepted encodings of a text file, as the Encoding Standard names them, with labels for the person who chooses.
 */
export const textEncodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'windows-1256': 'Windows-1256 (Arabic, Urdu)',
  'iso-8859-6': 'ISO-8859-6 (Arabic)',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1254': 'Windows-1254 (Turkish)',
  macintosh: 'Mac Roman',
} as const
export type TextEncoding = keyof typeof textEncodings
export const textEncodingNames = Object.keys(textEncodings) as [TextEncoding, ...TextEncoding[]]
