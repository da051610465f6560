import { describe, expect, it } from 'vitest'
import type { Block } from '../content-contract.ts'
import { type Keyed, keyed, moved, newBlock } from './mailing-model.ts'

describe('the key of a block', () => {
  let made = 0
  const newKey = () => `new ${++made}`
  const blocks: readonly Block[] = [newBlock('picture'), newBlock('text'), newBlock('picture')]
  const before: Keyed = { blocks, keys: ['a', 'b', 'c'] }
  const keysOf = (next: readonly Block[], from = before) => {
    made = 0
    return keyed(from, next, newKey).keys
  }

  it('goes with the block when it is moved, past a block of another kind too', () => {
    expect(keysOf(moved(blocks, 2, -1))).toEqual(['a', 'c', 'b'])
    expect(keysOf(moved(moved(blocks, 2, -1), 1, -1))).toEqual(['c', 'a', 'b'])
  })

  it('stays when a block before it is removed', () => {
    expect(keysOf(blocks.slice(1))).toEqual(['b', 'c'])
  })

  it('stays when a block is edited, and when all are read again after a save', () => {
    expect(keysOf(blocks.map((block, at) => (at === 2 ? { ...block } : block)))).toEqual(['a', 'b', 'c'])
    expect(keysOf(blocks.map((block) => ({ ...block })))).toEqual(['a', 'b', 'c'])
  })

  it('is new for a block that is added, or of another kind than the one in its place', () => {
    expect(keysOf([...blocks, newBlock('text')])).toEqual(['a', 'b', 'c', 'new 1'])
    expect(keysOf([newBlock('button')])).toEqual(['new 1'])
  })
})
