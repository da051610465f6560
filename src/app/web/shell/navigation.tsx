import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { texts } from '#app/texts.ts'
import { type WaitingKind, waitingWork } from '#features/dashboard/waiting-contract.ts'
import { PinButton, usePinning } from '#features/identity/account/web/pins-panel.tsx'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { useMarkedEntry } from '#kit/web/menu-mark.ts'
import { isOffered, type ScreenPage } from '#kit/web/page.ts'
import { inMenuOrder, own, sections, single } from '../menu.ts'
import { pages } from '../pages.ts'
import classes from './navigation.module.css'

interface Shared {
  current: ScreenPage | undefined
  pins: readonly string[]
  onPin: (path: string) => void
}

/**
 * The side navigation: the screens that the user may open, in the specification's sections. The section of the current
 * path is expanded. Above the sections are a search field for entries and the pinned entries.
 */
export function Navigation({ pathname, pins }: { pathname: string; pins: readonly string[] }) {
  const allows = useAllows()
  const box = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState('')
  const [arrivedAt, setArrivedAt] = useState(pathname)
  // After navigation to a screen, the search is cleared and the whole menu is shown again.
  if (arrivedAt !== pathname) {
    setArrivedAt(pathname)
    setTyped('')
  }
  const marked = useMarkedEntry()
  const wanted = typed.trim().toLowerCase()
  const open = inMenuOrder(pages).filter((page) => isOffered(page, allows))
  const found = wanted ? open.filter((page) => answers(page, wanted)) : open
  const pinned = pins.flatMap((path) => open.find((page) => page.path === path) ?? [])
  const inSection = (name: string) => found.filter((page) => page.menu?.section === name)
  const shared: Shared = {
    current: pages.find((page) => page.path === (marked ?? pathname)),
    pins,
    onPin: usePinning(
      pins,
      pinned.map(({ path }) => path),
    ),
  }
  /** The arrow keys move through the results, from the search field and back to it. */
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
  if (open.length === 0) return <nav aria-label={texts.main} />
  return (
    <nav ref={box} aria-label={texts.main} className={classes.navigation} onKeyDown={onKeyDown}>
      <Finder
        typed={typed}
        onType={setTyped}
        onGo={() => wanted && box.current?.querySelector<HTMLElement>('a')?.click()}
      />
      {!wanted && pinned.length > 0 && <Pinned entries={pinned} {...shared} />}
      <p className={found.length === 0 ? classes.nothing : 'visually-hidden'} role="status">
        {found.length === 0
          ? texts.nothingFound
          : wanted
            ? texts.screensFound({ screens: found.length })
            : ''}
      </p>
      <Entries entries={inSection(single)} {...shared} />
      {sections.map(({ number, section, label }) => {
        const entries = inSection(section)
        if (entries.length === 0) return null
        return (
          <Section
            key={section}
            number={number}
            name={label}
            entries={entries}
            startsOpen={sectionOf(shared.current) === section}
            wanted={wanted}
            {...shared}
          />
        )
      })}
      <Entries entries={inSection(own)} {...shared} />
    </nav>
  )
}

/** True if the name of the entry or of its section contains the typed text. */
function answers({ menu }: ScreenPage, wanted: string): boolean {
  const section = sections.find((one) => one.section === menu?.section)?.label
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
        aria-label={texts.findAScreen}
        placeholder={texts.findAScreen}
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo()
          if (event.key !== 'Escape' || typed === '') return
          // The first Escape clears the search field; only the next one closes the drawer around it.
          event.preventDefault()
          event.stopPropagation()
          onType('')
        }}
      />
    </label>
  )
}

/** The pinned entries in the user's order. After an entry is unpinned, the focus moves to the next pin. */
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
      <p id={title}>{texts.pinned}</p>
      <ul ref={list}>
        {entries.map((page) => (
          <Entry key={page.path} page={page} isCurrent={page === shared.current} onPin={unpin} {...shared} />
        ))}
      </ul>
    </section>
  )
}

/** The entries outside the numbered sections. */
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

/** A screen without its own entry (a review) belongs to the section of its siblings. */
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
  // Opening a screen of a section expands the section; if the user then collapses it, it stays collapsed.
  if (startsOpen !== wasHere) {
    setWasHere(startsOpen)
    if (startsOpen) setUnfolded(true)
  }
  // Sections with results are expanded during a search, and return to their previous state when the search field is
  // cleared.
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
      <Link href={page.path} aria-current={isCurrent ? 'page' : undefined}>
        {Icon && <Icon size={17} aria-hidden="true" />}
        <span>{label}</span>
        {waiting && <WaitingCount kind={waiting} />}
      </Link>
      <PinButton label={label} isPinned={pins.includes(page.path)} onPin={() => onPin(page.path)} />
    </li>
  )
}

/** The nouns whose changes move the numbers of the menu. */
const liveOfWaiting = ['customer', 'order', 'product', 'vendor', 'withdrawal']
/** Every screen has the menu, and a person's own commands move its numbers at once. */
const waitingEveryMs = 10_000

/** The number of pending items of this kind. If it cannot be read there is no badge, and the screen itself shows the error. */
function WaitingCount({ kind }: { kind: string }) {
  const { data } = useEndpoint(
    waitingWork.count,
    {},
    { refetchInterval: 60_000, live: liveOfWaiting, liveEveryMs: waitingEveryMs },
  )
  const count = data?.[kind as WaitingKind]
  if (!count) return null
  return (
    <span className={classes.count}>
      {texts.waiting({ count, hidden: (words) => <span className="visually-hidden">{words}</span> })}
    </span>
  )
}
