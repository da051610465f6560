import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from './app.ts'

export const path = '/api/admin/promotions'

/** The application of a file of tests about campaigns; before each test, somebody whose session is fresh. */
export function promotionStage() {
  const by = {} as { app: TestApp; admin: TestPerson; key: string }
  beforeAll(async () => {
    by.app = await startTestApp()
    by.key = await by.app.intakeKey()
  })
  beforeEach(async () => {
    by.admin = await by.app.person()
  })
  afterAll(() => by.app.close())
  const send = (method: string, to: string, body?: unknown, as: TestPerson | string = by.admin) =>
    by.app.call(method, to, { as, body })
  const read = async (id: string) => (await send('GET', `${path}/${id}`)).body.results
  return { by, send, read }
}
