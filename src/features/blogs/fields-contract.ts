import { z } from 'zod'
import { UsedPicture } from '#features/media/contract.ts'
import { canonical } from '#kit/contract/canonical.ts'
import { slug } from '#kit/contract/slug.ts'
import { filledLine, line, paragraph } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

export const excerptLength = 300
/** What a search engine shows of them before it cuts; longer ones are accepted. */
export const searchLengths = { title: 60, description: 160 } as const
const mostHtml = 400_000

/** The fields of a post that people write, each once. */
export const postFields = {
  title: { label: texts.title, schema: filledLine(160, texts.titleIsRequired) },
  slug: { label: texts.slug, schema: slug },
  category_id: { label: texts.category, schema: z.uuid().nullable() },
  banner: { label: texts.banner, schema: UsedPicture.nullable() },
  excerpt: { label: texts.excerpt, schema: paragraph(excerptLength) },
  html: { label: texts.text, schema: z.string().max(mostHtml, texts.textIsTooLong) },
  author: { label: texts.author, schema: line(120) },
  search_title: { label: texts.searchTitle, schema: line(120) },
  search_description: { label: texts.searchDescription, schema: line(320) },
} as const
export type PostField = keyof typeof postFields
export const postFieldNames = Object.keys(postFields) as PostField[]

const shape = {
  title: postFields.title.schema,
  slug: postFields.slug.schema,
  category_id: postFields.category_id.schema,
  banner: postFields.banner.schema,
  excerpt: postFields.excerpt.schema,
  html: postFields.html.schema,
  author: postFields.author.schema,
  search_title: postFields.search_title.schema,
  search_description: postFields.search_description.schema,
}

/** Everything that is written of a post, as versions hold it. */
export const PostContent = z.strictObject(shape)
export type PostContent = z.output<typeof PostContent>

/** The fields in which two contents differ. */
export function differingFields(one: PostContent, other: PostContent): PostField[] {
  return postFieldNames.filter((field) => canonical(one[field]) !== canonical(other[field]))
}

/** A new post; without a slug, the slug is made from the title, and without an author it is the person who adds it. */
export const PostDraft = z.strictObject({ ...z.strictObject(shape).partial().shape, title: shape.title })
export type PostDraft = z.output<typeof PostDraft>

export const PostChange = z
  .strictObject(shape)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
export type PostChange = z.output<typeof PostChange>
