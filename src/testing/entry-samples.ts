import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { ProductEntry } from '#features/products/entry/contract.ts'
import { fieldNames } from '#features/products/fields-contract.ts'
import type { TestApp, TestPerson } from './app.ts'
import { addedCategory } from './category-samples.ts'
import { pendingProduct, pendingVendor } from './factories.ts'
import { pictureForm } from './picture-form.ts'
import type { MakeSample, Stage } from './samples.ts'

const products = '/api/admin/products'
let made = 0

interface By {
  app: TestApp
  admin: TestPerson
}

/** A picture that was submitted over HTTP; another number is another picture. */
export async function handedInPicture({ app, admin }: By, number = 0): Promise<string> {
  const answer = await app.call('POST', '/api/admin/product-images', {
    as: admin,
    body: await pictureForm(number),
  })
  if (answer.status !== 201) throw new Error(`the picture was not taken: ${answer.body.message}`)
  return answer.body.results.media
}

/** A product as the wizard sends it, complete: of a vendor, a category and a picture of its own unless they are given. */
export async function entryBody(
  by: By,
  given: Partial<z.input<typeof ProductEntry>> = {},
): Promise<z.input<typeof ProductEntry>> {
  made += 1
  return {
    id: uuidv7(),
    vendor_id: given.vendor_id ?? (await pendingVendor(by.app)).id,
    sku: `ENTRY-${process.pid}-${made}`,
    product_name: `Khaddar shawl ${made}`,
    product_price: '2500',
    discounted_price: '1999.50',
    product_stock: 7,
    package_weight: 0.6,
    product_length: 40,
    product_width: 30,
    product_height: 4,
    product_description: '<p>Hand woven</p>',
    product_video_url: 'https://youtu.be/a1b2',
    category_id: given.category_id ?? (await addedCategory(by)).id,
    images: given.images ?? [{ media: await handedInPicture(by), alt: 'A folded shawl' }],
    ...given,
  }
}

const typedFields = fieldNames.filter((field) => field !== 'category')

/** The body that changes a listing at its current version. */
export async function changeBody(
  by: By,
  id: string,
  change: object = {},
): Promise<{ body: Record<string, unknown>; headers: Record<string, string> }> {
  const { body } = await by.app.call('GET', `${products}/${id}`, { as: by.admin })
  const now = body.results
  const taken = Object.fromEntries(typedFields.map((field) => [field, now[field]]))
  const images = now.images.map(({ media, alt }: { media: string; alt: string }) => ({ media, alt }))
  return {
    body: { ...taken, category_id: now.filed_under?.id ?? null, images, ...change },
    headers: { 'if-match': `"v${now.version}"` },
  }
}

/** One accepted call for every endpoint of the wizard. */
export const entrySamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/intake/products/:id': async ({ app }) => ({
    path: `/api/intake/products/${(await pendingProduct(app)).id}`,
  }),
  'GET /api/admin/products/export': () => ({ path: '/api/admin/products/export?format=xlsx' }),
  [`POST ${products}`]: async (stage) => ({ path: products, body: await entryBody(stage) }),
  [`PUT ${products}/:id`]: async (stage) => {
    const { id } = await pendingProduct(stage.app)
    return { path: `${products}/${id}`, ...(await changeBody(stage, id, { product_stock: 4321 })) }
  },
  'POST /api/admin/product-images': async () => ({
    path: '/api/admin/product-images',
    body: await pictureForm(),
  }),
  [`GET ${products}/vendors`]: () => ({ path: `${products}/vendors?q=shop` }),
}

/** The same calls where the current state refuses them (409). */
export const entryConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${products}`]: async (stage) => {
    const body = await entryBody(stage)
    await stage.app.call('POST', products, { as: stage.admin, body })
    return { path: products, body: { ...body, product_name: 'Another name' } }
  },
  [`PUT ${products}/:id`]: async (stage) => {
    const { id } = await waitingEdit(stage)
    return { path: `${products}/${id}`, ...(await changeBody(stage, id, { product_stock: 4321 })) }
  },
}

/** An approved listing whose vendor asks for an edit. */
async function waitingEdit({ app, admin, key }: Stage): Promise<{ id: string }> {
  const { id, body } = await pendingProduct(app)
  await app.call('POST', `${products}/${id}/approve`, { as: admin })
  const edit = { ...body, product_name: `${body.product_name}, new` }
  await app.call('POST', '/api/intake/products', { as: key, body: edit })
  return { id }
}
