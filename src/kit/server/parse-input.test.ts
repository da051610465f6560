import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { parseInput } from './parse-input.ts'

const shape = z.strictObject({
  phone: z.union([z.literal(''), phoneField]),
  colour: z.enum(['red', 'blue']),
  named: z.custom<string>((value) => value === 'x'),
  typed: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a'), size: z.number() }),
    z.strictObject({ kind: z.literal('b'), name: z.string() }),
  ]),
  either: z.union([z.strictObject({ from: z.string() }), z.string().max(3)]),
  given: z.preprocess((value) => value, z.union([z.number(), z.boolean()])),
})

/** What is said of each field of a body that is refused. */
async function wordsOf(schema: z.ZodType, body: unknown): Promise<Record<string, string>> {
  const call = endpoint({
    method: 'POST',
    path: '/x',
    summary: 'x',
    access: { kind: 'signed-in' },
    body: schema,
  })
  const refusal = await parseInput(call, { body, query: {}, params: {} } as never).catch((error) => error)
  if (!(refusal instanceof Refusal)) throw new Error('it was accepted')
  return Object.fromEntries((refusal.details.errors ?? []).map(({ path, message }) => [path, message]))
}

describe('what a body lacks', () => {
  test('is called required, whatever kind of field it is', async () => {
    expect(await wordsOf(shape, {})).toEqual({
      phone: 'Required',
      colour: 'Required, one of: red, blue',
      named: 'Required',
      typed: 'Required',
      either: 'Required',
      given: 'Required',
    })
  })
})

test('a field that may be one of several kinds says what is wrong of the kind that it comes nearest to', async () => {
  const good = {
    phone: '',
    colour: 'red',
    named: 'x',
    typed: { kind: 'b', name: 'n' },
    either: 'abc',
    given: 1,
  }
  const said = (change: object) => wordsOf(shape, { ...good, ...change })
  expect(await said({ phone: 7 })).toEqual({
    phone: 'Enter one phone number, such as 0300 1234567 or 042 35761234',
  })
  expect(await said({ phone: '12' })).toEqual({
    phone: 'Enter one phone number, such as 0300 1234567 or 042 35761234',
  })
  expect(await said({ typed: {} })).toEqual({ 'typed.kind': 'Required, one of: a, b' })
  expect(await said({ typed: { kind: 'c' } })).toEqual({ 'typed.kind': 'One of: a, b' })
  expect(await said({ typed: { kind: 'a' } })).toEqual({ 'typed.size': 'Required' })
  expect(await said({ either: { from: 3 } })).toEqual({ 'either.from': 'Must be text' })
  expect(await said({ either: 'abcd' })).toEqual({ either: 'At most 3 characters' })
  expect(await said({ given: 'x' })).toEqual({ given: 'Must be a number, or true or false' })
})
