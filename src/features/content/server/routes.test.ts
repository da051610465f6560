import { v4 as randomId, v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { PublicCache } from '#kit/server/public-cache.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  editHomepage,
  editSection,
  minutesAhead,
  previewLink,
  publishedRelease,
  release,
  scheduledRelease,
} from '#testing/content-samples.ts'
import { emptyItem, releasedNames } from '../section-contract.ts'
import { changeSections } from './commands.ts'
import { publishScheduled } from './jobs.ts'
import { readLiveSection } from './queries.ts'

const path = '/api/admin/releases'
const sections = '/api/admin/homepage-settings/sections'
const log = createLogger('silent')

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
/** The questions, as another feature would keep them. */
let questions: unknown = { items: [] }
beforeAll(async () => {
  app = await startTestApp({
    foreignSections: [
      {
        name: 'faqs',
        read: async () => questions,
        hold: async () => {},
        restore: async (_ctx, value) => {
          questions = value
        },
      },
    ],
  })
  admin = await app.person()
  by = { app, admin }
})
afterAll(() => app.close())

const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, at, { as: admin, body, headers })
const read = async (at: string) => (await call('GET', at)).body.results
const shown = async () => (await app.call('GET', '/api/storefront/content')).body.results
/** Rolls back to a release, from what is live unless something else is given. */
const rollBack = async ({ id }: { id: string }, given: object) =>
  call('POST', `${path}/${id}/roll-back`, {
    ...{ title: 'Back', instead_of: (await read(`${path}/${id}`)).live_release },
    ...given,
  })
/** Runs what runs each second, as an instance would. */
const tick = async () => {
  const ctx = jobContext('publish-scheduled', { db: app.database.db, services: app.services })
  if (!('everySeconds' in publishScheduled)) throw new Error('not a ticker')
  while ((await publishScheduled.run(ctx, log)) === 'again');
}
/** Lets time pass. Sessions end meanwhile, so somebody signs in again. */
const pass = async (minutes: number) => {
  app.clock.move(minutes * 60_000)
  admin = await app.person()
  by = { app, admin }
}
const audit = async (id: string) =>
  (
    await app.database.pool.query(
      'select action, actor_name, subject_name, after from audit_log where subject_id = $1 order by id',
      [id],
    )
  ).rows
const banner = (given: Record<string, unknown> = {}) => ({
  ...emptyItem('slider_banners', randomId()),
  ...given,
})
const withBanners = (...items: unknown[]) =>
  editSection(by, 'slider_banners', (value) => ({ ...value, items }))

describe('a working copy', () => {
  test('begins empty, is saved with its version, and shoppers do not see it', async () => {
    const before = await call('GET', `${sections}/stores_page`)
    expect(before.body.results).toMatchObject({ version: 1, is_changed: false, live: null, changed_by: null })
    const value = { ...before.body.results.value, title: 'All Stores', intro: 'From Karachi to Gilgit' }
    const saved = await call('PUT', `${sections}/stores_page`, { value }, { 'if-match': '"v1"' })
    expect(saved.body.results).toMatchObject({ value, version: 2, is_changed: true })
    expect(saved.headers.get('etag')).toBe('"v2"')
    expect(JSON.stringify(await shown())).not.toContain('Gilgit')
    const { rows } = await app.database.pool.query(
      "select before, after from audit_log where subject_type = 'section' and subject_name = 'Stores'",
    )
    expect(rows).toEqual([
      {
        before: { title: '', intro: '' },
        after: { title: 'All Stores', intro: 'From Karachi to Gilgit' },
      },
    ])
  })

  test('that somebody else changed is refused with its current state, and stays as it is', async () => {
    const { value, version } = await read(`${sections}/about_us`)
    const first = { ...value, title: 'About Bazaar' }
    await call('PUT', `${sections}/about_us`, { value: first }, { 'if-match': `"v${version}"` })
    const second = await call(
      'PUT',
      `${sections}/about_us`,
      { value: { ...value, title: 'Mine' } },
      { 'if-match': `"v${version}"` },
    )
    expect(second.status).toBe(412)
    expect(second.body.results).toMatchObject({ value: first, version: version + 1 })
    expect((await read(`${sections}/about_us`)).value).toEqual(first)
  })

  test('of which nothing was saved yet is saved by one of two people', async () => {
    const { value } = await read(`${sections}/center_large_banner`)
    const save = () =>
      call(
        'PUT',
        `${sections}/center_large_banner`,
        { value: { ...value, items: [banner({ title: randomId() })] } },
        { 'if-match': '"v1"' },
      )
    const answers = await Promise.all([save(), save()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('names each field that it does not accept', async () => {
    const { version } = await read(`${sections}/slider_banners`)
    const refused = async (given: Record<string, unknown>) => {
      const items = [banner(), banner(), banner(given)]
      const answer = await call(
        'PUT',
        `${sections}/slider_banners`,
        { value: { items } },
        { 'if-match': `"v${version}"` },
      )
      return [answer.status, answer.body.errors?.map((one: { path: string }) => one.path)]
    }
    expect(await refused({ title: 'a\nb' })).toEqual([422, ['items.2.title']])
    expect(await refused({ title_color: 'red' })).toEqual([422, ['items.2.title_color']])
    expect(await refused({ title_color: '#fff' })).toEqual([422, ['items.2.title_color']])
    for (const link of ['http://shop.example', 'javascript:alert(1)', '//evil.example', '/\\evil.example']) {
      expect([link, ...(await refused({ cta_link: link }))]).toEqual([link, 422, ['items.2.cta_link']])
    }
    expect(await refused({ onclick: 'x' })).toEqual([422, ['items.2.onclick']])
    const picture = { media_id: randomId(), media: 'a'.repeat(64), width: 10, height: 10 }
    const image = { ...picture, crop: null, alt: '', is_decorative: true }
    expect(await refused({ image })).toEqual([422, ['items.2.image']])
    expect((await read(`${sections}/slider_banners`)).version).toBe(version)
    expect((await withBanners(banner({ cta_link: '/stores' }))).version).toBe(version + 1)
  })

  test('that ends before it begins is refused; one that is stored so opens, and is told with the next save', async () => {
    const [early, late] = [minutesAhead(by, 10), minutesAhead(by, 20)]
    const [popup, sliders] = [
      '/api/admin/general-settings/sections/popup_banner',
      `${sections}/slider_banners`,
    ]
    const refused = async (at: string, value: object) => {
      const before = await read(at)
      const answer = await call('PUT', at, { value }, { 'if-match': `"v${before.version}"` })
      expect(await read(at)).toEqual(before)
      return [answer.status, answer.body.errors?.map((one: { path: string }) => one.path)]
    }
    const wrong = banner({ title_color: 'red', from: late, until: early })
    const told = [422, ['items.1.title_color', 'items.1.until']]
    expect(await refused(sliders, { items: [banner(), wrong] })).toEqual(told)
    const never = { ...(await read(popup)).value, from: early, until: early }
    expect(await refused(popup, never)).toEqual([422, ['until']])

    await withBanners(banner({ from: early, until: late }))
    await app.database.pool.query(
      `update content_sections set value = jsonb_set(value, '{items,0,from}', $1::jsonb) where name = 'slider_banners'`,
      [JSON.stringify(minutesAhead(by, 30))],
    )
    const { value } = await read(sliders)
    expect(value.items[0].until).toBe(late)
    expect(await refused(sliders, value)).toEqual([422, ['items.0.until']])
    await withBanners()
  })

  test('keeps of a rich text what the shop shows', async () => {
    await editSection(by, 'about_us', (value) => ({
      ...value,
      text: '<h2 onclick="x()">Since 2019</h2><script>alert(1)</script><p>By <a href="javascript:x">us</a></p>',
    }))
    expect((await read(`${sections}/about_us`)).value.text).toBe(
      '<h2>Since 2019</h2><p>By <a rel="noopener noreferrer nofollow">us</a></p>',
    )
  })

  test('follows what another feature replaced in it, with a version of its own; other sections stay', async () => {
    await editSection(by, 'stores_page', (value) => ({ ...value, intro: 'Old words' }))
    const [before, other] = [await read(`${sections}/stores_page`), await read(`${sections}/homepage`)]
    await app.transact((ctx) =>
      changeSections(ctx, (value) =>
        (value as { intro?: string }).intro === 'Old words'
          ? { ...(value as object), intro: 'New words' }
          : value,
      ),
    )
    expect(await read(`${sections}/stores_page`)).toMatchObject({
      ...{ value: { ...before.value, intro: 'New words' }, version: before.version + 1 },
    })
    expect(await read(`${sections}/homepage`)).toEqual(other)
  })

  test('is refused to people who may only see it, and stays as it is', async () => {
    const before = await read(`${sections}/homepage`)
    const viewer = await app.person(['Home Page Setting: view', 'Home Page Setting: publish'])
    const answer = await app.call('PUT', `${sections}/homepage`, {
      as: viewer,
      body: { value: { ...before.value, welcome: 'Mine' } },
      headers: { 'if-match': `"v${before.version}"` },
    })
    expect(answer.status).toBe(403)
    expect(await read(`${sections}/homepage`)).toEqual(before)
  })
})

describe('a release', () => {
  test('makes the chosen sections live as one, with a number, and lists every section', async () => {
    const chosen = await editHomepage(by, 'Ramzan Mubarak')
    const before = await read(`${path}/waiting`)
    expect(before.map(({ section }: { section: string }) => section)).toContain('homepage')
    const made = await release(by, [chosen], { title: 'Ramzan', note: 'Until Chand Raat' })
    expect(made).toMatchObject({ title: 'Ramzan', state: 'published', is_live: true, sections: ['homepage'] })
    const detail = await read(`${path}/${made.id}`)
    expect(detail.pairs.map(({ section }: { section: string }) => section)).toEqual(releasedNames)
    expect(detail.pairs.filter((one: { is_changed: boolean }) => one.is_changed)).toHaveLength(1)
    const content = await shown()
    expect([content.release, content.sections.homepage.welcome]).toEqual([made.number, 'Ramzan Mubarak'])
    expect((await read(`${path}/waiting`)).map(({ section }: { section: string }) => section)).not.toContain(
      'homepage',
    )
    expect(await audit(made.id)).toMatchObject([
      { action: 'publish', subject_name: 'Ramzan', after: { number: made.number, sections: 'Homepage' } },
    ])
  })

  test('of a section that was changed since it was looked at is refused, and nothing is live', async () => {
    const looked = await editHomepage(by)
    await editHomepage(by, 'Changed meanwhile')
    const before = await shown()
    const answer = await call('POST', path, { title: 'Late', sections: [looked] })
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      expect.stringContaining('Homepage was changed'),
    ])
    expect(await shown()).toEqual(before)
    expect((await read(`${path}?q=Late`)).length).toBe(0)
  })

  test('needs the permission to publish, and without it nothing is live', async () => {
    const chosen = await editHomepage(by)
    const before = await shown()
    const editor = await app.person(['Home Page Setting: view', 'Home Page Setting: configure'])
    const answer = await app.call('POST', path, { as: editor, body: { title: 'Mine', sections: [chosen] } })
    expect([answer.status, answer.body.missing_permission]).toEqual([403, 'Home Page Setting: publish'])
    expect(await shown()).toEqual(before)
  })

  test('that changes nothing for shoppers is refused', async () => {
    const chosen = await editHomepage(by)
    await release(by, [chosen])
    const again = await call('POST', path, { title: 'Again', sections: [chosen] })
    expect(again.status).toBe(409)
  })

  test('that was published cannot be changed or deleted, not even in the database', async () => {
    const { id } = await publishedRelease(by)
    const { pool } = app.database
    for (const statement of [
      'update releases set title = title where id = $1',
      'delete from releases where id = $1',
      'delete from release_sections where release_id = $1',
      'update release_sections set hash = hash where release_id = $1',
      "insert into release_sections (release_id, section, hash) select $1::uuid, 'more', hash from content_values limit 1",
      "update content_values set value = '{}' where $1::uuid is not null",
      'delete from content_values where $1::uuid is not null',
    ]) {
      await expect(pool.query(statement, [id]), statement).rejects.toThrow(/is not changed/)
    }
    await expect(pool.query('truncate content_values cascade')).rejects.toThrow(/is not changed/)
  })

  test('is rolled back to once if that is sent again under the id of the new release', async () => {
    const one = await publishedRelease(by)
    const live = await publishedRelease(by)
    const body = { new_id: v7(), title: 'Taken back', instead_of: live.number }
    const send = (given: object = {}, as = admin) =>
      app.call('POST', `${path}/${one.id}/roll-back`, { as, body: { ...body, ...given } })
    const [first, beside] = await Promise.all([send(), send()])
    expect([first.status, beside.status]).toEqual([201, 201])
    expect(first.body.results).toMatchObject({ id: body.new_id, rolls_back_to: one.number, is_live: true })
    for (const again of [beside, await send()]) expect(again.body.results).toEqual(first.body.results)
    expect((await audit(body.new_id)).map(({ action }) => action)).toEqual(['roll back'])
    // The id is of this roll-back by this person.
    for (const other of [await send({ title: 'Another' }), await send({}, await app.person())]) {
      expect([other.status, other.body.message]).toEqual([
        409,
        'Another release was already made from this form. Look at it first',
      ])
    }
    expect((await rollBack(live, { new_id: body.new_id })).status).toBe(409)
    expect((await read(`${path}?q=Taken back`)).length).toBe(1)
  })

  test('is rolled back byte for byte as a new release, and the working copy stays', async () => {
    await withBanners(banner({ title: 'Lawn 2026', from: null }), banner({ title: 'خزاں' }))
    const first = await release(by, [await editHomepage(by, 'First'), await versionOf('slider_banners')])
    const bytes = async () => (await fetch(`${app.url}/api/storefront/content`)).text()
    const before = await bytes()
    await withBanners(banner({ title: 'Winter' }))
    await release(by, [await editHomepage(by, 'Second'), await versionOf('slider_banners')])
    const draft = await editHomepage(by, 'Third, a draft')
    const back = await rollBack(first, { title: 'Back to the first' })
    expect(back.status).toBe(201)
    const { number, rolls_back_to, sections: changed } = back.body.results
    expect([rolls_back_to, changed]).toEqual([first.number, ['slider_banners', 'homepage']])
    expect(await bytes()).toBe(before.replace(`"release":${first.number}`, `"release":${number}`))
    expect(await versionOf('homepage')).toEqual(draft)
    const taken = await call('POST', `${path}/${first.id}/take-over`, { sections: [draft] })
    expect(taken.status).toBe(200)
    expect((await read(`${sections}/homepage`)).value.welcome).toBe('First')
  })

  test('that went live since somebody looked is not undone by them', async () => {
    const one = await publishedRelease(by, 'Earlier')
    await publishedRelease(by, 'Looked at')
    const { live_release } = await read(`${path}/${one.id}`)
    const unseen = await publishedRelease(by, 'Unseen')
    const answer = await rollBack(one, { instead_of: live_release })
    expect([answer.status, answer.body.results.live_release]).toEqual([409, unseen.number])
    expect((await shown()).sections.homepage.welcome).toBe('Unseen')
    expect((await rollBack(one, { instead_of: unseen.number })).status).toBe(201)
  })

  test('of two is compared section by section', async () => {
    const [one, other] = [await publishedRelease(by, 'One'), await publishedRelease(by, 'Other')]
    const pairs = await read(`${path}/${one.id}/compare/${other.id}`)
    const changed = pairs.filter((pair: { is_changed: boolean }) => pair.is_changed)
    expect(changed).toMatchObject([{ before: { welcome: 'One' }, after: { welcome: 'Other' } }])
  })

  test('holds the questions of another feature like its own sections', async () => {
    questions = { items: [{ id: randomId(), title: 'Do you deliver to Gwadar?', is_active: true }] }
    const waiting = await read(`${path}/waiting`)
    const { version } = waiting.find((one: { section: string }) => one.section === 'faqs')
    const made = await release(by, [{ section: 'faqs', version }])
    const page = async () => JSON.stringify((await app.call('GET', '/api/storefront/pages/faq')).body)
    expect(await page()).toContain('Gwadar')
    const released = questions
    questions = { items: [] }
    const empty = (await read(`${path}/waiting`)).find((one: { section: string }) => one.section === 'faqs')
    await release(by, [{ section: 'faqs', version: empty.version }])
    expect(await page()).not.toContain('Gwadar')
    const into = { sections: [{ section: 'faqs', version: empty.version }] }
    expect((await call('POST', `${path}/${made.id}/take-over`, into)).status).toBe(200)
    expect(questions).toEqual(released)
  })
})

const versionOf = async (section: string) => {
  const { version } = await read(`${sections}/${section}`)
  return { section, version }
}

describe('a scheduled release', () => {
  test('goes live once at its time, with the values that it was given, over what is live then', async () => {
    await publishedRelease(by, 'Before')
    const chosen = await editHomepage(by, 'At its time')
    const made = await release(by, [chosen], { publish_at: minutesAhead(by, 60) })
    expect(made).toMatchObject({ state: 'scheduled', number: null })
    await editHomepage(by, 'Edited later')
    await withBanners(banner({ title: 'Went live meanwhile' }))
    await release(by, [await versionOf('slider_banners')])
    await tick()
    expect((await shown()).sections.homepage.welcome).toBe('Before')
    await pass(61)
    await Promise.all([tick(), tick()])
    const { homepage, slider_banners } = (await shown()).sections
    expect([homepage.welcome, slider_banners.items[0].title]).toEqual(['At its time', 'Went live meanwhile'])
    expect((await audit(made.id)).map(({ action }) => action)).toEqual(['schedule', 'publish'])
    expect((await read(`${sections}/homepage`)).value.welcome).toBe('Edited later')
  })

  test('names the versions of all its sections, also of one that went live as it is', async () => {
    const chosen = [
      await editHomepage(by, 'To be taken'),
      await withBanners(banner({ title: 'Live before' })),
    ]
    const made = await release(by, chosen, { publish_at: minutesAhead(by, 60) })
    await release(by, chosen.slice(1))
    const { versions } = await read(`${path}/${made.id}`)
    expect(versions).toHaveLength(2)
    expect(versions).toEqual(expect.arrayContaining(chosen))
    expect((await call('POST', `${path}/${made.id}/cancel`)).status).toBe(200)
  })

  test('is moved and reworded with the version that was read, takes newer working copies, and is cancelled', async () => {
    const made = await scheduledRelease(by)
    const move = (version: number, body: unknown) =>
      call('PATCH', `${path}/${made.id}`, body, { 'if-match': `"v${version}"` })
    const at = minutesAhead(by, 120)
    const moved = await move(made.version, { publish_at: at, title: 'Moved' })
    expect(moved.body.results).toMatchObject({ title: 'Moved', publish_at: at })
    expect((await move(made.version, { title: 'Stale' })).status).toBe(412)
    const newer = await editHomepage(by, 'Newer')
    const taken = await move(moved.body.results.version, { sections: [newer] })
    const pair = taken.body.results.pairs.find((one: { section: string }) => one.section === 'homepage')
    expect(pair.after.welcome).toBe('Newer')
    const cancelled = (await call('POST', `${path}/${made.id}/cancel`)).body.results
    expect(cancelled.state).toBe('cancelled')
    expect(cancelled.history.map(({ action }: { action: string }) => action)).toEqual([
      ...['cancel', 'edit', 'edit', 'schedule'],
    ])
    await pass(121)
    const before = await shown()
    await tick()
    expect(await shown()).toEqual(before)
    expect((await move(taken.body.results.version, { title: 'Too late' })).status).toBe(409)
  })

  test('at a time that has passed is refused', async () => {
    const chosen = await editHomepage(by)
    const answer = await call('POST', path, {
      ...{ title: 'Yesterday', sections: [chosen] },
      publish_at: minutesAhead(by, -1),
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'publish_at'])
  })

  test('is made once if it is sent again under its id, which no other release can take', async () => {
    const body = {
      id: v7(),
      title: 'Once',
      sections: [await editHomepage(by)],
      publish_at: minutesAhead(by, 60),
    }
    const send = (given: object = {}) => call('POST', path, { ...body, ...given })
    const [first, again] = await Promise.all([send(), send()])
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.results).toEqual(first.body.results)
    expect((await read(`${path}?q=Once`)).length).toBe(1)
    expect((await send({ title: 'Another' })).status).toBe(409)
    expect((await audit(body.id)).map(({ action }) => action)).toEqual(['schedule'])
    expect((await call('POST', `${path}/${body.id}/cancel`)).status).toBe(200)

    const now = { id: v7(), title: 'At once', publish_at: null }
    const [made, once] = [await send(now), await send(now)]
    expect([once.status, once.body.results]).toEqual([201, made.body.results])
  })

  test('is the way back of another, with what shoppers see until then', async () => {
    await publishedRelease(by, 'On other days')
    const sale = await release(by, [await editHomepage(by, 'For one hour')], {
      publish_at: minutesAhead(by, 60),
    })
    const old = await editHomepage(by, 'On other days')
    const waiting = await read(`${path}/waiting`)
    expect(waiting.filter(({ section }: { section: string }) => section === 'homepage')).toMatchObject([
      { is_changed: false, version: old.version },
    ])
    expect((await call('POST', path, { title: 'Now', sections: [old] })).status).toBe(409)
    const back = { title: 'Back', sections: [old], publish_at: minutesAhead(by, 120) }
    expect((await call('POST', path, back)).status).toBe(201)
    await pass(61)
    await tick()
    const welcome = async () => (await shown()).sections.homepage.welcome
    expect([await welcome(), (await read(`${path}/${sale.id}`)).is_live]).toEqual(['For one hour', true])
    await pass(60)
    await tick()
    expect(await welcome()).toBe('On other days')
    expect((await call('POST', path, { ...back, publish_at: minutesAhead(by, 60) })).status).toBe(409)
  })

  test('is told of another that holds the same section', async () => {
    const [one, other] = [await scheduledRelease(by), await scheduledRelease(by)]
    const { clashes } = await read(`${path}/${one.id}`)
    expect(clashes).toEqual([{ id: other.id, title: other.title, sections: ['homepage'] }])
    for (const { id } of [one, other]) await call('POST', `${path}/${id}/cancel`)
    expect((await read(`${path}/${one.id}`)).clashes).toEqual([])
  })

  test('that cannot go live is marked as failed with the reason, and those behind it go live', async () => {
    const { Refusal } = await import('#kit/contract/refusal.ts')
    const [broken, behind] = [await scheduledRelease(by, 10), await scheduledRelease(by, 20)]
    const maker = (await read('/api/account/me')).email
    const { pictures } = app.services
    let asked = 0
    app.services.pictures = {
      ...pictures,
      keepUses: async (...given) => {
        asked += 1
        if (asked === 1) throw new Refusal('conflict', 'A picture is not in the library')
        return pictures.keepUses(...given)
      },
    }
    await pass(30)
    await tick()
    app.services.pictures = pictures
    const failed = await read(`${path}/${broken.id}`)
    expect(failed).toMatchObject({
      ...{ state: 'failed', number: null, failed_because: 'A picture is not in the library' },
      version: broken.version + 1,
    })
    const { rows: mails } = await app.database.pool.query(
      "select recipient, body_text from messages where kind = 'release failed'",
    )
    expect(mails).toEqual([
      { recipient: maker, body_text: expect.stringContaining('A picture is not in the library') },
    ])
    expect(mails[0].body_text).toContain(`https://munshi.example/release?id=${broken.id}`)
    expect(await read(`${path}/${behind.id}`)).toMatchObject({ state: 'published', is_live: true })
  })
})

describe('what shoppers read', () => {
  test('has a strong ETag, may be kept a minute, and is 304 to a client that has it', async () => {
    await publishedRelease(by)
    const first = await app.call('GET', '/api/storefront/content')
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = () => app.call('GET', '/api/storefront/content', { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await publishedRelease(by)
    expect((await again()).status).toBe(200)
  })

  test('is answered from memory: a warm instance asks the database nothing, and needs it not', async () => {
    await publishedRelease(by)
    const { publicCache } = app.services
    let isAway = false
    class Watched extends PublicCache {
      override look(...given: Parameters<PublicCache['look']>): Promise<void> {
        return isAway ? Promise.reject(new Error('the database is away')) : super.look(...given)
      }
    }
    app.services.publicCache = new Watched(60_000)
    const etag = (await app.call('GET', '/api/storefront/content')).headers.get('etag') ?? ''
    let taken = 0
    const count = () => {
      taken += 1
    }
    app.database.pool.on('acquire', count)
    for (let n = 0; n < 5; n += 1) {
      const again = await app.call('GET', '/api/storefront/content', { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
    }
    expect(taken).toBe(0)
    await shown()
    await read('/api/admin/preview-content?of=draft')
    expect(taken).toBeGreaterThan(0)
    app.database.pool.off('acquire', count)

    app.services.publicCache = new Watched(0)
    const before = await shown()
    isAway = true
    expect(await shown()).toEqual(before)
    app.services.publicCache = publicCache
  })

  test('leaves out what is off, and lets entries in and out by the clock without a release', async () => {
    const [from, until] = [minutesAhead(by, 10), minutesAhead(by, 20)]
    await withBanners(
      banner({ title: 'Always' }),
      banner({ title: 'Off', is_on: false }),
      banner({ title: 'For ten minutes', from, until }),
    )
    await release(by, [await versionOf('slider_banners')])
    const titles = async () =>
      (await shown()).sections.slider_banners.items.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['Always'])
    await pass(10)
    expect(await titles()).toEqual(['Always', 'For ten minutes'])
    await pass(10)
    expect(await titles()).toEqual(['Always'])
    expect((await shown()).sections).not.toHaveProperty('popup_banner')
  })

  test('is known to other features by its section', async () => {
    await release(by, [await editHomepage(by, 'Known')])
    const ctx = jobContext('test', { db: app.database.db, services: app.services })
    expect(await readLiveSection(ctx, 'homepage')).toMatchObject({ welcome: 'Known' })
  })

  test('of a page is its frame, the announcement too, and its own section', async () => {
    const said = { announcement: 'Closed on Eid', announcement_link: '/faq' }
    await release(by, [await editSection(by, 'homepage', (value) => ({ ...value, ...said }))])
    for (const [name, ...own] of [
      ['about-us', 'about_us'],
      ['faq', 'faq_page', 'faqs'],
      ['blog', 'blog_page'],
      ['stores', 'stores_page'],
    ]) {
      const { sections } = (await app.call('GET', `/api/storefront/pages/${name}`)).body.results
      expect(Object.keys(sections)).toEqual(['homepage', 'logos', 'favicon', 'loader', ...own])
      expect(sections.homepage).toEqual(said)
    }
    expect((await app.call('GET', '/api/storefront/pages/nowhere')).status).toBe(404)
  })

  test('holds no word of a draft or of a release to come', async () => {
    await editHomepage(by, 'CANARY-DRAFT')
    await withBanners(banner({ title: 'CANARY-BANNER', is_on: true }))
    await release(by, [await editHomepage(by, 'CANARY-SCHEDULED')], { publish_at: minutesAhead(by, 999) })
    questions = { items: [{ id: randomId(), title: 'CANARY-QUESTION', is_active: true }] }
    const { token } = await previewLink(by)
    const answers = await Promise.all(
      ['content', ...['about-us', 'faq', 'blog', 'stores'].map((page) => `pages/${page}`)].map(async (at) =>
        (await fetch(`${app.url}/api/storefront/${at}`)).text(),
      ),
    )
    expect(answers.join()).not.toContain('CANARY')
    const draft = await (await fetch(`${app.url}/api/storefront/preview/${token}`)).text()
    for (const word of ['SCHEDULED', 'BANNER', 'QUESTION']) expect(draft).toContain(`CANARY-${word}`)
  })
})

describe('a preview', () => {
  test('of a scheduled release shows what begins with it, and not what has ended by then', async () => {
    const at = minutesAhead(by, 240)
    const until = minutesAhead(by, 120)
    const chosen = await withBanners(
      banner({ title: 'Begins with it', from: at, is_on: true }),
      banner({ title: 'Ended by then', until, is_on: true }),
    )
    const made = await release(by, [chosen], { publish_at: at })
    const seen = await read(`/api/admin/preview-content?of=${made.id}`)
    expect(seen.shown_at).toBe(at)
    expect(JSON.stringify(seen)).toContain('Begins with it')
    expect(JSON.stringify(seen)).not.toContain('Ended by then')
    const draft = JSON.stringify(await read('/api/admin/preview-content?of=draft'))
    expect([draft.includes('Begins with it'), draft.includes('Ended by then')]).toEqual([false, true])
    await call('POST', `${path}/${made.id}/cancel`)
  })

  test('of a scheduled release shows what goes live before it as well, and not what comes after', async () => {
    const before = await release(by, [await withBanners(banner({ title: 'Live before it', is_on: true }))], {
      publish_at: minutesAhead(by, 300),
    })
    const made = await release(by, [await editHomepage(by, 'Its own heading')], {
      publish_at: minutesAhead(by, 301),
    })
    const after = await release(by, [await editHomepage(by, 'A later heading')], {
      publish_at: minutesAhead(by, 302),
    })
    const [earlier, seen] = [
      await read(`/api/admin/preview-content?of=${before.id}`),
      await read(`/api/admin/preview-content?of=${made.id}`),
    ]
    for (const [words, isShown] of [
      ['Live before it', true],
      ['Its own heading', true],
      ['A later heading', false],
    ] as const)
      expect([words, JSON.stringify(seen).includes(words)]).toEqual([words, isShown])
    expect(JSON.stringify(earlier)).not.toContain('Its own heading')
    expect(seen.release).toBe(earlier.release + 1)
    // To the byte what shoppers see once its time has come.
    await pass(301)
    await tick()
    const { shown_at: _, ...previewed } = seen
    expect(await read('/api/admin/preview-content?of=live')).toEqual(previewed)
    await call('POST', `${path}/${after.id}/cancel`)
  })

  test('of the draft is, to the byte, what a release of all of it shows', async () => {
    await editHomepage(by, 'As previewed')
    const preview = await read('/api/admin/preview-content?of=draft')
    const waiting = await read(`${path}/waiting`)
    const made = await release(
      by,
      waiting.map(({ section, version }: { section: string; version: number }) => ({ section, version })),
    )
    const live = await read('/api/admin/preview-content?of=live')
    expect(JSON.stringify(live)).toBe(JSON.stringify(preview))
    expect(JSON.stringify(await read(`/api/admin/preview-content?of=${made.id}`))).toBe(
      JSON.stringify(preview),
    )
    expect((await call('GET', `/api/admin/preview-content?of=${randomId()}`)).status).toBe(404)
  })

  test('is open to the holder of a link for 24 hours, or until somebody ends it', async () => {
    const [one, other] = [await previewLink(by), await previewLink(by)]
    const open = async (token: string) => (await app.call('GET', `/api/storefront/preview/${token}`)).status
    expect([await open(one.token), await open(other.token)]).toEqual([200, 200])
    expect((await app.call('GET', `/api/storefront/preview/${one.token}`)).headers.get('cache-control')).toBe(
      'no-store',
    )
    const listed = await read('/api/admin/preview-links')
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([one.id, other.id]))
    expect(JSON.stringify(listed)).not.toContain(one.token)
    expect((await call('DELETE', `/api/admin/preview-links/${one.id}`)).status).toBe(204)
    expect([await open(one.token), await open(other.token), await open('x'.repeat(43))]).toEqual([
      404, 200, 404,
    ])
    await pass(24 * 60 + 1)
    expect(await open(other.token)).toBe(404)
    expect(await read('/api/admin/preview-links')).toEqual([])
  })
})
