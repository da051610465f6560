import { publicKind } from '#features/blogs/server/rules.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { type PublicAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import { readLatest, readSlugs } from './queries.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The pages of the shop that search engines are told of besides the posts, filled in by the application. */
    shopPages: (ctx: Context) => Promise<readonly ShopPage[]>
    /** What the blog is called as the window has it, filled in by the application; empty without a name. */
    blogName: (ctx: Context) => Promise<string>
  }
}

/** A page of the shop, as a path below its address. */
export interface ShopPage {
  path: string
  updated_at: Date | null
}

const feedPosts = 50
/** The format allows as many in one file. */
const mostPages = 50_000
const head = '<?xml version="1.0" encoding="utf-8"?>\n'

type Post = Awaited<ReturnType<typeof readLatest>>[number]

/** The latest posts as RSS 2.0. Refuses (not-found) where the address of the shop is not known. */
export function readRss(ctx: Context): Promise<PublicAnswer<string>> {
  return feedOf(ctx, 'rss', 'application/rss+xml; charset=utf-8', (posts, { page, self, name, textOf }) => {
    const items = posts.map((post) => {
      const own = xml(page(`/blog/${post.slug}`))
      return `<item><title>${xml(post.title)}</title><link>${own}</link><guid isPermaLink="true">${own}</guid>\
<pubDate>${new Date(post.published_at).toUTCString()}</pubDate>\
${post.category ? `<category>${xml(post.category.name)}</category>` : ''}\
<description>${xml(post.excerpt)}</description>\
<content:encoded>${xml(textOf(post))}</content:encoded></item>`
    })
    return `${head}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${xml(name)}</title>\
<link>${xml(page('/blog'))}</link><description>${xml(name)}</description>\
<atom:link href="${xml(self('rss'))}" rel="self" type="application/rss+xml"/>${items.join('\n')}</channel></rss>\n`
  })
}

/** The latest posts as Atom. Refuses (not-found) where the address of the shop is not known. */
export function readAtom(ctx: Context): Promise<PublicAnswer<string>> {
  return feedOf(ctx, 'atom', 'application/atom+xml; charset=utf-8', (posts, { page, self, name, textOf }) => {
    const entries = posts.map((post) => {
      const own = xml(page(`/blog/${post.slug}`))
      return `<entry><id>${own}</id><title>${xml(post.title)}</title><link href="${own}"/>\
<published>${post.published_at}</published><updated>${post.updated_at}</updated>\
<author><name>${xml(post.author || name)}</name></author>\
<summary>${xml(post.excerpt)}</summary><content type="html">${xml(textOf(post))}</content></entry>`
    })
    const updated =
      posts
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1) ?? new Date(0).toISOString()
    return `${head}<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(self('atom'))}</id><title>${xml(name)}</title>\
<link href="${xml(self('atom'))}" rel="self"/><link href="${xml(page('/blog'))}"/><updated>${updated}</updated>\
${entries.join('\n')}</feed>\n`
  })
}

interface Place {
  /** The address of a page of the shop. */
  page: (path: string) => string
  /** Where this server has the feed itself. */
  self: (feed: 'rss' | 'atom') => string
  name: string
  /** The text of a post with whole addresses: a reader shows it anywhere. */
  textOf: (post: Post) => string
}

async function feedOf(
  ctx: Context,
  key: string,
  mediaType: string,
  write: (posts: readonly Post[], place: Place) => string,
): Promise<PublicAnswer<string>> {
  const page = pagesOf(ctx)
  const { publicUrl } = ctx.services
  const name = (await ctx.services.blogName(ctx)) || 'Blog'
  return ctx.services.publicCache.read(ctx, publicKind, JSON.stringify([key, name]), async () => {
    const { origin } = new URL(page(''))
    const text = write(await readLatest(ctx, feedPosts), {
      page,
      self: (feed) => `${publicUrl}/shop/blog/${feed}.xml`,
      name,
      // In a cleaned article only elements have angle brackets, and every attribute is in double quotes.
      textOf: ({ html }) =>
        html.replace(/<[^>]+>/g, (element) =>
          element.replace(/ (src|href)="\//, (_, of) => ` ${of}="${of === 'src' ? publicUrl : origin}/`),
        ),
    })
    return { value: publicAnswer(text, mediaType), until: null }
  })
}

/**
 * Every page of the shop: its own, the stores, and the posts. Read again every minute, because stores change outside.
 * Refuses (not-found) where the address of the shop is not known.
 */
export async function readSitemap(ctx: Context): Promise<PublicAnswer<string>> {
  const page = pagesOf(ctx)
  return ctx.services.publicCache.read(ctx, publicKind, 'sitemap', async () => {
    const posts = (await readSlugs(ctx, mostPages)).map(({ slug, updated_at }) => ({
      path: `/blog/${slug}`,
      updated_at,
    }))
    const pages = [...(await ctx.services.shopPages(ctx)), ...posts].slice(0, mostPages)
    const urls = pages.map(({ path, updated_at }) => {
      const changed = updated_at ? `<lastmod>${updated_at.toISOString()}</lastmod>` : ''
      return `<url><loc>${xml(page(path))}</loc>${changed}</url>`
    })
    const text = `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>\n`
    const value = publicAnswer(text, 'application/xml; charset=utf-8')
    return { value, until: new Date(ctx.now().getTime() + 60_000) }
  })
}

function pagesOf({ services: { shopUrl } }: Context): (path: string) => string {
  if (shopUrl === null) throw new Refusal('not-found', 'The address of the shop is not known')
  return (path) => shopUrl + path
}

/** A text within XML, which has no control characters, whatever escapes them. */
function xml(text: string): string {
  return escapeHtml(text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ''))
}
