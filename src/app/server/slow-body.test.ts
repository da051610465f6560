import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadFolder } from '#kit/server/uploads.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Sends the first half of a body, lets `meanwhile` happen, and sends the rest when the server has to ask again who calls. */
async function sentSlowly(
  path: string,
  { token, body, type }: { token: string; body: Buffer; type: string },
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const half = Math.ceil(body.length / 2)
  const sending = request(new URL(path, app.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  sending.write(body.subarray(0, half))
  await pause(1100)
  await meanwhile()
  sending.end(body.subarray(half))
  return answered
}

const asJson = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)), type: 'application/json' })
const rejection = asJson({ reason: 'The CNIC cannot be read' })

test('a decision whose body arrives slowly is made by who may still decide', async () => {
  const { id } = await pendingVendor(app)
  const person = await app.person(['Vendor Verifications: view', 'Vendor Verifications: decide'])
  const path = `/api/admin/sellers/${id}/reject`
  expect(await sentSlowly(path, { token: person.token, ...rejection }, async () => {})).toBe(200)
})

test('a session that ends while the body arrives decides nothing', async () => {
  const { id } = await pendingVendor(app)
  const person = await app.person(['Vendor Verifications: view', 'Vendor Verifications: decide'])
  let before = ''
  const status = await sentSlowly(
    `/api/admin/sellers/${id}/reject`,
    { token: person.token, ...rejection },
    async () => {
      expect((await app.call('POST', '/api/logout', { as: person })).status).toBe(204)
      before = await stateOf(app)
    },
  )
  expect([status, await stateOf(app)]).toEqual([401, before])
})

test('a key that is revoked while a picture arrives stores no picture', async () => {
  const { id } = await pendingVendor(app)
  const key = await app.intakeKey()
  const form = new Response(await pictureForm())
  const body = Buffer.from(await form.arrayBuffer())
  const type = form.headers.get('content-type') ?? ''
  let before = ''
  const status = await sentSlowly(
    `/api/intake/sellers/${id}/files/cheque_copy`,
    { token: key, body, type },
    async () => {
      await app.database.pool.query('update api_keys set revoked_at = now()')
      before = await stateOf(app)
    },
  )
  expect([status, await stateOf(app)]).toEqual([401, before])
})

test('a session that ends while a sheet arrives leaves no sheet behind', async () => {
  const person = await app.person(['Bulk Product Upload: view', 'Bulk Product Upload: act'])
  const form = new FormData()
  form.append('file', new Blob(['sku,product_name\nA-1,Shawl\n']), 'sheet.csv')
  const sent = new Response(form)
  const body = Buffer.from(await sent.arrayBuffer())
  const type = sent.headers.get('content-type') ?? ''
  let before = ''
  const status = await sentSlowly('/api/admin/imports', { token: person.token, body, type }, async () => {
    expect((await app.call('POST', '/api/logout', { as: person })).status).toBe(204)
    before = await stateOf(app)
  })
  expect([status, await stateOf(app)]).toEqual([401, before])
  const folder = join(app.directory, 'files', uploadFolder)
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})
