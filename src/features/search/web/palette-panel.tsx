import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { stayHere, useBackGuard } from '#kit/web/back-guard.ts'
import { useCall } from '#kit/web/client.tsx'
import { Found, SearchContext } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import { readOffers, runOffer } from '#kit/web/record-actions.ts'
import { Money } from '#kit/web/values.tsx'
import { type FoundGroupName, type FoundRecord, foundGroups, search } from '../contract.ts'
import { texts } from '../texts.ts'
import { batchesOf, type Item, isMatch, itemOf, readTyped, type Section, sectionOf } from './palette-model.ts'
import classes from './palette-panel.module.css'
import { readRecent, rememberRecent } from './recent-model.ts'
import { FoundStatus } from './status-panel.tsx'
import { useFinding, useRecentRecords } from './use-finding.ts'
import { usePalette } from './use-palette.ts'

/** What the application knows of every screen and of every kind of record. */
export interface PaletteSources {
  /** The screens that the person may open, with further words that they are found by. */
  screens: readonly { path: string; words: string; about: string }[]
  /** The articles of the help that a search finds, the best first. */
  helpFor: (q: string) => readonly { name: string; words: string; heading: string; open: () => void }[]
  hrefOf: (record: FoundRecord) => string
  /** The list of all that a search finds in a group, where one list has all. */
  allOf: (group: FoundGroupName, q: string) => string | undefined
  /** Whether the person may open records of this kind. */
  maySee: (kind: FoundRecord['kind']) => boolean
}

export interface PaletteProps {
  typed: string
  personId: string
  /** The id of the list of results, and where the field learns which of them is active. */
  listId: string
  onActive: (id: string | undefined) => void
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  isEntered: boolean
  onClose: () => void
}

/** One letter begins something in every record. */
const leastLetters = 2

/** The results of the palette under its field. */
export function PalettePanel({ sources, ...props }: PaletteProps & { sources: PaletteSources }) {
  const { typed, personId, listId, onActive, keys, isEntered, onClose } = props
  const { mode, q } = readTyped(typed)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { sections, isSearching, isUnsettled, hasFailed, retry } = useSections(typed, sources, props)
  const count = sections.flatMap(({ items }) => items).filter(({ isWithin }) => !isWithin).length
  const onPicked = (item: Item) => {
    if (item.isWithin) {
      item.onPick?.()
      return
    }
    onClose()
    if (item.record) rememberRecent(personId, item.key)
    // The dialog gives the focus back first, so that what the action opens can take it.
    if (item.onPick) setTimeout(item.onPick)
  }
  const { activeKey, point } = usePalette({
    ...{ sections, isUnsettled, isEntered, keys, list, typed, onPicked },
    isChoosing: q !== '',
    onNothing: retry,
  })
  const idOf = (key: string) => `${id}${key.replace(/[^\w-]/g, '-')}`
  const activeId = activeKey ? idOf(activeKey) : undefined
  useEffect(() => onActive(activeId), [onActive, activeId])
  useBackGuard(() => {
    stayHere()
    onClose()
    return true
  })
  const isFailed = hasFailed && count === 0
  const isNothing = q.length >= leastLetters && count === 0 && !isUnsettled
  return (
    <>
      <SearchContext value={q}>
        <div ref={list} id={listId} role="listbox" aria-label={texts.results} className={classes.list}>
          {sections.map((section) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
            <section key={section.key} role="group" aria-labelledby={`${id}${section.key}`}>
              {/* A listbox may have nothing but options, so its headings are only names. */}
              <div id={`${id}${section.key}`} role="presentation" className={classes.heading}>
                {section.title}
                {section.count && <span className={classes.count}>{section.count}</span>}
              </div>
              {section.items.map((item) => (
                <Line
                  key={item.key}
                  id={idOf(item.key)}
                  item={item}
                  isActive={item.key === activeKey}
                  onPoint={() => point(item.key)}
                  onPicked={() => onPicked(item)}
                />
              ))}
            </section>
          ))}
        </div>
      </SearchContext>
      {isNothing && !hasFailed && (
        <div className={classes.nothing}>
          <p>{texts.nothing({ q })}</p>
          <p>{texts.nothingText}</p>
        </div>
      )}
      {q.length < leastLetters && mode !== 'actions' && <p className={classes.prompt}>{texts.prompt}</p>}
      {isFailed && (
        <p role="alert" className={classes.failed}>
          {texts.failed}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isSearching || isFailed ? '' : q && texts.found({ results: count })}
      </p>
      <Hints />
    </>
  )
}

/** What is offered for the typed text, in sections. */
function useSections(typed: string, sources: PaletteSources, { personId, onClose }: PaletteProps) {
  const { mode, q } = readTyped(typed)
  const call = useCall()
  // A failed call of its own asks for the password, once the palette no longer covers the question.
  const onSignedOut = () => {
    onClose()
    void call(search.find, { q: 'a', groups: 'orders', limit: 1 }).catch(() => null)
  }
  const maySee = (group: FoundGroupName) => foundGroups[group].some(sources.maySee)
  const { groups, isSearching, hasFailed, retry } = useFinding(
    mode === 'actions' || q.length < leastLetters ? '' : q,
    batchesOf(mode, maySee),
    onSignedOut,
  )
  // What the screen offers does not change behind the palette; a change by somebody else is noticed when it is run.
  const [offers] = useState(readOffers)
  const [recent] = useState(() => readRecent(personId))
  const recentRecords = useRecentRecords(recent)
  const actions = offers
    .filter(({ words, about }) => isMatch(q, [words, about]))
    .map((offer, at) => ({
      key: `action:${at}`,
      words: offer.words,
      notes: offer.about ? [offer.about] : [],
      shortcut: offer.shortcut,
      onPick: () => runOffer(offer),
    }))
  const screens = sources.screens
    .filter(({ words, about }) => isMatch(q, [words, about]))
    .map(({ path, words, about }) => ({ key: path, words, notes: about ? [about] : [], href: path }))
  const help = (mode === 'all' ? sources.helpFor(q) : []).map(({ name, words, heading, open }) => ({
    key: `help:${name}`,
    words,
    notes: heading ? [heading] : [],
    onPick: open,
  }))
  const own = (key: string, title: string, items: Item[], most: number): Section[] =>
    items.length > 0 ? [{ key, title, count: '', items: items.slice(0, most) }] : []
  const ownActions = (most: number) => own('actions', texts.actions, actions, most)
  const ownScreens = (most: number) => own('screens', texts.screens, screens, most)
  const found = groups.map((group) => sectionOf(group, sources.hrefOf, sources.allOf(group.group, q)))
  const recentItems = (recentRecords ?? []).map((record) => itemOf(record, sources.hrefOf(record)))
  const isEmpty = mode === 'all' && q === ''
  const sections = isEmpty
    ? [...ownActions(6), ...own('recent', texts.recent, recentItems, 8)]
    : mode === 'actions'
      ? [...ownActions(40), ...ownScreens(100)]
      : mode === 'all'
        ? [...ownActions(3), ...ownScreens(3), ...found, ...own('help', texts.help, help, 3)]
        : found
  if (hasFailed && sections.some(({ items }) => items.length > 0)) {
    const again = { key: 'again', words: texts.searchAgain, notes: [], onPick: retry, isWithin: true }
    sections.push(...own('again', texts.partFailed, [again], 1))
  }
  // Actions and screens are there at once and stand first; what the calls find may still be preceded by other groups.
  const hasOwn = mode === 'all' && actions.length + screens.length > 0
  const isUnsettled = !hasOwn && (isEmpty ? recentRecords === undefined : isSearching)
  return { sections, isSearching, isUnsettled, hasFailed, retry }
}

function Line({
  id,
  item,
  isActive,
  onPoint,
  onPicked,
}: {
  id: string
  item: Item
  isActive: boolean
  onPoint: () => void
  onPicked: () => void
}) {
  const { words, notes, amount, record, shortcut, href } = item
  const look = {
    id,
    role: 'option',
    'aria-selected': isActive,
    'data-key': item.key,
    className: classes.line,
    tabIndex: -1,
    onMouseMove: () => !isActive && onPoint(),
  } as const
  const inside = (
    <>
      <span className={classes.words}>
        <bdi>
          <Found>{words}</Found>
        </bdi>
        {notes.map((note) => (
          <bdi key={note} className={classes.note}>
            <Found>{note}</Found>
          </bdi>
        ))}
      </span>
      {record && <FoundStatus status={record.status} />}
      {amount && (
        <span className={classes.amount}>
          <Money rupees={amount} />
        </span>
      )}
      {shortcut && <kbd className={classes.key}>{shortcut.toUpperCase()}</kbd>}
    </>
  )
  if (href) {
    return (
      <Link {...look} href={href} onMouseDown={(event) => event.preventDefault()} onClick={onPicked}>
        {inside}
      </Link>
    )
  }
  return (
    <button {...look} type="button" onMouseDown={(event) => event.preventDefault()} onClick={onPicked}>
      {inside}
    </button>
  )
}

function Hints() {
  const key = (words: string) => <kbd className={classes.key}>{words}</kbd>
  const hints = [
    texts.hintActions({ key }),
    texts.hintOrders({ key }),
    texts.hintPeople({ key }),
    texts.hintOpen({ key }),
    texts.hintNewTab({ key }),
  ]
  return (
    <ul className={classes.hints} aria-hidden="true">
      {hints.map((hint, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the hints never move
        <li key={at}>{hint}</li>
      ))}
    </ul>
  )
}
