import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { PinButton, usePinning } from '#features/identity/account/web/pins-panel.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import type { ScreenPage } from '#kit/web/page.ts'
import { inMenuOrder, own, sections, single } from '../menu.ts'
import { pages } from '../pages.ts'
import classes from './navigation.module.css'

interface Shared {
  current: ScreenPage | undefined
  pins: readonly string[]
  onPin: (path: string) => void
}

/**
 * The side navigation: what the person may open, in the specification's sections; that of the path stands open. Above
 * them a box that finds an entry by its name, and the entries that were pinned.
 */
export function Navigation({ pathname, pins }: { pathname: string; pins: readonly string[] }) {
  const allows = useAllows()
  const box = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState('')
  const [arrivedAt, setArrivedAt] = useState(pathname)
  // Whoever found a screen has it: the menu stands whole again.
  if (arrivedAt !== pathname) {
    setArrivedAt(pathname)
    setTyped('')
  }
  const wanted = typed.trim().toLowerCase()
  const open = inMenuOrder(pages).filter((page) => allows(page.access))
  const found = wanted ? open.filter((page) => answers(page, wanted)) : open
  const pinned = pins.flatMap((path) => open.find((page) => page.path === path) ?? [])
  const inSection = (name: string) => found.filter((page) => page.menu?.section === name)
  const shared: Shared = {
    current: pages.find((page) => page.path === pathname),
    pins,
    onPin: usePinning(
      pins,
      pinned.map(({ path }) => path),
    ),
  }
  /** The arrows go through what was found, from the box and back to it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!wanted || step === undefined || !(event.target instanceof HTMLElement)) return
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])].filter(
      (stop) => stop.offsetParent !== null,
    )
    const next = stops[stops.indexOf(event.target) + step]
    if (!stops.includes(event.target) || !next) return
    event.preventDefault()
    next.focus()
  }
  if (open.length === 0) return <nav aria-label="Main" />
  return (
    <nav ref={box} aria-label="Main" className={classes.navigation} onKeyDown={onKeyDown}>
      <Finder
        typed={typed}
        onType={setTyped}
        onGo={() => wanted && box.current?.querySelector<HTMLElement>('a')?.click()}
      />
      {!wanted && pinned.length > 0 && <Pinned entries={pinned} {...shared} />}
      <p className={found.length === 0 ? classes.nothing : 'visually-hidden'} role="status">
        {found.length === 0 ? 'Nothing by that name' : wanted ? `${found.length} found` : ''}
      </p>
      <Entries entries={inSection(single)} {...shared} />
      {sections.map(({ number, name }) => {
        const entries = inSection(name)
        if (entries.length === 0) return null
        const { current } = shared
        const isHere = entries.some((page) => page === current) || sectionOf(current) === name
        return (
          <Section
            key={name}
            number={number}
            name={name}
            entries={entries}
            startsOpen={isHere}
            wanted={wanted}
            {...shared}
          />
        )
      })}
      <Entries entries={inSection(own)} {...shared} />
    </nav>
  )
}

/** True when the entry or its section has what was typed in its name. */
function answers({ menu }: ScreenPage, wanted: string): boolean {
  const section = sections.find(({ name }) => name === menu?.section)?.name
  return [menu?.label, section].some((words) => words?.toLowerCase().includes(wanted))
}

function Finder({
  typed,
  onType,
  onGo,
}: {
  typed: string
  onType: (typed: string) => void
  onGo: () => void
}) {
  return (
    <label className={classes.finder}>
      <IconSearch size={15} aria-hidden="true" />
      <input
        type="search"
        aria-label="Find a screen"
        placeholder="Find a screen"
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo()
          if (event.key !== 'Escape' || typed === '') return
          // The first Escape empties the box; only the next one closes the drawer around it.
          event.preventDefault()
          event.stopPropagation()
          onType('')
        }}
      />
    </label>
  )
}

/** What was pinned, in that order. Whoever unpins here goes on at the next pin. */
function Pinned({ entries, onPin, ...shared }: Shared & { entries: ScreenPage[] }) {
  const list = useRef<HTMLUListElement>(null)
  const title = useId()
  const unpin = (path: string) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = entries.findIndex((page) => page.path === path)
    const next = buttons[at + 1] ?? buttons[at - 1] ?? list.current?.closest('nav')?.querySelector('input')
    next?.focus()
    onPin(path)
  }
  return (
    <section className={classes.pinned} aria-labelledby={title}>
      <p id={title}>Pinned</p>
      <ul ref={list}>
        {entries.map((page) => (
          <Entry key={page.path} page={page} isCurrent={page === shared.current} onPin={unpin} {...shared} />
        ))}
      </ul>
    </section>
  )
}

/** The entries that are in no numbered section. */
function Entries({ entries, ...shared }: Shared & { entries: ScreenPage[] }) {
  const { current } = shared
  if (entries.length === 0) return null
  return (
    <ul className={classes.entries}>
      {entries.map((page) => (
        <Entry
          key={page.path}
          page={page}
          isCurrent={page === current || current?.within === page.menu?.label}
          {...shared}
        />
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
  startsOpen,
  wanted,
  ...shared
}: Shared & { number: number; name: string; entries: ScreenPage[]; startsOpen: boolean; wanted: string }) {
  const [isUnfolded, setUnfolded] = useState(startsOpen)
  const [wasHere, setWasHere] = useState(startsOpen)
  const [foldedFor, setFoldedFor] = useState('')
  // Arriving in a section opens it; whoever closed it while inside keeps it closed.
  if (startsOpen !== wasHere) {
    setWasHere(startsOpen)
    if (startsOpen) setUnfolded(true)
  }
  // What was found stands open, and nothing of that is left when the box is empty again.
  const isOpen = wanted ? foldedFor !== wanted : isUnfolded
  const turn = () => (wanted ? setFoldedFor(isOpen ? wanted : '') : setUnfolded(!isOpen))
  const id = useId()
  return (
    <section className={classes.section}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={turn}>
        <span className={classes.number}>{number}</span>
        <span className={classes.name}>{name}</span>
        <IconChevronDown size={15} aria-hidden="true" data-open={isOpen || undefined} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {entries.map((page) => (
          <Entry key={page.path} page={page} isCurrent={page === shared.current} {...shared} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ page, isCurrent, pins, onPin }: Shared & { page: ScreenPage; isCurrent: boolean }) {
  const { waiting, icon: Icon, label = '' } = page.menu ?? {}
  return (
    <li className={classes.entry}>
      <Link
        href={page.path}
        aria-current={isCurrent ? 'page' : undefined}
        onMouseEnter={() => void page.load()}
      >
        {Icon && <Icon size={17} aria-hidden="true" />}
        <span>{label}</span>
        {waiting && <WaitingCount waiting={waiting} />}
      </Link>
      <PinButton label={label} isPinned={pins.includes(page.path)} onPin={() => onPin(page.path)} />
    </li>
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
