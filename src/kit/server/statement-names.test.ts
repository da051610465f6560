import { describe, expect, test } from 'vitest'
import { isForgotten, StatementNames } from './statement-names.ts'

const failure = (code: string, message = '') => Object.assign(new Error(message), { code })

/** The name that the text has after it was sent so often. */
function sent(names: StatementNames, text: string, times: number): string | null {
  let name: string | null = null
  for (let n = 0; n < times; n += 1) name = names.nameOf(text, [])
  return name
}

describe('the names of statements', () => {
  test('are the same in every process for the same text, and never for another', () => {
    const [one, other] = [new StatementNames('named'), new StatementNames('named')]
    sent(other, 'select 2', 2)
    expect(sent(one, 'select 1', 2)).toBe(sent(other, 'select 1', 2))
    expect(sent(one, 'select 2', 2)).not.toBe(sent(one, 'select 1', 2))
  })

  test('never go to several commands in one text, which the database takes only unnamed', () => {
    const names = new StatementNames('named')
    expect(sent(names, 'begin; update jobs set state = 1; commit', 5)).toBeNull()
    expect(sent(names, "select ';' as mark;", 2)).not.toBeNull()
    expect(sent(names, 'select 1;\n', 2)).not.toBeNull()
  })

  test('go to what is sent most often, even if three hundred other texts were first', () => {
    const names = new StatementNames('named')
    for (let n = 0; n < 300; n += 1) expect(sent(names, `select ${n}`, 2)).not.toBeNull()
    expect(sent(names, 'select often', 99)).toBeNull()
    expect(sent(names, 'select often', 1)).not.toBeNull()
    expect(sent(names, 'select 1', 2)).not.toBeNull()
  })

  test('are given again at most three times, because connections keep what they planned', () => {
    const names = new StatementNames('named')
    const given = new Set<string | null>()
    for (let round = 0; round < 10; round += 1) {
      for (let n = 0; n < 300; n += 1) given.add(sent(names, `select ${n} of ${round}`, 2))
      given.add(sent(names, `select often in ${round}`, 100))
    }
    expect(given.size).toBeGreaterThan(900)
    expect(given.size).toBeLessThanOrEqual(4 * 300 + 1)
  })

  test('change where the database says that it does not know, has outdated or has already taken one', () => {
    const names = new StatementNames('named')
    const name = (times: number) => sent(names, 'select 1', times) ?? ''
    const first = name(2)
    expect(names.forgets(failure('23505'), first)).toBe(false)
    expect(name(1)).toBe(first)
    for (const error of [failure('0A000', 'cached plan must not change result type'), failure('26000')]) {
      expect(isForgotten(error)).toBe(true)
      expect(names.forgets(error, name(1))).toBe(true)
      expect(['', first]).not.toContain(name(2))
    }
    names.forgets(failure('42P05'), name(1))
    expect(name(5)).not.toBe('')
    names.forgets(failure('42P05'), name(1))
    expect(name(5)).toBe('')
  })

  test('that were forgotten together, as they were sent together, count once', () => {
    const names = new StatementNames('named')
    const together = [1, 2, 3, 4].map((n) => sent(names, `select ${n}`, 2) ?? '')
    for (const name of together) expect(names.forgets(failure('26000'), name)).toBe(true)
    expect(sent(names, 'select 1', 2)).not.toBeNull()
  })

  test('are not given to what begins and ends a transaction', () => {
    const names = new StatementNames('named')
    for (const text of ['begin', 'commit', 'rollback', 'begin isolation level repeatable read'])
      expect(sent(names, text, 5)).toBeNull()
  })
})
