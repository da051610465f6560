/** Text in an alphabet of one byte a letter, by the table that the decoder has. Throws where it has no byte for a letter. */
export function encodedAs(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]),
  )
  return Buffer.from(
    [...text].map((letter) => {
      const byte = table.get(letter)
      if (byte === undefined) throw new Error(`${encoding} has no ${letter}`)
      return byte
    }),
  )
}

const things = ['سوٹ', 'قميض', 'چادر', 'کھيس', 'گلاس', 'ڈبہ', 'ٹوکري', 'پيالہ', 'جوڑا', 'کيتلي']
const kinds = ['لان', 'سوتي', 'بڑا', 'چھوٹا', 'گلابي', 'نيلا', 'پکا', 'ہاتھ کا', 'شيشے کا', 'مٹي کا']
const places = ['لاہور', 'سوات']

/** Two hundred names of products in Urdu, with the letters that Windows-1256 has for it (its ی is the Arabic ي). */
export const urduNames: readonly string[] = places.flatMap((place) =>
  kinds.flatMap((kind) => things.map((thing) => `${thing} ${kind} ${place}`)),
)
