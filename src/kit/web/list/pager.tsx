import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type PageFacts, pagedRows, pageSizes } from '#kit/contract/page.ts'
import { numberOf } from '#kit/contract/words.ts'
import { Choice } from '../fields/choice.tsx'
import { Link } from '../link.tsx'
import classes from './pager.module.css'
import { texts } from './texts.ts'

interface Props {
  page: PageFacts & { rows: unknown[] }
  limit: number
  /** The page number in the address bar; null while its page is still being read. */
  asked: number | null
  hrefOf: (changes: Record<string, string>) => string
  onLimit: (limit: number) => void
}

/** Range, page size and pages. Beyond the numbered pages, cursors lead to the end of the list. */
export function Pager({ page, limit, asked, hrefOf, onLimit }: Props) {
  const first = page.first_row + 1
  const last = page.first_row + page.rows.length
  const total = `${numberOf(page.total)}${page.total_is_exact ? '' : '+'}`
  const isPastEnd = page.page !== null && asked !== null && asked > page.page
  const pages = Math.ceil(Math.min(page.total, pagedRows) / limit)
  const current = page.page
  const nextIsNumbered = current !== null && current < pages
  const prevIsNumbered = current !== null && current > 1
  const toPage = (number: number) => hrefOf({ page: number === 1 ? '' : String(number), cursor: '' })
  const previous = prevIsNumbered
    ? toPage(current - 1)
    : page.prev_cursor && hrefOf({ page: '', cursor: page.prev_cursor })
  const next = nextIsNumbered
    ? toPage(current + 1)
    : page.next_cursor && hrefOf({ page: '', cursor: page.next_cursor })
  return (
    <footer className={classes.pager}>
      <p className={classes.range} role={isPastEnd ? 'status' : undefined}>
        {texts.range({ first, last, total })}
        {isPastEnd && <strong> {texts.noSuchPage({ asked })}</strong>}
      </p>
      <Choice
        label={texts.rowsPerPage}
        value={String(limit)}
        options={pageSizes.map((size) => ({ value: String(size), label: texts.sizeRows({ size }) }))}
        onChoose={(size) => onLimit(Number(size))}
      />
      <nav aria-label={texts.pages} className={classes.pages}>
        <Step href={previous} label={texts.previousPage}>
          <IconChevronLeft size={16} aria-hidden="true" />
        </Step>
        {current !== null &&
          numbersAround(current, pages).map((number, index, all) => (
            <span key={number} className={classes.number}>
              {index > 0 && number - (all[index - 1] ?? number) > 1 && <span aria-hidden="true">…</span>}
              <Link
                href={toPage(number)}
                aria-current={number === current ? 'page' : undefined}
                aria-label={texts.pageNumber({ number })}
              >
                {number}
              </Link>
            </span>
          ))}
        <Step href={next} label={texts.nextPage}>
          <IconChevronRight size={16} aria-hidden="true" />
        </Step>
      </nav>
    </footer>
  )
}

function Step({ href, label, children }: { href: string | null; label: string; children: ReactNode }) {
  if (!href) return <span className={classes.off}>{children}</span>
  return (
    <Link href={href} aria-label={label}>
      {children}
    </Link>
  )
}

/** The first page, the last page, and the pages next to the current one. */
function numbersAround(current: number, pages: number): number[] {
  const wanted = [1, current - 1, current, current + 1, pages]
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b)
}
