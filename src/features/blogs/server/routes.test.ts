import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldCounts } from '#kit/server/counts.ts'
import { type Job, jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { blogCategory, draftPost, postMinute, publishedPost, scheduledPost } from '#testing/blog-samples.ts'
import { addedPicture, usedWhole } from '#testing/media-samples.ts'
import { refusing, stateOf } from '#testing/state.ts'
import { type PostField, postFieldNames } from '../fields-contract.ts'
import { mayMove, type PostMove, type PostState, postMoves, postStates } from '../moves-contract.ts'
import { foldPostViews, forgetDeletedPosts, publishScheduledPosts } from './jobs.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
  Object.assign(written.banner, await ownPicture(), { alt: 'A bolt of lawn', is_decorative: false })
})
afterAll(() => app.close())

const path = '/api/admin/blogs/posts'
const filed = '/api/admin/blogs/categories'
const minute = 60_000
const ownPicture = async () => usedWhole(by, (await addedPicture(by)).id)
const send = (method: string, to: string, body?: unknown, as: TestPerson | string = admin) =>
  app.call(method, to, { as, body })
const change = (id: string, version: number, body: object, verb = '', as: TestPerson = admin) =>
  app.call('PATCH', `${path}/${id}${verb}`, { as, body, headers: { 'if-match': `"v${version}"` } })
const publishChanges = (id: string, version: number) =>
  app.call('POST', `${path}/${id}/publish-changes`, { as: admin, headers: { 'if-match': `"v${version}"` } })
const read = async (id: string) => (await send('GET', `${path}/${id}`)).body.results
const readers = (to: string) => app.call('GET', `/api/storefront/${to}`)
const runJob = async (job: Job) =>
  job.run(jobContext(job.name, { db: app.database.db, services: app.services }), createLogger('silent'))
const expectRefused = refusing(() => app)

/** A value of each field that a person writes, as it is read back. A new field needs one here to compile. */
const written = {
  title: 'Choosing lawn for the summer',
  slug: 'choosing-lawn',
  category_id: null,
  banner: {
    ...{ media_id: '', media: '', width: 0, height: 0, crop: null },
    ...{ alt: 'A bolt of lawn', is_decorative: false },
  },
  excerpt: 'What to look for before you buy.',
  html: '<p dir="auto">Feel the <strong>cloth</strong>.</p>',
  author: 'Hina Baig',
  search_title: 'Lawn, how to choose it',
  search_description: 'Three things to look for.',
} satisfies Record<PostField, unknown>

describe('a draft', () => {
  test.each(postFieldNames)('reads back its %s, however it was written', async (field) => {
    const category = await blogCategory(by)
    const given = { ...written, slug: `slug-of-${field.replace('_', '-')}`, category_id: category.id }
    const value = given[field]
    const shown = async (id: string) => {
      const post = await read(id)
      return field === 'category_id' ? post.category?.id : post[field]
    }
    const added = await draftPost(by, { [field]: value })
    expect(await shown(added.id)).toEqual(value)
    await send('DELETE', `${path}/${added.id}`)
    await app.database.pool.query('delete from posts where id = $1', [added.id])
    for (const verb of ['', '/autosave']) {
      const { id, version } = await draftPost(by)
      expect((await change(id, version, { [field]: value }, verb)).status).toBe(200)
      expect(await shown(id)).toEqual(value)
      if (verb === '') {
        const versions = (await send('GET', `${path}/${id}/versions/2`)).body.results
        expect(versions.content[field]).toEqual(value)
      }
      await app.database.pool.query('delete from posts where id = $1', [id])
    }
  })

  test('takes its slug from the title and its author from the person who adds it', async () => {
    const first = (await send('POST', path, { title: 'Eid & Summer Sale' })).body.results
    const second = (await send('POST', path, { title: 'Eid & Summer Sale' })).body.results
    const urdu = (await send('POST', path, { title: 'عید کی خریداری' })).body.results
    expect([first.slug, second.slug, urdu.slug]).toEqual([
      'eid-and-summer-sale',
      'eid-and-summer-sale-2',
      'post',
    ])
    expect(first).toMatchObject({ state: 'draft', version: 1, views: 0, version_count: 1 })
    expect(first.author).toMatch(/^Person /)
    expect(first.history[0]).toMatchObject({ action: 'add', after: { slug: 'eid-and-summer-sale' } })
  })

  test.each([
    [{ title: ' ' }, 'title', 'Title is Required'],
    [{ slug: 'Not a slug' }, 'slug', 'Only letters a to z, digits and single hyphens between them'],
    [{ excerpt: 'x'.repeat(301) }, 'excerpt', 'At most 300 characters'],
    [
      { category_id: '01a1fc80-d469-7475-b815-ea04c5a66a67' },
      'category_id',
      'This category no longer exists: choose another one',
    ],
  ])('with %j is refused beside its field', async (given, field, words) => {
    const refused = await expectRefused(422, words, () => send('POST', path, { title: 'A title', ...given }))
    expect(refused.body.errors[0].path).toBe(field)
  })

  test('is saved as a new version by a person who read the latest one; the same again changes nothing', async () => {
    const { id } = await draftPost(by, { title: 'Before' })
    const saved = await change(id, 1, { title: 'After' })
    expect(saved.body.results).toMatchObject({ title: 'After', version: 2, version_count: 2 })
    expect(saved.body.results.history[0]).toMatchObject({
      action: 'edit',
      before: { title: 'Before' },
      after: { title: 'After' },
    })
    const stale = await expectRefused(412, /was changed since you read it/, () =>
      change(id, 1, { title: 'X' }),
    )
    expect(stale.body.results).toMatchObject({ title: 'After', version: 2 })
    expect((await change(id, 2, { title: 'After' })).body.results.version).toBe(2)
  })

  test('is saved automatically as one entry of the history, and as one version by the next save', async () => {
    const { id } = await draftPost(by, { title: 'One' })
    let version = 1
    for (const title of ['Two', 'Three', 'Four']) {
      version = (await change(id, version, { title }, '/autosave')).body.results.version
    }
    const kept = await read(id)
    expect(kept).toMatchObject({ title: 'Four', version: 4, version_count: 1 })
    expect(kept.history.map(({ action }: { action: string }) => action)).toEqual(['autosave', 'add'])
    const saved = (await change(id, 4, { excerpt: 'Short' })).body.results
    expect(saved).toMatchObject({ version_count: 2 })
    expect(saved.history[0]).toMatchObject({
      action: 'edit',
      before: { title: 'One', excerpt: '' },
      after: { title: 'Four', excerpt: 'Short' },
    })
  })

  test('that somebody else writes on automatically keeps a version of what stood', async () => {
    const other = await app.person()
    const { id } = await draftPost(by, { title: 'One' })
    await change(id, 1, { title: 'Mine' }, '/autosave')
    await change(id, 2, { title: 'Theirs' }, '/autosave', other)
    const versions = (await send('GET', `${path}/${id}/versions`)).body.results
    expect(versions.map(({ title }: { title: string }) => title)).toEqual(['Mine', 'One'])
  })

  test('is deleted, and restored within a day; a published post is not deleted', async () => {
    const { id, slug } = await draftPost(by)
    const before = (await send('GET', `${path}/counts`)).body.results
    // Not by a person who has not seen what somebody else wrote since.
    const remove = (headers: Record<string, string>) =>
      app.call('DELETE', `${path}/${id}`, { as: admin, headers })
    const { version } = await read(id)
    await expectRefused(412, () => remove({ 'if-match': `"v${version + 1}"` }))
    expect((await remove({ 'if-match': `"v${version}"` })).status).toBe(204)
    const counts = (await send('GET', `${path}/counts`)).body.results
    expect(counts).toEqual({
      ...before,
      all: before.all - 1,
      draft: before.draft - 1,
      deleted: before.deleted + 1,
    })
    const deleted = (await send('GET', `${path}/deleted`)).body.results
    expect(deleted.map((one: { id: string }) => one.id)).toContain(id)
    await expectRefused(404, 'There is no such post', () => send('GET', `${path}/${id}`))
    await expectRefused(404, () => change(id, 2, { title: 'X' }))
    await runJob(forgetDeletedPosts)
    expect((await send('POST', `${path}/${id}/restore`)).body.results).toMatchObject({ id, slug })
    expect((await send('GET', `${path}/counts`)).body.results).toEqual(before)
    await send('DELETE', `${path}/${id}`)
    app.clock.move(25 * 60 * minute)
    admin = await app.person()
    by = { app, admin }
    await runJob(forgetDeletedPosts)
    expect((await send('GET', `${path}/deleted`)).body.results).toEqual([])
    await expectRefused(404, () => send('POST', `${path}/${id}/restore`))
    const { id: published } = await publishedPost(by)
    await expectRefused(409, 'Only a draft can be deleted', () => send('DELETE', `${path}/${published}`))
    await send('POST', `${path}/${published}/unpublish`)
    const again = await send('POST', `${path}/${published}/put-back`)
    expect(again.body.results.state).toBe('draft')
    expect((await send('DELETE', `${path}/${published}`)).status).toBe(204)
  })

  test('is duplicated with its content and a slug of its own', async () => {
    const { id } = await publishedPost(by, { ...written, slug: 'to-be-copied', category_id: null })
    const copy = (await send('POST', `${path}/${id}/duplicate`)).body.results
    expect(copy).toMatchObject({
      ...{ banner: written.banner, excerpt: written.excerpt, html: written.html, author: written.author },
      ...{ category: null, search_title: written.search_title },
      ...{ title: `Copy of ${written.title}`, slug: 'copy-of-choosing-lawn-for-the-summer', state: 'draft' },
    })
    expect(copy.published_at).toBeNull()
  })
})

describe('the moves of a post', () => {
  const stage = async (state: PostState) => {
    if (state === 'draft') return draftPost(by)
    if (state === 'scheduled') return scheduledPost(by)
    const post = await publishedPost(by)
    return state === 'published' ? post : (await send('POST', `${path}/${post.id}/unpublish`)).body.results
  }
  const calls: Record<Exclude<PostMove, 'goLive'>, (id: string) => Promise<{ status: number }>> = {
    publish: (id) => send('POST', `${path}/${id}/publish`),
    schedule: (id) => send('POST', `${path}/${id}/schedule`, { publish_at: postMinute(by, 90) }),
    putBack: (id) => send('POST', `${path}/${id}/put-back`),
    unpublish: (id) => send('POST', `${path}/${id}/unpublish`),
  }
  const cases = postStates.flatMap((state) =>
    (Object.keys(calls) as (keyof typeof calls)[]).map((move) => ({ state, move })),
  )

  test.each(cases)('$state → $move is as the table has it', async ({ state, move }) => {
    const { id } = await stage(state)
    if (mayMove(move, state)) {
      expect((await calls[move](id)).status).toBe(200)
      expect((await read(id)).state).toBe(postMoves[move].to)
    } else {
      const before = await stateOf(app)
      expect((await calls[move](id)).status).toBe(409)
      expect(await stateOf(app)).toBe(before)
      expect((await read(id)).state).toBe(state)
    }
  })

  test('need a text, and a time that is still to come', async () => {
    const { id } = await draftPost(by, { html: '<p> </p>' })
    const empty = /Write the text before readers see the post/
    await expectRefused(422, empty, () => send('POST', `${path}/${id}/publish`))
    const { id: ready } = await draftPost(by)
    const past = { publish_at: postMinute(by, -1) }
    await expectRefused(422, /This time has passed/, () => send('POST', `${path}/${ready}/schedule`, past))
    await expectRefused(422, /Seconds are not allowed/, () =>
      send('POST', `${path}/${ready}/schedule`, { publish_at: '2030-01-01T10:00:30Z' }),
    )
  })

  test('need the permission to change or to publish', async () => {
    const viewer = await app.person(['Blogs: view'])
    const { id } = await draftPost(by)
    for (const verb of ['publish', 'put-back', 'unpublish', 'duplicate', 'restore']) {
      await expectRefused(403, () => send('POST', `${path}/${id}/${verb}`, undefined, viewer))
    }
    expect((await send('GET', `${path}/${id}`, undefined, viewer)).status).toBe(200)
  })
})

describe('a scheduled post', () => {
  test('goes live at its time once, with two instances looking at the same moment', async () => {
    const { id, slug } = await scheduledPost(by, {}, 10)
    const at = (await read(id)).publish_at
    await runJob(publishScheduledPosts)
    expect((await read(id)).state).toBe('scheduled')
    expect((await readers(`posts/${slug}`)).status).toBe(404)
    app.clock.move(10 * minute)
    await Promise.all([1, 2, 3].map(() => runJob(publishScheduledPosts)))
    await runJob(publishScheduledPosts)
    const post = await read(id)
    expect(post).toMatchObject({ state: 'published', publish_at: null, published_at: at })
    const actions = post.history.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['go live', 'schedule', 'add'])
    expect((await readers(`posts/${slug}`)).body.results.published_at).toBe(at)
  })

  test('that is put back or moved does not go live at the old time', async () => {
    const back = await scheduledPost(by, {}, 5)
    const later = await scheduledPost(by, {}, 5)
    await send('POST', `${path}/${back.id}/put-back`)
    await send('POST', `${path}/${later.id}/schedule`, { publish_at: postMinute(by, 50) })
    app.clock.move(6 * minute)
    await runJob(publishScheduledPosts)
    expect((await read(back.id)).state).toBe('draft')
    expect((await read(later.id)).state).toBe('scheduled')
  })

  test('that cannot go live keeps none behind it waiting', async () => {
    const picture = await addedPicture(by)
    const banner = { ...(await usedWhole(by, picture.id)), alt: '', is_decorative: true }
    const refused = await scheduledPost(by, { banner }, 1)
    const failing = await scheduledPost(by, {}, 2)
    const behind = await scheduledPost(by, {}, 3)
    const { pool } = app.database
    for (const table of ['media_uses', 'media_renditions']) {
      await pool.query(`delete from ${table} where media_id = $1`, [picture.id])
    }
    await pool.query('delete from media where id = $1', [picture.id])
    await pool.query(
      `alter table posts add constraint never_live check (id <> '${failing.id}' or state <> 'published')`,
    )
    app.clock.move(4 * minute)
    await runJob(publishScheduledPosts)
    expect((await read(behind.id)).state).toBe('published')
    expect((await read(failing.id)).state).toBe('scheduled')
    const draft = await read(refused.id)
    expect(draft).toMatchObject({ state: 'draft', publish_at: null })
    expect(draft.history[0]).toMatchObject({ action: 'fail', reason: 'A picture is not in the library' })
    await pool.query('alter table posts drop constraint never_live')
    await runJob(publishScheduledPosts)
    expect((await read(failing.id)).state).toBe('published')
  })

  test('is announced to who listens, as is a published one', async () => {
    const listener = { url: 'https://listener.example/posts', kinds: ['post.published'] }
    expect((await send('POST', '/api/admin/webhooks', listener, await app.person())).status).toBe(201)
    const one = await publishedPost(by)
    const other = await scheduledPost(by, {}, 3)
    app.clock.move(4 * minute)
    await runJob(publishScheduledPosts)
    const { rows } = await app.database.pool.query('select body from webhook_events order by at, id')
    const told = rows.map(({ body }) => JSON.stringify(body))
    for (const { slug } of [one, other])
      expect(told.filter((body) => body.includes(`${slug}`))).toHaveLength(1)
  })
})

describe('versions', () => {
  test('are whole, compared and restored as a new one; none of them can be changed', async () => {
    const { id } = await draftPost(by, { title: 'First', html: '<p>One.</p>' })
    await change(id, 1, { title: 'Second', html: '<p>Two.</p>' })
    await change(id, 2, { html: '<p>Kept by itself.</p>' }, '/autosave')
    const restored = await app.call('POST', `${path}/${id}/versions/1/restore`, {
      as: admin,
      headers: { 'if-match': '"v3"' },
    })
    expect(restored.body.results).toMatchObject({
      title: 'First',
      html: '<p dir="auto">One.</p>',
      version: 4,
    })
    const versions = (await send('GET', `${path}/${id}/versions`)).body.results
    expect(versions.map(({ number, action }: never) => `${number} ${action}`)).toEqual([
      '4 restore',
      '3 autosave',
      '2 edit',
      '1 add',
    ])
    const third = (await send('GET', `${path}/${id}/versions/3`)).body.results
    expect(third.content).toMatchObject({ title: 'Second', html: '<p dir="auto">Kept by itself.</p>' })
    await expectRefused(404, 'There is no such version', () => send('GET', `${path}/${id}/versions/9`))
    await expect(
      app.database.pool.query(`update post_versions set content = '{}' where post_id = $1`, [id]),
    ).rejects.toThrow('a version of a post does not change')
  })

  test('bring pictures of banner and text that were deleted since back into the library', async () => {
    const [first, second, within] = [await ownPicture(), await ownPicture(), await ownPicture()]
    const html = `<figure><img src="/media/${within.media}.webp" data-media="${within.media_id}" alt="A shawl" \
width="${within.width}" height="${within.height}"></figure>`
    const { id } = await publishedPost(by, { banner: first, html })
    const { version } = await read(id)
    const changed = (await change(id, version, { banner: second, html: '<p>Words.</p>' })).body.results
    const live = (await publishChanges(id, changed.version)).body.results
    const gone = [first, within].map(({ media_id }) => `/api/admin/media/${media_id}`)
    for (const picture of gone) expect((await send('DELETE', picture)).status).toBe(204)
    // Chosen again, they are pictures that the library does not have.
    await expectRefused(422, /Choose pictures of the library/, () =>
      change(id, live.version, { banner: first }),
    )
    const restored = await app.call('POST', `${path}/${id}/versions/1/restore`, {
      as: admin,
      headers: { 'if-match': `"v${live.version}"` },
    })
    expect(restored.status).toBe(200)
    expect(restored.body.results.banner).toEqual(first)
    for (const picture of gone)
      expect((await send('GET', picture)).body.results).toMatchObject({
        use_count: 1,
        history: [{ action: 'restore picture' }, { action: 'delete picture' }, {}, {}],
      })
    expect((await publishChanges(id, restored.body.results.version)).status).toBe(200)
  })
})

describe('slugs', () => {
  test('of a published post redirect after a change, and no other post can take them', async () => {
    const { id, slug, version } = await publishedPost(by, { title: 'Old address' })
    const changed = (await change(id, version, { slug: 'new-address' })).body.results
    const moved = (await publishChanges(id, changed.version)).body.results
    expect(moved.old_slugs).toEqual([slug])
    expect((await readers(`posts/${slug}`)).body.results.slug).toBe('new-address')
    const other = await draftPost(by)
    await expectRefused(422, /redirects to “Old address”/, () => change(other.id, 1, { slug }))
    await expectRefused(422, /has this slug/, () => change(other.id, 1, { slug: 'new-address' }))
    const back = (await change(id, moved.version, { slug })).body.results
    expect((await publishChanges(id, back.version)).body.results.old_slugs).toEqual(['new-address'])
  })

  test('of a post that nobody has seen are free again', async () => {
    const { id } = await draftPost(by, { title: 'Never seen', slug: 'never-seen' })
    expect((await change(id, 1, { slug: 'seen-later' })).body.results.old_slugs).toEqual([])
    expect((await draftPost(by, { slug: 'never-seen' })).slug).toBe('never-seen')
  })

  test('are taken by one of two posts that want the same one at once', async () => {
    const two = await Promise.all([1, 2].map(() => draftPost(by)))
    const answers = await Promise.all(two.map(({ id }) => change(id, 1, { slug: 'wanted-by-two' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })
})

describe('categories of the blog', () => {
  const counts = async (id: string) => {
    const rows = (await send('GET', `${filed}?limit=100`)).body.results
    return rows.find((row: { id: string }) => row.id === id)
  }
  const patch = (id: string, version: number, body: object) =>
    app.call('PATCH', `${filed}/${id}`, { as: admin, body, headers: { 'if-match': `"v${version}"` } })

  test('are added, renamed, switched off and counted', async () => {
    const category = await blogCategory(by, { name: 'Style Guides' })
    expect(category).toMatchObject({ slug: 'style-guides', is_active: true, post_count: 0, version: 1 })
    await publishedPost(by, { category_id: category.id })
    await draftPost(by, { category_id: category.id })
    expect(await counts(category.id)).toMatchObject({ post_count: 2, published_count: 1 })
    await runJob(foldCounts)
    expect(await counts(category.id)).toMatchObject({ post_count: 2, published_count: 1 })
    expect((await patch(category.id, 1, { is_active: false })).body.results.is_active).toBe(false)
    await expectRefused(412, () => patch(category.id, 1, { name: 'Other' }))
    await expectRefused(422, /There is already a category named/, () =>
      send('POST', filed, { name: 'style guides' }),
    )
  })

  test('keep an order without gaps', async () => {
    const [one, two] = [await blogCategory(by), await blogCategory(by)]
    await send('POST', `${filed}/${two.id}/order`, { position: 1 })
    const rows = (await send('GET', `${filed}?limit=100`)).body.results
    expect(rows[0].id).toBe(two.id)
    const positions = rows.map(({ position }: { position: number }) => position)
    expect(positions).toEqual(positions.map((_: number, n: number) => n + 1))
    expect(positions).toContain((await counts(one.id)).position)
  })

  test('are deleted with their posts moved, if the number of posts is the one that was shown', async () => {
    const [from, into] = [await blogCategory(by), await blogCategory(by)]
    const { id } = await publishedPost(by, { category_id: from.id })
    const remove = (body: object) => send('POST', `${filed}/${from.id}/remove`, body)
    await expectRefused(409, /now has 1 posts/, () => remove({ into: into.id, post_count: 0 }))
    await expectRefused(422, /Choose another category/, () => remove({ into: from.id, post_count: 1 }))
    expect((await remove({ into: into.id, post_count: 1 })).status).toBe(204)
    expect((await read(id)).category).toEqual({ id: into.id, name: into.name })
    expect(await counts(into.id)).toMatchObject({ post_count: 1, published_count: 1 })
    expect((await readers(`posts?category=${into.slug}`)).body.total).toBe(1)
    // The versions of the post still name the category that is gone, and the post is saved all the same.
    const saved = await change(id, (await read(id)).version, { title: 'Filed elsewhere' })
    expect([saved.status, saved.body.message]).toEqual([200, undefined])
    expect(await read(id)).toMatchObject({ title: 'Filed elsewhere', category: { id: into.id } })
  })
})

describe('lists', () => {
  test('of posts have their tabs counted, are searched, filtered and sorted', async () => {
    const category = await blogCategory(by)
    await publishedPost(by, { title: 'Zari needlework', category_id: category.id })
    await draftPost(by, { title: 'Applique needlework', category_id: category.id })
    const titles = async (query: string) =>
      (await send('GET', `${path}?category_id=${category.id}&${query}`)).body.results.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles('sort=title')).toEqual(['Applique needlework', 'Zari needlework'])
    expect(await titles('state=published')).toEqual(['Zari needlework'])
    expect(await titles('q=zari%20need')).toEqual(['Zari needlework'])
    const counted = (await send('GET', `${path}/counts`)).body.results
    for (const state of postStates) {
      expect((await send('GET', `${path}?state=${state}`)).body.total).toBe(counted[state])
    }
    expect((await send('GET', path)).body.total).toBe(counted.all)
  })

  test('have no sort that is not in the contract', async () => {
    await expectRefused(422, () => send('GET', `${path}?sort=html`))
  })
})

test('what is hostile in a text is gone before it is stored, and pictures are of our own library alone', async () => {
  const { media_id, media, width, height } = await ownPicture()
  const ours = `src="/media/${media}.webp" data-media="${media_id}" width="${width}" height="${height}"`
  const html = `<h1 onclick="a()">T</h1><p style="x" dir="rtl">پ<script>alert(1)</script></p>\
<img src="https://evil.example/x.png" onerror="a()"><img src="/media/${media}.webp" alt="no id">\
<figure><img src="/media/../x.webp"><figcaption>gone</figcaption></figure>\
<figure><img ${ours} alt="Ours &quot;1&quot;" onload="b()"><figcaption>Kept</figcaption></figure>\
<a href="javascript:alert(1)">a</a><a href="https://ok.example/" target="_blank">b</a>\
<iframe src="https://evil.example"></iframe><svg onload="c()"></svg><table><tr><td style="y">1</td></tr></table>`
  const { slug, id } = await publishedPost(by, { title: 'Hostile', html })
  const shown = (await readers(`posts/${slug}`)).body.results.html
  expect(shown).toBe(
    `<h2 dir="auto">T</h2><p dir="auto">پ</p><figure><img src="/media/${media}.webp" data-media="${media_id}" \
alt="Ours &quot;1&quot;" width="${width}" height="${height}" loading="lazy" decoding="async" />\
<figcaption dir="auto">Kept</figcaption></figure><a rel="noopener noreferrer">a</a>\
<a href="https://ok.example/" rel="noopener noreferrer">b</a><table><tr><td dir="auto">1</td></tr></table>`,
  )
  expect((await read(id)).html).toBe(shown)
  const uses = (await send('GET', `/api/admin/media/${media_id}`)).body.results
  expect(uses).toMatchObject({
    is_live: true,
    uses: expect.arrayContaining([expect.objectContaining({ record_id: id })]),
  })
  await app.database.pool.query(`update posts set html = '<p onclick="x()">raw</p>' where id = $1`, [id])
  const excerpt = 'Changed, so that the answer is made again'
  await publishChanges(id, (await change(id, (await read(id)).version, { excerpt })).body.results.version)
  expect((await readers(`posts/${slug}`)).body.results.html).toBe('<p dir="auto">raw</p>')
})

test('a picture that the library never had is refused, as banner and in the text', async () => {
  const { media_id } = await ownPicture()
  const media = 'a'.repeat(64)
  const stranger = { media_id, media, width: 10, height: 10, crop: null, alt: '', is_decorative: true }
  const words = /Choose pictures of the library/
  await expectRefused(422, words, () => send('POST', path, { title: 'Foreign', banner: stranger }))
  const html = `<img src="/media/${media}.webp" data-media="${media_id}" width="10" height="10">`
  await expectRefused(422, words, () => send('POST', path, { title: 'Foreign', html }))
})

test('words are counted as a reader reads them, and minutes of two hundred', async () => {
  const html = `<p>${'lafz '.repeat(401)}</p><ul><li>a<strong>b</strong></li></ul>`
  const { id } = await draftPost(by, { html })
  expect(await read(id)).toMatchObject({ word_count: 402, reading_minutes: 3 })
  const empty = await draftPost(by, { html: '' })
  expect(await read(empty.id)).toMatchObject({ word_count: 0, reading_minutes: 0 })
  await runJob(foldPostViews)
})
