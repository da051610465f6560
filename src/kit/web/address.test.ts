import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listAt, recordAt, screenAt } from './address.ts'

const list = endpoint({
  method: 'GET',
  path: '/api/shelves',
  summary: 'Shelves',
  access: { kind: 'signed-in' },
  query: z.object({ q: z.string().optional(), state: z.enum(['full', 'empty']).optional() }),
  layout: 'one',
  answer: z.object({ id: z.string() }),
})
const shelves = listAt<typeof list>('/shelves')

test('a list is linked to as it is, or asked for what its endpoint knows', () => {
  expect(shelves.path).toBe('/shelves')
  expect(shelves()).toBe('/shelves')
  expect(shelves({})).toBe('/shelves')
  expect(shelves({ state: 'empty', q: 'a & b' })).toBe('/shelves?state=empty&q=a+%26+b')
})

test('a record is linked to by its id, whatever else is known of it', () => {
  const shelf = recordAt('/shelf')
  expect(shelf.path).toBe('/shelf')
  expect(shelf({ id: 'a b' })).toBe('/shelf?id=a%20b')
})

test('any other screen is linked to as it is, or with what its address may contain', () => {
  expect(screenAt('/till')()).toBe('/till')
  const slip = screenAt<{ shelf: string; copies?: number }>('/print/slip')
  expect(slip.path).toBe('/print/slip')
  expect(slip({ shelf: 'a,b', copies: 2 })).toBe('/print/slip?shelf=a%2Cb&copies=2')
})

test('what the endpoint does not know does not compile', () => {
  // @ts-expect-error no shelf is asked for by its colour
  expect(shelves({ colour: 'green' })).toContain('colour')
  // @ts-expect-error no shelf is half full
  expect(shelves({ state: 'half' })).toContain('half')
  // @ts-expect-error the till is asked for nothing
  expect(screenAt('/till')({ day: 'today' })).toContain('day')
  // @ts-expect-error a record without its id
  expect(() => recordAt('/shelf')()).toThrow()
})
