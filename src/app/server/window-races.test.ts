import { v4 as randomId } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { emptyItem } from '#features/content/section-contract.ts'
import { holdSection, saveSection } from '#features/content/server/commands.ts'
import { createFaq } from '#features/faqs/server/commands.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { editSection, release } from '#testing/content-samples.ts'
import { addedFaq } from '#testing/faq-samples.ts'
import { addedPicture, formWith, otherPicture, usedWhole } from '#testing/media-samples.ts'
import { somebodyWaits } from '#testing/waiting.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
afterAll(() => app.close())

const read = async (path: string) => (await app.call('GET', path, { as: admin })).body.results

// The embedded engine has one connection: nobody waits within a statement there.
describe.skipIf(inject('engine') === 'embedded')('of two who change the shop window at once', () => {
  test('nobody takes over the questions while somebody adds one that they have not looked at', async () => {
    const waiting = async () =>
      (await read('/api/admin/releases/waiting')).flatMap(
        ({ section, version }: { section: string; version: number }) =>
          section === 'faqs' ? [{ section, version }] : [],
      )
    await addedFaq(by, { title: 'Released' })
    const { id } = await release(by, await waiting())
    await addedFaq(by, { title: 'Drafted', group: 'Late' })
    const body = { sections: await waiting() }
    const takingOver = await app.transact(async (ctx) => {
      await createFaq(ctx, { title: 'Unseen', details: 'Just added', group: 'Late', is_active: true })
      const answer = app.call('POST', `/api/admin/releases/${id}/take-over`, { as: admin, body })
      await somebodyWaits(app)
      return { answer }
    })
    expect((await takingOver.answer).status).toBe(409)
    const left = await read('/api/admin/faqs/order?group=Late')
    expect(left.map(({ title }: { title: string }) => title)).toEqual(['Drafted', 'Unseen'])
  })

  test('a person who replaces a picture waits for a section that takes it up, and is asked to do it again', async () => {
    const aboutUs = () => read('/api/admin/homepage-settings/sections/about_us')
    const { id } = await addedPicture(by)
    const banner = await usedWhole(by, id)
    const item = { ...emptyItem('slider_banners', randomId()), image: banner }
    await editSection(by, 'slider_banners', (value) => ({ ...value, items: [item] }))
    await editSection(by, 'about_us', (value) => ({ ...value, title: 'About us' }))
    const file = await otherPicture()
    const replace = () => app.call('POST', `/api/admin/media/${id}/file`, { as: admin, body: formWith(file) })
    const { value } = await aboutUs()
    const replacing = await app.transact(async (ctx) => {
      await holdSection(ctx, 'about_us')
      const answer = replace()
      await somebodyWaits(app)
      await saveSection(ctx, { section: 'about_us', value: { ...value, banner } })
      return { answer }
    })
    const refused = await replacing.answer
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Somebody used this picture meanwhile. Replace it again',
    ])
    expect((await aboutUs()).value.banner).toEqual(banner)
    expect((await replace()).status).toBe(200)
    expect((await aboutUs()).value.banner.media).not.toBe(banner.media)
  })
})
