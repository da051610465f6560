import { z } from 'zod'
import { Audience, userTypeWords } from '../audience-contract.ts'
import { type Block, type BlockKind, contentFields, MailContent } from '../content-contract.ts'
import type { MailingDetail } from '../contract.ts'
import { texts } from '../texts.ts'

/** The values in the fields of the screen. */
export const Typed = z.object({
  audience: Audience,
  subject: z.string(),
  preview_text: z.string(),
  blocks: MailContent.shape.blocks,
  plain_text: z.string(),
  is_legal: z.boolean(),
  legal_reason: z.string(),
})
export type Typed = z.infer<typeof Typed>

export const fieldNames = [
  'audience',
  'subject',
  'preview_text',
  'blocks',
  'plain_text',
  'is_legal',
  'legal_reason',
] as const
export type FieldName = (typeof fieldNames)[number]

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  audience: texts.audience,
  subject: contentFields.subject.label,
  preview_text: contentFields.preview_text.label,
  blocks: contentFields.blocks.label,
  plain_text: contentFields.plain_text.label,
  is_legal: contentFields.is_legal.label,
  legal_reason: contentFields.legal_reason.label,
}

/** The labels of the history, which names some fields otherwise. */
export const historyLabels: Readonly<Record<string, string>> = {
  ...fieldLabels,
  user_type: texts.userType,
  status: texts.status,
  recipients: texts.recipients,
  send_at: texts.starts,
  copied_from: texts.copiedFrom,
  sent: texts.sent,
  failed: texts.failed,
  unknown: texts.unknown,
  not_sent: texts.skipped,
}

export function typedOf({ audience, content }: MailingDetail): Typed {
  return { audience, ...content }
}

/** The typed values as the API takes them. */
export function meantBy(typed: Typed): Typed {
  return {
    ...typed,
    subject: typed.subject.trim(),
    preview_text: typed.preview_text.trim(),
    legal_reason: typed.legal_reason.trim(),
  }
}

/** A field in words, to compare two versions of it. */
export function wordsOf(field: FieldName, typed: Typed): string {
  switch (field) {
    case 'audience':
      return userTypeWords[typed.audience.user_type]
    case 'blocks':
      return typed.blocks.map(blockInWords).join('\n')
    case 'is_legal':
      return typed.is_legal ? texts.legalMessage : '–'
    default:
      return typed[field] || '–'
  }
}

function blockInWords(block: Block): string {
  if (block.kind === 'text') return block.text
  if (block.kind === 'button') return `${block.label} ${block.href}`
  return texts[block.kind]
}

/** A new block, empty where somebody writes. */
export function newBlock(kind: Exclude<BlockKind, 'product' | 'campaign'>): Block {
  if (kind === 'text') return { kind, text: '' }
  return kind === 'picture' ? { kind, picture: null, href: '' } : { kind, label: '', href: '' }
}

/** The blocks with one moved by a place, up (-1) or down (1). */
export function moved(blocks: readonly Block[], index: number, by: -1 | 1): Block[] {
  const next = [...blocks]
  const [block] = next.splice(index, 1)
  if (block) next.splice(index + by, 0, block)
  return next
}

/** Blocks with a key for each, which names a block wherever it is moved to. */
export interface Keyed {
  blocks: readonly Block[]
  keys: readonly string[]
}

/**
 * The keys of `blocks`, which were `before`: a block that was moved keeps its own, and one that was edited or saved
 * that of its place. Other blocks get new ones, made by `newKey`.
 */
export function keyed(before: Keyed, blocks: readonly Block[], newKey: () => string): Keyed {
  if (before.blocks === blocks) return before
  const old = new Map(before.blocks.map((block, index) => [block, before.keys[index]]))
  const isEdited = (block: Block, index: number) => {
    const was = before.blocks[index]
    return was?.kind === block.kind && !blocks.includes(was)
  }
  return {
    blocks,
    keys: blocks.map(
      (block, index) =>
        old.get(block) ?? (isEdited(block, index) ? before.keys[index] : undefined) ?? newKey(),
    ),
  }
}
