import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingCustomer, pendingProduct, pendingVendor } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let sana: TestPerson
let bilal: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  sana = await app.person()
  bilal = await app.person()
})
afterAll(() => app.close())

const minute = 60_000
const sellers = (id: string) => `/api/admin/sellers/${id}`
const claim = (path: string, as: TestPerson, body = {}) => app.call('PUT', `${path}/claim`, { as, body })
const read = async (path: string, as = sana) => (await app.call('GET', `${path}/claim`, { as })).body.results
const release = (path: string, as: TestPerson) => app.call('DELETE', `${path}/claim`, { as })
const assign = (path: string, person_id: string | null, as = sana) =>
  app.call('PUT', `${path}/assignment`, { as, body: { person_id } })
const newVendor = async () => sellers((await pendingVendor(app)).id)
const expectRefused = refusing(() => app)

describe('a claim', () => {
  test('is of the first who opens a record, and everybody sees whose it is', async () => {
    const path = await newVendor()
    expect((await read(path)).by).toBeNull()
    expect((await claim(path, sana)).body.results).toMatchObject({ is_mine: true, by: { id: sana.id } })
    expect((await claim(path, bilal)).body.results).toMatchObject({ is_mine: false, by: { id: sana.id } })
    expect(await read(path, bilal)).toMatchObject({ is_mine: false, by: { id: sana.id } })
  })

  test('ends ten minutes after the last sign of life, and then is free for the next', async () => {
    const path = await newVendor()
    const { since } = (await claim(path, sana)).body.results
    app.clock.move(9 * minute)
    expect((await claim(path, sana)).body.results.since).toBe(since)
    app.clock.move(9 * minute)
    expect((await claim(path, bilal)).body.results.by.id).toBe(sana.id)
    app.clock.move(minute)
    expect((await read(path)).by).toBeNull()
    expect((await claim(path, bilal)).body.results).toMatchObject({ is_mine: true, by: { id: bilal.id } })
  })

  test('is released by its owner alone', async () => {
    const path = await newVendor()
    await claim(path, sana)
    expect((await release(path, bilal)).status).toBe(204)
    expect((await read(path)).by.id).toBe(sana.id)
    expect((await release(path, sana)).status).toBe(204)
    expect((await claim(path, bilal)).body.results.is_mine).toBe(true)
  })

  test('is taken over by asking, which is recorded', async () => {
    const path = await newVendor()
    await claim(path, sana)
    const taken = await claim(path, bilal, { takes_over: true })
    expect(taken.body.results).toMatchObject({ is_mine: true, by: { id: bilal.id } })
    expect((await read(path, sana)).is_mine).toBe(false)
    const { rows } = await app.database.pool.query(
      `select action, actor_id from audit_log where subject_id = $1 order by id desc limit 1`,
      [path.split('/').at(-1)],
    )
    expect(rows[0]).toEqual({ action: 'take over review', actor_id: bilal.id })
  })

  test('does not keep anybody from deciding, and the later decision is told of the first', async () => {
    const path = await newVendor()
    await claim(path, sana)
    expect((await app.call('POST', `${path}/approve`, { as: bilal })).status).toBe(200)
    const late = await expectRefused(409, () =>
      app.call('POST', `${path}/reject`, { as: sana, body: { reason: 'The cheque copy cannot be read' } }),
    )
    expect(late.body.message).toMatch(/^Already approved by Person \w+\. It cannot be rejected now$/)
  })

  test('is ended by a decision on many, and its owner is notified', async () => {
    const [held, free] = [(await pendingVendor(app)).id, (await pendingVendor(app)).id]
    const [owner, decider] = [await app.person(), await app.person()]
    await claim(sellers(held), owner)
    const heard = async (as: TestPerson) =>
      (await app.call('GET', '/api/account/notifications', { as })).body.results.map(
        (one: { event: string; path: string }) => [one.event, one.path],
      )
    const taken = async (id: string) => {
      const { rows } = await app.database.pool.query(
        `select before ->> 'reviewer_id' as of, actor_id from audit_log where subject_id = $1 and action = 'take over review'`,
        [id],
      )
      return rows
    }
    const body = { ids: [held, free] }
    const done = await app.call('POST', '/api/admin/sellers/bulk/approve', { as: decider, body })
    expect(done.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done'])
    expect((await read(sellers(held))).by).toBeNull()
    expect(await taken(held)).toEqual([{ of: owner.id, actor_id: decider.id }])
    expect(await heard(owner)).toEqual([['claimed_away', expect.stringContaining(held)]])
    // Nobody was reviewing the other one, and who decides on records of their own is told of nothing.
    expect((await read(sellers(free))).by).toBeNull()
    expect(await taken(free)).toEqual([])
    expect(await heard(decider)).toEqual([])
    // What is not decided stays with whom it was.
    await claim(sellers(held), decider)
    expect((await app.call('POST', '/api/admin/sellers/bulk/approve', { as: owner, body })).status).toBe(200)
    expect((await read(sellers(held))).by.id).toBe(decider.id)
    expect(await taken(held)).toHaveLength(1)
  })

  test('is named by the dry run of a decision on many, as long as it lasts and to others alone', async () => {
    const [held, free] = [(await pendingVendor(app)).id, (await pendingVendor(app)).id]
    await claim(sellers(held), sana)
    const ids = [free, held]
    const by = { id: sana.id, name: expect.stringMatching(/^Person/) }
    const checked = async (as: TestPerson) => {
      const body = { ids, verb: 'approve' }
      const answer = await app.call('POST', '/api/admin/sellers/bulk/check', { as, body })
      return answer.body.results.map(({ id, held_by }: { id: string; held_by: unknown }) => [id, held_by])
    }
    const tried = async (as: TestPerson, verb = 'reject') => {
      const body = { verb, filter: { ids }, except: [] }
      return (await app.call('POST', '/api/admin/sellers/bulk/try-matching', { as, body })).body.results.held
    }
    expect(await checked(bilal)).toEqual([
      [free, null],
      [held, by],
    ])
    expect(await tried(bilal)).toEqual([{ id: held, by }])
    // Of what cannot be done nobody has to be asked.
    expect(await tried(bilal, 'enable')).toEqual([])
    expect(await checked(sana)).toEqual([
      [free, null],
      [held, null],
    ])
    expect(await tried(sana)).toEqual([])
    app.clock.move(11 * minute)
    expect((await checked(bilal))[1]).toEqual([held, null])
    expect(await tried(bilal)).toEqual([])
  })

  test.each([
    ['sellers', 'Vendor Verifications', async () => (await pendingVendor(app)).id],
    ['products', 'Products', async () => (await pendingProduct(app)).id],
    ['customers', 'Customer', async () => (await pendingCustomer(app)).id],
  ])('on %s is for people who may decide', async (noun, area, make) => {
    const path = `/api/admin/${noun}/${await make()}`
    const reader = await app.person([`${area}: view`])
    await expectRefused(403, () => claim(path, reader))
    await expectRefused(403, () => release(path, reader))
    await expectRefused(403, () => assign(path, sana.id, reader))
    expect((await read(path, reader)).by).toBeNull()
    expect((await claim(path, sana)).status).toBe(200)
  })

  test('is refused on a record that does not exist', async () => {
    await expectRefused(404, () => claim(sellers(sana.id), sana))
    await expectRefused(404, () => assign(sellers(sana.id), sana.id))
  })
})

describe('an assignment', () => {
  test('asks one colleague, and is undone', async () => {
    const path = await newVendor()
    expect((await assign(path, bilal.id)).body.results.assignee.id).toBe(bilal.id)
    expect((await assign(path, sana.id)).body.results.assignee.id).toBe(sana.id)
    await expectRefused(200, () => assign(path, sana.id))
    expect((await assign(path, null)).body.results.assignee).toBeNull()
    const { rows } = await app.database.pool.query(
      `select count(*)::int4 as n from audit_log where subject_id = $1 and action = 'assign review'`,
      [path.split('/').at(-1)],
    )
    expect(rows[0].n).toBe(3)
  })

  test('of a disabled colleague ends with an audit row that names them, and only once', async () => {
    const [path, other] = [await newVendor(), await newVendor()]
    const audited = async (of: string) => {
      const { rows } = await app.database.pool.query(
        `select before, after from audit_log where subject_id = $1 and action like 'assign review%' order by id`,
        [of.split('/').at(-1)],
      )
      return rows
    }
    const colleague = await app.person()
    await assign(path, colleague.id)
    await assign(other, colleague.id)
    const { assignee } = await read(path)
    expect((await app.call('POST', `/api/admin/staff/${colleague.id}/disable`, { as: sana })).status).toBe(
      200,
    )
    expect((await read(path)).assignee).toBeNull()
    expect((await assign(path, null)).status).toBe(200)
    const ended = { before: { assignee: assignee.name }, after: { assignee: '' } }
    expect((await audited(path)).slice(1)).toEqual([ended])
    await expectRefused(200, () => assign(path, null))

    const body = { items: [{ kind: 'vendor', id: other.split('/').at(-1) }], person_id: null }
    const many = () => app.call('POST', '/api/admin/desk/bulk/assign', { as: sana, body })
    expect((await many()).body.results[0]).toMatchObject({ outcome: 'done', before: null })
    expect((await audited(other)).slice(1)).toEqual([ended])
    expect((await many()).body.results[0]).toMatchObject({ outcome: 'unchanged' })
  })

  test('is only for people who may decide', async () => {
    const path = await newVendor()
    const reader = await app.person(['Vendor Verifications: view'])
    await expectRefused(422, () => assign(path, reader.id))
    const offered = (await app.call('GET', `${path}/reviewers`, { as: sana })).body.results
    const ids = offered.map(({ id }: { id: string }) => id)
    expect(ids).toContain(bilal.id)
    expect(ids).not.toContain(reader.id)
  })
})
