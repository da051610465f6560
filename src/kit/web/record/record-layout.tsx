import { createContext, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { isFocusLost, useFocusOnArrival } from '../history-moves.ts'
import { lazyOf } from '../lazy.ts'
import { Link } from '../link.tsx'
import { useShortcuts, useShortcutsDialog } from '../list/shortcuts.ts'
import { QueueBar, UndoLast } from '../queue/queue-bar.tsx'
import { useQueue, useScreenBehind } from '../queue/use-queue.ts'
import { offersActions } from '../record-actions.ts'
import { liftMessages } from '../toast.tsx'
import classes from './record-layout.module.css'
import { texts } from './texts.ts'

const RecordKeys = lazyOf(() => import('./record-keys-dialog.tsx'), 'RecordKeys')

/** What a page shows below the title of the record inside it: the list of its sections. */
export const BelowTitle = createContext<ReactNode>(null)

/**
 * One record: two thirds for its content, one third for what is known and done about it. In a single column, on phones,
 * the checks come first: the approve button is reachable from anywhere, so the reader must have passed the checks.
 */
export function RecordLayout({
  back,
  title,
  before,
  status,
  bar,
  checks,
  main,
  side,
  sideLabel = texts.messagesAndHistory,
}: {
  back: { href: string; label: string }
  title: string
  /** Shown before the title: an avatar. */
  before?: ReactNode
  status: ReactNode
  /** Stays in view while the record scrolls. */
  bar?: ReactNode
  checks?: ReactNode
  main: ReactNode
  /** Without it, the content takes the whole width. */
  side?: ReactNode
  sideLabel?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(heading)
  const queue = useQueue()
  const [isHelping, setHelping] = useState(false)
  const help = () => setHelping(true)
  useShortcuts({ '?': help })
  useShortcutsDialog(help)
  const behind = useScreenBehind() ?? back
  const hasBar = Boolean(bar)
  const hadBar = useRef(hasBar)
  useEffect(() => {
    // The focused button disappears with the bar, so the focus moves to the heading.
    if (hadBar.current && !hasBar && isFocusLost()) heading.current?.focus({ preventScroll: true })
    hadBar.current = hasBar
  }, [hasBar])
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.ways}>
          <Link href={queue?.backHref ?? behind.href} className={classes.back}>
            ‹ {queue?.title ?? behind.label}
          </Link>
          <div className={classes.ways}>
            <UndoLast />
            {queue && <QueueBar queue={queue} />}
          </div>
        </div>
        <div className={classes.title}>
          {before}
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {status}
        </div>
        {use(BelowTitle)}
      </header>
      <div
        className={classes.columns}
        data-checked={checks ? '' : undefined}
        data-wide={side === undefined ? '' : undefined}
      >
        {checks && (
          <aside className={classes.checks} aria-label={texts.checks}>
            {checks}
          </aside>
        )}
        <div className={classes.main}>{main}</div>
        {side !== undefined && (
          <aside className={classes.side} aria-label={sideLabel}>
            {side}
          </aside>
        )}
      </div>
      {bar && (
        <div ref={bindBar} className={classes.bar}>
          {bar}
        </div>
      )}
      {isHelping && (
        <Suspense fallback={null}>
          <RecordKeys onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Messages stand above the bar, and what it offers is offered by the palette too. */
function bindBar(bar: HTMLElement | null) {
  const ends = [liftMessages(bar), offersActions(bar)]
  return () => {
    for (const end of ends) end?.()
  }
}

/** A titled card of the right column. */
export function SideCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`box ${classes.card}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Reserves the layout of a record while it loads. */
export function RecordSkeleton() {
  return (
    <div className={classes.page} role="status">
      <p className="visually-hidden">{texts.loading}</p>
      <div className={classes.header} aria-hidden="true">
        <span className={classes.line} />
        <span className={classes.line} />
      </div>
      <div className={classes.columns} aria-hidden="true">
        <div className={classes.main}>
          <div className={classes.block} />
          <div className={classes.block} />
        </div>
        <div className={classes.side}>
          <div className={classes.block} />
        </div>
      </div>
    </div>
  )
}
