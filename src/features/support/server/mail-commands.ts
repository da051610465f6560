import { sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import { addressOf, type MailHandler } from '#features/messages/server/rules.ts'
import type { IncomingMail, MailOutcome } from '#features/messages/submission-contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import type { Context } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import { requestLimits, supportDesk } from '../contract.ts'
import { forgetUnnamed, keepFile, storeFile } from './file-commands.ts'
import { type ReadFile, readSupportFile } from './file-reader.ts'
import { withoutQuote } from './reply-reader.ts'
import { requestOfAddress, sentMailsIn } from './rules.ts'
import {
  addAnswer,
  addReply,
  continuationOf,
  type LockedRequest,
  lockRequest,
  reopen,
  subjectOf,
  type Written,
} from './thread-commands.ts'
import './tables.ts'
import '#features/access/server/tables.ts'
import '#features/messages/server/tables.ts'

const unfitForText = /(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Takes replies to mails about support requests. The author's reply opens the request again; a reply by somebody who may
 * answer requests is an answer, for which a closed request is reopened. A request with 500 entries goes on in a new one.
 * Nobody else is heard.
 */
export const supportMail: MailHandler = {
  async take(ctx, mail) {
    const requestId = await requestOf(ctx, mail)
    if (requestId === null) return null
    if (mail.auto_submitted !== '' && !/^no\b/i.test(mail.auto_submitted.trim())) {
      return ignored('Automatic answers are not taken as replies')
    }
    const sender = await readSender(ctx, addressOf(mail.from))
    const { text, uncut } = textOf(mail)
    const isHeard = sender !== null && (await mayWrite(ctx, requestId, sender))
    // Files are checked and stored before the transaction opens, and only for somebody who is heard.
    const { files, left } = isHeard ? await readFiles(mail) : { files: [], left: [] }
    if (isHeard && text === '' && files.length === 0) return ignored('The mail contains no text')
    if (isHeard && uncut) files.push(uncut)
    const stored = await Promise.all(
      files.map(async (file) => ({ ...file, storage_key: await storeFile(ctx, file) })),
    )
    const forget = () =>
      forgetUnnamed(
        ctx,
        stored.map(({ storage_key }) => storage_key),
      )
    const whole = [text, ...left.map((name) => `(The file ${name} was not kept)`)]
      .filter(Boolean)
      .join('\n\n')
    try {
      const outcome = await ctx.transact((trx) => takeReply(trx, requestId, mail, sender, whole, stored))
      if (outcome.status !== 'accepted') await forget()
      return outcome
    } catch (error) {
      await forget()
      if (error instanceof Refusal && error.code === 'conflict') return ignored(error.message)
      throw error
    }
  },
}

interface Sender {
  id: string
  name: string
  isHandler: boolean
}

async function takeReply(
  ctx: Context,
  requestId: string,
  mail: IncomingMail,
  sender: Sender | null,
  text: string,
  files: readonly (ReadFile & { storage_key: string })[],
): Promise<MailOutcome> {
  const named = await lockRequest(ctx, requestId)
  const known = await ctx.db
    .selectFrom('support_entries')
    .select('id')
    .where('mail_id', '=', mail.message_id)
    .executeTakeFirst()
  if (known) {
    ctx.unchanged()
    return { status: 'repeated', detail: `This mail is already in ${named.number}` }
  }
  if (!sender || !(sender.id === named.author_id || sender.isHandler)) {
    await ctx.record({
      action: 'ignore mail',
      subject: subjectOf(named),
      after: { from: scrub(cut(addressOf(mail.from), 320)) },
      reason: 'The sender neither sent this request nor may answer requests',
    })
    return ignored('The sender neither sent this request nor may answer requests')
  }
  const request = await continuationOf(ctx, named)
  const entry = await addTo(ctx, request, {
    ...{ by: sender, text: text || '(no text)', fileIds: [] },
    ...{ mailId: mail.message_id, mailFiles: files.length },
  })
  for (const file of files) {
    await keepFile(ctx, {
      ...file,
      ownerId: sender.id,
      sentWith: { request_id: request.id, entry_id: entry },
    })
  }
  return { status: 'accepted', detail: `Added to ${request.number}` }
}

async function addTo(ctx: Context, request: LockedRequest, written: Written): Promise<string> {
  if (written.by.id === request.author_id) return addReply(ctx, request, written)
  if (request.status !== 'closed') return addAnswer(ctx, request, written)
  // People who answer from a mailbox cannot reopen first, and would never learn that the answer was lost.
  return addAnswer(ctx, await reopen(ctx, request), written)
}

/** The request that a mail answers: by the signed address that it was sent to, or by the mail that it names. */
async function requestOf(ctx: Context, mail: IncomingMail): Promise<string | null> {
  const { keys } = ctx.services
  const named = mail.to.flatMap((header) => requestOfAddress(keys, addressOf(header)) ?? [])
  const sent = sentMailsIn(mail.in_reply_to)
  if (named.length === 0 && sent.length === 0) return null
  const { rows } = await sql<{ id: string }>`
    select r.id from support_requests r
    where r.id = any(${named}::uuid[]) or r.id in (
      select m.subject_id from messages m
      where m.id = any(${sent}::uuid[]) and m.subject_type = 'support request')
    limit 1`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** The active person with this address. */
async function readSender(ctx: Context, address: string): Promise<Sender | null> {
  if (address === '') return null
  const { area, action } = supportDesk.answer.access
  const found = await ctx.db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(['people.id', 'people.username as name', 'roles.permissions'])
    .where(({ fn }) => fn<string>('lower', ['people.email']), '=', address)
    .where('people.list', '=', 'active')
    .executeTakeFirst()
  if (!found) return null
  const { permissions, ...person } = found
  return { ...person, isHandler: permissions.includes(permissionName(area, action)) }
}

async function mayWrite(ctx: Context, requestId: string, sender: Sender): Promise<boolean> {
  if (sender.isHandler) return true
  const own = await ctx.db
    .selectFrom('support_requests')
    .select('id')
    .where('id', '=', requestId)
    .where('author_id', '=', sender.id)
    .executeTakeFirst()
  return own !== undefined
}

/** What somebody wrote, and as a file if it is longer than an entry: its writer would not learn that the end was lost. */
function textOf(mail: IncomingMail): { text: string; uncut: ReadFile | null } {
  const written = withoutQuote(mail.text.toWellFormed()).replaceAll(unfitForText, '').trim()
  const text = cut(written, requestLimits.textLength - 500)
  if (text === written) return { text, uncut: null }
  return {
    text: `${text}\n\n(The whole message is in message.txt)`,
    uncut: { bytes: Buffer.from(written), name: 'message.txt', mediaType: 'text/plain; charset=utf-8' },
  }
}

/** The files of a mail that are accepted, and the names of the others. */
async function readFiles(mail: IncomingMail): Promise<{ files: ReadFile[]; left: string[] }> {
  const files: ReadFile[] = []
  const left: string[] = []
  for (const { name, content } of mail.attachments) {
    const plain =
      cut(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\\/]/gu, ''), 100) || 'file'
    try {
      files.push(await readSupportFile(Buffer.from(content, 'base64'), plain))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      left.push(plain)
    }
  }
  return { files, left: left.slice(0, 4) }
}

function ignored(detail: string): MailOutcome {
  return { status: 'ignored', detail }
}
