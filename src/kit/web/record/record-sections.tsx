import { type ReactNode, Suspense, use } from 'react'
import { useAllows } from '../can.tsx'
import { Link } from '../link.tsx'
import { useShortcuts, useSingleKeys } from '../list/shortcuts.ts'
import { hrefWith, useUrlState } from '../list/url-state.ts'
import classes from './record-sections.module.css'
import { type RecordSection, RecordSections } from './section.ts'
import { texts } from './texts.ts'

/** The sections of other nouns that the reader may see. */
export function useRecordSections(kind: string): readonly RecordSection[] {
  const allows = useAllows()
  return (use(RecordSections).get(kind) ?? []).filter(({ access }) => allows(access))
}

export interface SectionEntry {
  /** The value of `section` in the address; '' for the section that is open without it. */
  key: string
  label: string
  count?: ReactNode
}

/** The key of the open section: that of the address, or the first if the address names none that is offered. */
export function useOpenSection(entries: readonly SectionEntry[]): string {
  const [state] = useUrlState()
  const asked = state.get('section') ?? ''
  return entries.some(({ key }) => key === asked) ? asked : (entries[0]?.key ?? '')
}

/** The list of the sections of a record, with their counts; the digits open them. */
export function SectionList({
  label,
  entries,
  open,
}: {
  label: string
  entries: readonly SectionEntry[]
  open: string
}) {
  const [, change] = useUrlState()
  const hasKeys = useSingleKeys()
  useShortcuts(
    Object.fromEntries(
      entries.slice(0, 9).map(({ key }, index) => [String(index + 1), () => change({ section: key })]),
    ),
  )
  const { pathname, search } = window.location
  return (
    <nav className={classes.sections} aria-label={label}>
      <ul>
        {entries.map(({ key, label, count }, index) => (
          <li key={key}>
            <Link
              href={hrefWith(pathname, search, { section: key })}
              aria-current={key === open ? 'page' : undefined}
              aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
              title={hasKeys ? texts.opensWith({ key: String(index + 1) }) : undefined}
            >
              {label}
              {count !== undefined && (
                <span className={classes.count}>
                  <Suspense fallback={null}>{count}</Suspense>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
