import { expect, test } from 'vitest'
import { mostCounted } from '../contract.ts'
import { lateWordsOf, mineWordsOf } from './late-model.ts'

test('a number of late records is exact as long as each kind was counted to its end', () => {
  expect(lateWordsOf([{ late: 0 }, { late: 0 }])).toBe('None is late')
  expect(lateWordsOf([{ late: 1 }, { late: 0 }])).toBe('1 late')
  expect(lateWordsOf([{ late: 600 }, { late: 600 }])).toBe('1,200 late')
  expect(lateWordsOf([{ late: mostCounted - 1 }])).toBe('999 late')
})

test('where a kind was counted no further, there are at least so many', () => {
  expect(lateWordsOf([{ late: mostCounted }, { late: 0 }])).toBe('1,000+ late')
  expect(lateWordsOf([{ late: mostCounted }, { late: 20 }])).toBe('1,020+ late')
})

test('what is the reader’s is told in the same way, and not at all where there is nothing', () => {
  expect(mineWordsOf([{ mine: 0 }, { mine: 0 }])).toBe('')
  expect(mineWordsOf([{ mine: 600 }, { mine: 600 }])).toBe('1,200 mine')
  expect(mineWordsOf([{ mine: mostCounted }, { mine: 0 }])).toBe('1,000+ mine')
})
