import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { ArticleBlock, ArticleWords, HelpArticle } from './src/features/help/contract.ts'

/** Where the articles are. */
export const helpFolder = fileURLToPath(new URL('docs/help', import.meta.url))

/** An article as its file says it: its line in the catalogue, and its text as a tree. */
export interface ReadArticle extends HelpArticle {
  blocks: ArticleBlock[]
}

/** Every article of a folder, by name. */
export function readArticles(folder: string = helpFolder): ReadArticle[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  return files
    .sort()
    .map((file) => readArticle(basename(file, '.md'), readFileSync(join(folder, file), 'utf8')))
}

/**
 * Reads an article: title, screens and keywords between two lines of dashes, then text. The text knows headings (`##`),
 * paragraphs, lists (`-` and `1.`), pictures, **words of the screen**, `keys`, and links to articles and screens.
 * Everything else is text: there is no HTML that could reach a reader. Throws what is wrong with the file.
 */
export function readArticle(name: string, text: string): ReadArticle {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) throw new Error(`${name}.md does not begin with its title`)
  const facts = new Map(
    head.split('\n').map((line) => {
      const [, key = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? []
      if (!['title', 'screens', 'keywords', 'record'].includes(key))
        throw new Error(`${name}.md: “${line}” is not known here`)
      return [key, value.trim()]
    }),
  )
  const blocks = readBlocks(name, body)
  const title = facts.get('title') ?? ''
  const screens = (facts.get('screens') ?? '').split(/, */).filter((path) => path !== '')
  if (title === '' || screens.length === 0) throw new Error(`${name}.md names no title or no screen`)
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
  const keywords = facts.get('keywords') ?? ''
  return { name, title, screens, keywords, headings, isRecord: facts.get('record') === 'yes', blocks }
}

function readBlocks(name: string, body: string): ArticleBlock[] {
  return body
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, heading] = /^## (.+)$/.exec(part) ?? []
      if (heading !== undefined) return { kind: 'heading', text: heading }
      const [, alt, file] = /^!\[([^\]]+)\]\(pictures\/([\w-]+\.webp)\)$/.exec(part) ?? []
      if (alt !== undefined && file !== undefined) return { kind: 'picture', text: alt, source: file }
      if (/^- /.test(part)) return { kind: 'list', items: itemsOf(part, /^- /m).map(readWords) }
      if (/^1\. /.test(part)) return { kind: 'steps', items: itemsOf(part, /^\d+\. /m).map(readWords) }
      if (/^(?:#|!\[|<|>|\||```)/.test(part)) throw new Error(`${name}.md: “${part}” is not known here`)
      return { kind: 'text', words: readWords(part) }
    })
}

/** The items of a list. An item may go on in the next line. */
function itemsOf(part: string, mark: RegExp): string[] {
  return part.split(new RegExp(mark.source, 'gm')).filter((item) => item.trim() !== '')
}

function readWords(text: string): ArticleWords[] {
  const line = text.replace(/\s*\n\s*/g, ' ').trim()
  const marked = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g
  const found: ArticleWords[] = []
  let from = 0
  for (const match of line.matchAll(marked)) {
    const [all, screenWords, key, words = '', to] = match
    if (match.index > from) found.push(line.slice(from, match.index))
    if (screenWords !== undefined) found.push({ kind: 'shown', text: screenWords })
    else if (key !== undefined) found.push({ kind: 'key', text: key })
    else if (to?.startsWith('/')) found.push({ kind: 'screen', text: words, to })
    else found.push({ kind: 'article', text: words, to: (to ?? '').replace(/\.md$/, '') })
    from = match.index + all.length
  }
  if (from < line.length) found.push(line.slice(from))
  return found
}

/**
 * Builds the articles into the product: the catalogue where the contract names it, and each article as a tree, with its
 * pictures as files of the build. A mistake in an article ends the build.
 */
export function helpArticles(): Plugin {
  return {
    name: 'munshi-help',
    enforce: 'pre',
    config: () => ({
      define: {
        'globalThis.munshiHelp': JSON.stringify(readArticles().map(({ blocks: _, ...article }) => article)),
      },
    }),
    transform(code, id) {
      const [path = ''] = id.split('?')
      if (!path.startsWith(helpFolder.replaceAll('\\', '/')) || !path.endsWith('.md')) return null
      // A picture that is not taken yet is left out, so that the product it is taken of can be built; a test misses it.
      const isThere = (file: string) => existsSync(join(helpFolder, 'pictures', file))
      const blocks = readArticle(basename(path, '.md'), code).blocks.filter(
        (block) => block.kind !== 'picture' || isThere(block.source),
      )
      const files = [...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.source] : [])))]
      const sources = files.map((file, at) => `import picture${at} from './pictures/${file}'`)
      const tree = JSON.stringify(blocks).replace(
        /"source":"([^"]+)"/g,
        (_, file: string) => `"source":picture${files.indexOf(file)}`,
      )
      return { code: [...sources, `export default ${tree}`].join('\n'), map: null }
    },
  }
}
