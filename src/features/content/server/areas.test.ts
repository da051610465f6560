import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  editHomepage,
  minutesAhead,
  publishedRelease,
  release,
  scheduledRelease,
} from '#testing/content-samples.ts'
import { addedFaq } from '#testing/faq-samples.ts'
import { refusing } from '#testing/state.ts'
import { type ReleasedName, releasedNames } from '../section-contract.ts'

const path = '/api/admin/releases'
const logosPath = '/api/admin/general-settings/sections/logos'
const homepage = ['view', 'configure', 'publish'].map((action) => `Home Page Setting: ${action}`)
const seesAll = ['General Setting: view', "Faq's: view", 'Blogs: view']

let app: TestApp
let by: { app: TestApp; admin: TestPerson }
/** A person who works on the homepage alone, and may publish it. */
let homepageEditor: TestPerson
/** A person who may see every section and publish, and change only those of the homepage. */
let publisher: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  by = { app, admin: await app.person() }
  homepageEditor = await app.person(homepage)
  publisher = await app.person([...homepage, ...seesAll])
  await publishedRelease(by)
})
afterAll(() => app.close())

const expectRefused = refusing(() => app)
const as =
  (who: TestPerson) =>
  async (method: string, to: string, body?: unknown, headers = {}) =>
    app.call(method, to, { as: who, body, headers })
const read = async (who: TestPerson, to: string) => (await as(who)('GET', to)).body.results
const named = (rows: { section: string }[]) => rows.map(({ section }) => section)

let made = 0
/** Another name of the shop in the working copy, and which version that is. */
async function editLogos(shop_name?: string): Promise<{ section: ReleasedName; version: number }> {
  made += 1
  const { value, version } = await read(by.admin, logosPath)
  const next = { value: { ...value, shop_name: shop_name ?? `Shop ${made}` } }
  const saved = await as(by.admin)('PUT', logosPath, next, { 'if-match': `"v${version}"` })
  return { section: 'logos', version: saved.body.results.version }
}

/** The sections that differ from what is live, with their versions, as an administrator sees them. */
const waitingFor = async (...names: ReleasedName[]) =>
  ((await read(by.admin, `${path}/waiting`)) as { section: ReleasedName; version: number }[])
    .filter(({ section }) => names.includes(section))
    .map(({ section, version }) => ({ section, version }))

const hiddenFrom = ['blog_page', 'logos', 'favicon', 'loader', 'popup_banner', 'faq_page', 'faqs']
const shownTo = releasedNames.filter((name) => !hiddenFrom.includes(name))

describe('a person who may see only the homepage', () => {
  test('is told of what waits there, and of nothing that waits elsewhere', async () => {
    await editHomepage(by)
    await editLogos('HIDDEN-NAME')
    await addedFaq(by, { title: 'HIDDEN-QUESTION' })
    const all = named(await read(by.admin, `${path}/waiting`))
    expect(all).toEqual(expect.arrayContaining(['homepage', 'logos', 'faqs']))
    const told = await read(homepageEditor, `${path}/waiting`)
    expect(named(told)).toContain('homepage')
    expect(named(told).filter((name) => hiddenFrom.includes(name))).toEqual([])
    expect(JSON.stringify(told)).not.toContain('HIDDEN')
  })

  test('reads and compares releases by the sections of the homepage', async () => {
    const before = await publishedRelease(by)
    const made = await release(by, [await editLogos('HIDDEN-LOGO'), await editHomepage(by)])
    const { pairs, working } = await read(homepageEditor, `${path}/${made.id}`)
    expect(named(pairs)).toEqual(shownTo)
    expect(named(working).filter((name) => hiddenFrom.includes(name))).toEqual([])
    const compared = await read(homepageEditor, `${path}/${before.id}/compare/${made.id}`)
    expect(named(compared)).toEqual(shownTo)
    expect(JSON.stringify([pairs, compared])).not.toContain('HIDDEN')
  })

  test('previews the draft of the homepage among the other sections as they are live', async () => {
    await release(by, [await editLogos('Live name')])
    const { version } = await editLogos('HIDDEN-DRAFT')
    await editHomepage(by, 'Draft of the homepage')
    const draft = async (who: TestPerson, of: string) => {
      const { sections } = await read(who, `/api/admin/preview-content?of=${of}`)
      return [sections.homepage.welcome, sections.logos.shop_name]
    }
    expect(await draft(homepageEditor, 'draft')).toEqual(['Draft of the homepage', 'Live name'])
    expect(await draft(by.admin, 'draft')).toEqual(['Draft of the homepage', 'HIDDEN-DRAFT'])
    const scheduled = await release(by, [{ section: 'logos', version }], { publish_at: minutesAhead(by, 60) })
    const [, live] = await draft(homepageEditor, scheduled.id)
    expect(live).toBe('Live name')
    expect((await draft(by.admin, scheduled.id))[1]).toBe('HIDDEN-DRAFT')
  })

  test('publishes, schedules and moves the homepage, and no other section', async () => {
    const act = as(homepageEditor)
    const own = await editHomepage(by)
    const logos = await editLogos()
    const words = /^You need the permission “General Setting: View” for Logo\./
    const refused = await expectRefused(403, words, () =>
      act('POST', path, { title: 'Both', sections: [own, logos] }),
    )
    expect(refused.body.missing_permission).toBe('General Setting: view')
    await addedFaq(by)
    const [questions] = await waitingFor('faqs')
    await expectRefused(403, () => act('POST', path, { title: 'Questions', sections: [questions] }))
    expect((await act('POST', path, { title: 'Own', sections: [own] })).status).toBe(201)

    const mine = await scheduledRelease(by)
    const theirs = await release(by, [await editLogos()], { publish_at: minutesAhead(by, 60) })
    const move =
      ({ id, version }: { id: string; version: number }, body: unknown) =>
      () =>
        act('PATCH', `${path}/${id}`, body, { 'if-match': `"v${version}"` })
    await expectRefused(403, words, move(theirs, { publish_at: minutesAhead(by, 90) }))
    await expectRefused(403, words, move(mine, { sections: [await editLogos()] }))
    expect((await move(mine, { publish_at: minutesAhead(by, 90) })()).status).toBe(200)
  })

  test('rolls back what changed the homepage alone', async () => {
    const act = as(homepageEditor)
    const before = await publishedRelease(by)
    const onlyHomepage = await publishedRelease(by)
    const rollBack = (id: string, instead_of: number | null) => () =>
      act('POST', `${path}/${id}/roll-back`, { title: 'Back', instead_of })
    expect((await rollBack(before.id, onlyHomepage.number)()).status).toBe(201)
    const { number } = await release(by, [await editLogos()])
    await expectRefused(403, /General Setting: View/, rollBack(onlyHomepage.id, number))
  })

  test('makes no link to the draft, because its holder sees every section', async () => {
    const link = (who: TestPerson) => () => as(who)('POST', '/api/admin/preview-links')
    await expectRefused(403, /Faq's: View/, link(homepageEditor))
    const blogless = await app.person([...homepage, ...seesAll.filter((one) => one !== 'Blogs: view')])
    await expectRefused(403, /Blogs: View/, link(blogless))
    expect((await link(publisher)()).status).toBe(201)
  })
})

describe('a person who may see and publish every section', () => {
  test('takes over only those that they may change', async () => {
    const act = as(publisher)
    await addedFaq(by)
    const waiting = await waitingFor('faqs')
    const { id } = await release(by, [...waiting, await editLogos(), await editHomepage(by)])
    const own = await editHomepage(by)
    const logos = await editLogos()
    await addedFaq(by, { title: 'Still here' })
    const [questions] = await waitingFor('faqs')
    const takeOver = (...sections: unknown[]) => act('POST', `${path}/${id}/take-over`, { sections })
    await expectRefused(403, /General Setting: Set up/, () => takeOver(own, logos))
    await expectRefused(403, /Faq's: Change/, () => takeOver(questions))
    expect((await takeOver(own)).status).toBe(200)
    const onlyPublishes = await app.person(['Home Page Setting: view', 'Home Page Setting: publish'])
    const again = await editHomepage(by)
    await expectRefused(403, /Home Page Setting: Set up/, () =>
      as(onlyPublishes)('POST', `${path}/${id}/take-over`, { sections: [again] }),
    )
  })

  test('releases sections that they may not change', async () => {
    const made = await as(publisher)('POST', path, { title: 'Logo', sections: [await editLogos('Seen')] })
    expect(made.status).toBe(201)
    const shown = await app.call('GET', '/api/storefront/content')
    expect(shown.body.results.sections.logos.shop_name).toBe('Seen')
  })
})
