import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { publishedPost } from '#testing/blog-samples.ts'
import { readConfig } from './config.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const path = '/api/admin/homepage-settings/sections/homepage'
async function homepage(given: object): Promise<{ section: string; version: number }> {
  const before = (await app.call('GET', path, { as: admin })).body.results
  const value = { ...before.value, ...given }
  const saved = await app.call('PUT', path, {
    as: admin,
    body: { value },
    headers: { 'if-match': `"v${before.version}"` },
  })
  expect(saved.status).toBe(200)
  return { section: 'homepage', version: saved.body.results.version }
}
const welcome = (words: string) => homepage({ welcome: words })
const read = (address: string) => app.call('GET', address)
/** What names the address of the shop. */
const documents = [
  '/shop/blog/rss.xml',
  '/shop/blog/atom.xml',
  '/shop/sitemap.xml',
  '/shop/manifest.webmanifest',
]

describe('the example shop', () => {
  test('shows a release with the next request, and never a word of a draft', async () => {
    const first = await welcome('Welcome to the first release')
    expect((await read('/shop')).body).not.toContain('Welcome to the first release')
    await app.call('POST', '/api/admin/releases', { as: admin, body: { title: 'First', sections: [first] } })
    expect((await read('/shop')).body).toContain('Welcome to the first release')
    await welcome('A word of a draft')
    for (const address of ['/shop', '/shop/about-us', '/shop/faq', '/shop/stores', '/shop/blog'])
      expect((await read(address)).body).not.toContain('A word of a draft')
  })

  test('has its announcement on every page, but not where a reader comes from a mail', async () => {
    const { slug } = await publishedPost({ app, admin })
    const sections = [await homepage({ announcement: 'Closed on Eid', announcement_link: '/faq' })]
    await app.call('POST', '/api/admin/releases', { as: admin, body: { title: 'Eid', sections } })
    const pages = ['', '/about-us', '/faq', '/stores', '/stores/nobody', '/blog', `/blog/${slug}`, '/nothing']
    for (const page of pages)
      expect((await read(`/shop${page}`)).body, page).toContain('<a href="/shop/faq">Closed on Eid</a>')
    for (const page of ['/subscribe/confirm', '/unsubscribe'])
      expect((await read(`/shop${page}`)).body, page).not.toContain('<a href="/shop/faq">Closed on Eid</a>')
  })

  test('is a document that may run its own files alone, and be framed by nobody', async () => {
    const { headers, body } = await read('/shop')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("trusted-types 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('nonce')
    expect(body).not.toMatch(/<script(?![^>]*(?:src=|type="application\/(?:ld\+)?json"))/)
  })

  test('has its own 404s, and sends an address with a slash at its end on', async () => {
    expect((await read('/shop/nothing')).status).toBe(404)
    const moved = await fetch(`${app.url}/shop/faq/`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/shop/faq'])
  })

  test('is drawn once for a page, whatever else its address says', async () => {
    const plain = await read('/shop/about-us')
    const other = await read('/shop/about-us?utm_source=mail')
    expect([other.status, other.headers.get('etag')]).toEqual([200, plain.headers.get('etag')])
  })

  test('is not there where it is switched off, and previews still are', async () => {
    const off = await startTestApp({}, { servesExampleShop: false })
    try {
      for (const address of ['/shop', '/shop/faq', '/shop/nothing', ...documents])
        expect((await off.call('GET', address)).status, address).toBe(404)
      expect((await off.call('GET', '/shop/preview-frame')).status).toBe(200)
    } finally {
      await off.close()
    }
  })
})

describe('the pages that mails lead to', () => {
  test('are served without an example shop, lead to the real one, and hold nothing of the link', async () => {
    const off = await startTestApp({ shopUrl: 'https://shop.example/pk' }, { servesExampleShop: false })
    try {
      for (const path of ['/shop/unsubscribe', '/shop/subscribe/confirm']) {
        const answer = await fetch(`${off.url}${path}?token=the-token-of-somebody`)
        const body = await answer.text()
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
        expect(answer.headers.get('x-robots-tag')).toBe('noindex')
        expect(body).toContain('href="https://shop.example/pk"')
        expect(body).not.toContain('the-token-of-somebody')
      }
    } finally {
      await off.close()
    }
  })

  test('are where the address for mail programs leads, and opening it changes nothing', async () => {
    const opened = await fetch(`${app.url}/api/mail/unsubscribe/some-token`, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      '/shop/unsubscribe?token=some-token',
    ])
    const { rows } = await app.database.pool.query('select count(*)::int as n from suppressions')
    expect(rows[0].n).toBe(0)
  })
})

describe('the address of the shop', () => {
  test('is in the feeds, the sitemap, the manifest and every page, also where another server has it', async () => {
    const own = await startTestApp({ shopUrl: 'https://shop.example/pk' })
    try {
      const by = { app: own, admin: await own.person() }
      const { id, slug } = await publishedPost(by, {
        html: '<p><a href="/pk/faq">Questions</a></p>',
      })
      const [rss, atom, sitemap, manifest] = await Promise.all(
        documents.map(async (to) => (await own.call('GET', to)).body),
      )
      for (const text of [rss, atom, sitemap])
        expect(text).toContain(`>https://shop.example/pk/blog/${slug}</`)
      expect(rss).toContain('href=&quot;https://shop.example/pk/faq&quot;')
      expect(rss).toContain('href="https://munshi.example/shop/blog/rss.xml" rel="self"')
      expect(sitemap).toContain('<loc>https://shop.example/pk/about-us</loc>')
      expect(manifest).toMatchObject({
        start_url: 'https://shop.example/pk',
        scope: 'https://shop.example/pk',
      })
      const page = (await own.call('GET', '/shop/about-us')).body
      expect(page).toContain('<link rel="canonical" href="https://shop.example/pk/about-us">')
      const post = await own.call('GET', `/api/admin/blogs/posts/${id}`, { as: by.admin })
      expect(post.body.results.address).toBe(`https://shop.example/pk/blog/${slug}`)
    } finally {
      await own.close()
    }
  })

  test.each([
    [{}, 'http://localhost:3000/shop'],
    [{ PUBLIC_URL: 'https://admin.example/' }, 'https://admin.example/shop'],
    [{ EXAMPLE_SHOP: 'false' }, null],
    [{ DATABASE_URL: 'postgres://localhost/munshi' }, null],
    [
      { DATABASE_URL: 'postgres://localhost/munshi', SHOP_URL: 'https://shop.example/' },
      'https://shop.example',
    ],
    [{ SHOP_URL: 'https://shop.example' }, 'https://shop.example'],
  ])('with the settings %j is %j', (settings, address) => {
    expect(readConfig(settings).shopUrl).toBe(address)
  })

  test('that is none is refused at the start', () => {
    for (const SHOP_URL of ['shop.example', 'ftp://shop.example', 'https://shop.example/?a=1'])
      expect(() => readConfig({ SHOP_URL }), SHOP_URL).toThrow(/SHOP_URL/)
  })
})

describe('the frame of previews', () => {
  test('may run scripts and nothing else, within this server alone, and its files can be read without an origin', async () => {
    const { headers, body } = await read('/shop/preview-frame')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('connect-src')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const [, script = ''] = /src="([^"]+)"/.exec(body) ?? []
    const file = await fetch(app.url + script)
    expect([file.status, file.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  })
})

describe('a kept picture', () => {
  test('is served in narrow widths too, never wider than it is, and in no other', async () => {
    const bytes = await sharp({ create: { width: 700, height: 700, channels: 3, background: '#0f6b4a' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
    const saved = await app.call('POST', '/api/admin/default-images/shop-banner', { as: admin, body: form })
    const media = saved.body.results.shop_banner
    const widthOf = async (name: string) => {
      const response = await fetch(`${app.url}/media/${name}.webp`)
      if (response.status !== 200) return response.status
      return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width
    }
    expect(await widthOf(media)).toBe(400)
    // Once made, and once kept.
    expect([await widthOf(`${media}-480`), await widthOf(`${media}-480`)]).toEqual([400, 400])
    const put = vi.spyOn(app.services.files, 'put')
    const callers = Array.from({ length: 6 }, () => widthOf(`${media}-960`))
    expect(await Promise.all(callers)).toEqual(callers.map(() => 400))
    expect(put).toHaveBeenCalledTimes(1)
    put.mockRestore()
    expect([await widthOf(`${media}-481`), await widthOf(`${'0'.repeat(64)}-480`)]).toEqual([404, 404])
  })
})
