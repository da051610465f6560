import type { TestApp, TestPerson } from './app.ts'
import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/releases'
const sectionsPath = '/api/admin/homepage-settings/sections'

export type By = { app: TestApp; admin: TestPerson }

export interface MadeRelease {
  id: string
  number: number | null
  title: string
  state: string
  version: number
}

let made = 0

/** Changes the texts of the homepage in the working copy, and answers which version that is. */
export async function editHomepage(by: By, welcome?: string): Promise<{ section: string; version: number }> {
  made += 1
  return editSection(by, 'homepage', (value) => ({ ...value, welcome: welcome ?? `Eid Mubarak ${made}` }))
}

/** Changes a section of the homepage settings in the working copy. */
export async function editSection(
  { app, admin }: By,
  section: string,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): Promise<{ section: string; version: number }> {
  const at = `${sectionsPath}/${section}`
  const { body } = await app.call('GET', at, { as: admin })
  const saved = await app.call('PUT', at, {
    as: admin,
    body: { value: change(body.results.value) },
    headers: { 'if-match': `"v${body.results.version}"` },
  })
  if (saved.status !== 200) throw new Error(`saving ${section}: ${JSON.stringify(saved.body)}`)
  return { section, version: saved.body.results.version }
}

/** A moment so many minutes from now by the clock of the product. */
export function minutesAhead({ app }: { app: TestApp }, minutes: number): string {
  return new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
}

/** Publishes sections, or schedules them. */
export async function release(
  by: By,
  sections: readonly { section: string; version: number }[],
  given: { title?: string; note?: string; publish_at?: string } = {},
): Promise<MadeRelease> {
  made += 1
  const answer = await by.app.call('POST', path, {
    as: by.admin,
    body: { title: `Release ${made}`, sections, ...given },
  })
  if (answer.status !== 201) throw new Error(`releasing: ${JSON.stringify(answer.body)}`)
  return answer.body.results
}

export const publishedRelease = async (by: By, welcome?: string) =>
  release(by, [await editHomepage(by, welcome)])

export const scheduledRelease = async (by: By, minutes = 60) =>
  release(by, [await editHomepage(by)], { publish_at: minutesAhead(by, minutes) })

/** A link that shows the draft: its id and its token. */
export async function previewLink({ app, admin }: By): Promise<{ id: string; token: string }> {
  const { body } = await app.call('POST', '/api/admin/preview-links', { as: admin })
  return { id: body.results.id, token: String(body.results.url).split('/').at(-1) ?? '' }
}

/** A call for the working copy of a section of each permission area. */
const sectionSamples = Object.fromEntries(
  [
    ['homepage-settings', 'stores_page'],
    ['general-settings', 'logos'],
    ['faq-settings', 'faq_page'],
    ['blog-settings', 'blog_page'],
  ].flatMap(([area, section]): [string, MakeSample][] => {
    const at = `/api/admin/${area}/sections/${section}`
    return [
      [`GET /api/admin/${area}/sections/:section`, () => ({ path: at })],
      [
        `PUT /api/admin/${area}/sections/:section`,
        async ({ app, admin }) => {
          const { value, version } = (await app.call('GET', at, { as: admin })).body.results
          made += 1
          const words = section === 'logos' ? { shop_name: `Shop ${made}` } : { title: `Title ${made}` }
          return {
            path: at,
            body: { value: { ...value, ...words } },
            headers: { 'if-match': `"v${version}"` },
          }
        },
      ],
    ]
  }),
)

const wording = { title: 'Back to the last one' }

export const contentSamples: Readonly<Record<string, MakeSample>> = {
  ...sectionSamples,
  'GET /api/admin/releases': () => ({ path: `${path}?state=published` }),
  'GET /api/admin/releases/waiting': () => ({ path: `${path}/waiting` }),
  'GET /api/admin/releases/:id': async (stage) => ({ path: `${path}/${(await publishedRelease(stage)).id}` }),
  'GET /api/admin/releases/:id/compare/:other': async (stage) => {
    const [one, other] = [await publishedRelease(stage), await publishedRelease(stage)]
    return { path: `${path}/${one.id}/compare/${other.id}` }
  },
  'POST /api/admin/releases': async (stage) => ({
    path,
    body: { title: 'Eid', sections: [await editHomepage(stage)] },
  }),
  'PATCH /api/admin/releases/:id': async (stage) => {
    const { id, version } = await scheduledRelease(stage)
    return {
      path: `${path}/${id}`,
      body: { publish_at: minutesAhead(stage, 90) },
      headers: { 'if-match': `"v${version}"` },
    }
  },
  'POST /api/admin/releases/:id/cancel': async (stage) => ({
    path: `${path}/${(await scheduledRelease(stage)).id}/cancel`,
  }),
  'POST /api/admin/releases/:id/roll-back': async (stage) => {
    const { id } = await publishedRelease(stage)
    const { number } = await publishedRelease(stage)
    return { path: `${path}/${id}/roll-back`, body: { ...wording, instead_of: number } }
  },
  'POST /api/admin/releases/:id/take-over': async (stage) => {
    const { id } = await publishedRelease(stage)
    return { path: `${path}/${id}/take-over`, body: { sections: [await editHomepage(stage)] } }
  },
  'GET /api/admin/preview-links': () => ({ path: '/api/admin/preview-links' }),
  'POST /api/admin/preview-links': () => ({ path: '/api/admin/preview-links' }),
  'DELETE /api/admin/preview-links/:id': async (stage) => ({
    path: `/api/admin/preview-links/${(await previewLink(stage)).id}`,
  }),
  'GET /api/admin/preview-content': () => ({ path: '/api/admin/preview-content?of=draft' }),
  'GET /api/storefront/preview/:token': async (stage) => ({
    path: `/api/storefront/preview/${(await previewLink(stage)).token}`,
  }),
  'GET /api/storefront/content': () => ({ path: '/api/storefront/content' }),
  'GET /api/storefront/pages/:page': () => ({ path: '/api/storefront/pages/about-us' }),
}

async function cancelled(stage: Stage): Promise<MadeRelease> {
  const made = await scheduledRelease(stage)
  const answer = await stage.app.call('POST', `${path}/${made.id}/cancel`, { as: stage.admin })
  return answer.body.results
}

/** A call that the state of its record refuses, for every endpoint that says so. */
export const contentConflicts: Readonly<Record<string, MakeSample>> = {
  'POST /api/admin/releases': async (stage) => {
    const before = await editHomepage(stage)
    await editHomepage(stage)
    return { path, body: { title: 'Eid', sections: [before] } }
  },
  'PATCH /api/admin/releases/:id': async (stage) => {
    const { id, version } = await cancelled(stage)
    return { path: `${path}/${id}`, body: { title: 'Eid' }, headers: { 'if-match': `"v${version}"` } }
  },
  'POST /api/admin/releases/:id/cancel': async (stage) => ({
    path: `${path}/${(await cancelled(stage)).id}/cancel`,
  }),
  'POST /api/admin/releases/:id/roll-back': async (stage) => {
    const { id, number } = await publishedRelease(stage)
    return { path: `${path}/${id}/roll-back`, body: { ...wording, instead_of: number } }
  },
  'POST /api/admin/releases/:id/take-over': async (stage) => {
    const { id } = await publishedRelease(stage)
    const before = await editHomepage(stage)
    await editHomepage(stage)
    return { path: `${path}/${id}/take-over`, body: { sections: [before] } }
  },
}
