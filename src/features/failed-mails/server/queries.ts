import { type RawBuilder, sql } from 'kysely'
import { allows } from '#features/access/contract.ts'
import '#features/access/server/tables.ts'
import { customerPath } from '#features/customers/screen-contract.ts'
import { isDecided, topicOf } from '#features/messages/server/queries.ts'
import { productPath } from '#features/products/screen-contract.ts'
import '#features/products/server/tables.ts'
import { staffPath } from '#features/staff/screen-contract.ts'
import { subscriberPath } from '#features/subscribers/screen-contract.ts'
import '#features/subscribers/server/tables.ts'
import { requestNumber } from '#features/support/contract.ts'
import { deskRequestPath } from '#features/support/screen-contract.ts'
import '#features/support/server/tables.ts'
import { vendorPath } from '#features/vendors/screen-contract.ts'
import '#features/vendors/server/tables.ts'
import { customerWithdrawalPath, vendorWithdrawalPath } from '#features/withdrawals/screen-contract.ts'
import '#features/withdrawals/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { type FailedMail, type FailedMailKind, type failedMails, resendAccess } from '../contract.ts'
import { aboutOf, isResendable, kindOf, mailingTest, seeAccess } from './rules.ts'

/** Mails that were given up, or that are tried again after a failure. Those of erased people are empty and left out. */
export async function listFailedMails(
  ctx: Context,
  input: Input<typeof failedMails.list>,
): Promise<Page<FailedMail>> {
  const { permissions } = signedIn(ctx)
  const source: ListSource<FailedMail> = {
    from: sql`messages m`,
    alias: 'm',
    partitions: [input.state === 'failed' ? sql`m.status = 'failed'` : isRetried],
    filters: [sql`m.recipient <> ''`, ...(input.kind ? [isOfKind(input.kind)] : [])],
    sorts: { send_at: { column: 'send_at', type: 'timestamptz' } },
    select: sql`m.id, m.kind, m.status, m.subject_type, m.subject_id, m.send_at, m.created_at, m.attempts,
      m.last_error, m.recipient, w.owner_type, coalesce(v.status, p.status) as record_status, sr.number as request_number,
      coalesce(nullif(v.shop_name, ''), v.username, p.product_name, c.username, w.number, s.email, pe.username) as name,
      m.status = 'failed' and ${isReplaced} as is_replaced`,
    joins: sql`left join vendors v on m.subject_type = 'vendor' and v.id = m.subject_id
      left join products p on m.subject_type = 'product' and p.id = m.subject_id
      left join customers c on m.subject_type = 'customer' and c.id = m.subject_id
      left join withdrawals w on m.subject_type = 'withdrawal' and w.id = m.subject_id
      left join subscribers s on m.subject_type = 'subscriber' and s.id = m.subject_id
      left join people pe on m.subject_type = 'person' and pe.id = m.subject_id
      left join support_requests sr on m.subject_type = 'support request' and sr.id = m.subject_id`,
    countAll: null,
    shape: (row) => shapeMail(permissions, row),
  }
  return listPage(ctx.db, source, input)
}

/** A first attempt that is on its way has no error yet. */
const isRetried = sql`m.status in ('queued', 'sending') and m.last_error <> ''`

/**
 * The rule by which a record refuses to send a mail again, and of a mail with a link, which its screen replaces, that this was
 * done. Another mail of the same kind to a person is about something else.
 */
const isReplaced = sql`(${isDecided('m')} or m.kind in ('invitation', 'reset', 'subscription')) and exists (
  select from messages newer where newer.subject_type = m.subject_type and newer.subject_id = m.subject_id
    and newer.id > m.id and newer.status <> 'withdrawn'
    and case when ${isDecided('m')} then ${topicOf('newer')} = ${topicOf('m')} else newer.kind = m.kind end)`

function isOfKind(kind: FailedMailKind): RawBuilder<unknown> {
  if (kind === 'sample') return sql`m.kind like 'sample of %'`
  return sql`m.kind = ${kind === 'mailing_test' ? mailingTest : kind}`
}

interface Row {
  id: string
  kind: string
  status: string
  subject_type: string
  subject_id: string
  send_at: Date
  created_at: Date
  attempts: number
  last_error: string
  recipient: string
  owner_type: string | null
  record_status: string | null
  request_number: number | null
  name: string | null
  is_replaced: boolean
}

function shapeMail(permissions: readonly string[], row: Row): FailedMail {
  const about = aboutOf(row.subject_type, row.owner_type)
  const access = seeAccess[about]
  const maySee = access !== undefined && allows(permissions, access)
  const name = row.request_number === null ? (row.name ?? '') : requestNumber(row.request_number)
  return {
    id: row.id,
    kind: kindOf(row.kind),
    state: row.status === 'failed' ? 'failed' : 'retrying',
    send_at: row.send_at.toISOString(),
    created_at: row.created_at.toISOString(),
    attempts: row.attempts,
    last_error: row.last_error,
    name: maySee ? name : '',
    path: maySee && name ? pathOf(about, row) : '',
    recipient: maySee ? row.recipient : '',
    again: wayOf(permissions, about, row),
  }
}

function wayOf(permissions: readonly string[], about: string, row: Row): FailedMail['again'] {
  if (row.status !== 'failed') return 'retrying'
  if (row.is_replaced) return 'replaced'
  if (!isResendable(about)) return 'elsewhere'
  return allows(permissions, resendAccess[about]) ? 'yes' : 'not_permitted'
}

function pathOf(about: string, { subject_id, record_status }: Row): string {
  const paths: Readonly<Record<string, string>> = {
    vendor: vendorPath(record_status ?? ''),
    product: productPath(record_status ?? ''),
    customer: customerPath,
    vendor_withdrawal: vendorWithdrawalPath,
    customer_withdrawal: customerWithdrawalPath,
    subscriber: subscriberPath,
    person: staffPath,
    'support request': deskRequestPath,
  }
  const path = paths[about]
  return path ? `${path}?id=${subject_id}` : ''
}
