import { faqGroupsOf } from '#features/window/reading/web/faq-model.ts'
import { plainOf } from '#features/window/reading/web/rich-text-model.ts'
import type { Answers, PageFacts, Picture, Shown } from '../contract.ts'
import { texts } from '../texts.ts'
import {
  addressOf,
  categoryAddress,
  feeds,
  mailPages,
  numberedAddress,
  postAddress,
  sitemap,
  storeAddress,
} from './links.ts'
import { mediaUrl, pictureOf, sectionOf, textIn } from './window-model.ts'

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/, '')}…`

/** The public addresses of the server, which has the pictures, and of the shop. */
export interface Addresses {
  origin: string
  shop: string
}

/** What the head says of a page. A shared preview and what was searched for are left out by search engines. */
export function factsOf(shown: Shown, { origin, shop: shopAddress }: Addresses): PageFacts {
  const { place, content, preview } = shown
  const { base } = place
  const logos = sectionOf(content, 'logos')
  const shop = textIn(logos.shop_name) || texts.shop
  const whole: Whole = (address) => shopAddress + address.slice(base.length)
  const own = ownFactsOf(shown, shop, { origin, whole })
  const header = pictureOf(logos.header)
  const organization = {
    type: 'Organization',
    name: shop,
    url: whole(addressOf(base, 'home')),
    ...(header ? { logo: origin + mediaUrl(header.media) } : {}),
  }
  const crumbs = own.crumbs.length > 0 ? [crumbsOf(own.crumbs, whole)] : []
  const isOfShop = place.page === 'home' || place.page === 'about-us'
  const isPublic = preview === null
  return {
    title: own.isWhole ? own.title : `${own.title} · ${shop}`,
    description: cut(own.description || shop, 160),
    address: whole(own.address),
    picture: own.picture && { ...own.picture, address: origin + mediaUrl(own.picture.media) },
    kind: own.kind,
    isIndexed: isPublic && place.page !== 'not-found' && !mailPages.includes(place.page) && !place.q,
    feeds: isPublic ? feeds.map(({ type, path }) => ({ type, path: base + path })) : [],
    sitemap: isPublic ? base + sitemap : '',
    data: [...(isOfShop ? [organization] : []), ...own.data, ...crumbs].map((one) =>
      namedForAll(one, organization),
    ),
  }
}

/** The whole address of what has this address in the shop. */
type Whole = (address: string) => string

interface OwnFacts {
  title: string
  /** The title is said as it was written for searches, without the name of the shop. */
  isWhole: boolean
  description: string
  address: string
  picture: Picture | null
  kind: PageFacts['kind']
  data: object[]
  crumbs: { name: string; address: string }[]
}

function ownFactsOf(shown: Shown, shop: string, places: { origin: string; whole: Whole }): OwnFacts {
  const { place, content, answers } = shown
  const { base, page } = place
  const plain = { picture: null, kind: 'website' as const, data: [], crumbs: [], isWhole: false }
  const searched = (section: { search_title?: string; search_description?: string }, title: string) => ({
    title: textIn(section.search_title) || title,
    isWhole: textIn(section.search_title) !== '',
    description: textIn(section.search_description),
  })
  if (page === 'home') {
    const homepage = sectionOf(content, 'homepage')
    const address = addressOf(base, 'home')
    const first = sectionOf(content, 'slider_banners').items?.[0]?.image
    const own = searched(homepage, shop)
    const description = own.description || textIn(homepage.welcome)
    return { ...plain, ...own, isWhole: true, description, address, picture: pictureOf(first) }
  }
  if (page === 'about-us') {
    const about = sectionOf(content, 'about_us')
    const own = searched(about, textIn(about.title) || texts.aboutUs)
    const description = own.description || plainOf(textIn(about.text))
    return { ...plain, ...own, description, address: addressOf(base, page), picture: pictureOf(about.banner) }
  }
  if (page === 'faq') {
    const section = sectionOf(content, 'faq_page')
    const own = searched(section, textIn(section.title) || texts.faqTitle)
    const description = own.description || textIn(section.intro)
    return { ...plain, ...own, description, address: addressOf(base, page), data: faqData(shown) }
  }
  if (page === 'blog') return { ...plain, ...blogFacts(shown, searched) }
  if (page === 'stores') {
    const section = sectionOf(content, 'stores_page')
    const own = searched(section, textIn(section.title) || texts.stores)
    const address = numberedAddress(addressOf(base, page), place.number ?? 1)
    const description = own.description || textIn(section.intro) || texts.storesOf({ shop })
    return { ...plain, ...own, description, address }
  }
  if (page === 'confirm' || page === 'unsubscribe') {
    const title = page === 'confirm' ? texts.confirmTitle : texts.unsubscribe
    return { ...plain, title, description: '', address: addressOf(base, page) }
  }
  if (page === 'post' && answers.post) return { ...plain, ...postFacts(answers.post, shown, places) }
  if (page === 'store' && answers.store) return { ...plain, ...storeFacts(answers.store, shown) }
  return { ...plain, title: texts.nothingHere, description: '', address: addressOf(base, 'home') }
}

function blogFacts(
  { place, content, answers }: Shown,
  searched: (
    section: { search_title?: string; search_description?: string },
    title: string,
  ) => Pick<OwnFacts, 'title' | 'isWhole' | 'description'>,
): Partial<OwnFacts> & Pick<OwnFacts, 'title' | 'description' | 'address'> {
  const section = sectionOf(content, 'blog_page')
  const blog = textIn(section.title) || texts.blog
  const address = addressOf(place.base, 'blog')
  if (place.slug) {
    const own = categoryAddress(place.base, place.slug)
    const name = answers.posts?.results[0]?.category?.name ?? place.slug
    const crumbs = [
      { name: blog, address },
      { name, address: own },
    ]
    return { title: name, description: name, address: numberedAddress(own, place.number ?? 1), crumbs }
  }
  const own = searched(section, blog)
  const description = own.description || textIn(section.intro)
  return { ...own, description, address: numberedAddress(address, place.number ?? 1) }
}

function postFacts(
  post: NonNullable<Answers['post']>,
  { place, content }: Shown,
  { origin, whole }: { origin: string; whole: Whole },
): Partial<OwnFacts> & Pick<OwnFacts, 'title' | 'description' | 'address'> {
  const blog = textIn(sectionOf(content, 'blog_page').title) || texts.blog
  const address = postAddress(place.base, post.slug)
  const picture = pictureOf(post.banner)
  const description = textIn(post.search_description) || textIn(post.excerpt) || plainOf(post.html ?? '')
  const posting = {
    type: 'BlogPosting',
    headline: cut(post.title, 110),
    description: cut(description, 160),
    datePublished: post.published_at,
    dateModified: post.updated_at || post.published_at,
    mainEntityOfPage: whole(address),
    ...(post.author ? { author: { type: 'Person', name: post.author } } : {}),
    ...(picture ? { image: origin + mediaUrl(picture.media) } : {}),
    publisher: shopItself,
  }
  const crumbs = [
    { name: blog, address: addressOf(place.base, 'blog') },
    ...(post.category
      ? [{ name: post.category.name, address: categoryAddress(place.base, post.category.slug) }]
      : []),
    { name: post.title, address },
  ]
  const title = textIn(post.search_title) || post.title
  return { title, description, address, picture, kind: 'article', data: [posting], crumbs }
}

function storeFacts(
  store: NonNullable<Answers['store']>,
  { place, content }: Shown,
): Partial<OwnFacts> & Pick<OwnFacts, 'title' | 'description' | 'address'> {
  const address = storeAddress(place.base, store.id)
  const stores = textIn(sectionOf(content, 'stores_page').title) || texts.stores
  const crumbs = [
    { name: stores, address: addressOf(place.base, 'stores') },
    { name: store.shop_name, address },
  ]
  const description = [store.shop_name, store.city, texts.products({ count: store.product_count })]
    .filter(Boolean)
    .join(' · ')
  return { title: store.shop_name, description, address, crumbs }
}

function faqData({ content, answers }: Shown): object[] {
  const questions = faqGroupsOf(content, answers).flatMap(({ faqs }) => faqs)
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ title, details }) => ({
    type: 'Question',
    name: title,
    acceptedAnswer: { type: 'Answer', text: details },
  }))
  return [{ type: 'FAQPage', mainEntity }]
}

function crumbsOf(crumbs: OwnFacts['crumbs'], whole: Whole): object {
  const itemListElement = crumbs.map(({ name, address }, index) => ({
    type: 'ListItem',
    position: index + 1,
    name,
    item: whole(address),
  }))
  return { type: 'BreadcrumbList', itemListElement }
}

/** Stands in data for the shop, whose facts are known where all of them come together. */
const shopItself = { of: 'shop' } as const

/** Data as schema.org has it: types by its name, addresses whole, and the shop as who publishes. */
function namedForAll(value: unknown, shop: object): object {
  if (value === shopItself) return namedForAll(shop, shop)
  if (Array.isArray(value)) return value.map((one) => namedForAll(one, shop))
  if (typeof value !== 'object' || value === null) return value as object
  const entries = Object.entries(value).map(([name, one]) => [
    name === 'type' ? '@type' : name,
    namedForAll(one, shop),
  ])
  return Object.fromEntries(entries)
}
