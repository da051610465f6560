import { v7 as uuidv7 } from 'uuid'
import { readingMinutesOf, wordCountOf } from '#features/blogs/reading-contract.ts'
import { slugOf } from '#kit/contract/slug.ts'
import type { Person } from './story.ts'
import { day, hour } from './times.ts'

type Row = Record<string, unknown>

/** The rows of the blog, by table, in the order in which they can be inserted. */
export interface BlogRows {
  blog_categories: Row[]
  posts: Row[]
  post_slugs: Row[]
  post_versions: Row[]
}

const categories = ['Buying Guides', 'Style', 'For Sellers'] as const

interface Written {
  title: string
  category: (typeof categories)[number]
  excerpt: string
  paragraphs: readonly string[]
  state: 'draft' | 'scheduled' | 'published' | 'unpublished'
  /** Days before now; of a scheduled post, after it. */
  days: number
  views: number
}

const written: readonly Written[] = [
  {
    title: 'How to choose lawn that lasts the summer',
    category: 'Buying Guides',
    excerpt: 'Thread count, dye and finish: what to look at before you buy unstitched lawn online.',
    paragraphs: [
      '<p dir="auto">Good lawn is light, and it is dense. Hold the picture of the fabric at full size: an even weave without open spots keeps its shape after twenty washes.</p>',
      '<h2 dir="auto">Read the composition</h2><p dir="auto">Pure cotton breathes best. A little viscose adds fall, and more than a third of polyester feels warm in Lahore in June.</p>',
      '<h2 dir="auto">Measures of a suit</h2><table><tbody><tr><th dir="auto"><p dir="auto">Piece</p></th><th dir="auto"><p dir="auto">Length</p></th></tr><tr><td dir="auto"><p dir="auto">Shirt</p></td><td dir="auto"><p dir="auto">3.0 m</p></td></tr><tr><td dir="auto"><p dir="auto">Trouser</p></td><td dir="auto"><p dir="auto">2.5 m</p></td></tr><tr><td dir="auto"><p dir="auto">Dupatta</p></td><td dir="auto"><p dir="auto">2.5 m</p></td></tr></tbody></table>',
    ],
    state: 'published',
    days: 41,
    views: 1284,
  },
  {
    title: 'Cash on delivery: five checks before you open the parcel',
    category: 'Buying Guides',
    excerpt: 'Check the seal, the sender and the amount before you pay the rider.',
    paragraphs: [
      '<p dir="auto">You pay when the parcel arrives, so take a minute at the door.</p>',
      '<ol><li dir="auto"><p dir="auto">The name and the order number on the label are yours.</p></li><li dir="auto"><p dir="auto">The amount is the one in your message.</p></li><li dir="auto"><p dir="auto">The seal is whole.</p></li></ol>',
    ],
    state: 'published',
    days: 27,
    views: 902,
  },
  {
    title: 'شادی کے موسم کے رنگ',
    category: 'Style',
    excerpt: 'مہندی سے ولیمے تک: اس سال کون سے رنگ پہنے جا رہے ہیں۔',
    paragraphs: [
      '<p dir="auto">اس سال مہندی پر زرد کے ساتھ گہرا سبز پسند کیا جا رہا ہے، اور ولیمے کے لیے ہلکے گلابی اور چاندی کے رنگ۔</p>',
    ],
    state: 'published',
    days: 12,
    views: 655,
  },
  {
    title: 'Photographs that sell: a phone, a window and a white sheet',
    category: 'For Sellers',
    excerpt: 'Shoppers decide by the first picture. You need no studio for a good one.',
    paragraphs: [
      '<p dir="auto">Put the product an arm away from a window, with the light from the side. Hang a white sheet opposite to soften the shadow.</p>',
      '<blockquote dir="auto"><p dir="auto">Show the back, the label and one flaw if there is one: returns fall by half.</p></blockquote>',
    ],
    state: 'published',
    days: 5,
    views: 218,
  },
  {
    title: 'What changes in the shop in December',
    category: 'For Sellers',
    excerpt: 'Faster payouts, new packaging and a return form that customers understand.',
    paragraphs: ['<p dir="auto">From December, cleared shares are paid out twice a week.</p>'],
    state: 'scheduled',
    days: 6,
    views: 0,
  },
  {
    title: 'Khaddar, karandi or wool: which one keeps you warm',
    category: 'Style',
    excerpt: 'Three winter fabrics compared by weight, care and price.',
    paragraphs: ['<p dir="auto">Khaddar is the lightest of the three, and the easiest to wash at home.</p>'],
    state: 'draft',
    days: 1,
    views: 0,
  },
  {
    title: 'Independence Day sale: what was sold most',
    category: 'Buying Guides',
    excerpt: 'The ten listings that shoppers took home in August.',
    paragraphs: ['<p dir="auto">Green bangles led, followed by cotton kurtas for children.</p>'],
    state: 'unpublished',
    days: 96,
    views: 2410,
  },
]

/** A blog as a marketplace of this size has it: guides, a post in Urdu, one that is to come, and a draft. */
export function makeBlog(now: Date, people: readonly Person[]): BlogRows {
  const before = (days: number) => new Date(now.getTime() - days * day)
  const filed = categories.map((name, index) => ({
    ...{ id: uuidv7(), name, slug: slugOf(name), position: index + 1 },
    ...{ created_at: before(120), updated_at: before(120) },
  }))
  const rows: BlogRows = { blog_categories: filed, posts: [], post_slugs: [], post_versions: [] }
  for (const [index, one] of written.entries()) {
    const by = people[index % people.length]
    const html = one.paragraphs.join('')
    const word_count = wordCountOf(html)
    const isToCome = one.state === 'scheduled'
    const at = isToCome ? before(2) : before(one.days)
    const publishAt = new Date(Math.ceil((now.getTime() + one.days * day) / hour) * hour)
    const content = {
      title: one.title,
      slug: slugOf(one.title) || 'shaadi-ke-rang',
      category_id: filed[categories.indexOf(one.category)]?.id ?? null,
      ...{ banner: null, excerpt: one.excerpt, html, author: by?.username ?? '', search_title: '' },
      search_description: '',
    }
    const id = uuidv7({ msecs: at.getTime() })
    const isSeen = one.state === 'published' || one.state === 'unpublished'
    rows.posts.push({
      ...{ id, ...content, state: one.state, publish_at: isToCome ? publishAt : null },
      ...{
        published_at: isSeen ? at : null,
        shown_at: isSeen ? at : null,
        views: one.views,
        version: 1,
        word_count,
      },
      ...{ reading_minutes: readingMinutesOf(word_count), created_at: at, updated_at: at },
    })
    rows.post_slugs.push({ slug: content.slug, post_id: id, is_seen: isSeen, created_at: at })
    rows.post_versions.push({
      ...{ post_id: id, number: 1, action: 'add', content, saved_at: at },
      ...{ saved_by: by?.id ?? null, saved_by_name: by?.username ?? '' },
    })
  }
  return rows
}
