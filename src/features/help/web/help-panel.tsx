import { IconArrowLeft, IconBook2, IconKeyboard, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import field from '#kit/web/fields/field.module.css'
import { Found, SearchContext } from '#kit/web/found.tsx'
import { shortcutsOfScreen } from '#kit/web/list/shortcuts.ts'
import { articleFor, findArticles, type HelpArticle, helpArticles } from '../contract.ts'
import { texts } from '../texts.ts'
import { Article } from './article-panel.tsx'
import { wordsOf } from './articles-model.ts'
import classes from './help-panel.module.css'
import { type Asked, closeHelp, returnFocus } from './use-help.ts'

/** From this width on the help opens next to the screen, below it in front of it. */
const wide = '(width >= 75em)'

/** Where the reader has gone from the article of the screen: an article with the search that found it, or the list of all. */
type Step = { name: string; q: string; heading: string | null } | 'all'

const plain = (name: string): Step => ({ name, q: '', heading: null })

/**
 * The help: the article of the current screen, a search over all articles, and what its links lead to. It follows the
 * reader from screen to screen.
 */
export function HelpPanel({ asked, turn, mayOpen }: Asked & { mayOpen: (path: string) => boolean }) {
  const pathname = usePathname()
  const [seen, setSeen] = useState({ pathname, turn })
  const [trail, setTrail] = useState<readonly Step[]>(asked === null ? [] : [plain(asked)])
  const [q, setQ] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const { dialog, isWide } = useDialog()
  if (seen.pathname !== pathname || seen.turn !== turn) {
    setSeen({ pathname, turn })
    setTrail(asked === null || seen.pathname !== pathname ? [] : [plain(asked)])
    setQ('')
  }
  // In front of the screen, the help has to make way for the screen that its link opens.
  const opened = useRef(pathname)
  useEffect(() => {
    if (opened.current !== pathname && !isWide) closeHelp()
    opened.current = pathname
  }, [pathname, isWide])
  const shown = useRef(turn)
  useEffect(() => {
    if (shown.current !== turn) {
      dialog.current?.querySelector<HTMLElement>('#help-title')?.focus()
      body.current?.scrollTo(0, 0)
    }
    shown.current = turn
  }, [dialog, turn])
  // What was pressed may go: the focus stays in the help, at its title unless an article or a search takes it.
  const focus = (part: '#help-title' | 'input') => dialog.current?.querySelector<HTMLElement>(part)?.focus()
  const go = (step: Step) => {
    focus('#help-title')
    setTrail([...trail, step])
    setQ('')
    body.current?.scrollTo(0, 0)
  }
  const back = () => {
    const last = trail.at(-1)
    const found = last && last !== 'all' ? last.q : ''
    focus(found ? 'input' : '#help-title')
    setTrail(trail.slice(0, -1))
    setQ(found)
  }
  const step = trail.at(-1)
  const isAll = step === 'all'
  const own = articleFor(pathname)
  const article =
    step === undefined ? own : helpArticles.find((one) => step !== 'all' && one.name === step.name)
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is pressed here is not meant for the record behind it.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (q !== '') setQ('')
    else closeHelp()
  }
  return (
    <dialog
      ref={dialog}
      className={classes.help}
      aria-labelledby="help-title"
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === dialog.current && !isWide && closeHelp()}
      onClose={() => !dialog.current?.open && closeHelp()}
    >
      <div className={classes.head}>
        {trail.length > 0 && (
          <button
            type="button"
            className={classes.icon}
            aria-label={texts.back}
            title={texts.back}
            onClick={back}
          >
            <IconArrowLeft size={17} aria-hidden="true" />
          </button>
        )}
        <h2 id="help-title" tabIndex={-1}>
          {texts.help}
        </h2>
        <button
          type="button"
          className={classes.icon}
          aria-label={texts.closeHelp}
          title={texts.closeHelp}
          onClick={closeHelp}
        >
          <IconX size={18} aria-hidden="true" />
        </button>
      </div>
      <div className={classes.search}>
        <span className={field.frame}>
          <IconSearch size={15} aria-hidden="true" className={field.icon} />
          <input
            type="search"
            aria-label={texts.searchHelp}
            placeholder={texts.searchHelp}
            value={q}
            maxLength={100}
            onChange={(event) => setQ(event.currentTarget.value)}
            className={field.field}
          />
        </span>
      </div>
      <div ref={body} className={classes.body}>
        {q.trim() !== '' ? (
          <Results q={q} onArticle={(name, heading) => go({ name, q, heading })} />
        ) : isAll ? (
          <Titles articles={byTitle} onArticle={(name) => go(plain(name))} />
        ) : article ? (
          <Article
            key={article.name}
            article={article}
            isThisScreen={article === own}
            openedFor={step === undefined ? null : (step.heading ?? '')}
            mayOpen={mayOpen}
            onArticle={(name) => go(plain(name))}
          />
        ) : (
          <p className={classes.none}>{texts.noArticle}</p>
        )}
      </div>
      <div className={classes.foot}>
        <button type="button" onClick={() => !isAll && go('all')} aria-disabled={isAll}>
          <IconBook2 size={16} aria-hidden="true" />
          {texts.allArticles}
        </button>
        <ShortcutsButton isWide={isWide} />
      </div>
    </dialog>
  )
}

const byTitle = [...helpArticles].sort((a, b) => (a.title < b.title ? -1 : 1))

/** Lists show their keys in a dialog of their own. */
function ShortcutsButton({ isWide }: { isWide: boolean }) {
  const show = shortcutsOfScreen()
  if (!show) return null
  return (
    <button
      type="button"
      onClick={() => {
        if (!isWide) closeHelp()
        show()
      }}
    >
      <IconKeyboard size={16} aria-hidden="true" />
      {texts.keyboardShortcuts}
    </button>
  )
}

function Results({ q, onArticle }: { q: string; onArticle: (name: string, heading: string | null) => void }) {
  const deferred = useDeferredValue(q)
  const found = findArticles(deferred, helpArticles, wordsOf)
  return (
    <>
      <p className={found.length > 0 ? 'visually-hidden' : classes.none} role="status">
        {found.length > 0
          ? texts.articlesFound({ count: found.length })
          : texts.noArticleFound({ q: deferred.trim() })}
      </p>
      <SearchContext value={deferred}>
        <Titles
          articles={found.map(({ article }) => article)}
          headings={new Map(found.map(({ article, heading }) => [article, heading]))}
          onArticle={onArticle}
        />
      </SearchContext>
    </>
  )
}

function Titles({
  articles,
  headings,
  onArticle,
}: {
  articles: readonly HelpArticle[]
  headings?: ReadonlyMap<HelpArticle, string | null>
  onArticle: (name: string, heading: string | null) => void
}) {
  return (
    <ul className={classes.titles} lang="en" dir="ltr">
      {articles.map((article) => {
        const heading = headings?.get(article) ?? null
        return (
          <li key={article.name}>
            <button type="button" onClick={() => onArticle(article.name, heading)}>
              <span>
                <Found>{article.title}</Found>
              </span>
              {heading && (
                <span className={classes.heading}>
                  <Found>{heading}</Found>
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Beside the screen the help leaves the page usable; in front of it, it keeps the focus. The browser does both. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isWide, setWide] = useState(() => matchMedia(wide).matches)
  useEffect(() => {
    const query = matchMedia(wide)
    const follow = () => setWide(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  useEffect(() => {
    const panel = dialog.current
    if (isWide) panel?.show()
    else panel?.showModal()
    panel?.querySelector<HTMLElement>('#help-title')?.focus()
    return () => panel?.close()
  }, [isWide])
  // Only when the dialog is closed can anything outside of it have the focus.
  useEffect(() => returnFocus, [])
  return { dialog, isWide }
}
