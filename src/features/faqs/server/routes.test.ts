import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { release } from '#testing/content-samples.ts'
import { addedFaq } from '#testing/faq-samples.ts'
import { refusing } from '#testing/state.ts'
import { restoreFaqs } from './commands.ts'
import { readDraft } from './queries.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const path = '/api/admin/faqs'
const send = (method: string, to: string, body?: unknown, as = admin) => app.call(method, to, { as, body })
const add = (given: Parameters<typeof addedFaq>[1] = {}) => addedFaq({ app, admin }, given)
const read = async (id: string) => (await send('GET', `${path}/${id}`)).body.results
const change = (id: string, version: number, body: object, as = admin) =>
  app.call('PATCH', `${path}/${id}`, { as, body, headers: { 'if-match': `"v${version}"` } })
const titlesOf = async (group: string) =>
  (await send('GET', `${path}/order?group=${encodeURIComponent(group)}`)).body.results.map(
    ({ title }: { title: string }) => title,
  )
const groups = async () => (await send('GET', `${path}/groups`)).body.results
const found = async (query: string) =>
  (await send('GET', `${path}?${query}`)).body.results.map(({ title }: { title: string }) => title)
const empty = () => app.database.pool.query('delete from faqs')

const expectRefused = refusing(() => app)

describe('a question', () => {
  test('is added as the last of its group, is on, and is recorded', async () => {
    await add({ title: 'How long does delivery take?', group: 'Delivery' })
    const { id } = await add({
      title: ' Is delivery free? ',
      details: 'From Rs 10,000.\n\nAll cities.',
      group: 'delivery',
    })
    expect(await read(id)).toMatchObject({
      title: 'Is delivery free?',
      details: 'From Rs 10,000.\n\nAll cities.',
      group: 'Delivery',
      position: 2,
      group_size: 2,
      is_active: true,
      live: 'new',
      history: [{ action: 'add', after: { title: 'Is delivery free?', is_active: true } }],
    })
  })

  test.each([
    [{ title: '   ', details: 'x' }, 'title', 'Title is Required'],
    [{ title: 'x', details: ' \n ' }, 'details', 'Details is Required'],
    [{ title: 'x'.repeat(201), details: 'x' }, 'title', 'At most 200 characters'],
    [{ title: 'x', details: 'x'.repeat(4_001) }, 'details', 'At most 4,000 characters'],
    [{ title: 'x', details: 'x', group: 'a\nb' }, 'group', /^No line breaks/],
  ])('%o is refused beside its field, and nothing is stored', async (body, field, words) => {
    const { body: problem } = await expectRefused(422, () => send('POST', path, body))
    expect(problem.errors).toEqual([expect.objectContaining({ path: field })])
    expect(problem.errors[0].message).toMatch(words)
  })

  test('is not changed by somebody who read an older version, nor without a version', async () => {
    const { id, version } = await add()
    const changed = await change(id, version, { title: 'First here' })
    expect(changed.body.results.history[0]).toMatchObject({ action: 'edit', after: { title: 'First here' } })
    const { body } = await expectRefused(412, /Somebody changed this question/, () =>
      change(id, version, { title: 'Too late' }),
    )
    expect(body.results.title).toBe('First here')
    await expectRefused(422, /If-Match/, () => send('PATCH', `${path}/${id}`, { title: 'Without' }))
    await expectRefused(422, /./, () => change(id, version + 1, {}))
  })

  test('that goes to another group is its last, and a group without questions is gone', async () => {
    const { id, version } = await add({ title: 'Lonely', group: 'Lonely group' })
    await add({ title: 'Settled', group: 'Warranty' })
    const moved = await change(id, version, { group: 'WARRANTY' })
    expect(moved.body.results).toMatchObject({ group: 'Warranty', position: 2, group_size: 2 })
    expect((await groups()).map(({ name }: { name: string }) => name)).not.toContain('Lonely group')
    expect(await titlesOf('warranty')).toEqual(['Settled', 'Lonely'])
  })

  test('that is deleted can be put back at its place under its id, once', async () => {
    const made = []
    for (const title of ['A', 'B', 'C']) made.push(await add({ title, group: 'Undo' }))
    const { id, title, details, group, position, is_active } = made[1] as (typeof made)[number]
    expect((await send('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await titlesOf('Undo')).toEqual(['A', 'C'])
    await expectRefused(404, 'There is no such question', () => send('DELETE', `${path}/${id}`))
    const body = { title, details, group, position, is_active }
    const back = await send('POST', `${path}/${id}/put-back`, body)
    expect(back.status).toBe(201)
    expect(back.body.results.history.map(({ action }: { action: string }) => action)).toEqual([
      'put back',
      'delete',
      'add',
    ])
    expect(await titlesOf('Undo')).toEqual(['A', 'B', 'C'])
    await expectRefused(409, 'This question is not deleted', () =>
      send('POST', `${path}/${id}/put-back`, body),
    )
  })

  test('that was the only one of its group is put back with the group at its place', async () => {
    await empty()
    const names = async () => (await groups()).map(({ name }: { name: string }) => name)
    const { id } = await add({ title: 'Only one', group: 'First' })
    for (const group of ['Second', 'Third']) await add({ group })
    const { title, details, group, group_place, position } = await read(id)
    expect(group_place).toBe(1)
    const body = { title, details, group, position }
    await send('DELETE', `${path}/${id}`)
    expect(await names()).toEqual(['Second', 'Third'])
    expect((await send('POST', `${path}/${id}/put-back`, { ...body, group_place })).status).toBe(201)
    expect(await names()).toEqual(['First', 'Second', 'Third'])
    // Without the place, or with one past the end, the group becomes the last.
    for (const place of [{}, { group_place: 90 }]) {
      await send('DELETE', `${path}/${id}`)
      expect((await send('POST', `${path}/${id}/put-back`, { ...body, ...place })).status).toBe(201)
      expect(await names()).toEqual(['Second', 'Third', 'First'])
    }
  })

  test('that a colleague has changed since it was read is not deleted, so that no newer text is lost', async () => {
    const { id, version } = await add({ title: 'Do you deliver on Eid?' })
    await change(id, version, { details: 'Not on the first day' })
    const { body } = await expectRefused(412, /Somebody changed this question/, () =>
      app.call('DELETE', `${path}/${id}`, { as: admin, headers: { 'if-match': `"v${version}"` } }),
    )
    expect(body.results.details).toBe('Not on the first day')
    expect((await read(id)).details).toBe('Not on the first day')
  })

  test('is found by all its words in any order, and by group and status', async () => {
    await add({ title: 'Can I return a lawn suit?', details: 'Within seven days.', group: 'Returns' })
    await add({ title: 'واپسی کیسے کریں؟', details: 'سات دن کے اندر', group: 'Returns', is_active: false })
    expect(await found('q=suit%20return')).toEqual(['Can I return a lawn suit?'])
    expect(await found('q=seven%20lawn')).toEqual(['Can I return a lawn suit?'])
    expect(await found(`q=${encodeURIComponent('واپسي')}`)).toEqual(['واپسی کیسے کریں؟'])
    expect(await found('group=returns&status=inactive')).toEqual(['واپسی کیسے کریں؟'])
    expect(await found('q=%22')).toEqual([])
  })

  test('is neither seen nor changed by people without the permission', async () => {
    const { id, version } = await add()
    const reader = await app.person(["Faq's: view"])
    const stranger = await app.person(['Blogs: view'])
    for (const to of [path, `${path}/groups`, `${path}/order`, `${path}/waiting`, `${path}/${id}`])
      await expectRefused(403, () => send('GET', to, undefined, stranger))
    const draft = { title: 'x', details: 'x' }
    await expectRefused(403, () => send('POST', path, draft, reader))
    await expectRefused(403, () => send('POST', `${path}/entries`, { entries: [draft] }, reader))
    await expectRefused(403, () => change(id, version, { title: 'Mine' }, reader))
    await expectRefused(403, () => send('POST', `${path}/${id}/order`, { position: 1 }, reader))
    await expectRefused(403, () => send('POST', `${path}/groups/order`, { group: '', position: 2 }, reader))
    await expectRefused(403, () =>
      send('POST', `${path}/bulk/switch`, { ids: [id], is_active: false }, reader),
    )
    await expectRefused(403, () => send('DELETE', `${path}/${id}`, undefined, reader))
    expect((await send('GET', `${path}/${id}`, undefined, reader)).status).toBe(200)
  })
})

describe('several questions', () => {
  test('are added in one call, in the order of the entries', async () => {
    const entries = ['One', 'Two', 'Three'].map((title) => ({ title, details: 'x', group: 'Entries' }))
    const { status, body } = await send('POST', `${path}/entries`, { entries })
    expect([status, body.results.map(({ title }: { title: string }) => title)]).toEqual([
      201,
      ['One', 'Two', 'Three'],
    ])
    expect(await titlesOf('Entries')).toEqual(['One', 'Two', 'Three'])
  })

  test('are not added if one of them is incomplete, and the refusal names its field', async () => {
    const entries = [
      { title: 'Whole', details: 'x' },
      { title: 'Half', details: ' ' },
    ]
    const { body } = await expectRefused(422, () => send('POST', `${path}/entries`, { entries }))
    expect(body.errors).toEqual([
      expect.objectContaining({ path: 'entries.1.details', message: 'Details is Required' }),
    ])
    await expectRefused(422, () => send('POST', `${path}/entries`, { entries: [] }))
    await expectRefused(422, () =>
      send('POST', `${path}/entries`, { entries: Array.from({ length: 51 }, () => entries[0]) }),
    )
  })

  test('are switched at once, and those that were so already are left alone', async () => {
    const [on, off] = [await add(), await add({ is_active: false })]
    const { body } = await send('POST', `${path}/bulk/switch`, { ids: [on.id, off.id], is_active: false })
    expect(body.results).toEqual([on.id])
    expect(await read(on.id)).toMatchObject({ is_active: false, version: on.version + 1 })
    expect(await read(off.id)).toMatchObject({ is_active: false, version: off.version })
    expect((await read(on.id)).history[0]).toMatchObject({
      action: 'switch off',
      after: { is_active: false },
    })
    await expectRefused(200, () =>
      send('POST', `${path}/bulk/switch`, { ids: [on.id, off.id], is_active: false }),
    )
  })

  test('change places within their group, and groups among each other', async () => {
    await empty()
    for (const group of ['First', 'Second', 'Third']) {
      for (const n of [1, 2, 3]) await add({ title: `${group} ${n}`, group })
    }
    const [, , last] = (await send('GET', `${path}/order?group=First`)).body.results
    const moved = await send('POST', `${path}/${last.id}/order`, { position: 1 })
    expect(moved.body.results).toMatchObject({ position: 1, history: [{ action: 'put in order' }, {}] })
    expect(await titlesOf('First')).toEqual(['First 3', 'First 1', 'First 2'])
    await expectRefused(200, () => send('POST', `${path}/${last.id}/order`, { position: 1 }))
    const after = await send('POST', `${path}/groups/order`, { group: 'Third', position: 1 })
    expect(after.body.results.map(({ name }: { name: string }) => name)).toEqual(['Third', 'First', 'Second'])
    expect(await found('sort=place&limit=4')).toEqual(['Third 1', 'Third 2', 'Third 3', 'First 3'])
    await expectRefused(404, 'There is no such group', () =>
      send('POST', `${path}/groups/order`, { group: 'Fourth', position: 1 }),
    )
  })

  test('of a group get its new name together and stay in their order; a name is not given twice', async () => {
    await empty()
    for (const group of ['Orders', 'delivery']) {
      for (const n of [1, 2, 3]) await add({ title: `${group} ${n}`, group })
    }
    const rename = (group: string, name: string, as = admin) =>
      send('POST', `${path}/groups/rename`, { group, name }, as)
    const [first] = (await send('GET', `${path}/order?group=delivery`)).body.results
    const { version } = await read(first.id)
    await send('POST', `${path}/${first.id}/order`, { position: 2 })
    const renamed = await rename('DELIVERY', ' Shipping ')
    expect([renamed.status, renamed.body.results]).toEqual([
      200,
      [
        { name: 'Orders', count: 3 },
        { name: 'Shipping', count: 3 },
      ],
    ])
    expect(await titlesOf('Shipping')).toEqual(['delivery 2', 'delivery 1', 'delivery 3'])
    expect(await read(first.id)).toMatchObject({ group: 'Shipping', position: 2, version })
    // In other letters it is the same group.
    expect((await rename('Shipping', 'SHIPPING')).body.results[1]).toEqual({ name: 'SHIPPING', count: 3 })
    await expectRefused(200, () => rename('shipping', 'SHIPPING'))
    const { body } = await expectRefused(422, 'Another group has this name', () =>
      rename('SHIPPING', 'orders'),
    )
    expect(body.errors[0].path).toBe('name')
    await expectRefused(422, 'Name is Required', () => rename('SHIPPING', ' '))
    await expectRefused(404, 'There is no such group', () => rename('delivery', 'Parcels'))
    const reader = await app.person(["Faq's: view"])
    await expectRefused(403, () => rename('SHIPPING', 'Parcels', reader))
  })

  test('that spell the name of their group otherwise spell it so for all of them', async () => {
    await empty()
    await add({ title: 'One', group: 'delivery' })
    const { id, version } = await add({ title: 'Two', group: 'delivery' })
    const saved = await change(id, version, { group: 'Delivery' })
    expect(saved.body.results).toMatchObject({ group: 'Delivery', position: 2, group_size: 2 })
    expect(await groups()).toEqual([{ name: 'Delivery', count: 2 }])
    expect(await titlesOf('Delivery')).toEqual(['One', 'Two'])
  })

  test('keep places from 1 without gaps under any changes', async () => {
    const names = fc.constantFrom('', 'Delivery', 'delivery', 'Returns', 'Payment')
    const at = fc.nat(30)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), group: names }),
      fc.record({ kind: fc.constant('move' as const), at, position: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constant('regroup' as const), at, group: names }),
      fc.record({
        kind: fc.constant('group' as const),
        group: names,
        position: fc.integer({ min: 1, max: 6 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), at }),
      fc.record({ kind: fc.constant('undo' as const), at, position: fc.integer({ min: 1, max: 12 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await empty()
        let expected = 0
        for (const one of steps) {
          const { rows } = await app.database.pool.query('select * from faqs order by place')
          const row = 'at' in one && rows.length > 0 ? rows[one.at % rows.length] : null
          if (one.kind === 'add') {
            await add({ group: one.group })
            expected += 1
          }
          if (one.kind === 'group')
            await send('POST', `${path}/groups/order`, { group: one.group, position: one.position })
          if (!row) continue
          if (one.kind === 'move') await send('POST', `${path}/${row.id}/order`, { position: one.position })
          if (one.kind === 'regroup') await change(row.id, row.version, { group: one.group })
          if (one.kind === 'remove' || one.kind === 'undo') {
            await send('DELETE', `${path}/${row.id}`)
            expected -= 1
          }
          if (one.kind === 'undo') {
            const { title, details, group } = row
            await send('POST', `${path}/${row.id}/put-back`, {
              title,
              details,
              group,
              position: one.position,
            })
            expected += 1
          }
        }
        const { rows } = await app.database.pool.query(
          'select lower("group") as name, group_place, position from faqs order by place',
        )
        expect(rows).toHaveLength(expected)
        const byGroup = Map.groupBy(rows, ({ group_place }) => group_place)
        expect([...byGroup.keys()]).toEqual([...byGroup.keys()].map((_, index) => index + 1))
        for (const own of byGroup.values()) {
          expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1))
          expect(new Set(own.map(({ name }) => name)).size).toBe(1)
        }
        expect(new Set(rows.map(({ name }) => name)).size).toBe(byGroup.size)
      }),
      { numRuns: 15 },
    )
  })

  test('of two people who order at the same time both get a place', async () => {
    await empty()
    const made = []
    for (const n of [1, 2, 3, 4, 5]) made.push(await add({ title: `${n}` }))
    await Promise.all(
      made.map(({ id }, index) => send('POST', `${path}/${id}/order`, { position: 5 - index })),
    )
    const { rows } = await app.database.pool.query('select position from faqs order by place')
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('what shoppers read', () => {
  const shown = async () => (await app.call('GET', '/api/storefront/faqs')).body.results.groups
  const waiting = async () => (await send('GET', `${path}/waiting`)).body.results
  const publish = async () => {
    const { body } = await send('GET', '/api/admin/releases/waiting')
    const { section, version } = body.results.find((one: { section: string }) => one.section === 'faqs')
    return release({ app, admin }, [{ section, version }])
  }

  test('is what was released, and nothing of a change before the next release', async () => {
    await empty()
    const first = await add({ title: 'When do you deliver?', details: 'Daily.', group: 'Delivery' })
    const off = await add({ title: 'Not yet decided', group: 'Delivery', is_active: false })
    await add({ title: 'Only off', group: 'Off', is_active: false })
    expect(await shown()).toEqual([])
    expect(await waiting()).toEqual({ added: 3, changed: 0, removed: 0, moved: 0 })
    const one = await publish()
    expect(await shown()).toEqual([
      { name: 'Delivery', faqs: [{ id: first.id, title: 'When do you deliver?', details: 'Daily.' }] },
    ])
    expect(await waiting()).toEqual({ added: 0, changed: 0, removed: 0, moved: 0 })
    expect((await read(first.id)).live).toBe('same')

    await change(first.id, 1, { details: 'CANARY of a draft' })
    await change(off.id, 1, { is_active: true })
    await add({ title: 'CANARY, new', group: 'Delivery' })
    const text = JSON.stringify(await shown())
    expect(text).not.toContain('CANARY')
    expect(text).not.toContain('Not yet decided')
    expect(await waiting()).toEqual({ added: 1, changed: 2, removed: 0, moved: 0 })
    const rows = (await send('GET', `${path}?sort=place`)).body.results
    expect(rows.map(({ live }: { live: string }) => live)).toEqual(['changed', 'changed', 'new', 'same'])

    await publish()
    expect(JSON.stringify(await shown())).toContain('CANARY of a draft')
    const { live_release: instead_of } = (await send('GET', `/api/admin/releases/${one.id}`)).body.results
    const body = { title: 'Back', instead_of }
    const back = await send('POST', `/api/admin/releases/${one.id}/roll-back`, body)
    expect(back.status).toBe(201)
    expect(JSON.stringify(await shown())).not.toContain('CANARY')
    expect(await titlesOf('Delivery')).toEqual(['When do you deliver?', 'Not yet decided', 'CANARY, new'])
  })

  test('counts a question that was moved, and one that was deleted, as one change each', async () => {
    await empty()
    const made = []
    for (const title of ['A', 'B', 'C', 'D']) made.push(await add({ title }))
    await publish()
    await send('POST', `${path}/${made[3]?.id}/order`, { position: 1 })
    expect(await waiting()).toEqual({ added: 0, changed: 0, removed: 0, moved: 1 })
    await send('DELETE', `${path}/${made[1]?.id}`)
    expect(await waiting()).toEqual({ added: 0, changed: 0, removed: 1, moved: 1 })
  })

  test('is answered with an ETag, and with 304 until the next release', async () => {
    const first = await app.call('GET', '/api/storefront/faqs')
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
    const headers = { 'if-none-match': String(first.headers.get('etag')) }
    await add({ title: 'A draft changes nothing' })
    expect((await app.call('GET', '/api/storefront/faqs', { headers })).status).toBe(304)
    await publish()
    const after = await app.call('GET', '/api/storefront/faqs', { headers })
    expect([after.status, JSON.stringify(after.body).includes('A draft changes nothing')]).toEqual([
      200,
      true,
    ])
  })
})

describe('the value of a release', () => {
  test('that is taken over writes, adds and deletes, and the same value comes out again', async () => {
    await empty()
    for (const title of ['A', 'B', 'C']) await add({ title, group: 'Old' })
    const value = await app.transact(async (ctx) => {
      ctx.unchanged()
      return readDraft(ctx)
    })
    const [a, b] = value.items
    if (!a || !b) throw new Error('nothing was added')
    await change(a.id, 1, { title: 'A, changed', is_active: false })
    await send('DELETE', `${path}/${b.id}`)
    await add({ title: 'Newcomer' })
    await app.transact((ctx) => restoreFaqs(ctx, value))
    const again = await app.transact(async (ctx) => {
      ctx.unchanged()
      return readDraft(ctx)
    })
    expect(again).toEqual(value)
    expect((await read(a.id)).version).toBe(3)
    // What was lost is told: the text of the question that went, and what was written over.
    const { body } = await send('GET', '/api/admin/audit?subject_type=faq&limit=10')
    expect(body.results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'delete',
          subject_name: 'Newcomer',
          before: expect.objectContaining({ title: 'Newcomer' }),
        }),
        expect.objectContaining({
          action: 'edit',
          before: expect.objectContaining({ title: 'A, changed' }),
          after: expect.objectContaining({ title: 'A' }),
        }),
        expect.objectContaining({ action: 'put back', subject_name: 'B' }),
      ]),
    )
    await expect(app.transact((ctx) => restoreFaqs(ctx, { items: [{ id: 'no' }] }))).rejects.toThrow()
    expect(await titlesOf('Old')).toEqual(['A', 'B', 'C'])
  })
})
