import { describe, expect, test } from 'vitest'
import { encodedAs, urduNames } from '#testing/encodings.ts'
import { findEncoding, refuseOtherThan } from './text-encoding.ts'

const opened =
  (bytes: Uint8Array, size = 7_000) =>
  async () =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })()
const sheet = (names: readonly string[]) =>
  ['SKU,Name,Retail price', ...names.map((name, n) => `A-${n},${name},10`)].join('\r\n')
const found = async (bytes: Uint8Array) => {
  const { encoding, how } = await findEncoding(opened(bytes))
  return [encoding, how]
}
const french = ['Café crème', 'Théière émaillée', 'Crêpe à la pêche', 'Œuf – 5 €', 'ÉPICES', 'Naïve']
const german = ['Größe L', 'Übergröße', 'Öl für Füße', 'MÜTZE GRÜN']
const arabic = ['قميص قطن', 'حذاء رياضي', 'كوب شاي', 'سجادة كبيرة']

describe('the encoding of a text', () => {
  test.each([
    ['UTF-8', Buffer.from(sheet(urduNames)), 'utf-8', 'certain'],
    ['plain letters', Buffer.from(sheet(['Kettle'])), 'utf-8', 'certain'],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${sheet(urduNames)}`, 'utf16le'), 'utf-16le', 'certain'],
    ['Urdu of an old Windows', encodedAs(sheet(urduNames), 'windows-1256'), 'windows-1256', 'guessed'],
    ['one Urdu name', encodedAs(sheet(['لان کا سوٹ']), 'windows-1256'), 'windows-1256', 'guessed'],
    ['Arabic of an old Windows', encodedAs(sheet(arabic), 'windows-1256'), 'windows-1256', 'guessed'],
    ['Arabic of an old Unix', encodedAs(sheet(arabic), 'iso-8859-6'), 'iso-8859-6', 'guessed'],
    ['French of Windows', encodedAs(sheet(french), 'windows-1252'), 'windows-1252', 'guessed'],
    ['German of Windows', encodedAs(sheet(german), 'windows-1252'), 'windows-1252', 'guessed'],
    ['German of an old Mac', encodedAs(sheet(german), 'macintosh'), 'macintosh', 'guessed'],
    ['Cyrillic', encodedAs(sheet(['Чайник большой', 'Кружка']), 'windows-1251'), 'windows-1251', 'guessed'],
    ['one word', encodedAs(sheet(['Café – 5€']), 'windows-1252'), 'windows-1252', 'guessed'],
  ])('is told for %s', async (_, bytes, encoding, how) => {
    expect(await found(bytes)).toEqual([encoding, how])
  })

  test.each([
    ['one word that two scripts can be', encodedAs(sheet(['Чайник']), 'windows-1251')],
    ['Polish', encodedAs(sheet(['Łyżka', 'Półka żółta', 'ŚCIERKA']), 'windows-1250')],
  ])('is not claimed for %s: a person says it', async (_, bytes) => {
    expect((await found(bytes))[1]).toBe('unsure')
  })

  test('comes with a line of the file as each alphabet reads it, the likeliest first', async () => {
    const { choices } = await findEncoding(opened(encodedAs(sheet(['لان کا سوٹ']), 'windows-1256')))
    expect(choices[0]).toEqual({ encoding: 'windows-1256', sample: 'A-0,لان کا سوٹ,10' })
    expect(choices.map(({ encoding }) => encoding)).not.toContain('iso-8859-6')
  })

  test('of a text of two alphabets is refused with the first line', async () => {
    const text = Buffer.concat([
      Buffer.from(sheet(urduNames.slice(0, 20))),
      Buffer.from([10, 0x41, 0xff, 10]),
    ])
    await expect(findEncoding(opened(text))).rejects.toThrow(
      'Line 22 holds letters of two encodings: 1 character of the file are damaged. Save the sheet as CSV UTF-8',
    )
  })

  test('that a person chose is refused where the file has bytes that it cannot read, with the line', async () => {
    const bytes = encodedAs(sheet(['Kettle', 'چادر']), 'windows-1256')
    await expect(refuseOtherThan(opened(bytes), 'windows-1252')).rejects.toThrow(
      'Line 3 cannot be read as Windows-1252 (Western Europe). Choose another encoding',
    )
    await expect(refuseOtherThan(opened(bytes), 'utf-8')).rejects.toThrow('Line 3 cannot be read as UTF-8')
    await expect(refuseOtherThan(opened(bytes), 'utf-16le')).rejects.toThrow('cannot be read as UTF-16')
    await refuseOtherThan(opened(bytes), 'windows-1256')
  })
})
