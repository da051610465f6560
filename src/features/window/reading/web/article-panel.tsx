import type { ReactNode, Ref } from 'react'
import { texts } from '#features/window/texts.ts'
import { Sign } from '#features/window/web/carousel-panel.tsx'
import { numberedAddress } from '#features/window/web/links.ts'

interface PageHeadProps {
  title: string
  intro?: string
  titleMarks?: Record<string, string>
  introMarks?: Record<string, string>
  /** For a page whose heading takes the focus from what it replaces. */
  titleRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** The heading of a page with what introduces it. */
export function PageHead({ title, intro, titleMarks, introMarks, titleRef, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1 dir="auto" ref={titleRef} tabIndex={titleRef ? -1 : undefined} {...titleMarks}>
        {title}
      </h1>
      {intro ? (
        <p className="intro" dir="auto" {...introMarks}>
          {intro}
        </p>
      ) : null}
      {children}
    </div>
  )
}

export interface Crumb {
  text: string
  href?: string
}

/** Where a page is: what is above it, each a link. */
export function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className="crumbs" aria-label={texts.breadcrumbs}>
      <ol>
        {crumbs.map(({ text, href }) => (
          <li key={text}>
            {href ? (
              <a href={href} dir="auto">
                {text}
              </a>
            ) : (
              <span aria-current="page" dir="auto">
                {text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface PagesProps {
  address: string
  number: number
  total: number
  perPage: number
  q?: string
}

/** The way through a list of several pages. */
export function Pages({ address, number, total, perPage, q = '' }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / perPage))
  if (last === 1) return null
  return (
    <nav className="pages" aria-label={texts.pages}>
      {number > 1 ? (
        <a className="button quiet along" rel="prev" href={numberedAddress(address, number - 1, q)}>
          <Sign d="m14.5 6-6 6 6 6" />
          {texts.previousPage}
        </a>
      ) : null}
      <span>{texts.pageOf({ number, total: last })}</span>
      {number < last ? (
        <a className="button quiet along" rel="next" href={numberedAddress(address, number + 1, q)}>
          {texts.nextPage}
          <Sign d="m9.5 6 6 6-6 6" />
        </a>
      ) : null}
    </nav>
  )
}
