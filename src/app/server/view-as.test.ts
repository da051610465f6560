import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { madeRole } from '#testing/factories.ts'

// That it changes nothing, whatever is called, is held for every call by permission-matrix.test.ts.

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const roleOf = (...permissions: string[]) => madeRole({ app, admin }, permissions)
const viewing = (roleId: string) => ({ 'x-view-as': roleId })
const account = async (as: TestPerson, roleId: string) =>
  (await app.call('GET', '/api/account/me', { as, headers: viewing(roleId) })).body.results
const open = async (as: TestPerson, roleId: string, path: string) =>
  (await app.call('GET', path, { as, headers: viewing(roleId) })).status

describe('a person who views the product as a role', () => {
  test('is told its name and permissions, opens what it opens and nothing else, and is themselves right after', async () => {
    const role = await roleOf('Products: view')
    expect(await account(admin, role.id)).toMatchObject({
      role_name: role.name,
      permissions: ['Products: view'],
      viewing_as: { id: role.id, name: role.name },
    })
    expect(await open(admin, role.id, '/api/admin/products/counts')).toBe(200)
    expect(await open(admin, role.id, '/api/admin/sellers/counts')).toBe(403)
    const { body } = await app.call('GET', '/api/account/me', { as: admin })
    expect(body.results.viewing_as).toBeNull()
    expect((await app.call('GET', '/api/admin/sellers/counts', { as: admin })).status).toBe(200)
  })

  test('gains nothing that they do not hold themselves', async () => {
    const role = await roleOf('Products: view', 'Vendor Verifications: view')
    const person = await app.person(['Manage Roles: view', 'Products: view'])
    expect((await account(person, role.id)).permissions).toEqual(['Products: view'])
    expect(await open(person, role.id, '/api/admin/sellers/counts')).toBe(403)
  })

  test('sees a permission that the role loses go with the next call', async () => {
    const role = await roleOf('Products: view')
    expect(await open(admin, role.id, '/api/admin/products/counts')).toBe(200)
    await app.database.pool.query("update roles set permissions = '{}' where id = $1", [role.id])
    expect(await open(admin, role.id, '/api/admin/products/counts')).toBe(403)
  })

  test('needs the permission to see roles, and a role that there is', async () => {
    const role = await roleOf('Products: view')
    const person = await app.person(['Products: view'])
    const refused = await app.call('GET', '/api/account/me', { as: person, headers: viewing(role.id) })
    expect(refused).toMatchObject({ status: 403, body: { missing_permission: 'Manage Roles: view' } })
    for (const none of [
      '01a1fc80-0000-7000-8000-000000000000',
      'Administrator',
      '',
      `${role.id},${role.id}`,
    ]) {
      expect(await open(admin, none, '/api/admin/products/counts')).toBe(403)
    }
  })

  test('is nobody without a session, and an intake key stays what it is', async () => {
    const role = await roleOf('Products: view')
    const headers = viewing(role.id)
    expect((await app.call('GET', '/api/admin/products/counts', { headers })).status).toBe(401)
    expect(
      (await app.call('GET', '/api/admin/products/counts', { as: await app.intakeKey(), headers })).status,
    ).toBe(403)
  })
})
