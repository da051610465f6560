import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedPicture, formWith, otherPicture } from '#testing/media-samples.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = '/api/admin/media'
const expectRefused = refusing(() => app)
const upload = (bytes: Buffer, name: string, as: TestPerson) =>
  app.call('POST', `${path}?name=${name}`, { as, body: formWith(bytes, name) })

describe('a person who may change a place that shows pictures', () => {
  const placing = ['General Setting: configure', 'Home Page Setting: configure', 'Blogs: act', 'Email: act']
  test.each(placing)('%s: finds, uploads and cuts a picture, and manages none', async (permission) => {
    const [area] = permission.split(': ')
    const editor = await app.person([`${area}: view`, permission])
    const bytes = await otherPicture()
    const added = await upload(bytes, 'icon.png', editor)
    expect(added.status).toBe(201)
    const { id, version } = added.body.results
    const cut = { slot: { width: 20, height: 20 }, crop: null }
    const made = await app.call('POST', `${path}/${id}/renditions`, { as: editor, body: cut })
    expect(made.status).toBe(200)
    expect((await app.call('GET', `${path}/${id}`, { as: editor })).status).toBe(200)
    const found = await app.call('GET', `${path}?q=icon`, { as: editor })
    expect(found.body.results.map((one: { id: string }) => one.id)).toContain(id)

    const headers = { 'if-match': `"v${version}"` }
    const body = { alt: 'x' }
    await expectRefused(403, () => app.call('PATCH', `${path}/${id}`, { as: editor, body, headers }))
    const file = formWith(bytes)
    await expectRefused(403, () => app.call('POST', `${path}/${id}/file`, { as: editor, body: file }))
    await expectRefused(403, () => app.call('DELETE', `${path}/${id}`, { as: editor }))
  })

  test('and nobody else: others are told each permission that would do', async () => {
    const { id } = await addedPicture({ app, admin: await app.person() })
    const bytes = await otherPicture()
    for (const permissions of [
      ['Orders: view'],
      ['General Setting: view'],
      ["Faq's: act"],
      ['Email: send'],
    ]) {
      const other = await app.person(permissions)
      const refused = await upload(bytes, 'x.png', other)
      expect(refused.status).toBe(403)
      expect(refused.body).toMatchObject({
        missing_permission: 'Media Library: act',
        message:
          'You need the permission “Media Library: Change” or “Home Page Setting: Set up” or “General Setting: Set up” ' +
          'or “Blogs: Change” or “Email: Change”. Ask an administrator for it',
      })
      await expectRefused(403, () => app.call('GET', path, { as: other }))
      await expectRefused(403, () => app.call('GET', `${path}/${id}`, { as: other }))
      await expectRefused(403, () => app.call('POST', `${path}/${id}/renditions`, { as: other, body: {} }))
    }
  })
})
