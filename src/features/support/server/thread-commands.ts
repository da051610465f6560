import { v7 as uuidv7 } from 'uuid'
import { queueSupport } from '#features/messages/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import { type RequestStatus, requestLimits, requestMoves, requestNumber } from '../contract.ts'
import { deskRequestPath, myRequestPath } from '../screen-contract.ts'
import { type SentFile, sendFiles } from './file-commands.ts'
import { isHandler, noSuchRequest } from './queries.ts'
import { replyAddress } from './rules.ts'
import './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The mailbox of the support desk; null if requests are in Munshi alone. */
    supportEmail: string | null
  }
}

/** A request whose row is held until the end of the transaction. */
export interface LockedRequest {
  id: string
  number: string
  status: RequestStatus
  author_id: string
  assignee_id: string | null
  version: number
}

/** Refuses (not-found). */
export async function lockRequest(ctx: Context, id: string): Promise<LockedRequest> {
  const found = await ctx.db
    .selectFrom('support_requests')
    .select(['id', 'number', 'status', 'author_id', 'assignee_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw noSuchRequest()
  return { ...found, number: requestNumber(found.number), status: found.status as RequestStatus }
}

/** What somebody writes in a request, from a screen or by mail. */
export interface Written {
  /** The id that the form made for the entry. */
  id?: string | undefined
  by: { id: string; name: string }
  text: string
  fileIds: readonly string[]
  /** The Message-ID of the mail; null from a screen. */
  mailId: string | null
  /** How many files came with the mail: they are kept with the entry as soon as it is there. */
  mailFiles?: number
}

/** Adds what the author writes, and tells the support desk. Refuses (conflict) beyond 500 entries. Answers the entry. */
export async function addReply(ctx: Context, request: LockedRequest, written: Written): Promise<string> {
  const { entry, files } = await addEntry(ctx, request, 'author', written)
  await tellDesk(ctx, request, {
    kind: 'support reply',
    by: written.by.name,
    text: written.text,
    facts: [],
    attachments: [],
    files,
  })
  return entry
}

/** True if this reply is already the entry with this id. Refuses (conflict) another entry with this id. */
export async function isWritten(
  ctx: Context,
  request: LockedRequest,
  id: string,
  { by, text, fileIds }: Written,
): Promise<boolean> {
  const known = await ctx.db.selectFrom('support_entries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) return false
  const files = await ctx.db.selectFrom('support_files').select('id').where('entry_id', '=', id).execute()
  const isSame =
    known.request_id === request.id &&
    known.author_id === by.id &&
    known.text === text &&
    files.length === new Set(fileIds).size &&
    files.every((file) => fileIds.includes(file.id))
  if (!isSame) throw new Refusal('conflict', 'Something else was already sent from this form. Send it again')
  return true
}

/**
 * Adds an answer, and sends it to the author. A request that nobody takes care of is then assigned to who answered. Refuses
 * (conflict) a closed request. Answers the entry.
 */
export async function addAnswer(ctx: Context, request: LockedRequest, written: Written): Promise<string> {
  const { entry, files } = await addEntry(ctx, request, 'desk', written)
  if (!request.assignee_id || !(await isHandler(ctx, request.assignee_id))) {
    await ctx.db
      .updateTable('support_requests')
      .set({ assignee_id: written.by.id })
      .where('id', '=', request.id)
      .execute()
  }
  const author = await ctx.db
    .selectFrom('people')
    .select(['username', 'email'])
    .where('id', '=', request.author_id)
    .where('list', '=', 'active')
    .executeTakeFirst()
  // People who can no longer sign in get no mail either.
  if (!author) return entry
  await queueSupport(ctx, {
    letter: {
      kind: 'support answer',
      number: request.number,
      author: author.username,
      by: written.by.name,
      text: written.text,
      facts: [],
      files,
    },
    recipient: author.email,
    requestId: request.id,
    link: linkTo(ctx, myRequestPath, request.id),
    replyTo: replyAddress(ctx.services.keys, ctx.services.supportEmail, request.id),
    attachments: [],
  })
  return entry
}

async function addEntry(
  ctx: Context,
  request: LockedRequest,
  side: 'author' | 'desk',
  { id = uuidv7(), by, text, fileIds, mailId, mailFiles = 0 }: Written,
): Promise<{ entry: string; files: number }> {
  if (await isFull(ctx, request)) {
    throw new Refusal('conflict', 'This request has too many entries. Send a new request')
  }
  await move(ctx, request, side === 'author' ? 'reply' : 'answer')
  const via = mailId === null ? 'screen' : 'mail'
  await ctx.db
    .insertInto('support_entries')
    .values({
      ...{ id, request_id: request.id, author_id: by.id, side, via, text },
      mail_id: mailId,
      created_at: ctx.now(),
    })
    .execute()
  const sent = await sendFiles(ctx, fileIds, { owner_id: by.id, request_id: request.id, entry_id: id })
  const files = sent.length + mailFiles
  await ctx.record({
    action: side === 'author' ? 'reply in support request' : 'answer support request',
    subject: subjectOf(request),
    before: statusOf(request),
    after: { entry: id, via, by: by.name, files },
  })
  return { entry: id, files }
}

async function isFull(ctx: Context, { id }: { id: string }): Promise<boolean> {
  const { n } = await ctx.db
    .selectFrom('support_entries')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(n) >= requestLimits.entries
}

/**
 * The request that takes what comes by mail: this one, or, once it has 500 entries, one that continues it for the same author
 * and handler. A person who writes from a mailbox would never learn that a full request takes nothing more.
 */
export async function continuationOf(ctx: Context, request: LockedRequest): Promise<LockedRequest> {
  if (!(await isFull(ctx, request))) return request
  const text = `Continues ${request.number}, which has ${requestLimits.entries} entries.`
  const known = await ctx.db
    .selectFrom('support_requests')
    .select('id')
    .where('author_id', '=', request.author_id)
    .where('text', '=', text)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (known) return continuationOf(ctx, await lockRequest(ctx, known.id))
  const { kind, author_name, assignee_id } = await ctx.db
    .selectFrom('support_requests')
    .select(['kind', 'author_name', 'assignee_id'])
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  const { id } = await ctx.db
    .insertInto('support_requests')
    .values({
      ...{ id: uuidv7(), kind, author_id: request.author_id, author_name, assignee_id, text },
      ...{ created_at: ctx.now(), updated_at: ctx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await lockRequest(ctx, id)
  await ctx.record({
    action: 'send support request',
    subject: subjectOf(made),
    after: { kind, text, screen: '', files: 0 },
  })
  await ctx.record({
    action: 'continue support request',
    subject: subjectOf(request),
    after: { continued_in: made.number },
  })
  return made
}

/** Moves a request to the next status. Refuses (conflict) a move that its status does not allow. */
export async function move(
  ctx: Context,
  { id, number, status }: LockedRequest,
  verb: keyof typeof requestMoves,
): Promise<void> {
  const { from, to } = requestMoves[verb]
  const now = ctx.now()
  const moved = await ctx.db
    .updateTable('support_requests')
    .set(({ eb }) => ({
      status: to,
      updated_at: now,
      closed_at: verb === 'close' ? now : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', anyOf<string>(from))
    .returning('id')
    .executeTakeFirst()
  if (moved) return
  const hint = status === 'closed' ? 'Reopen the request first' : 'Reload the request to see its state'
  throw new Refusal('conflict', `${number} is ${status}. ${hint}`)
}

/** Opens a closed request again and answers it as it is then. Refuses (conflict) a request that is not closed. */
export async function reopen(ctx: Context, request: LockedRequest): Promise<LockedRequest> {
  await move(ctx, request, 'reopen')
  await ctx.record({
    action: 'reopen support request',
    subject: subjectOf(request),
    after: { status: 'open' },
  })
  return { ...request, status: 'open', version: request.version + 1 }
}

/** Sends a mail to the support desk, where there is one. */
export async function tellDesk(
  ctx: Context,
  request: { id: string; number: string; author_id: string },
  letter: {
    kind: 'support request' | 'support reply'
    by: string
    text: string
    facts: readonly string[]
    attachments: readonly SentFile[]
    files: number
  },
): Promise<void> {
  const { supportEmail, keys } = ctx.services
  if (supportEmail === null) return
  const { attachments, ...rest } = letter
  await queueSupport(ctx, {
    letter: { ...rest, number: request.number, author: letter.by },
    recipient: supportEmail,
    requestId: request.id,
    link: linkTo(ctx, deskRequestPath, request.id),
    replyTo: replyAddress(keys, supportEmail, request.id),
    attachments: attachments.map(({ storage_key, name, media_type }) => ({
      key: storage_key,
      name,
      media_type,
    })),
  })
}

function linkTo(ctx: Context, path: string, id: string): string {
  return new URL(`${path}?id=${id}`, ctx.services.publicUrl).href
}

export function statusOf({ status }: LockedRequest): { status: RequestStatus } {
  return { status }
}

export function subjectOf({ id, number }: { id: string; number: string }) {
  return { type: 'support request', id, name: number }
}
