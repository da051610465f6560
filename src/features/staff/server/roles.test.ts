import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { invitedPerson, madeRole } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const roles = '/api/admin/roles'
const anyVersion = { 'if-match': '*' }
const by = () => ({ app, admin })
const read = async (id: string) => (await app.call('GET', `${roles}/${id}`, { as: admin })).body.results
const create = (as: TestPerson, body: unknown) => app.call('POST', roles, { as, body })
const change = (as: TestPerson, id: string, body: unknown, headers: Record<string, string> = anyVersion) =>
  app.call('PATCH', `${roles}/${id}`, { as, body, headers })
const remove = (as: TestPerson, id: string, body: unknown = {}) =>
  app.call('DELETE', `${roles}/${id}`, { as, body })
const builtIn = async () =>
  (await app.call('GET', `${roles}?q=administrator`, { as: admin })).body.results.find(
    (role: { is_builtin: boolean }) => role.is_builtin,
  )
const howMany = async () => (await app.call('GET', roles, { as: admin })).body.total

describe('a role', () => {
  test('is refused without a visible name, with a name that is taken in any case, and with unknown permissions', async () => {
    const { name } = await madeRole(by())
    const before = await howMany()
    for (const blank of ['', '   ', '\u2800\u3164']) {
      expect((await create(admin, { name: blank, permissions: [] })).status).toBe(422)
    }
    const taken = await create(admin, { name: name.toUpperCase(), permissions: [] })
    expect(taken.status).toBe(409)
    expect(taken.body.errors[0]).toMatchObject({ path: 'name' })
    const unknown = await create(admin, { name: 'Unknown', permissions: ['Orders: view', 'Orders: destroy'] })
    expect(unknown.status).toBe(422)
    expect(unknown.body.errors[0].path).toBe('permissions.1')
    const blind = await create(admin, { name: 'Blind', permissions: ['Orders: view', 'Products: decide'] })
    expect(blind.status).toBe(422)
    expect(blind.body.errors[0]).toMatchObject({ path: 'permissions.1' })
    for (const extra of [{ is_builtin: true }, { version: 9 }, { id: admin.id }]) {
      expect((await create(admin, { name: 'Extra', permissions: [], ...extra })).status).toBe(422)
    }
    expect(await howMany()).toBe(before)
  })

  test('is created with the chosen permissions, in the order of the areas, and recorded', async () => {
    const permissions = ['Products: view', 'Dashboard: view', 'Products: view']
    const { status, body } = await create(admin, { name: '  Catalogue  ', permissions })
    expect(status).toBe(201)
    const role = body.results
    expect(role).toMatchObject({
      name: 'Catalogue',
      permissions: ['Dashboard: view', 'Products: view'],
      people_count: 0,
      is_builtin: false,
    })
    expect(role.history[0]).toMatchObject({
      action: 'create role',
      before: null,
      after: { name: 'Catalogue', Dashboard: 'view', Products: 'view' },
    })
  })

  test('of the same name is created once by eight requests at the same time', async () => {
    const name = `Raced ${crypto.randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        create(admin, { name: n % 2 ? name : name.toUpperCase(), permissions: [] }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('is offered by its name also where there are more than a list shows', async () => {
    const { pool } = app.database
    await pool.query(
      `insert into roles (id, name, permissions) select gen_random_uuid(), 'Aaa ' || i, '{}' from generate_series(1, 100) i`,
    )
    const { id } = await madeRole(by())
    const answer = await app.call('GET', `${roles}/names`, { as: admin })
    await pool.query("delete from roles where name like 'Aaa %'")
    const names = answer.body.results.map((one: { name: string }) => one.name)
    expect(answer.body.results.map((one: { id: string }) => one.id)).toContain(id)
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
  })

  test('without permissions allows nothing', async () => {
    const nobody = await app.person([])
    for (const path of [roles, '/api/admin/staff', '/api/admin/dashboard/work']) {
      expect((await app.call('GET', path, { as: nobody })).status).toBe(403)
    }
  })
})

describe('nobody grants a permission that they do not have', () => {
  const held = ['Vendors: view', 'Manage Roles: view', 'Manage Roles: configure', 'Products: view']

  test('in a new role', async () => {
    const clerk = await app.person(held)
    const before = await howMany()
    const refused = await create(clerk, {
      name: 'Higher',
      permissions: ['Products: view', 'Products: decide'],
    })
    expect(refused.status).toBe(403)
    expect(refused.body.missing_permission).toBe('Products: decide')
    expect(refused.body.message).toContain('Products: Decide')
    expect(await howMany()).toBe(before)
    expect((await create(clerk, { name: `Equal ${clerk.id}`, permissions: held })).status).toBe(201)
  })

  test('by changing a role, their own included, and nobody removes a permission that they do not have', async () => {
    const clerk = await app.person(held)
    const { body } = await app.call('GET', `/api/admin/staff/${clerk.id}`, { as: admin })
    const own = await read(body.results.role_id)
    const above = await madeRole(by(), ['Orders: view'])
    for (const [id, permissions] of [
      [own.id, [...own.permissions, 'Vendors: act']],
      [above.id, ['Orders: view', 'Vendors: view', 'Vendors: act']],
      [above.id, []],
    ] as const) {
      const before = await read(id)
      const refused = await change(clerk, id, { name: before.name, permissions })
      expect(refused.status).toBe(403)
      expect(refused.body.missing_permission).toBe(permissions.length === 0 ? 'Orders: view' : 'Vendors: act')
      expect(await read(id)).toEqual(before)
    }
    // What they hold themselves they give and take, beside what they leave as it is.
    const wider = { name: above.name, permissions: ['Orders: view', 'Products: view'] }
    expect((await change(clerk, above.id, wider)).status).toBe(200)
  })

  test('by moving the people of a role to one with more permissions', async () => {
    const clerk = await app.person(held)
    const low = await invitedPerson(by())
    const high = await madeRole(by(), ['Orders: view'])
    const up = await remove(clerk, low.role_id, { move_to: high.id })
    expect(up.status).toBe(403)
    expect(up.body.missing_permission).toBe('Orders: view')
    const lofty = await invitedPerson(by(), ['Orders: view'])
    const down = await remove(clerk, lofty.role_id, { move_to: low.role_id })
    expect(down.status).toBe(403)
    expect((await read(low.role_id)).people_count).toBe(1)
    expect((await read(lofty.role_id)).people_count).toBe(1)
  })
})

describe('a changed role', () => {
  test('applies to the next request of its people, on every instance', async () => {
    const role = await madeRole(by(), ['Manage Roles: view'])
    const person = await app.person([])
    await app.database.pool.query('update people set role_id = $1 where id = $2', [role.id, person.id])
    const second = await app.secondInstance()
    const look = (url?: string) => app.call('GET', roles, { as: person, ...(url ? { url } : {}) })
    expect([(await look()).status, (await look(second)).status]).toEqual([200, 200])
    expect((await change(admin, role.id, { name: role.name, permissions: [] })).status).toBe(200)
    expect([(await look()).status, (await look(second)).status]).toEqual([403, 403])
    await change(admin, role.id, { name: role.name, permissions: ['Manage Roles: view'] })
    expect([(await look()).status, (await look(second)).status]).toEqual([200, 200])
  })

  test('records what changed, area by area, before and after', async () => {
    const role = await madeRole(by(), ['Orders: view', 'Products: view', 'Products: decide'])
    const name = `${role.name} now`
    await change(admin, role.id, { name, permissions: ['Products: view', 'Blogs: view', 'Blogs: act'] })
    expect((await read(role.id)).history[0]).toMatchObject({
      action: 'change role',
      before: { name: role.name, Orders: 'view', Products: 'view, decide', Blogs: '' },
      after: { name, Orders: '', Products: 'view', Blogs: 'view, change' },
    })
  })

  test('needs the version that was read; a stale version changes nothing', async () => {
    const role = await madeRole(by())
    const body = { name: role.name, permissions: ['Blogs: view'] }
    expect((await app.call('PATCH', `${roles}/${role.id}`, { as: admin, body })).status).toBe(422)
    const version = { 'if-match': '"v1"' }
    const both = await Promise.all([
      change(admin, role.id, body, version),
      change(admin, role.id, { ...body, permissions: ['Email: view'] }, version),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const won = both.find(({ status }) => status === 200)?.body.results
    const lost = both.find(({ status }) => status === 412)?.body
    expect(lost.results.permissions).toEqual(won.permissions)
    expect((await read(role.id)).permissions).toEqual(won.permissions)
  })

  test('that is the same as before leaves no trace', async () => {
    const role = await madeRole(by(), ['Blogs: view'])
    const same = await change(admin, role.id, { name: role.name, permissions: ['Blogs: view'] })
    expect(same.status).toBe(200)
    expect(same.body.results).toMatchObject({ version: 1 })
    expect(same.body.results.history).toHaveLength(1)
  })
})

describe('the built-in administrator', () => {
  test('cannot be changed or deleted', async () => {
    const before = await read((await builtIn()).id)
    const narrowed = await change(admin, before.id, { name: before.name, permissions: ['Dashboard: view'] })
    expect(narrowed.status).toBe(409)
    expect((await remove(admin, before.id, { move_to: (await madeRole(by())).id })).status).toBe(409)
    expect(await read(before.id)).toEqual(before)
  })
})

describe('a role is deleted', () => {
  test('if nobody has it', async () => {
    const role = await madeRole(by())
    const gone = await remove(admin, role.id)
    expect(gone.body.results).toEqual({ moved: 0 })
    expect((await app.call('GET', `${roles}/${role.id}`, { as: admin })).status).toBe(404)
  })

  test('not by somebody without a permission that it has, even if nobody has it', async () => {
    const role = await madeRole(by(), ['Orders: view'])
    const before = await read(role.id)
    const manager = await app.person(['Manage Roles: view', 'Manage Roles: configure'])
    const refused = await remove(manager, role.id)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('Deleting this role')
    expect(await read(role.id)).toEqual(before)
  })

  test('only as it was read, with as many people as were shown', async () => {
    const person = await invitedPerson(by())
    const other = await madeRole(by())
    const { version } = await read(person.role_id)
    const body = { move_to: other.id, people: 1 }
    const call = (given: object, tag: string) =>
      app.call('DELETE', `${roles}/${person.role_id}`, {
        ...{ as: admin, body: { ...body, ...given }, headers: { 'if-match': tag } },
      })
    for (const refused of [await call({}, `"v${version + 1}"`), await call({ people: 2 }, `"v${version}"`)]) {
      expect(refused.status).toBe(412)
      expect(refused.body.results).toMatchObject({ id: person.role_id, people_count: 1, version })
    }
    expect((await call({}, `"v${version}"`)).body.results).toEqual({ moved: 1 })
  })

  test('not while people have it, unless they are moved to another existing role', async () => {
    const person = await invitedPerson(by())
    for (const [body, status] of [
      [{}, 409],
      [{ move_to: person.role_id }, 422],
      [{ move_to: person.id }, 422],
      [{ move_to: 'nobody' }, 422],
    ] as const) {
      expect((await remove(admin, person.role_id, body)).status).toBe(status)
      expect((await read(person.role_id)).people_count).toBe(1)
    }
    const other = await madeRole(by())
    expect((await remove(admin, person.role_id, { move_to: other.id })).body.results).toEqual({ moved: 1 })
    const { body } = await app.call('GET', `/api/admin/staff/${person.id}`, { as: admin })
    expect(body.results).toMatchObject({ role_id: other.id, role_name: other.name, version: 2 })
    expect(body.results.history[0]).toMatchObject({ action: 'change role', after: { role: other.name } })
  })

  test('never while a person gets it at the same time', async () => {
    for (let n = 0; n < 6; n += 1) {
      const role = await madeRole(by())
      const username = `Raced ${n}`
      const email = `raced-${role.id}@munshi.example`
      const [gone, invited] = await Promise.all([
        remove(admin, role.id),
        app.call('POST', '/api/admin/staff', {
          as: admin,
          body: { username, email, phone: '', role_id: role.id },
        }),
      ])
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([gone.status, invited.status])
    }
  })
})
