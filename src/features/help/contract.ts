import { mayHaveTypo, searchWords, typosOf } from '#kit/contract/search-words.ts'

/** What the catalogue says of an article. */
export interface HelpArticle {
  /** The name of its file, and of links to it. */
  name: string
  title: string
  /** The paths of the screens that it explains. */
  screens: readonly string[]
  /** What it is also found by. */
  keywords: string
  headings: readonly string[]
  /** Its screen shows one record, and cannot be opened without one. */
  isRecord: boolean
}

/** A piece of a sentence: plain, as the screen shows it, a key, or a link. */
export type ArticleWords =
  | string
  | { kind: 'shown'; text: string }
  | { kind: 'key'; text: string }
  | { kind: 'screen'; text: string; to: string }
  | { kind: 'article'; text: string; to: string }

export type ArticleBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; words: readonly ArticleWords[] }
  | { kind: 'list' | 'steps'; items: readonly (readonly ArticleWords[])[] }
  | { kind: 'picture'; text: string; source: string }

declare global {
  var munshiHelp: readonly HelpArticle[] | undefined
}

/**
 * Every article, by name. The build writes the list here from `docs/help`; outside of it, where nobody reads help, the
 * list is empty.
 */
export const helpArticles: readonly HelpArticle[] = globalThis.munshiHelp ?? []

/** The article of the screen at this path. */
export function articleFor(path: string, articles = helpArticles): HelpArticle | undefined {
  return articles.find(({ screens }) => screens.includes(path))
}

/** An article that a search finds, and the heading that says most about it; null where the title does. */
export interface FoundArticle {
  article: HelpArticle
  heading: string | null
}

/**
 * The articles in which every word of the search begins a word, in any order, with one typo in a long word. A word in the
 * title counts more than one in a heading or keyword, and these more than one in the text, whose words `wordsOf` knows. The
 * best is first.
 */
export function findArticles(
  q: string,
  articles: readonly HelpArticle[] = helpArticles,
  wordsOf: (article: HelpArticle) => readonly string[] = () => [],
): FoundArticle[] {
  const asked = searchWords(q).map((word) => ({ word, typos: mayHaveTypo(word) ? typosOf(word) : none }))
  if (asked.length === 0) return []
  return articles
    .map((article) => rank(article, asked, wordsOf(article)))
    .filter((found) => found.points > 0)
    .sort((a, b) => b.points - a.points || (a.article.title < b.article.title ? -1 : 1))
    .map(({ article, heading }) => ({ article, heading }))
}

interface AskedWord {
  word: string
  typos: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

function rank(article: HelpArticle, asked: readonly AskedWord[], text: readonly string[]) {
  const title = searchWords(article.title)
  const keywords = searchWords(article.keywords)
  const headings = article.headings.map((heading) => ({ heading, words: searchWords(heading) }))
  const points = asked.map((word) => {
    const inTitle = closeness(word, title)
    if (inTitle > 0) return 8 * inTitle
    const beside = Math.max(closeness(word, keywords), ...headings.map((one) => closeness(word, one.words)))
    return beside > 0 ? 4 * beside : closeness(word, text)
  })
  const hits = (words: readonly string[]) => asked.filter((word) => closeness(word, words) > 0).length
  const best = headings.reduce<{ heading: string | null; hits: number }>(
    (most, one) => (hits(one.words) > most.hits ? { heading: one.heading, hits: hits(one.words) } : most),
    { heading: null, hits: hits(title) },
  )
  const isTitle = title.length === asked.length && hits(title) === asked.length
  return {
    article,
    heading: best.heading,
    points: points.every((one) => one > 0) ? points.reduce((sum, one) => sum + one, isTitle ? 1 : 0) : 0,
  }
}

/** 3 for the word itself, 2 for the beginning of a word, 1 for a word that one typo explains, 0 for none. */
function closeness({ word, typos }: AskedWord, among: readonly string[]): number {
  if (among.includes(word)) return 3
  if (among.some((one) => one.startsWith(word))) return 2
  return among.some((one) => typos.has(one)) ? 1 : 0
}
