import { expect, test } from 'vitest'
import { doneWords } from './verbs.ts'

test('what somebody did is told in the past', () => {
  const told: [string, string][] = [
    ['approve', 'approved'],
    ['request_update', 'requested update'],
    ['deny', 'denied'],
    ['ship', 'shipped'],
    ['pack', 'packed'],
    ['deliver', 'delivered'],
    ['confirm by call', 'confirmed by call'],
    ['put back', 'put back'],
    ['pay withdrawal', 'paid withdrawal'],
    ['undo', 'undid'],
    ['accept change, first person', 'accepted change, first person'],
  ]
  for (const [action, words] of told) expect(doneWords(action)).toBe(words)
})
