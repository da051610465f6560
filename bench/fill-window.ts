import type pg from 'pg'
import {
  emptyItem,
  emptyValue,
  isOwnSection,
  type ReleasedName,
  releasedNames,
} from '#features/content/section-contract.ts'
import { hashOf } from '#features/content/server/rules.ts'
import { canonical } from '#kit/contract/canonical.ts'
import { idOf, word, words } from './words.ts'

const posts = 5_000
const faqs = 2_000

/** The shop window of the reference marketplace: published posts and questions, and a release of every section. */
export async function fillWindow(client: pg.Client, say: (line: string) => void): Promise<void> {
  say(`${posts.toLocaleString('en')} posts, ${faqs.toLocaleString('en')} questions and a release`)
  for (const statement of written) await client.query(statement)
  const { rows } = await client.query(
    'select id, title, details, "group", is_active from faqs order by place',
  )
  const released = new Map(releasedNames.map((name) => [name, canonical(sectionValue(name, rows))]))
  await client.query(
    `insert into content_values (hash, value) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [[...released.values()].map(hashOf), [...released.values()]],
  )
  const id = '01900000-0000-7000-8000-000000000001'
  await client.query(
    `insert into releases (id, title, sections, made_by_name, created_at) values ($1, 'First', $2, 'bench', now())`,
    [id, [...released.keys()]],
  )
  await client.query(
    `insert into release_sections (release_id, section, hash) select $1, * from unnest($2::text[], $3::text[])`,
    [id, [...released.keys()], [...released.values()].map(hashOf)],
  )
  await client.query(
    "update releases set state = 'published', number = 1, published_at = now() where id = $1",
    [id],
  )
  await client.query('update live_release set release_id = $1, last_number = 1', [id])
  await client.query("insert into public_versions (name) values ('content'), ('posts')")
}

const written = [
  `insert into blog_categories (id, name, slug, position)
   select ${idOf("'blog' || i")}, ${word(words.kind, 3)} || ' ' || i, 'category-' || i, i from generate_series(1, 12) i`,
  `insert into posts (id, title, slug, category_id, excerpt, html, author, state, published_at, shown_at, created_at, updated_at)
   select ${idOf("'post' || i")}, ${word(words.more, 5)} || ' ' || ${word(words.kind, 7)} || ' ' || i, 'post-' || i,
     ${idOf("'blog' || (1 + i % 12)")}, repeat('How it is made and worn. ', 4),
     '<p dir="auto">' || repeat('Woven by hand, dyed twice and washed in the river. ', 80) || '</p>',
     ${word(words.name, 11)}, 'published', at, at, at, at
   from (select i, date_trunc('second', now()) - i * interval '4 hours' as at
     from generate_series(1, ${posts}) i) rows`,
  'insert into post_slugs (slug, post_id) select slug, id from posts',
  `insert into faqs (id, title, details, "group", group_place, position)
   select ${idOf("'faq' || i")}, 'How is ' || ${word(words.kind, 13)} || ' number ' || i || ' sent?',
     repeat('By courier within three days, and cash is paid at the door. ', 3),
     'Group ' || (1 + i % 20), 1 + i % 20, 1 + i / 20
   from generate_series(0, ${faqs - 1}) i`,
]

/** A section as full as shops have it. */
function sectionValue(name: ReleasedName, questions: readonly unknown[]): unknown {
  if (!isOwnSection(name)) return { items: questions }
  const empty = emptyValue(name) as Record<string, unknown>
  const value = { ...empty, ...filled(empty, name) }
  if (!('items' in value)) return value
  const items = Array.from({ length: 6 }, (_, n) => {
    const item = emptyItem(name, `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`) as object
    return { ...item, ...filled(item, `${name} ${n}`) }
  })
  return { ...value, items }
}

/** Words and pictures for the fields that have none. */
function filled(fields: object, of: string): Record<string, unknown> {
  const picture = {
    media_id: '01900000-0000-7000-8000-000000000002',
    media: hashOf(of),
    width: 1410,
    height: 600,
    crop: null,
    alt: 'Shawls on a line',
    is_decorative: false,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
      if (['image', 'icon', 'banner', 'header', 'footer', 'print'].includes(field)) return [[field, picture]]
      if (/^(title|sub_title|welcome|announcement|intro|details|shop_name|cta)$/.test(field) && value === '')
        return [[field, `Winter shawls from Swat, ${field} of ${of}`.slice(0, 40)]]
      return []
    }),
  )
}
