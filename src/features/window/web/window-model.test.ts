import { describe, expect, test } from 'vitest'
import { faqGroupsOf, matchingFaqs } from '#features/window/reading/web/faq-model.ts'
import type { Content, Shown } from '../contract.ts'
import { factsOf } from './head-model.ts'
import { placeAt } from './links.ts'
import { toldBy } from './preview-model.ts'
import {
  colorClass,
  colorRules,
  hrefOf,
  isShown,
  mediaUrl,
  pictureOf,
  priceOf,
  sizeClass,
  widthsOf,
} from './window-model.ts'

const media = 'ab'.repeat(32)

describe('what people wrote', () => {
  test.each([
    ['/stores', '/shop/stores'],
    ['/', '/shop'],
    ['/shop/blog', '/shop/blog'],
    ['https://bank.example/a?b', 'https://bank.example/a?b'],
    ['javascript:alert(1)', null],
    ['http://plain.example', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['https://a b', null],
    ['', null],
    [undefined, null],
    [['/stores'], null],
  ])('as a link, %j, leads to %j', (link, wanted) => expect(hrefOf('/shop', link)).toBe(wanted))

  test('as a colour is a class, and the rule of that class is all that it can be', () => {
    expect(colorClass('#C32d2d')).toBe('c-c32d2d')
    for (const wrong of ['red', '#fff', '#c32d2d}body{display:none', '#c32d2d ', null, 7])
      expect(colorClass(wrong)).toBe('')
    const content = {
      release: 1,
      sections: {
        slider_banners: {
          items: [{ title_color: '#C32d2d', sub_title_color: '#000000' }, { title_color: '}</style>' }, null],
        },
        popup_banner: { title_color: '#c32D2D' },
        sub_slider_banners: 'nothing of the kind',
      },
    }
    expect(colorRules(content as unknown as Content)).toBe('.c-000000{color:#000000}.c-c32d2d{color:#c32d2d}')
  })

  test('as a size is one of those that are known', () => {
    expect([sizeClass(40), sizeClass('40'), sizeClass(41), sizeClass('1}')]).toEqual(['s-40', 's-40', '', ''])
  })

  test('is shown from and until its moments, both only where a clock is given', () => {
    const noon = Date.parse('2026-11-23T12:00:00+05:00')
    const over = { until: '2026-11-23T12:00:00+05:00' }
    expect([isShown(over, noon - 1), isShown(over, noon), isShown(over, null)]).toEqual([true, false, true])
    const later = { from: '2026-11-23T12:00:00+05:00' }
    expect([isShown(later, noon - 1), isShown(later, noon)]).toEqual([false, true])
    expect(isShown({ is_on: false }, null)).toBe(false)
  })
})

describe('a picture', () => {
  test('has an address only by its hash, and widths only where it is wide', () => {
    expect(mediaUrl(media)).toBe(`/media/${media}.webp`)
    for (const wrong of ['', '../secret', `${media}x`, null]) expect(mediaUrl(wrong)).toBe('')
    expect(widthsOf(media, 400)).toBe('')
    expect(widthsOf(media, 1_100)).toBe(
      `/media/${media}-480.webp 480w, /media/${media}-960.webp 960w, /media/${media}.webp 1100w`,
    )
    const picture = { media, width: 10, height: 20, alt: '', is_decorative: true }
    expect(pictureOf({ ...picture, width: 0 })).toBeNull()
    expect(pictureOf(picture)).toEqual(picture)
  })
})

test('a price is in rupees with paisa only if there are any', () => {
  expect([priceOf('2450'), priceOf('4199.50'), priceOf('4199.5'), priceOf('1234567'), priceOf('-1')]).toEqual(
    ['Rs\u00a02,450', 'Rs\u00a04,199.50', 'Rs\u00a04,199.50', 'Rs\u00a01,234,567', ''],
  )
})

test.each([
  ['', '', { page: 'home', base: '/shop' }],
  ['/blog', 'page=3', { page: 'blog', base: '/shop', number: 3 }],
  ['/blog/category/crafts', '', { page: 'blog', base: '/shop', slug: 'crafts', number: 1 }],
  ['/blog/%DA%86%D8%A7%D8%A6%DB%92', '', { page: 'post', base: '/shop', slug: 'چائے' }],
  ['/stores', 'q=%20lahore&page=-1', { page: 'stores', base: '/shop', number: 1, q: 'lahore' }],
  ['/stores/1', '', { page: 'store', base: '/shop', slug: '1', number: 1 }],
  ['/blog/%ff', '', { page: 'not-found', base: '/shop' }],
  ['/blog/a/b', '', { page: 'not-found', base: '/shop' }],
  ['/nothing', '', { page: 'not-found', base: '/shop' }],
])('the path %s with %s is a place', (path, query, wanted) => {
  expect(placeAt('/shop', path, query)).toEqual(wanted)
})

describe('the head of a page', () => {
  const shown: Shown = {
    place: { page: 'post', base: '/shop', slug: 'ajrak' },
    content: { release: 1, sections: { logos: { shop_name: 'Bazaar' }, blog_page: { title: 'Stories' } } },
    answers: {
      post: {
        slug: 'ajrak',
        title: 'How ajrak is made',
        category: { name: 'Crafts', slug: 'crafts' },
        banner: { media, width: 1600, height: 900, alt: 'A loom', is_decorative: false },
        excerpt: '',
        author: 'Sana Baloch',
        published_at: '2026-11-02T09:00:00.000Z',
        reading_minutes: 4,
        html: '<p>It begins with <em>resist</em>.</p>',
        search_title: '',
        search_description: '',
        updated_at: '2026-11-10T09:00:00.000Z',
      },
    },
    preview: null,
  }

  const addresses = { origin: 'https://munshi.example', shop: 'https://shop.example' }

  test('of a post says what it is, by whom, when, and where it belongs', () => {
    const facts = factsOf(shown, addresses)
    expect(facts).toMatchObject({
      title: 'How ajrak is made · Bazaar',
      description: 'It begins with resist .',
      address: 'https://shop.example/blog/ajrak',
      picture: { address: `https://munshi.example/media/${media}.webp` },
      kind: 'article',
      isIndexed: true,
    })
    expect(facts.data).toMatchObject([
      {
        '@type': 'BlogPosting',
        headline: 'How ajrak is made',
        author: { '@type': 'Person', name: 'Sana Baloch' },
        publisher: { '@type': 'Organization', name: 'Bazaar', url: 'https://shop.example' },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Stories' },
          { position: 2, name: 'Crafts', item: 'https://shop.example/blog/category/crafts' },
          { position: 3, name: 'How ajrak is made' },
        ],
      },
    ])
  })

  test('of a draft is for nobody but who has its link', () => {
    const facts = factsOf({ ...shown, preview: 'link' }, addresses)
    expect([facts.isIndexed, facts.feeds, facts.sitemap]).toEqual([false, [], ''])
  })

  test('of the questions has each of them', () => {
    const faqs = { groups: [{ name: 'Pay', faqs: [{ id: '1', title: 'How?', details: 'In cash.' }] }] }
    const { data } = factsOf(
      { ...shown, place: { page: 'faq', base: '/shop' }, answers: { faqs } },
      addresses,
    )
    expect(data).toEqual([
      {
        '@type': 'FAQPage',
        mainEntity: [
          { '@type': 'Question', name: 'How?', acceptedAnswer: { '@type': 'Answer', text: 'In cash.' } },
        ],
      },
    ])
  })
})

describe('the questions', () => {
  const items = [
    { id: '1', title: 'Cash?', details: 'Yes, کیش بھی', group: 'Pay', is_active: true },
    { id: '2', title: 'Off', details: '', group: 'Pay', is_active: false },
    { id: '3', title: 'Where?', details: 'Éverywhere', group: '', is_active: true },
  ]
  const content: Content = { release: 0, sections: { faqs: { items } } }

  test('of a working copy come before what is live, in groups and without what is off', () => {
    const answers = { faqs: { groups: [{ name: 'Old', faqs: [] }] } }
    const groups = faqGroupsOf(content, answers)
    expect(groups.map(({ name, faqs }) => [name, faqs.map(({ id }) => id)])).toEqual([
      ['Pay', ['1']],
      ['', ['3']],
    ])
    expect(faqGroupsOf({ release: 0, sections: {} }, answers)).toEqual(answers.faqs.groups)
  })

  test.each([
    ['cash YES', ['1']],
    ['everywhere', ['3']],
    ['كيش', ['1']],
    ['nothing', []],
    [' ', ['1', '3']],
  ])('are found by %s', (words, wanted) => {
    const found = matchingFaqs(faqGroupsOf(content, {}), words)
    expect(found.flatMap(({ faqs }) => faqs.map(({ id }) => id))).toEqual(wanted)
  })
})

test('a preview is told by its frame what it says in the right form, and nothing else is heard', () => {
  const picked = { type: 'munshi:picked', section: 'services', item: null, field: 'title' }
  for (const heard of [{ type: 'munshi:ready' }, { type: 'munshi:shown', n: 1, height: 640 }, picked])
    expect(toldBy(heard)).toEqual(heard)
  const others = [
    ...[null, undefined, 'munshi:ready', 7, {}, { type: 'munshi:height' }],
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, '640'].map((height) => ({ type: 'munshi:height', height })),
    ...[
      { ...picked, section: 3 },
      { ...picked, item: {} },
      { type: 'munshi:shown', height: 640 },
    ],
  ]
  for (const other of others) expect(toldBy(other)).toBeNull()
})
