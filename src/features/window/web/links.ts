import type { PageName, Place } from '../contract.ts'

/** The addresses of the shop, below the place where it is served. */
const paths: Readonly<Partial<Record<PageName, string>>> = {
  home: '',
  'about-us': '/about-us',
  faq: '/faq',
  blog: '/blog',
  stores: '/stores',
  confirm: '/subscribe/confirm',
  unsubscribe: '/unsubscribe',
}

/** Where this server has the pages of the shop, or those alone that mails lead to. */
export const ownBase = '/shop'

/** The address of a page of the shop. */
export function addressOf(base: string, page: PageName): string {
  return `${base}${paths[page] ?? ''}`
}

export const categoryAddress = (base: string, slug: string) =>
  `${base}/blog/category/${encodeURIComponent(slug)}`
export const postAddress = (base: string, slug: string) => `${base}/blog/${encodeURIComponent(slug)}`
/** The pages that mails lead to. */
export const mailPages: readonly PageName[] = ['confirm', 'unsubscribe']

export const storeAddress = (base: string, id: string) => `${base}/stores/${encodeURIComponent(id)}`

/** The address of a page of a list, with what was searched for. */
export function numberedAddress(address: string, number: number, q = ''): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(number > 1 ? { page: String(number) } : {}) })
  return query.size > 0 ? `${address}?${query}` : address
}

/** The feeds of the blog, which stand beside the shop itself whatever is previewed. */
export const feeds = [
  { type: 'application/rss+xml', path: '/blog/rss.xml' },
  { type: 'application/atom+xml', path: '/blog/atom.xml' },
] as const
export const sitemap = '/sitemap.xml'

/** The public calls that each page asks, by what they answer. */
export const calls = {
  content: '/api/storefront/content',
  pageContent: (page: string) => `/api/storefront/pages/${page}`,
  shared: (token: string) => `/api/storefront/preview/${encodeURIComponent(token)}`,
  faqs: '/api/storefront/faqs',
  products: '/api/storefront/products/newest',
  posts: (page: number, limit: number, category: string) =>
    `/api/storefront/posts?${new URLSearchParams({
      page: String(page),
      limit: String(limit),
      ...(category ? { category } : {}),
    })}`,
  post: (slug: string) => `/api/storefront/posts/${encodeURIComponent(slug)}`,
  postView: (slug: string) => `/api/storefront/posts/${encodeURIComponent(slug)}/view`,
  stores: (page: number, limit: number, q: string) =>
    `/api/storefront/stores?${new URLSearchParams({ page: String(page), limit: String(limit), ...(q ? { q } : {}) })}`,
  store: (id: string, page: number) =>
    `/api/storefront/stores/${encodeURIComponent(id)}${page > 1 ? `?page=${page}` : ''}`,
  consent: '/api/storefront/subscribers/consent',
  subscribe: '/api/storefront/subscribers',
  confirm: '/api/storefront/subscribers/confirm',
  unsubscribe: '/api/storefront/subscribers/unsubscribe',
} as const

/** The document that previews draw in, in a frame that may run scripts and nothing else. */
export const frameAddress = '/shop/preview-frame'

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The page at a path below the base: `''`, `/blog/some-post`. What is none is `not-found`. */
export function placeAt(base: string, path: string, query: string): Place {
  const asked = new URLSearchParams(query)
  const number = Math.min(10_000, Math.max(1, Number.parseInt(asked.get('page') ?? '1', 10) || 1))
  const found = (Object.keys(paths) as PageName[]).find((page) => paths[page] === path)
  if (found === 'stores')
    return { page: 'stores', base, number, q: (asked.get('q') ?? '').trim().slice(0, 100) }
  if (found) return { page: found, base, ...(found === 'blog' ? { number } : {}) }
  const [, noun = '', first = '', second, third] = path.split('/')
  if (noun === 'blog' && first === 'category' && second && third === undefined) {
    const slug = decoded(second)
    if (slug) return { page: 'blog', base, slug, number }
  }
  const slug = second === undefined && first ? decoded(first) : null
  if (noun === 'blog' && slug) return { page: 'post', base, slug }
  if (noun === 'stores' && slug) return { page: 'store', base, slug, number }
  return { page: 'not-found', base }
}
