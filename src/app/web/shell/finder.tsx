import { IconSearch, IconX } from '@tabler/icons-react'
import {
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { texts } from '#app/texts.ts'
import type { PaletteProps } from '#features/search/web/palette-panel.tsx'
import { rememberRecent } from '#features/search/web/recent-model.ts'
import { pages } from '../pages.ts'
import classes from './finder.module.css'

// The results are loaded when somebody is about to search; the field opens at once and takes the first keys.
let Palette: ComponentType<PaletteProps> | undefined
const load = () =>
  import('./palette.tsx').then((code) => {
    Palette = code.Palette
  })
const prepare = () => void load().catch(() => {})

/** The search of the top bar, which opens the palette, as Ctrl K or ⌘ K does on every screen. */
export function Finder({ userId }: { userId: string }) {
  const [opened, setOpened] = useState<{ typed: string } | null>(null)
  useRecent(userId)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') prepare()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      // A dialog holds what is being done; leaving it is a decision of its own.
      if (event.shiftKey || event.altKey || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      setOpened((was) => (was ? null : { typed: '' }))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const open = (typed = '') => setOpened({ typed })
  return (
    <search className={classes.place}>
      <div className={classes.box}>
        <IconSearch size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={texts.searchEverything}
          placeholder={texts.searchEverything}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K"
          autoComplete="off"
          value=""
          onPointerEnter={prepare}
          onFocus={prepare}
          onChange={(event) => open(event.currentTarget.value)}
          onClick={() => open()}
          onKeyDown={(event) => (event.key === 'Enter' || event.key === 'ArrowDown') && open()}
        />
        <span className={classes.shortcut} aria-hidden="true">
          {texts.searchKeys}
        </span>
      </div>
      <button
        type="button"
        className={classes.button}
        aria-label={texts.search}
        aria-haspopup="dialog"
        onPointerDown={prepare}
        onClick={() => open()}
      >
        <IconSearch size={20} aria-hidden="true" />
      </button>
      {opened && <PaletteDialog startsWith={opened.typed} userId={userId} onClose={() => setOpened(null)} />}
    </search>
  )
}

/** The palette with its field. The native dialog keeps the focus inside, closes on Escape and returns the focus. */
function PaletteDialog({
  startsWith,
  userId,
  onClose,
}: {
  startsWith: string
  userId: string
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  const listId = useId()
  const [typed, setTyped] = useState(startsWith)
  const [active, setActive] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const [state, setState] = useState<'loading' | 'loaded' | 'gone'>(Palette ? 'loaded' : 'loading')
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (state === 'loading') {
      load().then(
        () => setState('loaded'),
        () => setState('gone'),
      )
    }
  }, [state])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={texts.search}
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          autoFocus
          role="combobox"
          aria-label={texts.searchEverything}
          placeholder={texts.searchEverything}
          aria-expanded={active !== undefined}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          dir="auto"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setEntered(false)
          }}
          onKeyDown={(event) => {
            if (keys.current) keys.current(event)
            else if (event.key === 'Enter') setEntered(true)
          }}
        />
        <button type="button" className={classes.close} aria-label={texts.closeSearch} onClick={close}>
          <IconX size={18} aria-hidden="true" />
        </button>
      </div>
      {state === 'loaded' && Palette ? (
        <Palette
          typed={typed}
          personId={userId}
          listId={listId}
          onActive={setActive}
          keys={keys}
          isEntered={isEntered}
          onClose={close}
        />
      ) : (
        <p id={listId} className={classes.gone}>
          {state === 'gone' && texts.reloadForSearch}
        </p>
      )}
    </dialog>
  )
}

/** Keeps which records the person opens, for the recent ones of the palette. */
function useRecent(userId: string): void {
  const pathname = usePathname()
  const search = useSearch()
  useEffect(() => {
    const page = pages.find(({ path }) => path === pathname)
    const kind = page?.record ?? page?.showsAlso
    const id = new URLSearchParams(search).get('id')
    if (kind && id) rememberRecent(userId, `${kind}:${id}`)
  }, [userId, pathname, search])
}
