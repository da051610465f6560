import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type PublicAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import { hashToken } from '#kit/server/tokens.ts'
import type { pageNames, previews, WindowContent } from '../contract.ts'
import { type ReleasedName, releasedNames, type SectionValue, sectionNames } from '../section-contract.ts'
import { liveValues, publicName, readLive, readWorking, seenBy } from './queries.ts'
import { readShown } from './release-queries.ts'
import { type Values, windowAt } from './rules.ts'

type PageName = (typeof pageNames)[number]

/** What each page of the shop needs: the frame of every page, and its own sections. */
const around = ['homepage', 'logos', 'favicon', 'loader'] as const
const pageSections: Readonly<Record<PageName, readonly ReleasedName[]>> = {
  'about-us': [...around, 'about_us'],
  faq: [...around, 'faq_page', 'faqs'],
  blog: [...around, 'blog_page'],
  stores: [...around, 'stores_page'],
}

/** The homepage and the settings of the shop. The sections of other features have calls of their own. */
export function readWindow(ctx: Context): Promise<PublicAnswer<WindowContent>> {
  return shownLive(ctx, 'home', sectionNames)
}

/** One page of the shop; of the homepage it holds the announcement, which is on every page. */
export function readWindowPage(
  ctx: Context,
  { page }: { page: PageName },
): Promise<PublicAnswer<WindowContent>> {
  return shownLive(ctx, page, pageSections[page], withAnnouncement)
}

function withAnnouncement(shown: Values): Values {
  const { announcement, announcement_link } = shown.get('homepage') as Partial<SectionValue<'homepage'>>
  return new Map(shown).set('homepage', { announcement, announcement_link })
}

/**
 * Kept in memory until the next release, or until the clock lets an entry in or out: then it is another answer although
 * nothing was released.
 */
async function shownLive(
  ctx: Context,
  key: string,
  names: readonly ReleasedName[],
  partOf: (shown: Values) => Values = (shown) => shown,
): Promise<PublicAnswer<WindowContent>> {
  const content = await ctx.services.publicCache.read(ctx, publicName, key, async () => {
    const { number, values } = await liveValues(ctx)
    const { shown, until } = windowAt(values, ctx.now())
    return { value: contentOf(number, partOf(shown), names), until }
  })
  return publicAnswer(content)
}

/**
 * The window as a preview shows it, by the same rules as what is live: the working copies under the number that they would get
 * now, and a scheduled release at its time, under the number that it will get if nothing else goes live before. Sections that the caller may not see are as shoppers see them. Refuses (not-found)
 * an unknown release.
 */
export async function readPreview(
  ctx: Context,
  { of }: Input<typeof previews.content>,
): Promise<WindowContent> {
  const { last_number } = await readLive(ctx)
  const live = await liveValues(ctx)
  if (of === 'live') return contentOf(live.number, windowAt(live.values, ctx.now()).shown)
  const seen = seenBy(ctx)
  if (of === 'draft') {
    const draft = new Map([...live.values, ...(await readDrafts(ctx, seen))])
    return contentOf(last_number + 1, windowAt(draft, ctx.now()).shown)
  }
  const { number, values, live_at, earlier } = await readShown(ctx, of)
  const shown = new Map(
    releasedNames.map((name) => [name, (seen.includes(name) ? values : live.values).get(name)]),
  )
  // Entries have times of their own: of a release to come those are shown that shoppers will see then.
  const at = live_at && live_at > ctx.now() ? live_at : null
  return {
    ...contentOf(number ?? last_number + earlier + 1, windowAt(shown, at ?? ctx.now()).shown),
    ...(at ? { shown_at: at.toISOString() } : {}),
  }
}

/** The draft for the holder of a link. Refuses (not-found) a link that is over, was ended or never was. */
export async function readShared(ctx: Context, { token }: { token: string }): Promise<WindowContent> {
  const link = await ctx.db
    .selectFrom('preview_links')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!link) throw new Refusal('not-found', 'This link is no longer open')
  const { last_number } = await readLive(ctx)
  // The person who made the link may see every section.
  const { shown } = windowAt(await readDrafts(ctx, releasedNames), ctx.now())
  return { ...contentOf(last_number + 1, shown), expires_at: link.expires_at.toISOString() }
}

async function readDrafts(ctx: Context, names: readonly ReleasedName[]): Promise<Values> {
  const working = await readWorking(ctx, names)
  return new Map([...working].map(([name, { value }]) => [name, value]))
}

function contentOf(
  release: number,
  shown: Values,
  names: readonly ReleasedName[] = [...shown.keys()],
): WindowContent {
  const chosen = names.filter((name) => shown.has(name))
  return { release, sections: Object.fromEntries(chosen.map((name) => [name, shown.get(name)])) }
}
