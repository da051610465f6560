import { useEffect, useRef } from 'react'
import { Link } from '#kit/web/link.tsx'
import type { ArticleBlock, ArticleWords, HelpArticle } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './article-panel.module.css'
import { blocksOf } from './articles-model.ts'

interface Ways {
  /** Whether the reader may open the screen at this path; a link that leads nowhere is shown as text. */
  mayOpen: (path: string) => boolean
  onArticle: (name: string) => void
}

/** An article as it is read. The focus is on what it was opened for: a heading, or its title. */
export function Article({
  article,
  isThisScreen,
  openedFor,
  ...ways
}: {
  article: HelpArticle
  isThisScreen: boolean
  /** The heading that a search has found, or '' for the title; null for an article that nobody opened. */
  openedFor: string | null
} & Ways) {
  const whole = useRef<HTMLElement>(null)
  useEffect(() => {
    if (openedFor === null) return
    const headings = [...(whole.current?.querySelectorAll<HTMLElement>('h3, h4') ?? [])]
    const found = headings.find(({ textContent }) => textContent === openedFor) ?? headings[0]
    found?.focus()
  }, [openedFor])
  const [screen = ''] = article.screens
  return (
    // The articles are in English, whatever the language of the screens.
    <article ref={whole} className={classes.article} lang="en" dir="ltr">
      <h3 tabIndex={-1}>{article.title}</h3>
      {!isThisScreen && !article.isRecord && ways.mayOpen(screen) && (
        <Link href={screen} className={classes.open}>
          {texts.openScreen}
        </Link>
      )}
      {blocksOf(article).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an article never move
        <Block key={at} block={block} {...ways} />
      ))}
    </article>
  )
}

function Block({ block, ...ways }: { block: ArticleBlock } & Ways) {
  if (block.kind === 'heading') return <h4 tabIndex={-1}>{block.text}</h4>
  if (block.kind === 'picture')
    return (
      <a href={block.source} target="_blank" rel="noreferrer" title={texts.openPicture}>
        <img src={block.source} alt={block.text} loading="lazy" width={720} height={450} />
      </a>
    )
  if (block.kind === 'text')
    return (
      <p>
        <Words words={block.words} {...ways} />
      </p>
    )
  const items = block.items.map((words, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list never move
    <li key={at}>
      <Words words={words} {...ways} />
    </li>
  ))
  return block.kind === 'steps' ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Words({ words, mayOpen, onArticle }: { words: readonly ArticleWords[] } & Ways) {
  return words.map((part, at) => {
    if (typeof part === 'string') return part
    const key = `${at} ${part.text}`
    if (part.kind === 'shown') return <strong key={key}>{part.text}</strong>
    if (part.kind === 'key') return <kbd key={key}>{part.text}</kbd>
    if (part.kind === 'article')
      return (
        <button key={key} type="button" onClick={() => onArticle(part.to)}>
          {part.text}
        </button>
      )
    return mayOpen(part.to) ? (
      <Link key={key} href={part.to}>
        {part.text}
      </Link>
    ) : (
      part.text
    )
  })
}
