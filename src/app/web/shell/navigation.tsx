import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import type { ScreenPage } from '#kit/web/page.ts'
import { own, sections, single } from '../menu.ts'
import { pages } from '../pages.ts'
import classes from './navigation.module.css'

/** The side navigation: what the person may open, in the specification's sections; that of the path stands open. */
export function Navigation({ pathname }: { pathname: string }) {
  const allows = useAllows()
  const open = pages.filter((page) => page.menu && allows(page.access))
  const current = pages.find((page) => page.path === pathname)
  const inSection = (name: string) =>
    open
      .filter((page) => page.menu?.section === name)
      .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0))
  return (
    <nav aria-label="Main" className={classes.navigation}>
      <Entries entries={inSection(single)} current={current} />
      {sections.map(({ number, name }) => {
        const entries = inSection(name)
        if (entries.length === 0) return null
        const isHere = entries.some((page) => page === current) || sectionOf(current) === name
        return (
          <Section
            key={name}
            number={number}
            name={name}
            entries={entries}
            current={current}
            startsOpen={isHere}
          />
        )
      })}
      <Entries entries={inSection(own)} current={current} />
    </nav>
  )
}

/** The entries that are in no numbered section. */
function Entries({ entries, current }: { entries: ScreenPage[]; current: ScreenPage | undefined }) {
  if (entries.length === 0) return null
  return (
    <ul className={classes.entries}>
      {entries.map((page) => (
        <li key={page.path}>
          <Entry page={page} isCurrent={page === current || current?.within === page.menu?.label} />
        </li>
      ))}
    </ul>
  )
}

/** A screen that is no entry itself (a review) belongs to the section of its siblings. */
function sectionOf(page: ScreenPage | undefined): string | undefined {
  return page?.menu?.section ?? page?.within
}

function Section({
  number,
  name,
  entries,
  current,
  startsOpen,
}: {
  number: number
  name: string
  entries: ScreenPage[]
  current: ScreenPage | undefined
  startsOpen: boolean
}) {
  const [isOpen, setOpen] = useState(startsOpen)
  const [wasHere, setWasHere] = useState(startsOpen)
  // Arriving in a section opens it; whoever closed it while inside keeps it closed.
  if (startsOpen !== wasHere) {
    setWasHere(startsOpen)
    if (startsOpen) setOpen(true)
  }
  const id = `section-${number}`
  return (
    <section className={classes.section}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <span className={classes.number}>{number}</span>
        <span className={classes.name}>{name}</span>
        <IconChevronDown size={15} aria-hidden="true" data-open={isOpen || undefined} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {entries.map((page) => (
          <li key={page.path}>
            <Entry page={page} isCurrent={page === current} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ page, isCurrent }: { page: ScreenPage; isCurrent: boolean }) {
  const { waiting, icon: Icon } = page.menu ?? {}
  return (
    <Link
      href={page.path}
      className={classes.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onMouseEnter={() => void page.load()}
    >
      {Icon && <Icon size={17} aria-hidden="true" />}
      <span>{page.menu?.label}</span>
      {waiting && <WaitingCount waiting={waiting} />}
    </Link>
  )
}

type Waiting = NonNullable<NonNullable<ScreenPage['menu']>['waiting']>

function WaitingCount({ waiting }: { waiting: Waiting }) {
  const [endpoint, setEndpoint] = useState<Endpoint | null>(null)
  useEffect(() => {
    // Without it there is no badge, and the screen itself says what is wrong.
    waiting.endpoint().then(setEndpoint, () => {})
  }, [waiting])
  return endpoint && <Count endpoint={endpoint} field={waiting.field} />
}

function Count({ endpoint, field }: { endpoint: Endpoint; field: string }) {
  const { data } = useEndpoint(endpoint, {}, { refetchInterval: 60_000 })
  const count = (data as Record<string, number> | undefined)?.[field]
  if (!count) return null
  return (
    <span className={classes.count}>
      {count.toLocaleString('en-PK')}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
