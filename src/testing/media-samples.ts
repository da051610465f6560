import sharp from 'sharp'
import { UsedPicture } from '#features/media/contract.ts'
import { setUses } from '#features/media/server/use-commands.ts'
import type { TestApp, TestPerson } from './app.ts'
import { pictureForm } from './picture-form.ts'
import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/media'
let made = 0

/**
 * A picture of stripes; each call makes another one. The stripes are the digits of a number: what differs in a shade alone
 * is the same picture once it is compressed.
 */
export async function otherPicture(width = 60, height = 40): Promise<Buffer> {
  made += 1
  const pixels = Buffer.alloc(width * height * 3)
  for (let x = 0; x < width; x += 1) {
    const isLight = (made >> Math.floor((x * 12) / width)) % 2 === 1
    for (let y = 0; y < height; y += 1)
      pixels.fill(isLight ? 220 : 30, (y * width + x) * 3, (y * width + x + 1) * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A form with one file. */
export function formWith(bytes: Buffer | string, name = 'banner.png', type = 'image/png'): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes as unknown as Uint8Array<ArrayBuffer>], { type }), name)
  return form
}

/** A picture that was added to the library over HTTP. */
export async function addedPicture(
  { app, admin }: { app: TestApp; admin: TestPerson },
  { bytes, name = 'Banner.png' }: { bytes?: Buffer; name?: string } = {},
) {
  const answer = await app.call('POST', `${path}?name=${encodeURIComponent(name)}`, {
    as: admin,
    body: formWith(bytes ?? (await otherPicture())),
  })
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** The same picture as it is used in one place, whole. */
export async function usedWhole(
  { app, admin }: { app: TestApp; admin: TestPerson },
  media_id: string,
  asked: object = {},
): Promise<UsedPicture> {
  const { body } = await app.call('POST', `${path}/${media_id}/renditions`, { as: admin, body: asked })
  const { is_smaller_than_slot, ...made } = body.results
  return UsedPicture.parse({ ...made, alt: '', is_decorative: true })
}

/** Says that a record shows these pictures. */
export function markUsed(app: TestApp, record: string, pictures: readonly UsedPicture[], isLive: boolean) {
  return app.transact(async (ctx) => {
    ctx.unchanged()
    await setUses(ctx, 'test', record, record, pictures, isLive)
  })
}

const pathOfNew = async (stage: Stage) => `${path}/${(await addedPicture(stage)).id}`

/** One accepted call for every endpoint of the library, and of the default images. */
export const mediaSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/default-images': () => ({ path: '/api/admin/default-images' }),
  ...Object.fromEntries(
    ['customer', 'shop-image', 'shop-banner'].map((slot) => [
      `POST /api/admin/default-images/${slot}`,
      async () => ({ path: `/api/admin/default-images/${slot}`, body: await pictureForm() }),
    ]),
  ),
  [`GET ${path}`]: () => ({ path: `${path}?q=banner&use=unused&sort=name&limit=5` }),
  [`GET ${path}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
  [`POST ${path}`]: async () => ({ path: `${path}?name=banner.png`, body: formWith(await otherPicture()) }),
  [`PATCH ${path}/:id`]: async (stage) => {
    const { id, version } = await addedPicture(stage)
    const body = { alt: 'A shop in Lahore', focal_x: 0.25 }
    return { path: `${path}/${id}`, body, headers: { 'if-match': `"v${version}"` } }
  },
  [`POST ${path}/:id/file`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/file`,
    body: formWith(await otherPicture()),
  }),
  [`POST ${path}/:id/renditions`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/renditions`,
    body: { slot: { width: 20, height: 10 } },
  }),
  [`DELETE ${path}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
}

/** The same calls where the library refuses them (409). */
export const mediaConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/:id/file`]: async (stage) => {
    const bytes = await otherPicture()
    await addedPicture(stage, { bytes })
    return { path: `${await pathOfNew(stage)}/file`, body: formWith(bytes) }
  },
  [`DELETE ${path}/:id`]: async (stage) => {
    const { id } = await addedPicture(stage)
    await markUsed(stage.app, `Page of ${id}`, [await usedWhole(stage, id)], true)
    return { path: `${path}/${id}` }
  },
}
