import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, csvOf, unguarded } from '#kit/contract/csv.ts'
import { csvText } from './csv.ts'

async function* inBatches(...batches: Cell[][][]) {
  yield* batches
}

async function written(head: string[], ...batches: Cell[][][]): Promise<string> {
  let text = ''
  for await (const piece of csvText(head, inBatches(...batches))) text += piece
  return text
}

/** One cell as it is in the file. */
const cell = async (value: Cell) => (await written([], [[value]])).slice('\uFEFF\r\n'.length, -'\r\n'.length)

describe('a CSV file', () => {
  test('is the same whether it is written at once or in batches', async () => {
    const rows: Cell[][] = [
      ['=1+1', 2],
      ['Khan, Sons', null],
    ]
    expect(csvOf(['a', 'b'], rows)).toBe(await written(['a', 'b'], rows))
  })

  test('has its mark and its head, also where there are no rows', async () => {
    expect(await written(['a', 'b'])).toBe('\uFEFFa,b\r\n')
  })

  test('is one file however its rows are batched', async () => {
    expect(await written(['n'], [[1], [2]], [[3]])).toBe('\uFEFFn\r\n1\r\n2\r\n3\r\n')
  })

  test.each([
    ['Khan, Sons', '"Khan, Sons"'],
    ['the "best"', '"the ""best"""'],
    ['two\nlines', '"two\nlines"'],
    ['کراچی', 'کراچی'],
    [null, ''],
    [false, 'false'],
  ])('writes %j as %s', async (value, text) => {
    expect(await cell(value)).toBe(text)
  })

  test('writes times as they are in Karachi', async () => {
    expect(await cell(new Date('2026-11-21T19:30:05Z'))).toBe('2026-11-22 00:30:05')
  })

  test.each(['=1+1', '@SUM(A1)', '\tx', '+cmd|x', '-2+3', '-', '+', '+92-300-1234567', "'=", "'92"])(
    'makes %j text',
    async (value) => {
      expect(await cell(value)).toBe(`'${value}`)
    },
  )

  test('quotes what begins with a carriage return after it was made text', async () => {
    expect(await cell('\rx')).toBe('"\'\rx"')
  })

  test.each(["'=", "''+x"])(
    'writes one more quote before %j, so that one can always be taken away',
    async (value) => {
      expect(await cell(value)).toBe(`'${value}`)
    },
  )

  test.each(['+923001234567', '+92 300 1234567', '-1250.50', '-1', 'a=b', "'a"])(
    'leaves %j',
    async (value) => {
      expect(await cell(value)).toBe(value)
    },
  )

  test('leaves an amount with commas, in quotes', async () => {
    expect(await cell('-1,250.50')).toBe('"-1,250.50"')
  })

  test('can be read back, and no cell of it is a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), async (row) => {
        const [cells] = parse((await written([], [row])).slice('\uFEFF\r\n'.length))
        expect(cells?.map(unguarded)).toEqual(row)
        for (const text of cells ?? []) expect(text).not.toMatch(/^([=@\t\r]|[+-](?!\d[\d ,.]*$))/)
      }),
    )
  })
})

/** The cells of each line, by the letter of RFC 4180. */
function parse(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let [value, isQuoted] = ['', false]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted && letter === '"' && text.charAt(at + 1) === '"') {
      value += letter
      at += 1
    } else if (letter === '"') {
      isQuoted = !isQuoted
    } else if (!isQuoted && letter === ',') {
      cells.push(value)
      value = ''
    } else if (!isQuoted && letter === '\r') {
      lines.push([...cells, value])
      ;[cells, value] = [[], '']
      at += 1
    } else {
      value += letter
    }
  }
  return lines
}

describe('the guard before a formula', () => {
  test('is taken away again, and nothing else is: every text comes back as it was', () => {
    const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '1', '92', ' ', '.', 'a', 'لان', '"')
    const text = fc.oneof(
      fc.string(),
      fc.array(sign, { maxLength: 6 }).map((signs) => signs.join('')),
    )
    return fc.assert(
      fc.asyncProperty(text, async (value) => {
        const inFile = await cell(value)
        const isQuoted = inFile.startsWith('"') && /[",\r\n]/.test(value)
        const bare = isQuoted ? inFile.slice(1, -1).replaceAll('""', '"') : inFile
        expect(unguarded(bare)).toBe(value)
      }),
      { numRuns: 2000 },
    )
  })
})
