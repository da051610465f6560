import { Button } from '@mantine/core'
import { navigate } from 'wouter/use-browser-location'
import {
  previews,
  type ReleaseRow,
  releases,
  type WaitingSection,
  type WindowContent,
  windowContent,
} from '#features/content/contract.ts'
import { type SectionName, titleOf } from '#features/content/section-contract.ts'
import { editors } from '#features/content/sections/web/links.ts'
import { publish } from '#features/content/web/links.ts'
import type { Content } from '#features/window/contract.ts'
import { PreviewPanel } from '#features/window/previews/web/preview-panel.tsx'
import { momentOf, recentMomentOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { menuTexts } from '../menu-texts.ts'
import type { Picked, ShopPage } from '../page-contract.ts'
import { texts } from '../texts.ts'
import classes from './view-page.module.css'

/** Dashboard of Homepage Settings: the homepage as shoppers see it. */
export function HomeViewPage() {
  return <ViewScreen page="home" title={menuTexts.dashboard} />
}

/** About Us as shoppers see it. */
export function AboutUsViewPage() {
  return <ViewScreen page="about-us" title={menuTexts.aboutUsView} section="about_us" />
}

/** The FAQ page as shoppers see it. */
export function FaqViewPage() {
  return <ViewScreen page="faq" title={menuTexts.faqView} section="faq_page" />
}

/** The blog's page as shoppers see it. */
export function BlogViewPage() {
  return <ViewScreen page="blog" title={menuTexts.blogView} section="blog_page" />
}

/** All Stores: the page of the stores as shoppers see it. */
export function StoresViewPage() {
  return <ViewScreen page="stores" title={menuTexts.allStores} section="stores_page" />
}

/** A page of the shop: what is live, the working copies, or a release; a click in it opens the editor of the part. */
function ViewScreen({ page, title, section }: { page: ShopPage; title: string; section?: SectionName }) {
  const [address, change] = useUrlState()
  const can = useCan()
  const [maySee, mayPublish] = [can(previews.content), can(releases.create)]
  const asked = (maySee && address.get('of')) || 'live'
  const shown = useShown(page, asked)
  const waiting = useEndpoint(releases.waiting, {}, { enabled: maySee })
  const pick = ({ section: picked, item, field }: Picked) => {
    if (picked in editors)
      navigate(editors[picked]({ ...(item ? { item } : {}), ...(field ? { field } : {}) }))
  }
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <span className={classes.ways}>
          {maySee && (
            <span className={classes.source}>
              <Source value={asked} onChoose={(of) => change({ of: of === 'live' ? '' : of })} />
            </span>
          )}
          {section && (
            <Button size="xs" variant="default" component={Link} href={editors[section]()}>
              {texts.edit}
            </Button>
          )}
          {mayPublish && (
            <Button size="xs" component={Link} href={publish()}>
              {texts.publish}
            </Button>
          )}
        </span>
      </header>
      {waiting.isLoading ? (
        // What waits is drawn first, so that the preview below it does not move.
        <RecordSkeleton />
      ) : (
        <>
          <ReadFailure of={waiting} what={texts.waitingNotLoaded} />
          <Waiting
            rows={(waiting.data ?? []).filter(
              (one) => one.is_changed && (!section || one.section === section),
            )}
          />
          <ReadFailure of={shown} what={texts.notLoaded} />
          <PreviewPanel
            content={shown.data as Content | undefined}
            page={page}
            startsWith={1200}
            onPicked={(picked) => pick(picked as Picked)}
          />
        </>
      )}
    </div>
  )
}

/** The content of the page, from what everybody reads or, with the permission, from a draft or a release. */
function useShown(page: ShopPage, of: string) {
  const isLive = of === 'live'
  const preview = useEndpoint(previews.content, { of }, { enabled: !isLive })
  const home = useEndpoint(windowContent.content, {}, { enabled: isLive && page === 'home' })
  const other = useEndpoint(
    windowContent.page,
    { page: page === 'home' ? 'about-us' : page },
    { enabled: isLive && page !== 'home' },
  )
  const found = isLive ? (page === 'home' ? home : other) : preview
  const data: WindowContent | undefined = found.isPlaceholderData ? undefined : found.data
  return { ...found, data }
}

/** What is shown: live, the working copies, a release by its number, or one that is scheduled. */
function Source({ value, onChoose }: { value: string; onChoose: (of: string) => void }) {
  const found = useEndpoint(releases.list, { limit: 100 })
  const known = (found.data?.rows ?? []).filter(({ state }) => state === 'published' || state === 'scheduled')
  const options = [
    { value: 'live', label: texts.live },
    { value: 'draft', label: texts.draft },
    ...known.map((release) => ({ value: release.id, label: sourceWords(release) })),
  ]
  return <Choice label={texts.source} value={value} options={options} onChoose={onChoose} />
}

function sourceWords({ number, title, publish_at, state }: ReleaseRow): string {
  return state === 'scheduled'
    ? texts.scheduledFor({ title, at: publish_at ? momentOf(publish_at) : '' })
    : texts.release({ number: number ?? 0, title })
}

/** The sections whose working copy shoppers do not see yet, each with the way to its editor. */
function Waiting({ rows }: { rows: readonly WaitingSection[] }) {
  if (rows.length === 0) return null
  return (
    <section className={`box ${classes.waiting}`} aria-label={texts.notYetLive}>
      <StatusMark tone="waiting">{texts.notYetLive}</StatusMark>
      <ul>
        {rows.map((one) => (
          <li key={one.section}>
            <Link href={editors[one.section]()}>{titleOf(one.section)}</Link>{' '}
            {one.changed_at && (
              <span className={classes.quiet}>
                {texts.changedBy({
                  at: recentMomentOf(one.changed_at),
                  name: <bdi key="name">{one.changed_by}</bdi>,
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
