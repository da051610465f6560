import type { TestApp, TestPerson } from './app.ts'
import { otherPicture, pictureForm } from './picture-form.ts'
import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/categories'
let made = 0

export interface MadeCategory {
  id: string
  name: string
  slug: string
  version: number
  product_count: number
}

/** A category that was added over HTTP: a main one, where no parent is named. */
export async function addedCategory(
  { app, admin }: { app: TestApp; admin: TestPerson },
  given: { name?: string; slug?: string; parent_id?: string | null; is_active?: boolean } = {},
): Promise<MadeCategory> {
  made += 1
  const body = { name: `Category ${made}`, ...given }
  const answer = await app.call('POST', path, { as: admin, body })
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

const pathOfNew = async (stage: Stage) => `${path}/${(await addedCategory(stage)).id}`

async function withImage(stage: Stage): Promise<string> {
  const own = `${await pathOfNew(stage)}/image`
  await stage.app.call('POST', own, { as: stage.admin, body: await pictureForm() })
  return own
}

/** One accepted call for every endpoint of the categories. */
export const categorySamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?level=sub&status=active&sort=-name&limit=5` }),
  [`GET ${path}/tree`]: () => ({ path: `${path}/tree` }),
  'GET /api/admin/products/categories': () => ({ path: '/api/admin/products/categories' }),
  [`GET ${path}/counts`]: () => ({ path: `${path}/counts` }),
  [`GET ${path}/export`]: () => ({ path: `${path}/export?level=main&fields=name,slug` }),
  [`GET ${path}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
  [`POST ${path}`]: () => {
    made += 1
    return { path, body: { name: `Category ${made}` } }
  },
  [`PATCH ${path}/:id`]: async (stage) => {
    const { id, name, version } = await addedCategory(stage)
    return {
      path: `${path}/${id}`,
      body: { name: `${name} renamed` },
      headers: { 'if-match': `"v${version}"` },
    }
  },
  [`POST ${path}/:id/order`]: async (stage) => {
    await addedCategory(stage)
    return { path: `${await pathOfNew(stage)}/order`, body: { position: 1 } }
  },
  [`POST ${path}/:id/image`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/image`,
    body: await pictureForm(),
  }),
  [`DELETE ${path}/:id/image`]: async (stage) => ({ path: await withImage(stage) }),
  [`POST ${path}/:id/move`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/move`,
    body: { parent_id: (await addedCategory(stage)).id, product_count: 0 },
  }),
  [`POST ${path}/:id/merge`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/merge`,
    body: { into: (await addedCategory(stage)).id, product_count: 0 },
  }),
  [`DELETE ${path}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
  'GET /api/storefront/categories': () => ({ path: '/api/storefront/categories' }),
  'GET /api/storefront/categories/:slug': async (stage) => ({
    path: `/api/storefront/categories/${(await addedCategory(stage)).slug}`,
  }),
}

/** The same calls where the tree refuses them (409). */
export const categoryConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/:id/image`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/image?instead_of=${otherPicture}`,
    body: await pictureForm(),
  }),
  [`DELETE ${path}/:id/image`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/image?instead_of=${otherPicture}`,
  }),
  [`POST ${path}/:id/move`]: async (stage) => {
    const { id } = await addedCategory(stage)
    const below = await addedCategory(stage, { parent_id: id })
    return { path: `${path}/${id}/move`, body: { parent_id: below.id, product_count: 0 } }
  },
  [`POST ${path}/:id/merge`]: async (stage) => {
    const { id } = await addedCategory(stage)
    return { path: `${path}/${id}/merge`, body: { into: id, product_count: 0 } }
  },
  [`DELETE ${path}/:id`]: async (stage) => {
    const { id } = await addedCategory(stage)
    await addedCategory(stage, { parent_id: id })
    return { path: `${path}/${id}` }
  },
}
