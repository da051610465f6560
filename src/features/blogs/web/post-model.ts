import { z } from 'zod'
import { UsedPicture } from '#features/media/contract.ts'
import { isUndescribed, undescribedInText } from '#features/media/undescribed-contract.ts'
import type { UndescribedPlace } from '#features/media/web/undescribed-panel.tsx'
import { slugOf } from '#kit/contract/slug.ts'
import type { PostDetail } from '../contract.ts'
import { type PostContent, type PostField, postFieldNames, postFields } from '../fields-contract.ts'
import { readingMinutesOf, textOf, wordCountOf } from '../reading-contract.ts'
import { texts } from '../texts.ts'

export const fieldLabels = Object.fromEntries(
  postFieldNames.map((field) => [field, postFields[field].label]),
) as Readonly<Record<PostField, string>>

/** The labels of the fields in the history, which names some of them otherwise. */
export const historyLabels: Readonly<Record<string, string>> = {
  ...fieldLabels,
  category: texts.category,
  state: texts.state,
  publish_at: texts.goesLiveAt,
  copied_from: texts.copyOf,
  from_version: texts.fromVersion,
}

/** The values in the fields of the screen. */
export const Typed = z.object({
  title: z.string(),
  slug: z.string(),
  category_id: z.string(),
  banner: UsedPicture.nullable(),
  excerpt: z.string(),
  html: z.string(),
  author: z.string(),
  search_title: z.string(),
  search_description: z.string(),
})
export type Typed = z.infer<typeof Typed>

export function typedOf(post: PostDetail): Typed {
  return {
    title: post.title,
    slug: post.slug,
    category_id: post.category?.id ?? '',
    banner: post.banner,
    excerpt: post.excerpt,
    html: post.html,
    author: post.author,
    search_title: post.search_title,
    search_description: post.search_description,
  }
}

/** The post as readers are answered it, made of what is typed: `category` is a name, `at` when it goes live. */
export function shownOf(typed: Typed, category: string, at: string) {
  const written = contentTyped(typed)
  return {
    ...written,
    category: category ? { name: category, slug: '' } : null,
    published_at: at,
    updated_at: at,
    reading_minutes: readingMinutesOf(wordCountOf(written.html)),
  }
}

/** The field values in the format of the API; what cannot be sent is passed on for the schema to refuse. */
export function contentTyped(typed: Typed): PostContent {
  return {
    ...typed,
    title: typed.title.trim(),
    slug: typed.slug.trim().toLowerCase(),
    category_id: typed.category_id || null,
    excerpt: typed.excerpt.trim(),
    author: typed.author.trim(),
    search_title: typed.search_title.trim(),
    search_description: typed.search_description.trim(),
  }
}

type Addressed = Pick<Typed, 'title' | 'slug'>

/**
 * What a typed title changes of a post that nobody has seen: its slug follows, until somebody writes another one. A title
 * that gives the same slug as before leaves it as it is, and the title that the post was opened with has the slug of then:
 * the server added a number to it if another post was first, and would refuse it without.
 */
export function retitled(title: string, before: Addressed, opened: Addressed): Partial<Addressed> {
  const own = slugOf(title)
  const isSame = before.slug.trim() !== '' && own === slugOf(before.title)
  if (isSame || !isSlugFollowing(before)) return { title }
  const isAsOpened = own === slugOf(opened.title) && isSlugFollowing(opened)
  return { title, slug: isAsOpened ? opened.slug : own || 'post' }
}

/** True while the slug is the one that the title gives, with a number or without, or still empty. */
function isSlugFollowing({ title, slug }: Addressed): boolean {
  const own = slugOf(title) || 'post'
  return slug.trim() === '' || slug === own || new RegExp(`^${own}-\\d+$`).test(slug)
}

/** The value of a field in words, to compare two contents. */
export function wordsOf(
  field: PostField,
  content: Omit<Typed, 'category_id'> & { category_id: string | null },
  categories: ReadonlyMap<string, string>,
): string {
  switch (field) {
    case 'category_id':
      return content.category_id ? (categories.get(content.category_id) ?? texts.none) : texts.none
    case 'banner':
      return content.banner ? content.banner.alt || content.banner.media.slice(0, 8) : texts.none
    case 'html':
      return paragraphsOf(content.html).join('\n')
    default:
      return content[field]
  }
}

/** The text of each block of HTML, with what a picture shows. */
export function paragraphsOf(html: string): string[] {
  return html
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '<p>[$1]</p>')
    .split(/<\/(?:p|h2|h3|h4|li|tr|figcaption|blockquote)>/)
    .map(textOf)
    .filter((text) => text !== '')
}

/** The fields of the editor that pictures are described in, as the page names them. */
export const pictureFields = { banner: 'post-banner', html: 'post-text' } as const

/** The pictures of a post that say nothing to people who cannot see them; a link closes the dialog that has it. */
export function undescribedIn(
  { banner, html }: Pick<PostContent, 'banner' | 'html'>,
  onClose: () => void,
): UndescribedPlace[] {
  const go = (field: string) => () => {
    onClose()
    // The dialog gives the focus back when it has closed, unless something else has it.
    setTimeout(() => document.getElementById(field)?.focus())
  }
  return [
    ...(banner && isUndescribed(banner) ? [{ label: texts.banner, onGo: go(pictureFields.banner) }] : []),
    ...undescribedInText(html).map((number) => ({
      label: texts.pictureOfText({ number }),
      onGo: go(pictureFields.html),
    })),
  ]
}

/** How a search engine may show a post. */
export function searchResultOf(typed: Typed, address: string) {
  return {
    title: typed.search_title.trim() || typed.title.trim(),
    description: typed.search_description.trim() || typed.excerpt.trim(),
    address: addressAt(address, typed.slug.trim() || '…'),
  }
}

/** The address of a post once it has this slug; the slug alone where the address of the shop is not known. */
export function addressAt(address: string, slug: string): string {
  return address.replace(/[^/]*$/, () => slug)
}

/** The beginning of a text that is shown, cut at a word. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/\s+\S*$/, '')} …`
}
