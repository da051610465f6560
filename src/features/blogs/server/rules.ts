import type { UsedPicture } from '#features/media/contract.ts'
import { cut } from '#kit/contract/text.ts'
import { articlePictures, cleanArticle } from '#kit/server/clean-html.ts'
import { differingFields, type PostContent, type PostField } from '../fields-contract.ts'
import { readingMinutesOf, textOf, wordCountOf } from '../reading-contract.ts'
import type { PostRecord } from './tables.ts'

/** The public answers that are made of posts and their categories. */
export const publicKind = 'posts'

/** The written part of a stored post. */
export function contentOf(record: PostRecord): PostContent {
  return {
    title: record.title,
    slug: record.slug,
    category_id: record.category_id,
    banner: record.banner as UsedPicture | null,
    excerpt: record.excerpt,
    html: record.html,
    author: record.author,
    search_title: record.search_title,
    search_description: record.search_description,
  }
}

/**
 * The changes of a post that readers see or that has a time, which wait beside it to be published; null without. The
 * other columns are what readers see, or will see at the time.
 */
export function pendingOf({ pending }: Pick<PostRecord, 'pending'>): PostContent | null {
  return pending as PostContent | null
}

/** What is written of a post: the changes that wait, or the content itself. */
export function workingOf(record: PostRecord): PostContent {
  return pendingOf(record) ?? contentOf(record)
}

/** True for a post whose changes wait beside it until somebody publishes them. */
export function isKeptApart({ state }: Pick<PostRecord, 'state'>): boolean {
  return state === 'published' || state === 'scheduled'
}

/** The columns to which a save writes a cleaned content; the same content as readers see leaves nothing to wait. */
export function savedColumns(record: PostRecord, content: PostContent) {
  if (!isKeptApart(record)) return columnsOf(content)
  const isSame = differingFields(contentOf(record), content).length === 0
  return { pending: isSame ? null : JSON.stringify(content) }
}

/** The columns that make the waiting changes the content of the post; none if nothing waits. */
export function takenIn(record: PostRecord): Partial<ReturnType<typeof columnsOf>> & { pending?: null } {
  const pending = pendingOf(record)
  return pending ? { ...columnsOf(pending), pending: null } : {}
}

/** The columns of this content, its HTML cleaned and its words counted. */
export function columnsOf(content: PostContent) {
  const html = cleanArticle(content.html)
  const word_count = wordCountOf(html)
  return {
    ...content,
    html,
    banner: content.banner === null ? null : JSON.stringify(content.banner),
    word_count,
    reading_minutes: readingMinutesOf(word_count),
  }
}

/** Every picture of the library that a content uses, its HTML cleaned: the banner and those within the text. */
export function picturesOf({ banner, html }: Pick<PostContent, 'banner' | 'html'>): UsedPicture[] {
  const within = articlePictures(html).map((picture) => ({
    ...picture,
    crop: null,
    is_decorative: picture.alt === '',
  }))
  return banner ? [banner, ...within] : within
}

/** The words of a text that the history shows of it. */
const told = 120

/** These fields as the history shows them: the text by its number of words, pictures by the start of their hash. */
export function inWords(
  content: PostContent,
  fields: readonly PostField[],
  categoryName: string,
): Record<string, unknown> {
  const words = (field: PostField): unknown => {
    switch (field) {
      case 'category_id':
        return categoryName
      case 'banner':
        return content.banner ? `${content.banner.media.slice(0, 8)} ${content.banner.alt}`.trim() : ''
      case 'html':
        return shortened(textOf(content.html))
      case 'excerpt':
        return shortened(content.excerpt)
      default:
        return content[field]
    }
  }
  return Object.fromEntries(
    fields.map((field) => [field === 'category_id' ? 'category' : field, words(field)]),
  )
}

function shortened(text: string): string {
  return text.length > told ? `${cut(text, told)}…` : text
}
