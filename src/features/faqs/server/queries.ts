import { sql } from 'kysely'
import { publicName, readLiveSection } from '#features/content/server/queries.ts'
import { readStory } from '#features/decisions/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { type PublicAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import { searchOf } from '#kit/server/search.ts'
import { anyOf } from '#kit/server/table.ts'
import type {
  Faq,
  FaqDetail,
  FaqGroup,
  faqs,
  OrderedFaq,
  ReleasedFaqs,
  StorefrontFaqs,
  WaitingFaqs,
} from '../contract.ts'
import { groupsOf, isChanged, waitingOf } from './rules.ts'
import type { FaqRecord } from './tables.ts'

type Live = ReadonlyMap<string, ReleasedFaqs['items'][number]>

/** The questions, each with whether shoppers read it as it is here. */
export async function listFaqs(ctx: Context, input: Input<typeof faqs.list>): Promise<Page<Faq>> {
  const live = await readLiveById(ctx)
  const { group, status, q } = input
  const source: ListSource<Faq> = {
    from: sql`faqs f`,
    alias: 'f',
    partitions: [sql`true`],
    filters: [
      ...(group === undefined ? [] : [sql`lower(f."group") = lower(${group})`]),
      ...(status ? [sql`f.is_active = ${status === 'active'}`] : []),
    ],
    search: q ? searchOf(q, { table: 'faq_search', column: 'f.id' }) : null,
    sorts: {
      place: { column: 'place', type: 'text' },
      title: { column: 'title', type: 'text' },
      created_at: { column: 'created_at', type: 'timestamptz' },
    },
    select: sql`f.*`,
    // There are a few thousand at most, so counting is cheaper than keeping a counter.
    countAll: async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from faqs`.execute(ctx.db)
      return rows[0]?.n ?? 0
    },
    shape: (row) => faqOf(row, live),
  }
  return listPage(ctx.db, source, input)
}

/** The groups in their order, each with the number of its questions. */
export async function readGroups(ctx: Context): Promise<FaqGroup[]> {
  const { rows } = await sql<FaqGroup>`
    select min("group") as name, count(*)::int4 as count from faqs group by group_place order by group_place`.execute(
    ctx.db,
  )
  return rows
}

/** Every question of a group, in its order. */
export async function readOrder(ctx: Context, { group }: { group: string }): Promise<OrderedFaq[]> {
  const { rows } = await sql<OrderedFaq>`
    select id, title, is_active from faqs where lower("group") = lower(${group}) order by place`.execute(
    ctx.db,
  )
  return rows
}

/** One question. Refuses (not-found) an unknown id. */
export async function readFaq(ctx: Context, { id }: { id: string }): Promise<FaqDetail> {
  const { rows } = await sql<FaqRecord & { group_size: number }>`
    select f.*, (select count(*)::int4 from faqs g where g.group_place = f.group_place) as group_size
    from faqs f where f.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Refusal('not-found', 'There is no such question')
  const live = await readLiveById(ctx)
  const { history } = await readStory(ctx.db, 'faq', id)
  const { group_place, group_size } = row
  return { ...faqOf(row, live), group_place, group_size, history }
}

/** These questions, in the order of the ids. */
export async function readFaqs(ctx: Context, ids: readonly string[]): Promise<Faq[]> {
  const rows = await ctx.db.selectFrom('faqs').selectAll().where('id', '=', anyOf(ids)).execute()
  const live = await readLiveById(ctx)
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((row) => faqOf(row, live))
}

/** Everything that a release would hold, in its order. */
export async function readDraft(ctx: Context): Promise<ReleasedFaqs> {
  const { rows } = await sql<ReleasedFaqs['items'][number]>`
    select id, title, details, "group", is_active from faqs order by place`.execute(ctx.db)
  return { items: rows }
}

/** What a release of the questions would change for shoppers. */
export async function readWaiting(ctx: Context): Promise<WaitingFaqs> {
  const [draft, live] = [await readDraft(ctx), await readLiveFaqs(ctx)]
  return waitingOf(draft.items, live?.items ?? [])
}

/** The questions that shoppers read: what is on in the live release, kept in memory until the next one. */
export async function readStorefrontFaqs(ctx: Context): Promise<PublicAnswer<StorefrontFaqs>> {
  const answer = await ctx.services.publicCache.read(ctx, publicName, 'faqs', async () => ({
    value: groupsOf((await readLiveFaqs(ctx)) ?? { items: [] }),
    until: null,
  }))
  return publicAnswer(answer)
}

/** The questions of the live release; null before the first release that holds them. */
async function readLiveFaqs(ctx: Context): Promise<ReleasedFaqs | null> {
  return (await readLiveSection(ctx, 'faqs')) as ReleasedFaqs | null
}

async function readLiveById(ctx: Context): Promise<Live> {
  const live = await readLiveFaqs(ctx)
  return new Map(live?.items.map((one) => [one.id, one]))
}

function faqOf(row: FaqRecord, live: Live): Faq {
  const { id, title, details, group, position, is_active, version } = row
  const released = live.get(id)
  return {
    id,
    title,
    details,
    group,
    position,
    is_active,
    live: released ? (isChanged(row, released) ? 'changed' : 'same') : 'new',
    version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
