import { z } from 'zod'
import {
  type Block,
  blockWords,
  fieldsIn,
  type MailContent,
  personalFields,
  type Thing,
  unsubscribeField,
} from './content-contract.ts'
import { plainTextOf } from './render-contract.ts'
import { texts } from './texts.ts'

/** Mail programs cut a mail that is larger, its unsubscribe link with it. */
export const largestMailBytes = 100 * 1024

/** What is found before a mailing is sent. A blocking finding must be fixed first. */
export const Finding = z.object({
  level: z.enum(['blocking', 'warning']),
  /** Where it is: Subject, or Block 2, button. */
  place: z.string(),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>

const finding =
  (level: Finding['level']) =>
  (place: string, message: string): Finding => ({ level, place, message })
const blocking = finding('blocking')
const warning = finding('warning')

function placeOf(block: Block, index: number): string {
  return texts.blockPlace({ number: index + 1, kind: blockWords[block.kind].toLowerCase() })
}

/** Everything that can be said of a mail by its content alone; `bytes` is the size of the HTML. */
export function findingsOf(
  content: MailContent,
  things: ReadonlyMap<string, Thing>,
  bytes: number,
): Finding[] {
  const places: { place: string; text: string; isPlain?: boolean }[] = [
    { place: texts.subject, text: content.subject },
    { place: texts.previewText, text: content.preview_text },
    ...content.blocks.flatMap((block, index) =>
      block.kind === 'text'
        ? [{ place: placeOf(block, index), text: block.text }]
        : block.kind === 'button'
          ? [{ place: placeOf(block, index), text: block.label }]
          : [],
    ),
    ...(content.plain_text.trim()
      ? [{ place: texts.plainText, text: content.plain_text, isPlain: true }]
      : []),
  ]
  return [
    ...places.flatMap(({ place, text, isPlain = false }) => fieldFindings(place, text, isPlain)),
    ...content.blocks.flatMap((block, index) => blockFindings(block, placeOf(block, index), things)),
    ...wholeFindings(content, things, bytes),
    ...places.flatMap(({ place, text, isPlain = false }) =>
      !isPlain && hasCapitals(text) ? [warning(place, texts.tooManyCapitals)] : [],
    ),
  ]
}

/** A link that does not answer as it should, with the number of its block, from 1. */
export function deadLink(content: MailContent, block: number, href: string, why: string): Finding {
  const found = content.blocks[block - 1]
  return warning(found ? placeOf(found, block - 1) : texts.body, texts.linkDead({ href, why }))
}

/** What keeps a mailing from being sent. */
export function isBlocking({ level }: Finding): boolean {
  return level === 'blocking'
}

function fieldFindings(place: string, text: string, isPlain: boolean): Finding[] {
  return fieldsIn(text).flatMap(({ name, fallback }) => {
    if (name === unsubscribeField && isPlain) return []
    if (!(personalFields as readonly string[]).includes(name)) {
      return [blocking(place, texts.unknownField({ name: name || ' ' }))]
    }
    return fallback ? [] : [blocking(place, texts.noFallback({ name }))]
  })
}

function blockFindings(block: Block, place: string, things: ReadonlyMap<string, Thing>): Finding[] {
  switch (block.kind) {
    case 'text':
      return [
        ...(block.text.trim() ? [] : [blocking(place, texts.textIsEmpty)]),
        ...[...block.text.matchAll(/\[[^\]\n]+\]\(([^)\n]*)\)/g)].flatMap(([, href = '']) =>
          /^https?:\/\/[^\s()<>"']+$/.test(href) ? [] : [blocking(place, texts.linkUnread({ href }))],
        ),
      ]
    case 'picture':
      if (!block.picture) return [blocking(place, texts.noPictureChosen)]
      return block.picture.alt || block.picture.is_decorative
        ? []
        : [warning(place, texts.pictureUndescribed)]
    case 'button':
      return block.label.trim() && block.href ? [] : [blocking(place, texts.buttonIncomplete)]
    case 'product':
    case 'campaign': {
      const thing = things.get(block.kind === 'product' ? block.product_id : block.promotion_id)
      return thing?.is_available ? [] : [blocking(place, texts.notForSale)]
    }
  }
}

function wholeFindings(content: MailContent, things: ReadonlyMap<string, Thing>, bytes: number): Finding[] {
  const plain = content.plain_text.trim() || plainTextOf(content, things)
  const hasUnsubscribe = fieldsIn(plain).some(({ name }) => name === unsubscribeField)
  return [
    ...(content.subject.trim() ? [] : [blocking(texts.subject, texts.subjectIsRequired)]),
    ...(content.blocks.length > 0 ? [] : [blocking(texts.body, texts.bodyIsEmpty)]),
    ...(content.is_legal && !content.legal_reason.trim()
      ? [blocking(texts.legalReason, texts.legalReasonIsRequired)]
      : []),
    ...(content.is_legal || hasUnsubscribe ? [] : [blocking(texts.plainText, texts.noUnsubscribe)]),
    ...(bytes > largestMailBytes
      ? [warning(texts.body, texts.tooLarge({ size: Math.ceil(bytes / 1024) }))]
      : []),
  ]
}

/** Three words in capitals, or half of the words, look like spam. */
function hasCapitals(text: string): boolean {
  const words = text.replace(/\{\{[^{}]*\}\}/g, ' ').match(/\p{L}{2,}/gu) ?? []
  const loud = words.filter(
    (word) => word.length >= 4 && word === word.toUpperCase() && word !== word.toLowerCase(),
  )
  return loud.length >= 3 || (loud.length > 0 && loud.length * 2 >= words.length)
}
