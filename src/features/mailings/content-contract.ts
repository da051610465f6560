import { z } from 'zod'
import { UsedPicture } from '#features/media/contract.ts'
import { filledLine, line, paragraph } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The fields of a recipient that texts can contain: `{{first_name|there}}`. */
export const personalFields = ['first_name', 'name', 'shop_name', 'city'] as const
export type PersonalField = (typeof personalFields)[number]
export const personalFieldWords: Readonly<Record<PersonalField, string>> = {
  first_name: texts.firstName,
  name: texts.name,
  shop_name: texts.shopName,
  city: texts.city,
}
export type PersonalValues = Readonly<Record<PersonalField, string>>
/** The field that becomes the unsubscribe link of a recipient, in the plain text. */
export const unsubscribeField = 'unsubscribe_url'

const link = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .max(2_000)
    .regex(/^https?:\/\/[^\s<>"']+$/, texts.linkFormat),
])

const TextBlock = z.strictObject({ kind: z.literal('text'), text: paragraph(20_000) })
const PictureBlock = z.strictObject({
  kind: z.literal('picture'),
  picture: UsedPicture.nullable(),
  href: link.default(''),
})
const ButtonBlock = z.strictObject({ kind: z.literal('button'), label: line(80), href: link })
const ProductBlock = z.strictObject({ kind: z.literal('product'), product_id: z.uuid() })
const CampaignBlock = z.strictObject({ kind: z.literal('campaign'), promotion_id: z.uuid() })

/** One part of a mail, from top to bottom. */
export const Block = z.discriminatedUnion('kind', [
  TextBlock,
  PictureBlock,
  ButtonBlock,
  ProductBlock,
  CampaignBlock,
])
export type Block = z.output<typeof Block>
export type BlockKind = Block['kind']
export const blockWords: Readonly<Record<BlockKind, string>> = {
  text: texts.text,
  picture: texts.picture,
  button: texts.button,
  product: texts.product,
  campaign: texts.campaign,
}

/** What people write of a mailing, besides who gets it. */
export const contentFields = {
  subject: { label: texts.subject, schema: filledLine(200, texts.subjectIsRequired) },
  preview_text: { label: texts.previewText, schema: line(200) },
  blocks: { label: texts.body, schema: z.array(Block).max(60) },
  /** Empty while the plain text is made from the blocks. */
  plain_text: { label: texts.plainText, schema: paragraph(100_000) },
  /** A message that the law or the contract demands: it also reaches vendors who unsubscribed. */
  is_legal: { label: texts.legalMessage, schema: z.boolean() },
  legal_reason: { label: texts.legalReason, schema: line(300) },
} as const
const shape = {
  subject: contentFields.subject.schema,
  preview_text: contentFields.preview_text.schema,
  blocks: contentFields.blocks.schema,
  plain_text: contentFields.plain_text.schema,
  is_legal: contentFields.is_legal.schema,
  legal_reason: contentFields.legal_reason.schema,
}
export const MailContent = z.strictObject(shape)
export type MailContent = z.output<typeof MailContent>
export const contentShape = shape

/** A product or a campaign as a mail shows it. */
export const Thing = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The shop of a product; the discount of a campaign in words. */
  detail: z.string(),
  /** Formatted with Rs; empty for a campaign. */
  price: z.string(),
  /** The price before a discount; empty without one. */
  old_price: z.string(),
  /** SHA-256 of the picture, served under /media; empty without one. */
  image: z.string(),
  /** Where it leads to in the shop; empty where no address of the shop is known. */
  href: z.string(),
  /** False for what shoppers cannot buy now: a mail with it is not sent. */
  is_available: z.boolean(),
})
export type Thing = z.infer<typeof Thing>

const fieldPattern = /\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g

/** The personal fields that a text contains; the fallback is null where none is written. */
export function fieldsIn(text: string): { name: string; fallback: string | null }[] {
  return [...text.matchAll(fieldPattern)].map(([, name = '', fallback]) => ({
    name,
    fallback: fallback === undefined ? null : fallback.trim(),
  }))
}

/** A text taken apart once, so that it can be filled for each recipient. */
export type Template = readonly (string | { name: string; fallback: string })[]

export function templateOf(text: string): Template {
  const parts: (string | { name: string; fallback: string })[] = []
  let from = 0
  for (const match of text.matchAll(fieldPattern)) {
    parts.push(text.slice(from, match.index))
    parts.push({ name: match[1] ?? '', fallback: (match[2] ?? '').trim() })
    from = match.index + match[0].length
  }
  parts.push(text.slice(from))
  return parts
}

/** The text for one recipient. A field without a value takes its fallback; `written` prepares values for their place. */
export function filled(
  template: Template,
  values: Readonly<Record<string, string>>,
  written: (value: string) => string = (value) => value,
): string {
  let text = ''
  for (const part of template) {
    if (typeof part === 'string') text += part
    else {
      const value = Object.hasOwn(values, part.name) ? values[part.name] : ''
      text += value ? written(value) : part.fallback
    }
  }
  return text
}
