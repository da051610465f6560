import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/letters'
let n = 0

/** The text of a letter that was edited once more, with the version it has now. */
async function edited({ app, admin }: Stage): Promise<{ at: string; version: number; number: number }> {
  const at = `${path}/vendor-approved`
  const before = (await app.call('GET', at, { as: admin })).body.results
  n += 1
  const answer = await app.call('PATCH', at, {
    as: admin,
    body: { subject_en: `Your shop is open (${n})` },
    headers: { 'if-match': `"v${before.version}"` },
  })
  if (answer.status !== 200) throw new Error(`PATCH ${at}: ${answer.status} ${answer.body.message}`)
  return { at, version: answer.body.results.version, number: answer.body.results.version_count }
}

const ofVersion = (version: number) => ({ 'if-match': `"v${version}"` })

/** One accepted call for every endpoint of letters. */
export const letterSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path }),
  [`GET ${path}/:id`]: () => ({ path: `${path}/reset` }),
  [`PATCH ${path}/:id`]: async (stage) => {
    const { at, version } = await edited(stage)
    return { path: at, body: { subject_en: 'Welcome', language: 'en' }, headers: ofVersion(version) }
  },
  [`POST ${path}/:id/restore`]: async (stage) => {
    const { at, version } = await edited(stage)
    return { path: `${at}/restore`, body: { language: 'en' }, headers: ofVersion(version) }
  },
  [`POST ${path}/:id/test`]: () => ({
    path: `${path}/vendor-rejected/test`,
    body: { language: 'en', subject: 'Not yet', body: 'Dear {{vendor_name}},\n\n{{reason}}' },
  }),
  [`GET ${path}/:id/examples`]: () => ({ path: `${path}/vendor-approved/examples` }),
  [`GET ${path}/:id/versions`]: () => ({ path: `${path}/vendor-approved/versions` }),
  [`GET ${path}/:id/versions/:number`]: async (stage) => {
    const { at, number } = await edited(stage)
    return { path: `${at}/versions/${number}` }
  },
  [`POST ${path}/:id/versions/:number/restore`]: async (stage) => {
    const { number } = await edited(stage)
    const { at, version } = await edited(stage)
    return { path: `${at}/versions/${number}/restore`, headers: ofVersion(version) }
  },
  [`PUT ${path}/settings`]: async ({ app, admin }) => {
    const { version, language } = (await app.call('GET', path, { as: admin })).body.results
    return {
      path: `${path}/settings`,
      body: { language: language === 'en' ? 'ur' : 'en' },
      headers: ofVersion(version),
    }
  },
}

/** The same calls where the state of the record refuses them (409). */
export const letterConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/:id/versions/:number/restore`]: async (stage) => {
    const { number } = await edited(stage)
    const { at, version } = await edited(stage)
    await stage.app.database.pool.query(
      `update letter_versions set content = content || '{"body_en": "{{gone}}"}'
       where number = $1 and letter_id = (select id from letters where kind = 'vendor approved')`,
      [number],
    )
    return { path: `${at}/versions/${number}/restore`, headers: ofVersion(version) }
  },
}
