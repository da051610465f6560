import { renderToString } from 'react-dom/server'
import type {
  Answers,
  Asked,
  Content,
  DrawnPage,
  Place,
  ShopRenderer,
  ShopRequest,
  Shown,
} from '#features/window/contract.ts'
import { type Addresses, factsOf } from '#features/window/web/head-model.ts'
import { calls, mailPages, placeAt, postAddress } from '#features/window/web/links.ts'
import {
  colorRules,
  homePartsOf,
  perPageOf,
  productsPerPage,
  sectionOf,
} from '#features/window/web/window-model.ts'
import { ShopWindow } from '#features/window/web/window-panel.tsx'

type Ask = (url: string) => Promise<Asked>

export const placeOf: ShopRenderer['placeOf'] = placeAt

/** Draws a page of the shop from what the public calls answer. */
export const drawShop: ShopRenderer['drawShop'] = async (request, ask) => {
  const { place } = request
  const { answer, content } = await contentOf(place, request, ask)
  if (!content) return pageOf(nothing(place), request)
  const { answers: own, isFound } = await answersOf(place, content, ask)
  const answers = { ...own, ...(await consentOf(place, request, ask)) }
  const moved = answers.post && place.slug !== answers.post.slug ? answers.post.slug : null
  if (moved) return { status: 301, location: postAddress(place.base, moved) }
  const openUntil =
    content.expires_at ?? (answer.expires ? new Date(answer.expires).toISOString() : undefined)
  const shown: Shown = {
    place: isFound ? place : { page: 'not-found', base: place.base },
    content,
    answers,
    preview: request.token ? 'link' : null,
    ...(request.token && openUntil ? { openUntil } : {}),
  }
  return pageOf(shown, request)
}

const nothing = (place: Place): Shown => ({
  place: { page: 'not-found', base: place.base },
  content: { release: 0, sections: {} },
  answers: {},
  preview: null,
})

/** Which content a page is drawn from; what the pages have in common is part of each. */
const contentPages: Readonly<Partial<Record<Place['page'], string>>> = {
  confirm: 'about-us',
  unsubscribe: 'about-us',
  'about-us': 'about-us',
  faq: 'faq',
  blog: 'blog',
  post: 'blog',
  stores: 'stores',
  store: 'stores',
}

async function contentOf(
  { page }: Place,
  { token }: ShopRequest,
  ask: Ask,
): Promise<{ answer: Asked; content: Content | null }> {
  const own = contentPages[page]
  const answer = await ask(token ? calls.shared(token) : own ? calls.pageContent(own) : calls.content)
  if (answer.status === 404 && token) return { answer, content: null }
  return { answer, content: resultsOf<Content>(answer) }
}

/** The results of an answer; null where there is no such thing. Throws where there was no answer to speak of. */
function resultsOf<T>({ status, body }: Asked): T | null {
  if (status === 404 || status === 422) return null
  if (status !== 200) throw new Error(`a public call answered ${status}`)
  return (body as { results: T }).results
}

async function answersOf(
  place: Place,
  content: Content,
  ask: Ask,
): Promise<{ answers: Answers; isFound: boolean }> {
  const { page, slug = '', number = 1, q = '' } = place
  const paged = <T,>(answer: Asked) => (resultsOf(answer) === null ? null : (answer.body as T))
  if (page === 'home' && homePartsOf(content).includes('products')) {
    const products = resultsOf<NonNullable<Answers['products']>>(await ask(calls.products))
    return { answers: products ? { products } : {}, isFound: true }
  }
  if (page === 'faq') {
    const faqs = resultsOf<NonNullable<Answers['faqs']>>(await ask(calls.faqs))
    return { answers: faqs ? { faqs } : {}, isFound: true }
  }
  if (page === 'blog') {
    const perPage = perPageOf(sectionOf(content, 'blog_page').per_page, 12)
    const posts = paged<NonNullable<Answers['posts']>>(await ask(calls.posts(number, perPage, slug)))
    // A category without posts is a page all the same, as long as it exists; and so is the first page of none.
    return {
      answers: posts ? { posts } : {},
      isFound: isWithin(posts, number, perPage) && (posts !== null || !slug),
    }
  }
  if (page === 'stores') {
    const perPage = perPageOf(sectionOf(content, 'stores_page').per_page, 24)
    const stores = paged<NonNullable<Answers['stores']>>(await ask(calls.stores(number, perPage, q)))
    return { answers: stores ? { stores } : {}, isFound: isWithin(stores, number, perPage) }
  }
  if (page === 'post') {
    const post = resultsOf<NonNullable<Answers['post']>>(await ask(calls.post(slug)))
    return { answers: post ? { post } : {}, isFound: post !== null }
  }
  if (page === 'store') {
    const store = resultsOf<NonNullable<Answers['store']>>(await ask(calls.store(slug, number)))
    const isPage = store !== null && isWithin({ total: store.product_count }, number, productsPerPage)
    return { answers: store ? { store } : {}, isFound: isPage }
  }
  return { answers: {}, isFound: page !== 'not-found' }
}

/** What the form of the footer says; a shared preview and the pages of mails have no form. */
async function consentOf({ page }: Place, { token }: ShopRequest, ask: Ask): Promise<Answers> {
  if (token || mailPages.includes(page)) return {}
  const consent = resultsOf<NonNullable<Answers['consent']>>(await ask(calls.consent))
  return consent ? { consent } : {}
}

const isWithin = (list: { total: number } | null, number: number, perPage: number) =>
  number === 1 || (list !== null && (number - 1) * perPage < list.total)

function pageOf(shown: Shown, addresses: Addresses): DrawnPage {
  return {
    status: shown.place.page === 'not-found' ? 404 : 200,
    facts: factsOf(shown, addresses),
    body: renderToString(<ShopWindow shown={shown} />),
    styles: colorRules(shown.content),
    shown,
  }
}
