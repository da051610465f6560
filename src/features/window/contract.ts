/**
 * What the shop window knows of the public answers, spelled as the wire has it. The window is a client like any other
 * shop: it reads nothing else, and takes every field for missing that an older or a hostile answer may lack.
 */
export interface Picture {
  media: string
  width: number
  height: number
  alt: string
  is_decorative: boolean
}

export interface Banner {
  id?: string
  image: Picture | null
  title: string
  title_size: number
  title_color: string
  sub_title: string
  sub_title_size: number
  sub_title_color: string
  cta: string
  cta_link: string
  from: string | null
  until: string | null
  is_on: boolean
}

interface Searched {
  search_title: string
  search_description: string
}

interface Items<Item> {
  items: Item[]
}

export interface Service {
  id: string
  icon: Picture | null
  title: string
  sub_title: string
  is_on: boolean
}

export interface Faq {
  id: string
  title: string
  details: string
}

/** Every section that the window shows. */
export interface Sections {
  slider_banners: Items<Banner>
  sub_slider_banners: Items<Banner>
  services: Items<Service>
  popular_categories_banners: Items<Banner>
  center_large_banner: Items<Banner>
  bottom_small_banners: Items<Banner>
  homepage: Searched & {
    welcome: string
    announcement: string
    announcement_link: string
    popular_heading: string
    products_heading: string
    parts: string[]
  }
  about_us: Searched & { title: string; banner: Picture | null; text: string }
  stores_page: Searched & { title: string; intro: string; per_page: number }
  faq_page: Searched & { title: string; intro: string }
  blog_page: Searched & { title: string; intro: string; per_page: number } & Items<{
      id: string
      title: string
      details: string
    }>
  logos: { shop_name: string; header: Picture | null; footer: Picture | null }
  favicon: { image: Picture | null }
  loader: { image: Picture | null }
  popup_banner: Banner & { delay_seconds: number; again_days: number }
  /** The working copy of the questions, as previews get it. */
  faqs: Items<Faq & { group: string; is_active: boolean }>
}
export type SectionKey = keyof Sections

export interface Content {
  release: number
  sections: { readonly [Name in string]?: unknown }
  expires_at?: string | undefined
  shown_at?: string | undefined
}

export interface PostRow {
  slug: string
  title: string
  category: { name: string; slug: string } | null
  banner: Picture | null
  excerpt: string
  author: string
  published_at: string
  reading_minutes: number
}

export interface Post extends PostRow {
  html: string
  search_title: string
  search_description: string
  updated_at: string
}

export interface FaqGroups {
  groups: { name: string; faqs: Faq[] }[]
}

export interface StoreRow {
  id: string
  shop_name: string
  city: string
  /** Content hash of the picture; empty without one. */
  logo: string | null
  product_count: number
}

export interface Product {
  id: string
  product_name: string
  price: string
  price_before: string | null
  image: string | null
}

/** A product beside those of other stores. */
export interface NewestProduct extends Product {
  store_id: string
  shop_name: string
}

export interface Store extends StoreRow {
  banner: string | null
  joined_at: string
  products: Product[]
}

export interface Paged<Row> {
  results: Row[]
  total: number
}

/** What people agree to when they subscribe to news. */
export interface Consent {
  version: number
  text: string
}

/** What a page shows beside the content, as the public calls answer it. */
export interface Answers {
  faqs?: FaqGroups
  posts?: Paged<PostRow>
  post?: Post
  stores?: Paged<StoreRow>
  store?: Store
  products?: NewestProduct[]
  consent?: Consent
}

export const windowPages = [
  'home',
  'about-us',
  'faq',
  'blog',
  'post',
  'stores',
  'store',
  'confirm',
  'unsubscribe',
  'not-found',
] as const
export type PageName = (typeof windowPages)[number]

/** Where in the shop somebody is. */
export interface Place {
  page: PageName
  /** Before every address of the shop: `/shop`, or the address of a shared preview. */
  base: string
  slug?: string
  number?: number
  q?: string
}

/** Everything that a page of the window is drawn from; the document contains it, so that its first paint needs no call. */
export interface Shown {
  place: Place
  content: Content
  answers: Answers
  /** A preview shows what is off as the public answer would, and marks each field. */
  preview: null | 'frame' | 'link'
  /** ISO time up to which a shared preview is open. */
  openUntil?: string
}

export type Theme = 'light' | 'dark'
export type Direction = 'ltr' | 'rtl'

/** What a preview frame is told. */
export interface ContentMessage {
  type: 'munshi:content'
  content: Content
  page: PageName
  theme: Theme
  dir: Direction
  focus?: string
  focusItem?: string
  answers?: Answers
  n?: number
}

/** A field that was clicked. */
export interface Picked {
  section: string
  item: string | null
  field: string | null
}

interface Measures {
  /** Of the page in the frame, in CSS pixels. */
  height: number
  /** The middle of the section that is edited, in CSS pixels from the top. */
  middle?: number
}

/** What a preview frame tells. */
export type FrameMessage =
  | { type: 'munshi:ready' }
  | ({ type: 'munshi:shown'; n: number } & Measures)
  | ({ type: 'munshi:height' } & Measures)
  | ({ type: 'munshi:picked' } & Picked)
  | { type: 'munshi:violation'; directive: string; blocked: string }

/** An answer of a public call. */
export interface Asked {
  status: number
  etag: string
  expires: string
  body: unknown
}

export interface ShopRequest {
  place: Place
  /** The public address of the server. */
  origin: string
  /** The public address of the shop, without a slash at its end. */
  shop: string
  /** The token of a shared preview. */
  token: string | null
}

/** What the head of a document says of its page. */
export interface PageFacts {
  title: string
  description: string
  /** The whole address of the page, without what does not make another page. */
  address: string
  picture: { address: string; width: number; height: number; alt: string } | null
  kind: 'website' | 'article'
  /** False for what search engines should leave out. */
  isIndexed: boolean
  feeds: readonly { type: string; path: string }[]
  sitemap: string
  /** For search engines, as schema.org names things. */
  data: readonly object[]
}

export interface DrawnPage {
  status: 200 | 404
  facts: PageFacts
  body: string
  /** The rules for the colours of the content. */
  styles: string
  shown: Shown
}

/** What the built renderer offers to the server. */
export interface ShopRenderer {
  /** The page at a path below the base, which is empty for the homepage. */
  placeOf(base: string, path: string, query: string): Place
  drawShop(
    request: ShopRequest,
    ask: (url: string) => Promise<Asked>,
  ): Promise<DrawnPage | { status: 301; location: string }>
}
