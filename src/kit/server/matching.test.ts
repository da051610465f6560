import { expect, test } from 'vitest'
import { tellingPiece } from './matching.ts'

test.each([
  // The end of a number differs more than its beginning.
  ['3459666274', '666274'],
  ['sku-148448', '148448'],
  ['m-171666', '171666'],
  ['customer58046@mail.example', '58046@'],
  ['sana.malik@gmail.com', 'sana.malik@'],
  ['sku-12', 'sku-12'],
  ['ayesha siddiqui', 'ayesha siddiqui'],
  ['fatima butt 58046', '58046'],
  ['info', 'info'],
  // What is short before the host says little without it.
  ['a@gmail.com', 'a@gmail.com'],
  ['100% cotton', '100% cotton'],
  ['eid 2026 lawn', 'eid 2026 lawn'],
  ['😀😀123😀', '😀😀123😀'],
  ['لان 123456', '123456'],
])('%s is looked for by %s', (text, piece) => {
  expect(tellingPiece(text)).toBe(piece)
})
