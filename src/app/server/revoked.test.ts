import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'

/** The whole has 1,000 people; what a change runs each time is a sample of it. */
const people = Number(process.env.MUNSHI_REVOKED ?? 20)

let app: TestApp
let second: string
beforeAll(async () => {
  app = await startTestApp()
  second = await app.secondInstance()
})
afterAll(() => app.close())

const path = '/api/admin/products/counts'
const look = (as: TestPerson, url: string) => app.call('GET', path, { as, url }).then(({ status }) => status)
const change = (text: string, { id }: TestPerson) => app.database.pool.query(text, [id])

/** What ends the right to a call, and the status of the very next one. */
const ends: [(person: TestPerson) => Promise<unknown>, number][] = [
  [(as) => app.call('POST', '/api/logout', { as }), 401],
  [(person) => change('update people set disabled_at = now() where id = $1', person), 401],
  [
    (person) =>
      change(
        "update roles set permissions = '{}' where id = (select role_id from people where id = $1)",
        person,
      ),
    403,
  ],
]

test(`${people} people who sign out, are disabled or lose a permission are refused on the next call of both instances`, async () => {
  const refused = { 401: 0, 403: 0 }
  for (let n = 0; n < people; n += 1) {
    const [end, status] = ends[n % ends.length] ?? [() => Promise.resolve(), 0]
    const person = await app.person(['Products: view'])
    // Both instances have just seen the person: what either of them kept would be as fresh as it can be.
    expect([await look(person, app.url), await look(person, second)]).toEqual([200, 200])
    await end(person)
    const answers = await Promise.all([look(person, second), look(person, app.url)])
    expect(answers).toEqual([status, status])
    refused[status as 401 | 403] += 1
  }
  expect(refused[401] + refused[403]).toBe(people)
  expect(Math.min(refused[401], refused[403])).toBeGreaterThan(0)
})
