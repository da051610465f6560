import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueNotice } from '#features/messages/server/commands.ts'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { keepSquarePicture } from '#kit/server/images.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { folderMailer, type Mail, type Mailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { release } from '#testing/content-samples.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  // Which pictures the library knows is tested with the library.
  app = await startTestApp({ pictures: { unknown: async () => [], keepUses: async () => {} } })
  admin = await app.person()
})
afterAll(() => app.close())

const ask = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })
const brand = async () => (await app.call('GET', '/api/storefront/branding')).body.results

/** A picture that the library has cut, in one colour. */
async function pictureOf(background: string) {
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
  const media = await keepSquarePicture(app.services.files, bytes, 512)
  return {
    media_id: randomUUID(),
    media,
    width: 512,
    height: 512,
    crop: null,
    alt: 'Bazaar & Sons',
    is_decorative: false,
  }
}

/** Saves a section, of the general settings if nothing else is said, and publishes it. */
async function publish(section: string, value: object, area = 'general-settings'): Promise<void> {
  const path = `/api/admin/${area}/sections/${section}`
  const before = (await app.call('GET', path, { as: admin })).body.results
  const saved = await app.call('PUT', path, {
    as: admin,
    body: { value: { ...before.value, ...value } },
    headers: { 'if-match': `"v${before.version}"` },
  })
  expect([saved.status, saved.body.message]).toEqual([200, undefined])
  await release({ app, admin }, [{ section, version: saved.body.results.version }])
}

/** The mail that a colleague gets, as it is handed to the mail server. */
async function mailed(): Promise<Mail> {
  await app.transact(async (ctx) => {
    ctx.unchanged()
    const letter = { kind: 'second factor off', name: 'Hina', by: 'Bilal', reason: 'Lost phone' } as const
    await queueNotice(ctx, { letter, recipient: 'hina@munshi.example', personId: admin.id })
  })
  const sent: Mail[] = []
  const mailer: Mailer = {
    description: 'this test',
    send: async (mail) => void sent.push(mail),
    close: () => {},
  }
  await deliverDue(jobContext('deliver-messages', { db: app.database.db, services: app.services }), mailer)
  const [mail] = sent
  if (!mail) throw new Error('nothing was sent')
  return mail
}

describe('without a name and a logo', () => {
  test('the sign-in, mails and icons are those of the product', async () => {
    expect(await brand()).toEqual({ shop_name: '', header: null, print: null })
    const mail = await mailed()
    expect(mail.from_name).toBeUndefined()
    expect(mail.text.trimEnd()).toMatch(/\nMunshi, for the marketplace$/)
    expect(mail.html).not.toContain('<img')
    expect((await ask(`/favicon-${'0'.repeat(64)}-32.png`)).status).toBe(404)
    const manifest = await (await ask('/shop/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: 'Shop', icons: [] })
  })
})

describe('with a name and a logo', () => {
  test('the sign-in shows them once they are released, and printed papers their own logo', async () => {
    const [header, print] = [await pictureOf('#0a6b3d'), await pictureOf('#222222')]
    await publish('logos', { shop_name: 'Bazaar & Sons', header, print })
    expect(await brand()).toEqual({
      shop_name: 'Bazaar & Sons',
      header: { media: header.media, width: 512, height: 512, alt: 'Bazaar & Sons' },
      print: { media: print.media, width: 512, height: 512, alt: 'Bazaar & Sons' },
    })
    const answer = await ask('/api/storefront/branding')
    const held = { 'if-none-match': String(answer.headers.get('etag')) }
    expect((await ask('/api/storefront/branding', held)).status).toBe(304)
  })

  test('mails name the shop as their sender and show its logo as PNG, without any markup of its name', async () => {
    const header = await pictureOf('#0a6b3d')
    await publish('logos', { shop_name: 'Bazaar <b>& Sons', header })
    const mail = await mailed()
    expect(mail.from_name).toBe('Bazaar <b>& Sons')
    expect(mail.text.trimEnd()).toMatch(/\nMunshi, for Bazaar <b>& Sons$/)
    expect(mail.html).toContain('<p>Munshi, for Bazaar &lt;b&gt;&amp; Sons</p>')
    const source = /<img src="([^"]+)" width="48" height="48" alt="Bazaar &amp; Sons">/.exec(mail.html)?.[1]
    const { origin, pathname } = new URL(String(source))
    expect(origin).toBe('https://munshi.example')
    const logo = await ask(pathname)
    expect(logo.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const facts = await sharp(Buffer.from(await logo.arrayBuffer())).metadata()
    expect(facts).toMatchObject({ format: 'png', width: 96, height: 96 })
  })

  test('the sender of a mail keeps the configured address under the name of the shop', async () => {
    const mail = await mailed()
    await folderMailer(`${app.directory}/mails`, 'Munshi <office@shop.example>').send(mail)
    const written = readFileSync(`${app.directory}/mails/${mail.id}.eml`, 'utf8')
    expect(written).toMatch(/^From: "?Bazaar <b>& Sons"? <office@shop\.example>$/m)
  })
})

describe('the feeds of the blog', () => {
  const titles = async () => {
    const feeds = await Promise.all(['rss', 'atom'].map((kind) => ask(`/shop/blog/${kind}.xml`)))
    return Promise.all(feeds.map(async (feed) => /<title>(.*?)<\/title>/.exec(await feed.text())?.[1]))
  }

  test('are called as the blog is, and like the shop while it has no title', async () => {
    await publish('logos', { shop_name: 'Bazaar & Sons' })
    expect(await titles()).toEqual(['Bazaar &amp; Sons', 'Bazaar &amp; Sons'])
    await publish('blog_page', { title: 'Stories' }, 'blog-settings')
    expect(await titles()).toEqual(['Stories', 'Stories'])
  })
})

describe('a favicon', () => {
  test('is one upload, of which every size and the web manifest are made', async () => {
    const image = await pictureOf('#0a6b3d')
    await publish('favicon', { image })
    for (const side of [16, 32, 48, 180, 192, 512]) {
      const icon = await ask(`/favicon-${image.media}-${side}.png`)
      expect(icon.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const facts = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
      expect(facts).toMatchObject({ format: 'png', width: side, height: side })
    }
    const ico = Buffer.from(await (await ask(`/favicon-${image.media}.ico`)).arrayBuffer())
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).toEqual([1, 3, 16])
    const last = 6 + 2 * 16
    const [bytes, offset] = [ico.readUInt32LE(last + 8), ico.readUInt32LE(last + 12)]
    expect(offset + bytes).toBe(ico.length)
    expect(await sharp(ico.subarray(offset)).metadata()).toMatchObject({ format: 'png', width: 48 })

    const answer = await ask('/shop/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const { icons, start_url } = (await answer.json()) as { icons: { src: string }[]; start_url: string }
    expect(start_url).toBe('/shop')
    for (const { src } of icons) expect((await ask(src)).status).toBe(200)
    const held = { 'if-none-match': String(answer.headers.get('etag')) }
    expect((await ask('/shop/manifest.webmanifest', held)).status).toBe(304)
  })

  test('is made of what is live alone, in no other size, and what was live before still answers', async () => {
    const [first, next, never] = [
      await pictureOf('#111111'),
      await pictureOf('#eeeeee'),
      await pictureOf('#777777'),
    ]
    await publish('favicon', { image: first })
    expect((await ask(`/favicon-${first.media}-32.png`)).status).toBe(200)
    await publish('favicon', { image: next })
    expect((await ask(`/favicon-${first.media}-32.png`)).status).toBe(200)
    expect((await ask(`/favicon-${first.media}-512.png`)).status).toBe(404)
    expect((await ask(`/favicon-${never.media}-32.png`)).status).toBe(404)
    for (const path of [`/favicon-${next.media}-33.png`, '/favicon-..%2f..%2fmedia-32.png', '/logo-x.png'])
      expect((await ask(path)).status, path).toBe(404)
  })
})
