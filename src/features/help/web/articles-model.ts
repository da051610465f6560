import { searchWords } from '#kit/contract/search-words.ts'
import type { ArticleBlock, ArticleWords, HelpArticle } from '../contract.ts'

/** The text of every article by the path of its file, built in: they are read together, and searched together. */
const files = import.meta.glob<readonly ArticleBlock[]>('../../../../docs/help/*.md', {
  eager: true,
  import: 'default',
})
const texts = new Map(
  Object.entries(files).map(([path, blocks]) => [path.replace(/^.*\/|\.md$/g, ''), blocks]),
)
const words = new Map<string, readonly string[]>()

/** The text of an article. */
export function blocksOf({ name }: HelpArticle): readonly ArticleBlock[] {
  return texts.get(name) ?? []
}

/** Every word of an article, as the search compares it. */
export function wordsOf(article: HelpArticle): readonly string[] {
  const known = words.get(article.name)
  if (known) return known
  const read = [...new Set(searchWords(blocksOf(article).map(textOf).join(' ')))]
  words.set(article.name, read)
  return read
}

function textOf(block: ArticleBlock): string {
  if (block.kind === 'heading' || block.kind === 'picture') return block.text
  const parts: readonly ArticleWords[] = block.kind === 'text' ? block.words : block.items.flat()
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}
