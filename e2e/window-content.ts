import { createHash } from 'node:crypto'
import { type BrowserContext, expect } from '@playwright/test'
import sharp from 'sharp'
import type { Answers, Content, Picture } from '../src/features/window/contract.ts'
import { type Marketplace, tokenOf } from './marketplace.ts'

const drawn = new Map<string, { width: number; height: number; colors: readonly [string, string] }>()

/** A picture of the library that no library has: it is drawn for who asks for it. */
export function picture(
  width: number,
  height: number,
  colors: readonly [string, string] = ['#0f6b4a', '#e9dcc3'],
  alt = '',
): Picture & { media_id: string; crop: null } {
  const media = createHash('sha256').update(`${width}×${height} ${colors}`).digest('hex')
  drawn.set(media, { width, height, colors })
  const media_id = `01920000-0000-7000-8000-${media.slice(0, 12)}`
  return { media_id, media, width, height, crop: null, alt, is_decorative: alt === '' }
}

/** Answers the pictures of these contents. */
export async function servePictures(context: BrowserContext): Promise<void> {
  await context.route(/\/media\/[0-9a-f]{64}(?:-\d+)?\.webp$/, async (route) => {
    const [, media = '', wanted] = /([0-9a-f]{64})(?:-(\d+))?\.webp$/.exec(route.request().url()) ?? []
    const found = drawn.get(media)
    if (!found) return route.continue()
    const { width, height, colors } = found
    const [w, h] = wanted ? [Number(wanted), Math.round((height * Number(wanted)) / width)] : [width, height]
    const body = await sharp(Buffer.from(drawing(w, h, colors)))
      .webp({ quality: 80 })
      .toBuffer()
    return route.fulfill({
      body,
      contentType: 'image/webp',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    })
  })
}

const drawing = (width: number, height: number, [from, to]: readonly [string, string]) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="0.6"><stop stop-color="${to}"/><stop offset="1" stop-color="${from}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="78%" cy="46%" r="${Math.min(width, height) * 0.3}" fill="${from}" opacity=".55"/>
    <circle cx="88%" cy="66%" r="${Math.min(width, height) * 0.18}" fill="${to}" opacity=".7"/>
  </svg>`

let made = 0
const id = () => {
  made += 1
  return `01920000-0000-7000-8000-${String(made).padStart(12, '0')}`
}

/** A banner with everything that one has. */
export function banner(image: Picture | null, title: string, given: object = {}) {
  return {
    id: id(),
    image,
    title,
    title_size: 40,
    title_color: '#12261c',
    sub_title: '',
    sub_title_size: 18,
    sub_title_color: '#2b3d33',
    cta: '',
    cta_link: '/stores',
    from: null,
    until: null,
    is_on: true,
    ...given,
  }
}

const service = (title: string, sub_title: string) => ({
  id: id(),
  icon: picture(86, 86, ['#0f6b4a', '#bfe3d1']),
  title,
  sub_title,
  is_on: true,
})

function popup() {
  const { id: _, ...whole } = banner(picture(690, 315), '10% off your first order', {
    sub_title: 'Use AZADI10 when you pay',
    cta: 'Start shopping',
  })
  return { ...whole, is_on: true, delay_seconds: 2, again_days: 7 }
}

/** The content of a shop with every part of its homepage. */
export function fullContent(): Content & { sections: Record<string, object> } {
  const searched = { search_title: '', search_description: '' }
  return {
    release: 12,
    sections: {
      logos: { shop_name: 'Bazaar Pakistan', header: null, footer: null, print: null },
      favicon: { image: null },
      loader: { image: picture(200, 200) },
      homepage: {
        welcome: 'Everything from Peshawar to Karachi, from shops you can trust',
        announcement: 'Free delivery on orders from Rs 10,000 this week',
        announcement_link: '/faq',
        popular_heading: 'Popular this winter',
        products_heading: '',
        parts: [
          'slider_banners',
          'sub_slider_banners',
          'services',
          'popular_categories_banners',
          'products',
          'center_large_banner',
          'bottom_small_banners',
        ],
        ...searched,
      },
      slider_banners: {
        items: [
          banner(picture(1550, 560), 'Khaddar and shawls for the cold', {
            title_size: 56,
            sub_title: 'Woven in Faisalabad and Swat, from Rs 1,450',
            cta: 'Shop winter wear',
          }),
          banner(picture(1550, 560), 'Dry fruit, fresh from Quetta', {
            sub_title: 'Almonds, pistachios and figs by the kilo',
            cta: 'See the stores',
          }),
          banner(picture(1550, 560), 'سردیوں کی بڑی سیل', {
            sub_title: 'ہر چیز پر خاص رعایت',
            cta: 'ابھی خریدیں',
          }),
        ],
      },
      sub_slider_banners: {
        items: ['Ajrak and Sindhi caps', 'Multani blue pottery', 'Peshawari chappal', 'Hunza apricots'].map(
          (title) => banner(picture(343, 164), title, { title_size: 20 }),
        ),
      },
      services: {
        items: [
          service('Cash on delivery', 'Pay when it is in your hands'),
          service('7 day returns', 'From any city'),
          service('Checked sellers', 'CNIC and bank verified'),
          service('Help in Urdu', 'Every day, 9 am to 9 pm'),
        ],
      },
      popular_categories_banners: {
        items: ['Women’s clothing', 'Kitchen', 'Mobile accessories', 'Kids', 'Home textiles', 'Sports'].map(
          (title) => banner(picture(450, 170), title, { title_size: 24 }),
        ),
      },
      center_large_banner: {
        items: [
          banner(picture(705, 885), 'The wedding collection', {
            sub_title: 'Made to measure in Lahore',
            cta: 'Look inside',
            title_color: '#ffffff',
            sub_title_color: '#ffffff',
          }),
          banner(picture(705, 885), 'For the groom', { title_color: '#ffffff' }),
        ],
      },
      bottom_small_banners: {
        items: [
          banner(picture(690, 315), 'Cricket season', { cta: 'Bats and balls' }),
          banner(picture(330, 315), 'Tea time', { title_size: 28 }),
          banner(picture(330, 315), 'Back to school', { title_size: 28 }),
          banner(picture(690, 315), 'Gift boxes', { cta: 'Choose one' }),
        ],
      },
      popup_banner: popup(),
      about_us: {
        title: 'About Bazaar Pakistan',
        banner: picture(1410, 400, undefined, 'Stalls of a bazaar in the evening'),
        text: `<h2>Who we are</h2><p>We bring <strong>1,200 small shops</strong> from 40 cities to every door.</p>
          <ul><li>Every seller is checked</li><li>Every rupee is accounted for</li></ul>
          <p>ہم پاکستان بھر کی دکانوں کو آپ کے دروازے تک لاتے ہیں۔</p>
          <table><thead><tr><th scope="col">City</th><th scope="col">Shops</th></tr></thead>
          <tbody><tr><td>Lahore</td><td>412</td></tr><tr><td>Karachi</td><td>388</td></tr></tbody></table>
          <p>Write to <a href="mailto:salaam@bazaar.example">salaam@bazaar.example</a>.</p>`,
        ...searched,
      },
      faq_page: { title: 'Questions people ask', intro: 'Delivery, payment and returns.', ...searched },
      blog_page: {
        title: 'Stories',
        intro: 'From the people who make and sell.',
        per_page: 12,
        items: [{ id: id(), title: 'Write for us', details: 'Sellers with a story: tell us in two lines.' }],
        ...searched,
      },
      stores_page: { title: 'All stores', intro: 'Shops that sell here.', per_page: 24, ...searched },
    },
  }
}

/** What the public calls answer beside the content. */
export function fullAnswers(): Required<Answers> {
  const post = (slug: string, title: string, colors: [string, string]) => ({
    slug,
    title,
    category: { name: 'Crafts', slug: 'crafts' },
    banner: picture(1600, 900, colors, 'Hands at a loom'),
    excerpt: 'How a family in Hala has printed cloth for five generations, and what a good ajrak looks like.',
    author: 'Sana Baloch',
    published_at: '2026-11-02T09:00:00.000Z',
    reading_minutes: 4,
  })
  const rows = [
    post('how-ajrak-is-made', 'How ajrak is made', ['#7a1f2b', '#f6dfe2']),
    post('a-day-in-shah-alam', 'A day in Shah Alam market', ['#1f4e79', '#dcebf8']),
    post('چائے', 'چائے کی کہانی', ['#6b4a1a', '#f4e8d2']),
  ]
  const store = (name: string, city: string, product_count: number) => ({
    id: id(),
    shop_name: name,
    city,
    logo: picture(150, 150, ['#0f6b4a', '#e3f1ea']).media,
    product_count,
  })
  const stores = [
    store('Hala Handicrafts', 'Hala', 48),
    store('Swat Shawls', 'Mingora', 112),
    { ...store('بلوچی آرٹ', 'Quetta', 1), logo: '' },
  ]
  const product = (product_name: string, price: string, price_before: string | null) => ({
    id: id(),
    product_name,
    price,
    price_before,
    image: picture(800, 800, ['#9c3d64', '#fbe6ee']).media,
  })
  const products = [
    product('Ajrak dupatta', '2450', '3200'),
    product('Block-printed bed sheet', '4199.50', null),
  ]
  const [first] = stores
  return {
    consent: { version: 1, text: 'Send me news and offers by e-mail.' },
    products: products.map((one) => ({
      ...one,
      store_id: first?.id ?? '',
      shop_name: first?.shop_name ?? '',
    })),
    faqs: {
      groups: [
        {
          name: 'Delivery',
          faqs: [
            {
              id: id(),
              title: 'How long does delivery take?',
              details: 'Two to four working days in big cities.',
            },
            { id: id(), title: 'What does delivery cost?', details: 'Rs 200; free from Rs 10,000.' },
          ],
        },
        {
          name: 'ادائیگی',
          faqs: [{ id: id(), title: 'کیا میں نقد ادائیگی کر سکتا ہوں؟', details: 'جی ہاں، ڈیلیوری پر۔' }],
        },
      ],
    },
    posts: { results: rows, total: 30 },
    post: {
      ...(rows[0] as (typeof rows)[number]),
      html: '<p>It begins with <em>resist</em>.</p><h2>The blocks</h2><p>Carved from <a href="/stores">tali wood</a>.</p><blockquote><p>Ten washes, never fewer.</p></blockquote>',
      search_title: '',
      search_description: '',
      updated_at: '2026-11-10T09:00:00.000Z',
    },
    stores: { results: stores, total: 3 },
    store: {
      ...(stores[0] as (typeof stores)[number]),
      banner: picture(400, 400, ['#7a1f2b', '#f6dfe2']).media,
      joined_at: '2025-03-01T09:00:00.000Z',
      products,
    },
  }
}

/** The sections of each place where they are saved. */
const savedAt: Readonly<Record<string, string>> = {
  logos: 'general-settings',
  favicon: 'general-settings',
  loader: 'general-settings',
  popup_banner: 'general-settings',
  faq_page: 'faq-settings',
  blog_page: 'blog-settings',
}

/** What the library of each server made of these pictures. */
const stored = new WeakMap<Marketplace, Map<string, object>>()

/** Puts the pictures of a content into the library, saves every section of it, and releases all of them. */
export async function publish(marketplace: Marketplace, content: { sections: Record<string, object> }) {
  const token = await tokenOf(marketplace)
  const words = JSON.stringify(content)
  const known = stored.get(marketplace) ?? new Map<string, object>()
  stored.set(marketplace, known)
  for (const [media, { width, height, colors }] of drawn) {
    if (known.has(media) || !words.includes(media)) continue
    const form = new FormData()
    const bytes = await sharp(Buffer.from(drawing(width, height, colors)))
      .webp({ quality: 90 })
      .toBuffer()
    form.append(
      'file',
      new Blob([new Uint8Array(bytes)], { type: 'image/webp' }),
      `${media.slice(0, 8)}.webp`,
    )
    const headers = { authorization: `Bearer ${token}` }
    const sent = await fetch(`${marketplace.url}/api/admin/media`, { method: 'POST', headers, body: form })
    const { results } = (await sent.json()) as { results: { id: string } }
    const slot = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
    const made = await marketplace.call('POST', `/api/admin/media/${results.id}/renditions`, token, { slot })
    const { is_smaller_than_slot: _, ...rendition } = made.body.results
    known.set(media, rendition)
  }
  const withPictures = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withPictures)
    if (typeof value !== 'object' || value === null) return value
    const { media } = value as { media?: string }
    if (media && known.has(media)) return { ...value, ...known.get(media) }
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withPictures(one)]))
  }
  const sections: { section: string; version: number }[] = []
  for (const [section, value] of Object.entries(content.sections)) {
    const path = `/api/admin/${savedAt[section] ?? 'homepage-settings'}/sections/${section}`
    const before = await marketplace.call('GET', path, token)
    const saved = await marketplace.call(
      'PUT',
      path,
      token,
      { value: withPictures(value) },
      before.body.results.version,
    )
    if (saved.status !== 200) throw new Error(`${section}: ${JSON.stringify(saved.body)}`)
    const { version, is_changed } = saved.body.results
    if (is_changed) sections.push({ section, version })
  }
  const live = async () => {
    const answer = await fetch(`${marketplace.url}/api/storefront/content`)
    return ((await answer.json()) as { results: Content }).results
  }
  if (sections.length > 0) {
    const made = await marketplace.call('POST', '/api/admin/releases', token, { title: 'Winter', sections })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    // Shoppers are answered from memory: they see a release within a second.
    await expect.poll(async () => (await live()).release).toBe(made.body.results.number)
  }
  return live()
}
