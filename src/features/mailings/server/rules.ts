import { allows, grants } from '#features/access/contract.ts'
import type { Actor } from '#kit/server/context.ts'
import { type Finding, findingsOf } from '../checks-contract.ts'
import type { Thing } from '../content-contract.ts'
import { contentFields, type MailContent } from '../content-contract.ts'
import { type MailFrame, type MailTemplate, mailFor, templatesOf } from '../render-contract.ts'
import type { MailingRecord } from './tables.ts'

/** What is sent, fixed at the start: the sender renders nothing that can change under it. */
export interface Frozen {
  content: MailContent
  things: Thing[]
  frame: MailFrame
}

/** The kind of record that the recipients of each audience are. */
export const kindsOf = {
  vendors: 'vendor',
  customers: 'customer',
  subscribers: 'subscriber',
  staff: 'staff',
} as const
export type RecipientKind = (typeof kindsOf)[keyof typeof kindsOf]

const seeAccess = {
  vendor: grants('Vendor Verifications', 'view'),
  customer: grants('Customer', 'view'),
  subscriber: grants('Subscribers', 'view'),
  staff: grants('Manage Staffs', 'view'),
} as const

/** Whether the caller may read names and addresses of people of this kind: sending them mail does not need that. */
export function maySee({ actor }: { actor: Actor }, kind: RecipientKind): boolean {
  return actor.kind === 'person' && allows(actor.permissions, seeAccess[kind])
}

const longestName = 'n'.repeat(40)
const sample = { first_name: longestName, name: longestName, shop_name: longestName, city: longestName }

/** The content of a mailing, with the subject that is a column of its own. */
export function contentOf({ subject, content }: Pick<MailingRecord, 'subject' | 'content'>): MailContent {
  return { ...(content as Omit<MailContent, 'subject'>), subject }
}

/** What is stored beside the subject. */
export function storedContent({ subject: _, ...rest }: MailContent): string {
  return JSON.stringify(rest)
}

export function templateOfFrozen({ content, things, frame }: Frozen): MailTemplate {
  return templatesOf(content, new Map(things.map((thing) => [thing.id, thing])), frame)
}

/** What is found in the content alone, with the size of a mail to somebody with long names. */
export function contentFindings(frozen: Frozen): Finding[] {
  const mail = mailFor(templateOfFrozen(frozen), {
    ...sample,
    unsubscribe_url: 'https://shop.example/'.padEnd(200, 'u'),
  })
  return findingsOf(
    frozen.content,
    new Map(frozen.things.map((thing) => [thing.id, thing])),
    Buffer.byteLength(mail.html),
  )
}

/** The changed fields for the audit log; long ones by their names alone. */
export function changedWords(before: MailContent, after: MailContent) {
  const names = Object.keys(contentFields) as (keyof MailContent)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const words = (content: MailContent) =>
    Object.fromEntries(
      changed.map((name) => {
        const value = content[name]
        if (name === 'blocks') return [name, `${content.blocks.length}`]
        return [name, name === 'plain_text' ? `${content.plain_text.length}` : value]
      }),
    )
  return { changed, before: words(before), after: words(after) }
}

/** How long a mail that the server puts off waits before the next attempt, in seconds. */
export function retrySeconds(attempts: number): number {
  return Math.min(60 * 5 ** (attempts - 1), 4 * 3_600)
}
export const mostAttempts = 6
