import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldPostViews } from '#features/blogs/server/jobs.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { blogCategory, draftPost, publishedPost, scheduledPost } from '#testing/blog-samples.ts'
import { refusing, stateOf } from '#testing/state.ts'
import { readAtom, readRss, readSitemap } from './feed-queries.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let second: string
beforeAll(async () => {
  app = await startTestApp({}, { trustedProxyHops: 1 })
  admin = await app.person()
  by = { app, admin }
  second = await app.secondInstance()
})
afterAll(() => app.close())

const path = '/api/admin/blogs/posts'
const expectRefused = refusing(() => app)
const ask = (to: string, headers: Record<string, string> = {}) => app.call('GET', to, { headers })
const change = (id: string, version: number, body: object) =>
  app.call('PATCH', `${path}/${id}`, { as: admin, body, headers: { 'if-match': `"v${version}"` } })
const fold = () =>
  foldPostViews.run(jobContext('test', { db: app.database.db, services: app.services }), {} as never)
const feeds = ['/shop/blog/rss.xml', '/shop/blog/atom.xml', '/shop/sitemap.xml']
const publishChanges = (id: string, version: number) =>
  app.call('POST', `${path}/${id}/publish-changes`, { as: admin, headers: { 'if-match': `"v${version}"` } })

describe('readers', () => {
  test('are answered published posts, the newest first, with all that a card shows', async () => {
    const category = await blogCategory(by, { name: 'Wedding' })
    const first = await publishedPost(by, {
      title: 'Bridal colours',
      category_id: category.id,
      author: 'Sana',
    })
    app.clock.move(60_000)
    const latest = await publishedPost(by, { title: 'Bridal shoes', excerpt: 'Comfort first.' })
    const all = (await ask('/api/storefront/posts?limit=2')).body
    expect(all.results.map(({ slug }: { slug: string }) => slug)).toEqual([latest.slug, first.slug])
    expect(all.results[1]).toEqual({
      ...{ slug: 'bridal-colours', title: 'Bridal colours', banner: null, excerpt: '', author: 'Sana' },
      ...{ category: { name: 'Wedding', slug: 'wedding' }, reading_minutes: 1 },
      published_at: expect.stringMatching(/Z$/),
    })
    const filed = (await ask('/api/storefront/posts?category=wedding')).body
    expect([filed.total, filed.results[0].slug]).toEqual([1, 'bridal-colours'])
    const one = (await ask('/api/storefront/posts/bridal-shoes')).body.results
    expect(one).toMatchObject({
      ...{ html: '<p dir="auto">Five words of plain text.</p>', search_title: 'Bridal shoes' },
      ...{ search_description: 'Comfort first.' },
    })
  })

  test('are not offered a category that is off, and its posts stay readable without it', async () => {
    const category = await blogCategory(by, { name: 'Hidden' })
    const { slug } = await publishedPost(by, { category_id: category.id })
    const offered = async () =>
      (await ask('/api/storefront/post-categories')).body.results.map(({ slug }: { slug: string }) => slug)
    expect(await offered()).toContain('hidden')
    await app.call('PATCH', `/api/admin/blogs/categories/${category.id}`, {
      as: admin,
      body: { is_active: false },
      headers: { 'if-match': '"v1"' },
    })
    expect(await offered()).not.toContain('hidden')
    await expectRefused(404, 'There is no such category', () => ask('/api/storefront/posts?category=hidden'))
    expect((await ask(`/api/storefront/posts/${slug}`)).body.results.category).toBeNull()
  })

  test('may keep an answer for a minute, are told that it is the same, and get the change at once', async () => {
    const { id, slug } = await publishedPost(by, { title: 'Kept' })
    for (const to of [`/api/storefront/posts/${slug}`, '/api/storefront/posts', ...feeds]) {
      const answer = await ask(to)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
      const etag = answer.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      expect((await ask(to, { 'if-none-match': etag })).status).toBe(304)
    }
    const before = (await ask(`/api/storefront/posts/${slug}`)).headers.get('etag') ?? ''
    await change(id, 2, { title: 'Kept and changed' })
    const headers = { 'if-match': '"v3"' }
    await app.call('POST', `${path}/${id}/publish-changes`, { as: admin, headers })
    for (const url of [app.url, second]) {
      const answer = await app.call('GET', `/api/storefront/posts/${slug}`, {
        url,
        headers: { 'if-none-match': before },
      })
      expect([answer.status, answer.body.results.title]).toEqual([200, 'Kept and changed'])
    }
  })
})

describe('in memory', () => {
  const isKept = async (to: string) => {
    const before = app.services.publicCache.bytes
    await ask(to)
    return app.services.publicCache.bytes > before
  }

  test('stay posts and pages that are there, and nothing that anybody can make up', async () => {
    const { slug } = await publishedPost(by)
    await publishedPost(by)
    const first = await ask('/api/storefront/posts?limit=1')
    const next = encodeURIComponent(first.body.next_cursor)
    for (const made of [
      '/api/storefront/posts/no-such-post',
      '/api/storefront/posts?category=no-such-category',
      '/api/storefront/posts?limit=1&page=999999',
      `/api/storefront/posts?limit=1&cursor=${next}`,
      '/api/storefront/posts?cursor=odd',
    ])
      expect(await isKept(made), made).toBe(false)
    for (const kept of [`/api/storefront/posts/${slug}`, '/api/storefront/posts?limit=1&page=2'])
      expect(await isKept(kept), kept).toBe(true)
  })

  test('stay feeds and sitemap with their bytes, until a post changes', async () => {
    const ctx = jobContext('test', { db: app.database.db, services: app.services })
    const { id } = await publishedPost(by)
    for (const read of [readRss, readAtom, readSitemap]) {
      const first = await read(ctx)
      expect(await read(ctx)).toBe(first)
      const { version } = (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
      const changed = await change(id, version, { excerpt: `Before ${read.name}` })
      expect(await read(ctx)).toBe(first)
      await publishChanges(id, changed.body.results.version)
      expect(await read(ctx)).not.toBe(first)
    }
  })
})

test('nothing of a draft, a scheduled, an unpublished or a deleted post is in any public answer', async () => {
  const canary = 'canarysecret'
  const given = {
    ...{ title: `${canary} title`, excerpt: canary, html: `<p>${canary}</p>`, author: canary },
    ...{ search_title: canary, search_description: canary },
  }
  const category = await blogCategory(by, { name: 'Canaries' })
  const hidden = [
    await draftPost(by, { ...given, slug: 'canary-draft', category_id: category.id }),
    await scheduledPost(by, { ...given, slug: 'canary-scheduled', category_id: category.id }),
    await publishedPost(by, { ...given, slug: 'canary-unpublished', category_id: category.id }),
    await draftPost(by, { ...given, slug: 'canary-deleted', category_id: category.id }),
  ]
  const shown = await ask('/api/storefront/posts/canary-unpublished')
  expect(JSON.stringify(shown.body)).toContain(canary)
  await app.call('POST', `${path}/${hidden[2]?.id}/unpublish`, { as: admin })
  await app.call('DELETE', `${path}/${hidden[3]?.id}`, { as: admin })
  const asked = [
    ...['/api/storefront/posts?limit=100', '/api/storefront/posts?category=canaries'],
    ...['/api/storefront/post-categories', ...feeds],
    ...hidden.map(({ slug }) => `/api/storefront/posts/${slug}`),
  ]
  for (const url of [app.url, second]) {
    for (const to of asked) {
      const answer = await app.call('GET', to, { url })
      expect(`${to} ${JSON.stringify(answer.body)}`).not.toMatch(/canarysecret|canary-\w+"|blog\/canary-/)
    }
  }
  expect((await ask('/api/storefront/posts?category=canaries')).body.total).toBe(0)
  for (const { slug } of hidden) {
    const before = await stateOf(app)
    expect((await app.call('POST', `/api/storefront/posts/${slug}/view`)).status).toBe(404)
    expect(await stateOf(app)).toBe(before)
  }
})

test('the feeds and the sitemap are well-formed and name what is published, with whatever a title holds', async () => {
  const category = await blogCategory(by, { name: 'Q & A' })
  const { slug } = await publishedPost(by, {
    ...{ title: 'Silk < cotton & "wool" – عید', excerpt: 'Less ]]> than', category_id: category.id },
    slug: 'silk-and-wool',
  })
  const link = `https://munshi.example/shop/blog/${slug}`
  const [rss, atom, sitemap] = await Promise.all(feeds.map(async (to) => (await ask(to)).body as string))
  expect(rss).toContain('<title>Silk &lt; cotton &amp; &quot;wool&quot; – عید</title>')
  expect(rss).toContain('<category>Q &amp; A</category>')
  const text = escapeHtml('<p dir="auto">Five words of plain text.</p>')
  expect(rss).toContain(`<content:encoded>${text}</content:encoded>`)
  expect(atom).toContain(`<content type="html">${text}</content>`)
  for (const text of [rss, atom, sitemap]) {
    expect(text).toContain(link)
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n/)
    expect(isWellFormed(text ?? '')).toBe(true)
  }
  expect(sitemap).toContain('<loc>https://munshi.example/shop/about-us</loc>')
  const types = await Promise.all(feeds.map(async (to) => (await ask(to)).headers.get('content-type')))
  expect(types).toEqual([
    'application/rss+xml; charset=utf-8',
    'application/atom+xml; charset=utf-8',
    'application/xml; charset=utf-8',
  ])
})

/** Every element that is opened is closed in its turn, and no ampersand is bare. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  for (const [, closes, name = '', rest = ''] of xml.matchAll(/<(\/?)([a-z:A-Z]+)((?:\s[^<>]*)?)>/g)) {
    if (closes) {
      if (open.pop() !== name) return false
    } else if (!rest.endsWith('/')) open.push(name)
  }
  return open.length === 0 && !/&(?!amp;|lt;|gt;|quot;|#39;)/.test(xml)
}

describe('readings', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
  const view = (slug: string, from: string, agent = phone, url = app.url) =>
    app.call('POST', `/api/storefront/posts/${slug}/view`, {
      url,
      headers: { 'user-agent': agent, 'x-forwarded-for': from },
    })
  const viewsOf = async (id: string) =>
    (await app.call('GET', `${path}/${id}`, { as: admin })).body.results.views

  test('are counted once for an address within half an hour, whatever the browser calls itself, on any instance', async () => {
    const { id, slug } = await publishedPost(by)
    expect((await view(slug, '203.0.113.7')).status).toBe(204)
    await Promise.all([
      view(slug, '203.0.113.7'),
      view(slug, '203.0.113.7', phone, second),
      view(slug, '203.0.113.7'),
    ])
    expect(await viewsOf(id)).toBe(1)
    await view(slug, '203.0.113.8')
    await view(slug, '203.0.113.7', `${phone} Another`, second)
    expect(await viewsOf(id)).toBe(2)
    app.clock.move(29 * 60_000)
    await view(slug, '203.0.113.7')
    expect(await viewsOf(id)).toBe(2)
    app.clock.move(2 * 60_000)
    await view(slug, '203.0.113.7', phone, second)
    expect(await viewsOf(id)).toBe(3)
  })

  test('of many at once, on two instances and while they are folded, are each counted', async () => {
    admin = await app.person()
    const { id, slug } = await publishedPost(by)
    const readers = Array.from({ length: 16 }, (_, n) =>
      view(slug, `198.51.100.${n}`, phone, n % 2 ? app.url : second),
    )
    await Promise.all([fold(), ...readers, fold()])
    expect((await Promise.all(readers)).map(({ status }) => status)).toEqual(readers.map(() => 204))
    expect(await viewsOf(id)).toBe(16)
    await fold()
    expect(await viewsOf(id)).toBe(16)
    const sorted = (await app.call('GET', `${path}?sort=-views&limit=1`, { as: admin })).body.results
    expect(sorted[0].id).toBe(id)
  })

  test('by bots and programs are answered and not counted', async () => {
    const { id, slug } = await publishedPost(by)
    const bots = [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36',
      'facebookexternalhit/1.1',
      'WhatsApp/2.24',
      'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36',
      'curl/8.5.0',
      'python-requests/2.32',
      '',
    ]
    for (const [n, agent] of bots.entries()) {
      expect((await view(slug, `192.0.2.${n}`, agent)).status).toBe(204)
    }
    expect(await viewsOf(id)).toBe(0)
    await view(slug, '192.0.2.99')
    expect(await viewsOf(id)).toBe(1)
  })

  test('leave no personal data, and what they leave is forgotten after half an hour', async () => {
    const { slug } = await publishedPost(by)
    await view(slug, '192.0.2.201')
    const rows = async () => (await app.database.pool.query('select * from post_visits')).rows
    const text = JSON.stringify(await rows())
    expect(text).not.toContain('192.0.2')
    expect(text).not.toContain('Android')
    expect((await rows()).length).toBeGreaterThan(0)
    app.clock.move(31 * 60_000)
    await fold()
    expect(await rows()).toEqual([])
  })

  test('over midnight in Karachi, when the key changes, are still one reading', async () => {
    const midnight = new Date(app.clock.now())
    midnight.setUTCHours(19, 0, 0, 0)
    const wait = (midnight.getTime() - app.clock.now().getTime() + 86_400_000) % 86_400_000
    app.clock.move(wait - 10 * 60_000)
    admin = await app.person()
    by = { app, admin }
    const { id, slug } = await publishedPost(by)
    await view(slug, '192.0.2.77')
    app.clock.move(20 * 60_000)
    await view(slug, '192.0.2.77')
    expect(await viewsOf(id)).toBe(1)
    app.clock.move(11 * 60_000)
    await view(slug, '192.0.2.77')
    expect(await viewsOf(id)).toBe(2)
  })

  test('from one address are limited', async () => {
    const limited = await startTestApp({}, { rateLimit: { perSecond: 1, burst: 5 } })
    try {
      const answers = []
      for (let n = 0; n < 8; n += 1)
        answers.push((await limited.call('POST', '/api/storefront/posts/none/view')).status)
      expect(answers).toContain(429)
    } finally {
      await limited.close()
    }
  })
})

describe('among 5,000 posts', () => {
  let categoryId: string
  beforeAll(async () => {
    admin = await app.person()
    by = { app, admin }
    const category = await blogCategory(by, { name: 'Among many' })
    categoryId = category.id
    await app.database.patientPool.query(
      `insert into posts (id, title, slug, category_id, state, published_at, shown_at, html, views, created_at, updated_at)
       select gen_random_uuid(), 'Many ' || n, 'many-' || n, case when n % 4 = 1 then $1::uuid end,
         (array['draft', 'published', 'unpublished', 'published'])[1 + n % 4], $2::timestamptz - n * interval '1 minute',
         $2::timestamptz, repeat('text ', 500), n % 300, $2::timestamptz - n * interval '1 minute', $2::timestamptz - n * interval '2 minutes'
       from generate_series(1, 5000) n`,
      [category.id, app.clock.now()],
    )
    await app.database.patientPool.query('analyze posts')
  })

  const orders = ['created_at', 'updated_at', 'title', 'views'] as const
  test.each(orders.flatMap((order) => [order, `-${order}`]))(
    'a page of the list by %s and the page after it are a walk along one index',
    async (sort) => {
      const first = await app.call('GET', `${path}?state=published&sort=${sort}`, { as: admin })
      expect(first.body.total).toBeGreaterThanOrEqual(2500)
      const more = `&cursor=${encodeURIComponent(first.body.next_cursor)}`
      const next = await app.call('GET', `${path}?state=published&sort=${sort}${more}`, { as: admin })
      const ids = [...first.body.results, ...next.body.results].map(({ id }) => id)
      expect(new Set(ids).size).toBe(50)
      const [column, way] = [sort.replace('-', ''), sort.startsWith('-') ? 'desc' : 'asc']
      const last = `select p.${column}, p.id from posts p where p.id = '${first.body.results[24].id}'`
      for (const beyond of ['', `and (p.${column}, p.id) ${way === 'asc' ? '>' : '<'} (${last})`]) {
        await expectWalked(
          `select p.${column}, p.id from posts p where p.list = 'published' ${beyond}
           order by p.${column} ${way}, p.id ${way} limit 25`,
          /Index.* Scan.*posts_by_/,
        )
      }
    },
  )

  const indexes = {
    created_at: 'posts_of_category\\b',
    updated_at: 'posts_of_category_by_updated',
    title: 'posts_of_category_by_title',
    views: 'posts_of_category_by_views',
  }
  test.each(orders.flatMap((order) => [order, `-${order}`] as const))(
    'a page of a category by %s is a walk along one index too',
    async (sort) => {
      const to = `${path}?state=published&category_id=${categoryId}&sort=${sort}`
      const { body } = await app.call('GET', to, { as: admin })
      expect(body.total).toBe(1250)
      const [column, way] = [
        sort.replace('-', '') as keyof typeof indexes,
        sort.startsWith('-') ? 'desc' : 'asc',
      ]
      const inOrder = await app.database.pool.query(
        `select p.id from posts p where p.category_id = $1 and p.list = 'published'
         order by p.${column} ${way}, p.id ${way} limit 25`,
        [categoryId],
      )
      expect(body.results.map(({ id }: { id: string }) => id)).toEqual(inOrder.rows.map(({ id }) => id))
      await expectWalked(
        `select p.${column}, p.id from posts p where p.category_id = '${categoryId}' and p.list = 'published'
         order by p.${column} ${way}, p.id ${way} limit 25`,
        new RegExp(`Index.* Scan.*${indexes[column]}`),
      )
    },
  )

  test('the public list is one too, of all and of a category', async () => {
    expect((await ask('/api/storefront/posts?page=9&limit=20')).body.results).toHaveLength(20)
    const filed = (await ask('/api/storefront/posts?category=among-many&limit=20')).body
    expect([filed.total, filed.results.length]).toEqual([1250, 20])
    const ofAll = "p.list = 'published'"
    for (const [where, index] of [
      [ofAll, 'posts_by_published'],
      [`p.category_id = '${categoryId}' and ${ofAll}`, 'posts_of_category_published'],
    ]) {
      await expectWalked(
        `select p.published_at, p.id from posts p where ${where} order by p.published_at desc, p.id desc limit 20`,
        new RegExp(`Index.* Scan.*${index}`),
      )
    }
  })

  async function expectWalked(statement: string, index: RegExp): Promise<void> {
    const { rows } = await app.database.pool.query(`explain ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/Sort|Seq Scan/)
  }
})
