import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const product = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|^src\/testing\//.test(path))
const naming = (field: string) =>
  product.filter((path) => new RegExp(`\\b${field}\\b`).test(readFileSync(`${root}/${path}`, 'utf8'))).sort()

test.each([
  ['product_length', 'products'],
  ['shop_postal', 'vendors'],
])(
  '%s, which is stored and shown like others, is named in its declaration and its table alone',
  (field, noun) => {
    expect(naming(field)).toEqual([
      `src/features/${noun}/fields-contract.ts`,
      `src/features/${noun}/server/tables.ts`,
    ])
  },
)
