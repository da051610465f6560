import { sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import { type ClaimKind, claimKinds, claims } from '#features/claims/contract.ts'
import { claimOf } from '#features/claims/server/queries.ts'
import { releasePath } from '#features/content/screen-contract.ts'
import { pendingCustomersPath } from '#features/customers/screen-contract.ts'
import { reviewDeskPath } from '#features/desk/screen-contract.ts'
import { myAccountPath } from '#features/identity/session/screen-contract.ts'
import { mailingPath } from '#features/mailings/screen-contract.ts'
import { withdrawMentions } from '#features/messages/server/commands.ts'
import { type NoteKind, noteKinds, notes } from '#features/notes/contract.ts'
import { takeUntold } from '#features/notes/server/commands.ts'
import { readToldOf } from '#features/notes/server/queries.ts'
import {
  type News,
  notify,
  settleNotifications,
  takeBackMention,
} from '#features/notifications/server/commands.ts'
import { allOrdersPath, orderPath } from '#features/orders/screen-contract.ts'
import { approvedProductsPath, pendingProductsPath } from '#features/products/screen-contract.ts'
import { detailPath, pendingVendorsPath } from '#features/vendors/screen-contract.ts'
import { webhookPath } from '#features/webhooks/screen-contract.ts'
import { customerWithdrawalPath, vendorWithdrawalPath } from '#features/withdrawals/screen-contract.ts'
import type { Change, Context, Services } from '#kit/server/context.ts'
import '#features/identity/session/server/tables.ts'
import '#features/mailings/server/tables.ts'
import '#features/notes/server/tables.ts'
import '#features/orders/server/tables.ts'
import '#features/withdrawals/server/tables.ts'
import { tellOfCheck, tellOfImport, tellOfStop } from './told-imports.ts'
import { settleDesk, tellOfAnswer, tellOfAssignee, tellOfReply, tellOfRequest } from './told-support.ts'

type Told = (ctx: Context, change: Change, subjectId: string) => Promise<unknown>

/**
 * Who is notified of which recorded change, in its own transaction. Only the application knows all nouns, so none of
 * them has to know of notifications. The key is the subject and the action as the audit log names them.
 */
export const told: Readonly<Record<string, Told>> = {
  ...Object.fromEntries(
    noteKinds.flatMap((kind) => [
      [`${kind}: write note`, tellMentioned],
      [`${kind}: change note`, tellMentioned],
      [`${kind}: delete note`, forgetMentions],
    ]),
  ),
  ...Object.fromEntries(
    claimKinds.flatMap((kind): [string, Told][] => [
      [`${kind}: assign review`, tellAssigned],
      [`${kind}: take over review`, tellClaimedAway],
    ]),
  ),
  'person: assign reviews': tellAssignedMany,
  'vendor: accept change, first person': tellOfBankChange,
  'vendor: accept change': settle('bank_change'),
  'vendor: decline change': settle('bank_change'),
  'vendor: undo change decision': (ctx, change, id) =>
    // Undone by or after the second person, the change is as the first one left it.
    change.after?.change === 'accepted_once'
      ? tellOfBankChange(ctx, change, id)
      : settleNotifications(ctx, 'second_signature', 'bank_change', id),
  'vendor: withdraw the change': settle('bank_change'),
  'vendor: withdraw document': settle('bank_change'),
  'vendor: ask for a change': settle('bank_change'),
  'order: grant refund': (ctx, { subject }, id) =>
    ctx.services.secondPersonForRefunds
      ? needsSecond(ctx, 'refund', subject, `${orderPath}?id=${id}`, ['Orders', 'refund'])
      : Promise.resolve(),
  'order: send refund': settleRefund,
  'order: cancel refund': settleRefund,
  'withdrawal: request withdrawal': tellOfWithdrawal,
  'withdrawal: approve withdrawal': settle('withdrawal'),
  'withdrawal: undo approve withdrawal': tellOfReopened,
  'withdrawal: decline withdrawal': settle('withdrawal'),
  'mailing: ask to send': (ctx, { subject }, id) =>
    needsSecond(ctx, 'mailing', subject, `${mailingPath}?id=${id}`, ['Email', 'send']),
  'mailing: approve': settle('mailing'),
  'mailing: withdraw': settle('mailing'),
  'mailing: hold back': (ctx, change, id) => tellOfHalted(ctx, 'mailing_held', change, id),
  // A person who pauses it knows.
  'mailing: pause': (ctx, change, id) =>
    ctx.actor.kind === 'person' ? Promise.resolve() : tellOfHalted(ctx, 'mailing_stopped', change, id),
  'support request: send support request': tellOfRequest,
  'support request: reply in support request': tellOfReply,
  'support request: assign support request': tellOfAssignee,
  'support request: answer support request': tellOfAnswer,
  'support request: close support request': (ctx, _change, id) => settleDesk(ctx, id),
  'import: check': tellOfCheck,
  'import: confirm': (ctx, _change, id) => settleNotifications(ctx, 'job_finished', 'import_checked', id),
  'import: cancel': (ctx, _change, id) => settleNotifications(ctx, 'job_finished', 'import_checked', id),
  'import: stop': tellOfStop,
  'import: finish': (ctx, { subject }, id) => tellOfImport(ctx, 'import_done', subject, id, 'confirmed_by'),
  'import: fail': (ctx, { subject }, id) => tellOfImport(ctx, 'import_failed', subject, id),
  'import: finish revert': (ctx, { subject }, id) =>
    tellOfImport(ctx, 'import_reverted', subject, id, 'reverted_by'),
  'bulk_job: finish job': tellOfJob,
  'release: publish': (ctx, change, id) => tellOfRelease(ctx, 'published', change, id),
  'release: roll back': (ctx, change, id) => tellOfRelease(ctx, 'rolled_back', change, id),
  'release: fail': (ctx, change, id) => tellOfRelease(ctx, 'failed', change, id),
  'webhook_endpoint: disable webhook endpoint': (ctx, { subject }, id) =>
    notify(ctx, {
      ...{ kind: 'delivery_failing', event: 'webhook_disabled', subject },
      path: `${webhookPath}?id=${id}`,
      needs: permissionName('General Setting', 'view'),
    }),
  'person: sign in': tellOfNewDevice,
}

/** Notifies people of what was recorded, if somebody wants to know of it. */
export const heard: Services['heard'] = async (ctx, changes) => {
  for (const change of changes) {
    const tell = told[`${change.subject.type}: ${change.action}`]
    if (tell && change.subject.id !== null) await tell(ctx, change, change.subject.id)
  }
}

function needsSecond(
  ctx: Context,
  event: News['event'],
  subject: Change['subject'],
  path: string,
  [area, action]: readonly [string, string],
) {
  return notify(ctx, { kind: 'second_signature', event, subject, path, needs: permissionName(area, action) })
}

function settle(event: News['event']): Told {
  return (ctx, _change, id) => settleNotifications(ctx, 'second_signature', event, id)
}

function tellOfBankChange(ctx: Context, { subject }: Change, id: string) {
  const path = `${detailPath}?id=${id}`
  return needsSecond(ctx, 'bank_change', subject, path, ['Vendor Verifications', 'decide'])
}

/** Another refund of the same order may still be granted and not sent. */
async function settleRefund(ctx: Context, _change: Change, orderId: string): Promise<void> {
  const left = await ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'granted')
    .limit(1)
    .executeTakeFirst()
  if (!left) await settleNotifications(ctx, 'second_signature', 'refund', orderId)
}

/** A withdrawal that a person has requested is approved by another one. */
async function tellOfWithdrawal(ctx: Context, { subject }: Change, id: string): Promise<void> {
  if (!ctx.services.secondPersonForPayouts || ctx.actor.kind !== 'person') return
  const found = await ctx.db
    .selectFrom('withdrawals')
    .select('owner_type')
    .where('id', '=', id)
    .executeTakeFirst()
  const [path, area] =
    found?.owner_type === 'customer'
      ? [customerWithdrawalPath, 'Customer']
      : [vendorWithdrawalPath, 'Vendors']
  await needsSecond(ctx, 'withdrawal', subject, `${path}?id=${id}`, [area ?? '', 'pay'])
}

/** A request by staff needs its second person again; one that an owner submitted needs nobody in particular. */
async function tellOfReopened(ctx: Context, change: Change, id: string): Promise<void> {
  const { requested_by } = await ctx.db
    .selectFrom('withdrawals')
    .select('requested_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (requested_by !== null) await tellOfWithdrawal(ctx, change, id)
}

/** Who asked to send a group e-mail and who wrote it are notified that it does not leave: either can put it right. */
async function tellOfHalted(
  ctx: Context,
  event: News['event'],
  { subject, before }: Change,
  id: string,
): Promise<void> {
  const { rows } = await sql<{ person_id: string | null }>`
    select asked_by as person_id from mailings where id = ${id}::uuid
    union select actor_id from audit_log
    where subject_type = 'mailing' and subject_id = ${id}::uuid and action = 'add'`.execute(ctx.db)
  const people = [before?.asked_by_id, ...rows.map(({ person_id }) => person_id)]
  await notify(ctx, {
    ...{ kind: 'delivery_failing', event, subject },
    path: `${mailingPath}?id=${id}`,
    needs: permissionName('Email', 'view'),
    people: people.filter((one) => typeof one === 'string'),
  })
}

/** Notifies those who were mentioned for the first time. Notes send their own mails; who wants none is taken off. */
async function tellMentioned(ctx: Context, { subject, after }: Change, recordId: string): Promise<void> {
  const noteId = String(after?.note)
  const untold = await takeUntold(ctx, noteId)
  if (untold.length === 0) return
  const kind = subject.type as NoteKind
  const record = await ctx.services.notedRecords[kind](ctx.db, recordId)
  if (!record) return
  const { area, action } = notes[kind].list.access
  const channels = await notify(ctx, {
    ...{ kind: 'mentioned', event: 'mentioned', hasOwnMail: true },
    subject: { type: kind, id: recordId, name: record.name },
    path: record.path,
    needs: permissionName(area, action),
    people: untold.map(({ person_id }) => person_id),
    detail: noteId,
  })
  const unwanted = untold.filter(({ person_id }) => (channels.get(person_id) ?? 'mail') !== 'mail')
  await withdrawMentions(
    ctx,
    unwanted.map(({ message_id }) => message_id),
  )
}

/** Who was asked to review a record is notified, with the link to it. */
async function tellAssigned(ctx: Context, { subject }: Change, recordId: string): Promise<void> {
  const kind = subject.type as ClaimKind
  const { assignee } = await claimOf(ctx, kind, recordId)
  if (assignee) await tellReviewer(ctx, 'assigned', kind, recordId, assignee.id)
}

/** Who was asked to review many records at once is notified once, with the link to all that are theirs. */
function tellAssignedMany(ctx: Context, { subject, after }: Change, personId: string) {
  return notify(ctx, {
    ...{ kind: 'review', event: 'assigned_many', subject, needs: '' },
    path: `${reviewDeskPath}?mine=yes`,
    people: [personId],
    count: Number(after?.records),
  })
}

/** Who was reviewing a record learns who took it over, before they decide for nothing. */
async function tellClaimedAway(ctx: Context, { subject, before }: Change, recordId: string): Promise<void> {
  const reviewer = before?.reviewer_id
  if (typeof reviewer !== 'string') return
  await tellReviewer(ctx, 'claimed_away', subject.type as ClaimKind, recordId, reviewer)
}

async function tellReviewer(
  ctx: Context,
  event: News['event'],
  kind: ClaimKind,
  recordId: string,
  personId: string,
): Promise<void> {
  const record = await ctx.services.notedRecords[kind](ctx.db, recordId)
  if (!record) return
  const { area, action } = claims[kind].assign.access
  await notify(ctx, {
    ...{ kind: 'review', event, path: record.path },
    subject: { type: kind, id: recordId, name: record.name },
    needs: permissionName(area, action),
    people: [personId],
  })
}

/** A deleted note mentions nobody. */
async function forgetMentions(ctx: Context, { subject, before }: Change, recordId: string): Promise<void> {
  const noteId = String(before?.note)
  await takeBackMention(ctx, { type: subject.type, id: recordId }, noteId, await readToldOf(ctx, noteId))
}

/** The list that shows a job over many records, and what its reader needs, by the last word of the kind of job. */
const jobLists: Readonly<Record<string, { path: string; needs: string }>> = {
  orders: { path: allOrdersPath, needs: permissionName('Orders', 'view') },
  vendors: { path: pendingVendorsPath, needs: permissionName('Vendor Verifications', 'view') },
  products: { path: pendingProductsPath, needs: permissionName('Products', 'view') },
  edits: { path: approvedProductsPath, needs: permissionName('Products', 'view') },
  customers: { path: pendingCustomersPath, needs: permissionName('Customer', 'view') },
}

/** Who began a job over many records is led to the list that shows how it ended. */
async function tellOfJob(ctx: Context, { subject }: Change, id: string): Promise<void> {
  const { rows } = await sql<{ person_id: string; noun: string }>`
    select person_id, substring(kind from '[a-z]+$') as noun from bulk_jobs where id = ${id}::uuid`.execute(
    ctx.db,
  )
  const list = jobLists[rows[0]?.noun ?? '']
  if (!list) throw new Error(`No list shows the ${rows[0]?.noun} of a job`)
  await notify(ctx, {
    ...{ kind: 'job_finished', event: 'job_done', subject },
    path: `${list.path}?job=${id}`,
    needs: list.needs,
    people: rows.map(({ person_id }) => person_id),
  })
}

function tellOfRelease(ctx: Context, event: News['event'], { subject, reason = '' }: Change, id: string) {
  return notify(ctx, {
    ...{ kind: 'release', event, subject, detail: reason },
    path: `${releasePath}?id=${id}`,
    needs: permissionName('Home Page Setting', 'view'),
    group: `release ${id}`,
  })
}

/** The first sign-in of a person is no news. Sessions do not tell: they are deleted a month after they ended. */
async function hasSignedInBefore(ctx: Context, personId: string): Promise<boolean> {
  const signIns = await ctx.db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', personId)
    .where('subject_type', '=', 'person')
    .where('action', '=', 'sign in')
    .limit(2)
    .execute()
  // The row of this sign-in is one of them.
  return signIns.length > 1
}

/**
 * A browser counts as known by its device id, which outlasts its sessions, or if any earlier session of the person had the same
 * one, whatever its version.
 */
async function tellOfNewDevice(ctx: Context, { subject, after }: Change, id: string): Promise<void> {
  if (after?.known_device) return
  const { rows } = await sql<{ sessions: number; same: number }>`
    select count(*)::int4 as sessions,
      count(*) filter (where regexp_replace(user_agent, '[0-9.]+', '', 'g')
        = regexp_replace(${ctx.origin.userAgent}, '[0-9.]+', '', 'g'))::int4 as same
    from sessions where person_id = ${id}::uuid`.execute(ctx.db)
  const found = rows[0]
  // The session of this sign-in is one of them.
  if (!found || found.same > 1) return
  if (found.sessions < 2 && !(await hasSignedInBefore(ctx, id))) return
  await notify(ctx, {
    ...{ kind: 'new_device', event: 'new_device', subject, needs: '' },
    path: myAccountPath,
    people: [id],
    detail: ctx.origin.userAgent.slice(0, 200),
  })
}
