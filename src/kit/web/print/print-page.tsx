import { type ReactNode, useEffect } from 'react'
import { CommandButton } from '../command-button.tsx'
import { Link } from '../link.tsx'
import { texts } from './texts.ts'
import '@fontsource-variable/noto-naskh-arabic/wght.css'
import classes from './print-page.module.css'

export type SheetSize = 'a4' | 'a5' | 'thermal'

/** A screen that shows sheets as they are printed: light, without the shell, under a bar that is not printed. */
export function PrintFrame({
  back,
  title,
  choices,
  isLoading,
  size = 'a4',
  isBatch = false,
  className = '',
  failure,
  children,
}: {
  back: { href: string; label: string }
  title: string
  /** Fields in the bar that select the printed content. */
  choices?: ReactNode
  /** True until the content of every sheet has loaded. */
  isLoading: boolean
  size?: SheetSize
  /**
   * Whether there are several documents. Their pages are not numbered, because a number would count the pages of all of
   * them.
   */
  isBatch?: boolean
  /** Additional classes of the sheets. */
  className?: string | undefined
  /** Shown instead of the sheets. */
  failure?: ReactNode
  /** A `PrintedSheet` for each document. */
  children: ReactNode
}) {
  useEffect(() => {
    document.body.classList.add(classes.body ?? '')
    return () => document.body.classList.remove(classes.body ?? '')
  }, [])
  return (
    <>
      <header className={classes.bar}>
        <Link href={back.href}>‹ {back.label}</Link>
        <h1>{title}</h1>
        {choices}
        <CommandButton size="xs" isPending={isLoading} onClick={() => window.print()}>
          {texts.print}
        </CommandButton>
      </header>
      {failure ? (
        <NotPrinted>{failure}</NotPrinted>
      ) : (
        <section
          className={`${classes.sheets} ${className}`}
          data-size={size}
          data-batch={isBatch || undefined}
          aria-label={texts.sheets}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
          tabIndex={0}
        >
          {children}
        </section>
      )}
    </>
  )
}

/** One document: a single sheet on the screen, and as many pages as needed on paper. */
export function PrintedSheet({ children }: { children?: ReactNode }) {
  return <article className={classes.sheet}>{children}</article>
}

/** A message in place of a sheet; it is not printed. */
export function NotPrinted({ children }: { children: ReactNode }) {
  return <div className={classes.failure}>{children}</div>
}

/** The head of a sheet: the kind of document, and details at the end of the line. */
export function SheetHead({ kind, end, children }: { kind: string; end: ReactNode; children: ReactNode }) {
  return (
    <header className={classes.head}>
      <div>
        <p className={classes.kind}>{kind}</p>
        {children}
      </div>
      <div className={classes.end}>{end}</div>
    </header>
  )
}

/** The line items of a sheet. The table head is repeated on every page, so that each page names its document. */
export function SheetLines({
  running,
  columns,
  children,
}: {
  /** Identifies the document on each page. */
  running: ReactNode
  columns: readonly { title: string; isAmount?: boolean }[]
  children: ReactNode
}) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr className={classes.running}>
          <td colSpan={columns.length} dir="auto">
            {running}
          </td>
        </tr>
        <tr>
          {columns.map(({ title, isAmount }) => (
            <th key={title} scope="col" data-align={isAmount ? 'end' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}
