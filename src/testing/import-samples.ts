import { workOnImports } from '#features/bulk-upload/server/jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import type { TestApp, TestPerson } from './app.ts'
import { pendingVendor } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/imports'
let made = 0

/** A form with one file, as the screen sends it. */
export function sheetForm(bytes: string | Uint8Array, name = 'products.csv'): FormData {
  const form = new FormData()
  const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  form.append('file', new Blob([part]), name)
  return form
}

/** Text of a sheet from a head and rows, each a list of cells that need no quotes. */
export function sheetOf(head: readonly string[], ...rows: readonly (readonly (string | number)[])[]): string {
  return `${[head, ...rows].map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

interface By {
  app: TestApp
  admin: TestPerson
}

/** Lets the job work until nothing goes on by itself any more. */
export async function letImportsRun(app: TestApp): Promise<void> {
  const job = workOnImports(app.database.engine)
  const ctx = jobContext('imports', { db: app.database.db, services: app.services })
  for (let isOpen = true; isOpen; ) {
    await job.run(ctx, createLogger(process.env.MUNSHI_TEST_LOG ?? 'silent'))
    const { rows } = await app.database.pool.query(
      "select 1 from imports where status in ('reading', 'checking', 'importing', 'reverting') limit 1",
    )
    isOpen = rows.length > 0
  }
}

/** An import that was uploaded; nothing of it has been read. */
export async function uploadedSheet({ app, admin }: By, body: FormData, query = '') {
  const answer = await app.call('POST', path + query, { as: admin, body })
  if (answer.status !== 202) throw new Error(`the sheet was not taken: ${JSON.stringify(answer.body)}`)
  return answer.body.results
}

/** The same, read and checked as far as it goes by itself. */
export async function checkedSheet(by: By, body: FormData, query = '') {
  const { id } = await uploadedSheet(by, body, query)
  await letImportsRun(by.app)
  return (await by.app.call('GET', `${path}/${id}`, { as: by.admin })).body.results
}

/** The same, confirmed and written. */
export async function importedSheet(by: By, body: FormData, query = '') {
  const checked = await checkedSheet(by, body, query)
  const answer = await confirmed(by, checked)
  if (answer.status !== 200) throw new Error(`it was not confirmed: ${JSON.stringify(answer.body)}`)
  await letImportsRun(by.app)
  return (await by.app.call('GET', `${path}/${checked.id}`, { as: by.admin })).body.results
}

export function confirmed({ app, admin }: By, { id, version }: { id: string; version: number }) {
  const headers = { 'if-match': `"v${version}"` }
  return app.call('POST', `${path}/${id}/confirm`, { as: admin, headers })
}

/** A sheet with one product that nobody has, for a vendor of its own. */
async function anySheet({ app }: By, name?: string) {
  made += 1
  const { id } = await pendingVendor(app)
  const text = sheetOf(['SKU', 'Name', 'Retail price'], [`IMPORT-${process.pid}-${made}`, 'Kettle', 4500])
  return { form: sheetForm(text, name), query: `?vendor_id=${id}` }
}

async function anyChecked(stage: Stage) {
  const { form, query } = await anySheet(stage)
  return checkedSheet(stage, form, query)
}

/** One whose encoding a person may choose. */
async function anyGuessed(stage: Stage) {
  made += 1
  const { id } = await pendingVendor(stage.app)
  const text = sheetOf(['SKU', 'Name', 'Retail price'], [`IMPORT-${process.pid}-${made}`, 'Caf\u00e9', 4500])
  return checkedSheet(stage, sheetForm(Buffer.from(text, 'latin1')), `?vendor_id=${id}`)
}

async function anyImported(stage: Stage) {
  const { form, query } = await anySheet(stage)
  return importedSheet(stage, form, query)
}

const versionOf = ({ version }: { version: number }) => ({ 'if-match': `"v${version}"` })

/** One accepted call for every endpoint of bulk upload. */
export const importSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?status=done&source=munshi&sort=file_name&limit=5` }),
  [`GET ${path}/rules`]: () => ({ path: `${path}/rules` }),
  [`GET ${path}/vendors`]: () => ({ path: `${path}/vendors?q=shop` }),
  [`GET ${path}/template`]: () => ({ path: `${path}/template?format=xlsx` }),
  [`POST ${path}`]: async (stage) => {
    const { form, query } = await anySheet(stage)
    return { path: path + query, body: form }
  },
  [`GET ${path}/:id`]: async (stage) => ({ path: `${path}/${(await anyChecked(stage)).id}` }),
  [`GET ${path}/:id/rows`]: async (stage) => ({
    path: `${path}/${(await anyChecked(stage)).id}/rows?verdict=create&state=waiting&limit=5&page=1`,
  }),
  [`GET ${path}/:id/errors`]: async (stage) => ({ path: `${path}/${(await anyChecked(stage)).id}/errors` }),
  [`PUT ${path}/:id/mapping`]: async (stage) => {
    const checked = await anyChecked(stage)
    const fields = checked.columns.map(({ field }: { field: string }) => field)
    return {
      path: `${path}/${checked.id}/mapping`,
      body: { fields, vendor_id: checked.vendor.id },
      headers: versionOf(checked),
    }
  },
  [`PUT ${path}/:id/reading`]: async (stage) => {
    const guessed = await anyGuessed(stage)
    return {
      path: `${path}/${guessed.id}/reading`,
      body: { encoding: 'windows-1254' },
      headers: versionOf(guessed),
    }
  },
  [`POST ${path}/:id/confirm`]: async (stage) => {
    const checked = await anyChecked(stage)
    return { path: `${path}/${checked.id}/confirm`, headers: versionOf(checked) }
  },
  [`POST ${path}/:id/cancel`]: async (stage) => ({ path: `${path}/${(await anyChecked(stage)).id}/cancel` }),
  [`POST ${path}/:id/retry`]: async (stage) => {
    const { id } = await anyChecked(stage)
    await stage.app.call('POST', `${path}/${id}/cancel`, { as: stage.admin })
    return { path: `${path}/${id}/retry` }
  },
  [`POST ${path}/:id/revert`]: async (stage) => ({ path: `${path}/${(await anyImported(stage)).id}/revert` }),
}

/** The same calls where the import has gone on (409). */
export const importConflicts: Readonly<Record<string, MakeSample>> = {
  [`PUT ${path}/:id/mapping`]: async (stage) => {
    const done = await anyImported(stage)
    const fields = done.columns.map(({ field }: { field: string }) => field)
    return {
      path: `${path}/${done.id}/mapping`,
      body: { fields, vendor_id: done.vendor.id },
      headers: versionOf(done),
    }
  },
  [`PUT ${path}/:id/reading`]: async (stage) => {
    const done = await anyImported(stage)
    return {
      path: `${path}/${done.id}/reading`,
      body: { encoding: 'windows-1254' },
      headers: versionOf(done),
    }
  },
  [`POST ${path}/:id/confirm`]: async (stage) => {
    const done = await anyImported(stage)
    return { path: `${path}/${done.id}/confirm`, headers: versionOf(done) }
  },
  [`POST ${path}/:id/cancel`]: async (stage) => ({ path: `${path}/${(await anyImported(stage)).id}/cancel` }),
  [`POST ${path}/:id/retry`]: async (stage) => ({ path: `${path}/${(await anyImported(stage)).id}/retry` }),
  [`POST ${path}/:id/revert`]: async (stage) => ({ path: `${path}/${(await anyChecked(stage)).id}/revert` }),
}
