import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import {
  previews,
  releases,
  type WindowContent,
  type WorkingCopy,
  windowContent,
} from '#features/content/contract.ts'
import { type Picked, pageOf } from '#features/content/previews/page-contract.ts'
import { aboutUsView, blogView, faqView, homeView, storesView } from '#features/content/previews/web/links.ts'
import { type SectionName, titleOf } from '#features/content/section-contract.ts'
import { publish } from '#features/content/web/links.ts'
import { ComingPictures } from '#features/media/web/coming-pictures-panel.tsx'
import type { Content } from '#features/window/contract.ts'
import { PreviewPanel } from '#features/window/previews/web/preview-panel.tsx'
import { momentOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { liftMessages, useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { EntriesPanel } from './entries-panel.tsx'
import { editors } from './links.ts'
import { EntryFields, SectionFields } from './section-form-panel.tsx'
import { entriesOf, entryName, hasPlainEntries, previewOf, sectionOf, type Typed } from './section-model.ts'
import classes from './section-screen-panel.module.css'
import { callsOf, useSection } from './use-section.tsx'

const views = { home: homeView, 'about-us': aboutUsView, faq: faqView, blog: blogView, stores: storesView }

interface Screen {
  name: SectionName
  title: string
  /** The words of a button below the fields, where the specification has one beside the bar of unsaved changes. */
  submit?: string
  /** What else belongs on the screen, below the fields: the entries of another noun. */
  extra?: ReactNode
}

/** The screen that edits a section: its fields and entries, and a preview of what is typed. */
export function SectionScreen(screen: Screen) {
  const { name, title } = screen
  const found = useEndpoint(callsOf(name).get, { section: name as never })
  if (found.data && !found.isPlaceholderData)
    return (
      <Suspense fallback={<RecordSkeleton />}>
        <Editor key={name} {...screen} copy={found.data} />
      </Suspense>
    )
  if (!found.isError) return <RecordSkeleton />
  return (
    <>
      <h1>{title}</h1>
      <ReadFailure of={found} what={texts.notLoaded} />
    </>
  )
}

function Editor({ name, title, submit, extra, copy }: Screen & { copy: WorkingCopy }) {
  const view = views[pageOf(name)]()
  const [open, setOpen] = useState<string | null>(null)
  const editing = useSection(
    name,
    copy,
    () => texts.saved({ title, link: (words: string) => <Link href={view}>{words}</Link> }),
    // What is wrong with an entry is told at its fields, which are shown for one entry alone.
    (ids) => setOpen((before) => (before && ids.includes(before) ? before : (ids[0] ?? before))),
  )
  const { section, drafts, notices, clashNotice, bar, question, form } = editing
  const work = useRef<HTMLDivElement>(null)
  const focusOn = useFieldFocus(work, setOpen)
  const pick = usePicked(name, focusOn)
  const entry = entriesOf(section.typed).find(({ id }) => id === open)
  const hasTable = sectionOf(name).items !== undefined && !hasPlainEntries(name)
  const hasFields = Object.keys(sectionOf(name).fields).length > 0
  const content = usePreviewContent(name, section.typed, open)
  return (
    <div className={classes.page} ref={work}>
      <SectionHeader title={title} copy={copy} view={view} />
      {drafts}
      {clashNotice || notices}
      <form {...form} className={classes.form}>
        <ComingPictures of={editing.pictures}>
          {hasTable && <EntriesPanel form={section} open={open} onOpen={setOpen} />}
          <div className={classes.columns} data-single={(hasTable && !entry) || undefined}>
            {(entry || !hasTable) && (
              <div className={classes.main}>
                {entry && hasTable && (
                  <section className="box" aria-labelledby="entry">
                    <h2 id="entry" dir="auto">
                      {entryName(name, entry, entriesOf(section.typed).indexOf(entry))}
                    </h2>
                    <EntryFields form={section} entry={entry} />
                  </section>
                )}
                {hasFields && (
                  <section className="box" aria-label={title}>
                    <SectionFields form={section} />
                  </section>
                )}
                {hasPlainEntries(name) && <EntriesPanel form={section} open={open} onOpen={setOpen} />}
                {submit && section.mayChange && (
                  <CommandButton
                    type="submit"
                    className={classes.submit ?? ''}
                    isPending={editing.isPending}
                    disabled={!editing.isUnsaved || editing.isAwaited}
                  >
                    {editing.saveWords(submit)}
                  </CommandButton>
                )}
              </div>
            )}
            <PreviewPanel
              content={content as Content | undefined}
              page={pageOf(name)}
              focus={name}
              startsWith={hasTable ? 1200 : 390}
              onPicked={(picked) => pick(picked as Picked)}
            />
          </div>
        </ComingPictures>
      </form>
      {extra}
      {bar && (
        <div ref={liftMessages} className={classes.bar}>
          {bar}
        </div>
      )}
      {question}
    </div>
  )
}

/** The title of an editor, with whether shoppers see what was saved, and the ways to the page and to a release. */
function SectionHeader({ title, copy, view }: { title: string; copy: WorkingCopy; view: string }) {
  const { changed_at, changed_by, is_changed, live_release } = copy
  const mayPublish = useCan()(releases.create)
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        <h1>{title}</h1>
        {is_changed ? (
          <StatusMark tone="waiting">{texts.notYetLive}</StatusMark>
        ) : (
          <StatusMark tone={live_release === null ? 'off' : 'good'}>
            {live_release === null ? texts.neverPublished : texts.liveSince({ release: live_release })}
          </StatusMark>
        )}
        <span className={classes.ways}>
          <Button size="xs" variant="default" component={Link} href={view}>
            {texts.viewPage}
          </Button>
          {mayPublish && (
            <Button size="xs" variant="default" component={Link} href={publish()}>
              {texts.publish}
            </Button>
          )}
        </span>
      </div>
      {changed_at && changed_by && (
        <p className={classes.quiet}>
          {texts.changedBy({ at: momentOf(changed_at), name: <bdi key="name">{changed_by}</bdi> })}
        </p>
      )}
    </header>
  )
}

/** The shop with the working copies of all sections, and with what is typed into this one. */
function usePreviewContent(name: SectionName, typed: Typed, open: string | null): WindowContent | undefined {
  const maySee = useCan()(previews.content)
  // Without the permission for drafts, the other sections are shown as shoppers see them.
  const draft = useEndpoint(previews.content, { of: 'draft' }, { enabled: maySee })
  const page = pageOf(name)
  const home = useEndpoint(windowContent.content, {}, { enabled: !maySee && page === 'home' })
  const other = useEndpoint(
    windowContent.page,
    { page: page === 'home' ? 'about-us' : page },
    { enabled: !maySee && page !== 'home' },
  )
  const live = page === 'home' ? home : other
  const { data, isError }: { data: WindowContent | undefined; isError: boolean } = maySee ? draft : live
  // The frame is drawn again only for another object.
  return useMemo(() => {
    if (!data && !isError) return undefined
    const sections = { ...data?.sections, [name]: previewOf(name, typed, open) }
    return { release: data?.release ?? 0, sections } as WindowContent
  }, [data, isError, name, typed, open])
}

/** Goes to the field that was picked in the preview or named in the address: its entry is opened first. */
function useFieldFocus(work: { current: HTMLElement | null }, onOpen: (id: string) => void) {
  const [wanted, setWanted] = useState<{ path: string } | null>(null)
  useEffect(() => {
    if (!wanted) return
    const place = work.current?.querySelector(`[data-field="${CSS.escape(wanted.path)}"]`)
    place
      ?.querySelector<HTMLElement>(
        'input:not([type=file]), textarea, select, [contenteditable="true"], button',
      )
      ?.focus()
    place?.scrollIntoView({ block: 'center' })
  }, [wanted, work])
  const focusOn = (item: string | null, field: string | null) => {
    if (item) onOpen(item)
    if (field || item) setWanted({ path: item ? `${item}.${field ?? 'title'}` : (field ?? '') })
  }
  const latest = useRef(focusOn)
  latest.current = focusOn
  const [address] = useUrlState()
  const [item, field] = [address.get('item'), address.get('field')]
  useEffect(() => latest.current(item, field), [item, field])
  return focusOn
}

/** What a click in the preview does: its field gets the focus; a part of another section offers the way to it. */
function usePicked(name: SectionName, focusOn: (item: string | null, field: string | null) => void) {
  const show = useToast()
  return ({ section, item, field }: Picked) => {
    if (section === name) return focusOn(item, field)
    const to =
      section in editors ? editors[section]({ ...(item ? { item } : {}), ...(field ? { field } : {}) }) : null
    if (to === null) return
    show({
      message: texts.ofOtherSection({
        section: titleOf(section),
        link: (words: string) => <Link href={to}>{words}</Link>,
      }),
      isOfScreen: true,
    })
  }
}
