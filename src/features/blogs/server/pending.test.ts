import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Job, jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { blogCategory, changedPost, draftPost, publishedPost, scheduledPost } from '#testing/blog-samples.ts'
import { addedPicture, formWith, otherPicture, usedWhole } from '#testing/media-samples.ts'
import { refusing } from '#testing/state.ts'
import { publishScheduledPosts } from './jobs.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
afterAll(() => app.close())

const path = '/api/admin/blogs/posts'
const send = (method: string, to: string, body?: unknown, as: TestPerson = admin) =>
  app.call(method, `${path}/${to}`, { as, body })
const at = (method: string, to: string, version: number, body?: object, as: TestPerson = admin) =>
  app.call(method, `${path}/${to}`, { as, body, headers: { 'if-match': `"v${version}"` } })
const read = async (id: string) => (await send('GET', id)).body.results
const shown = async (slug: string) => (await app.call('GET', `/api/storefront/posts/${slug}`)).body.results
const runJob = async (job: Job) =>
  job.run(jobContext(job.name, { db: app.database.db, services: app.services }), createLogger('silent'))
const expectRefused = refusing(() => app)

describe('changes of a published post', () => {
  test('are saved, also automatically, and no reader sees them before they are published', async () => {
    const made = await publishedPost(by, { title: 'As readers know it', html: '<p>Before.</p>' })
    const answers = [`posts/${made.slug}`, 'posts', 'post-categories'].map((one) => `/api/storefront/${one}`)
    const publicly = () =>
      Promise.all(
        [...answers, '/shop/blog/rss.xml', '/shop/blog/atom.xml', '/shop/sitemap.xml'].map(
          async (to) => (await app.call('GET', to)).body,
        ),
      )
    const before = await publicly()
    app.clock.move(60_000)
    const saved = (await at('PATCH', made.id, made.version, { title: 'Canary', html: '<p>After.</p>' })).body
    expect(saved.results).toMatchObject({
      ...{ title: 'Canary', html: '<p dir="auto">After.</p>', state: 'published', has_changes: true },
      ...{ version_count: 2, live: { title: 'As readers know it', html: '<p dir="auto">Before.</p>' } },
    })
    const kept = await at('PATCH', `${made.id}/autosave`, saved.results.version, { excerpt: 'Canary too' })
    expect(kept.body.results).toMatchObject({
      excerpt: 'Canary too',
      version_count: 2,
      live: { excerpt: '' },
    })
    expect(await publicly()).toEqual(before)
    const listed = await app.call('GET', `${path}?q=as%20readers%20know`, { as: admin })
    expect(listed.body.results).toMatchObject([{ title: 'As readers know it', has_changes: true }])

    const done = await at('POST', `${made.id}/publish-changes`, kept.body.results.version)
    expect(done.body.results).toMatchObject({ title: 'Canary', live: null, has_changes: false })
    expect(done.body.results.history[0]).toMatchObject({
      action: 'publish changes',
      before: { title: 'As readers know it', html: 'Before.', excerpt: '' },
      after: { title: 'Canary', html: 'After.', excerpt: 'Canary too' },
    })
    const versions = (await send('GET', `${made.id}/versions`)).body.results
    expect(versions.map(({ action }: { action: string }) => action)).toEqual(['publish', 'edit', 'add'])
    expect(await shown(made.slug)).toMatchObject({ title: 'Canary', excerpt: 'Canary too' })
  })

  test('that return to what readers see are no changes any more', async () => {
    const made = await changedPost(by)
    const { live } = await read(made.id)
    const back = (await at('PATCH', made.id, made.version, live)).body.results
    expect(back).toMatchObject({ title: live.title, live: null, has_changes: false })
    await expectRefused(409, 'There are no changes to publish', () =>
      at('POST', `${made.id}/publish-changes`, back.version),
    )
  })

  test('are published as they were compared, with a text, by who may publish', async () => {
    const made = await changedPost(by, { html: '' })
    await expectRefused(422, /Write the text before readers see the post/, () =>
      at('POST', `${made.id}/publish-changes`, made.version),
    )
    await expectRefused(412, () => at('POST', `${made.id}/publish-changes`, made.version - 1))
    await expectRefused(422, /Send If-Match/, () => send('POST', `${made.id}/publish-changes`))
    const writer = await app.person(['Blogs: view', 'Blogs: act'])
    const { id, version } = await changedPost(by)
    await expectRefused(403, () => at('POST', `${id}/publish-changes`, version, undefined, writer))
    for (const verb of ['publish', 'put-back', 'unpublish']) {
      await expectRefused(403, () => send('POST', `${id}/${verb}`, undefined, writer))
    }
    const publisher = await app.person(['Blogs: view', 'Blogs: publish'])
    await expectRefused(403, () => at('PATCH', id, version, { title: 'X' }, publisher))
    expect((await at('POST', `${id}/publish-changes`, version, undefined, publisher)).status).toBe(200)
  })

  test('become the content of a post that is taken down', async () => {
    const { id, slug } = await changedPost(by, { title: 'Written on', slug: 'written-on' })
    const down = (await send('POST', `${id}/unpublish`)).body.results
    expect(down).toMatchObject({ state: 'unpublished', title: 'Written on', slug, live: null })
    expect(slug).toBe('written-on')
    expect((await send('POST', `${id}/publish`)).status).toBe(200)
    expect((await shown('written-on')).title).toBe('Written on')
  })

  test('keep their slug for the post, but lead nobody there yet', async () => {
    const made = await publishedPost(by)
    const moved = (await at('PATCH', made.id, made.version, { slug: 'kept-for-later' })).body.results
    expect(moved).toMatchObject({ slug: 'kept-for-later', old_slugs: [], live: { slug: made.slug } })
    expect(moved.address).toMatch(new RegExp(`/${made.slug}$`))
    expect((await app.call('GET', '/api/storefront/posts/kept-for-later')).status).toBe(404)
    expect((await app.call('POST', '/api/storefront/posts/kept-for-later/view')).status).toBe(404)
    const other = await draftPost(by)
    await expectRefused(422, /has this slug/, () =>
      at('PATCH', other.id, other.version, { slug: 'kept-for-later' }),
    )
    const changed = (await at('PATCH', made.id, moved.version, { slug: 'kept-instead' })).body.results
    expect((await at('PATCH', other.id, other.version, { slug: 'kept-for-later' })).status).toBe(200)
    await at('POST', `${made.id}/publish-changes`, changed.version)
    expect((await shown(made.slug)).slug).toBe('kept-instead')
    expect((await read(made.id)).old_slugs).toEqual([made.slug])
  })

  test('follow a category that is deleted', async () => {
    const [from, into] = [await blogCategory(by), await blogCategory(by)]
    const { id, version } = await changedPost(by, { category_id: from.id })
    const removed = await app.call('POST', `/api/admin/blogs/categories/${from.id}/remove`, {
      as: admin,
      body: { into: into.id, post_count: 0 },
    })
    expect(removed.status).toBe(204)
    expect((await read(id)).category).toEqual({ id: into.id, name: into.name })
    expect((await at('POST', `${id}/publish-changes`, version)).status).toBe(200)
  })

  test('hold the replaced file of a picture, while readers see the earlier one', async () => {
    const picture = await addedPicture(by)
    const banner = { ...(await usedWhole(by, picture.id)), alt: 'Stripes', is_decorative: false }
    const { id, slug } = await publishedPost(by, { banner })
    const library = await app.person(['Media Library: view', 'Media Library: act'])
    const replaced = await app.call('POST', `/api/admin/media/${picture.id}/file`, {
      as: library,
      body: formWith(await otherPicture()),
    })
    expect(replaced.status).toBe(200)
    const post = await read(id)
    expect(post.live.banner).toEqual(banner)
    expect(post.banner).toMatchObject({ media_id: picture.id, alt: 'Stripes' })
    expect(post.banner.media).not.toBe(banner.media)
    expect((await shown(slug)).banner).toEqual(banner)
    await at('POST', `${id}/publish-changes`, post.version)
    expect((await shown(slug)).banner).toEqual(post.banner)
  })
})

describe('changes of a scheduled post', () => {
  test('wait beside what goes live at its time, until somebody publishes them', async () => {
    const made = await scheduledPost(by, { title: 'Agreed' }, 2)
    const written = (await at('PATCH', made.id, made.version, { title: 'Not agreed' })).body.results
    expect(written).toMatchObject({ title: 'Not agreed', live: { title: 'Agreed' }, state: 'scheduled' })
    app.clock.move(3 * 60_000)
    await runJob(publishScheduledPosts)
    expect((await shown(made.slug)).title).toBe('Agreed')
    const post = await read(made.id)
    expect(post).toMatchObject({ state: 'published', title: 'Not agreed', has_changes: true })
    await at('POST', `${made.id}/publish-changes`, post.version)
    expect((await shown(made.slug)).title).toBe('Not agreed')
  })

  test('go live with it where they were published before its time, and with “publish now”', async () => {
    const [timed, now] = [await scheduledPost(by, {}, 2), await scheduledPost(by, {}, 60)]
    const title = 'Agreed in the end'
    const written = (await at('PATCH', timed.id, timed.version, { title })).body.results
    const agreed = (await at('POST', `${timed.id}/publish-changes`, written.version)).body.results
    expect(agreed).toMatchObject({ state: 'scheduled', live: null, publish_at: timed.publish_at })
    expect((await app.call('GET', `/api/storefront/posts/${timed.slug}`)).status).toBe(404)
    app.clock.move(3 * 60_000)
    await runJob(publishScheduledPosts)
    expect((await shown(timed.slug)).title).toBe(title)
    await at('PATCH', now.id, now.version, { title, slug: 'agreed-in-the-end' })
    await send('POST', `${now.id}/publish`)
    expect((await shown('agreed-in-the-end')).title).toBe(title)
    expect((await app.call('GET', `/api/storefront/posts/${now.slug}`)).status).toBe(404)
  })
})

describe('a draft that somebody else writes on', () => {
  test('is not published by somebody who looked at an earlier text', async () => {
    const made = await draftPost(by, { html: '<p>Looked at.</p>' })
    await at('PATCH', `${made.id}/autosave`, made.version, { html: '<p>Canary.</p>' })
    await expectRefused(412, () => at('POST', `${made.id}/publish`, made.version))
    expect((await app.call('GET', `/api/storefront/posts/${made.slug}`)).status).toBe(404)
  })
})

describe('a text that was only saved automatically', () => {
  const textsOf = async (id: string) => {
    const versions = (await send('GET', `${id}/versions`)).body.results
    return Promise.all(
      versions.map(
        async ({ number }: { number: number }) =>
          (await send('GET', `${id}/versions/${number}`)).body.results.content.html,
      ),
    )
  }

  test('is a version once the changes of a published post are discarded', async () => {
    const made = await publishedPost(by)
    const kept = await at('PATCH', `${made.id}/autosave`, made.version, { html: '<p>Long</p>' })
    const { live, version } = kept.body.results
    expect((await at('PATCH', made.id, version, live)).body.results.live).toBeNull()
    expect(await textsOf(made.id)).toContain('<p dir="auto">Long</p>')
  })

  test('is a version once somebody else saves another one', async () => {
    const made = await draftPost(by)
    const kept = await at('PATCH', `${made.id}/autosave`, made.version, { html: '<p>Long</p>' })
    const other = await app.person()
    const saved = await at('PATCH', made.id, kept.body.results.version, { html: '<p>Cut</p>' }, other)
    expect(saved.status).toBe(200)
    expect(await textsOf(made.id)).toContain('<p dir="auto">Long</p>')
  })
})
