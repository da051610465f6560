import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { unknownPictures } from '#features/media/server/queries.ts'
import { picturesIn } from '#features/media/server/rules.ts'
import { setUses } from '#features/media/server/use-commands.ts'
import { queueWritten } from '#features/messages/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { type Audience, type Selection, userTypeWords } from '../audience-contract.ts'
import type { MailContent } from '../content-contract.ts'
import type { MailingDetail, mailingLists, mailings, SavedList } from '../contract.ts'
import { mailFor } from '../render-contract.ts'
import { selectionOf } from './audience-queries.ts'
import { frozenOf, listOf, mailingRecord, readMailing } from './queries.ts'
import { changedWords, contentOf, storedContent, templateOfFrozen } from './rules.ts'
import type { MailingRecord } from './tables.ts'

/** Adds a draft; the body becomes its first block. Refuses (invalid) a saved list that is gone. */
export async function createMailing(
  ctx: Context,
  { audience, subject, body }: Input<typeof mailings.create>,
): Promise<MailingDetail> {
  return addDraft(
    ctx,
    audience,
    {
      subject,
      preview_text: '',
      blocks: [{ kind: 'text', text: body.trim() }],
      plain_text: '',
      is_legal: false,
      legal_reason: '',
    },
    {},
  )
}

/** Copies content and audience into a new draft. Refuses (not-found). */
export async function duplicateMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  const record = await mailingRecord(ctx, id)
  const content = contentOf(record)
  const subject = cut(`Copy of ${content.subject}`, 200)
  return addDraft(ctx, record.audience as Audience, { ...content, subject }, { copied_from: record.subject })
}

async function addDraft(
  ctx: Context,
  audience: Audience,
  content: MailContent,
  more: Record<string, unknown>,
): Promise<MailingDetail> {
  const id = uuidv7()
  await selectionOf(ctx.db, audience)
  await ctx.db
    .insertInto('mailings')
    .values({
      id,
      subject: content.subject,
      user_type: audience.user_type,
      audience: JSON.stringify(audience),
      content: storedContent(content),
      list_id: audience.user_type === 'list' ? audience.list_id : null,
      created_by_name: actorName(ctx),
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .execute()
  await keepUses(ctx, id, content)
  await ctx.record({
    action: 'add',
    subject: { type: 'mailing', id, name: content.subject },
    after: { subject: content.subject, user_type: userTypeWords[audience.user_type], ...more },
  })
  return readMailing(ctx, { id })
}

/**
 * Changes content and audience of a draft. The same values change nothing. Refuses (not-found, stale), (conflict) what is
 * no draft any more, and (invalid) a saved list or a picture that is gone and a legal message to others than vendors.
 */
export async function changeMailing(
  ctx: Context,
  { id, audience: given, ...changes }: Input<typeof mailings.change>,
): Promise<MailingDetail> {
  const record = await heldDraft(ctx, id)
  await refuseStale(
    ctx,
    record,
    () => readMailing(ctx, { id }),
    'This group e-mail was changed since you opened it. Review the changes',
  )
  const before = contentOf(record)
  const after = { ...before, ...definedOf(changes) } as MailContent
  const standing = record.audience as Audience
  const audience = given ?? standing
  const selection = await selectionOf(ctx.db, audience)
  if (after.is_legal && selection.user_type !== 'vendors') {
    throw fieldRefusal('is_legal', 'Only a message to vendors can be a legal message')
  }
  await refuseForeignPictures(ctx, after, before)
  const words = changedWords(before, after)
  const isAudienceChanged = JSON.stringify(standing) !== JSON.stringify(audience)
  if (words.changed.length === 0 && !isAudienceChanged) {
    ctx.unchanged()
    return readMailing(ctx, { id })
  }
  await ctx.db
    .updateTable('mailings')
    .set({
      subject: after.subject,
      content: storedContent(after),
      audience: JSON.stringify(audience),
      user_type: audience.user_type,
      list_id: audience.user_type === 'list' ? audience.list_id : null,
      held_why: '',
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
  await keepUses(ctx, id, after)
  await ctx.record({
    action: 'edit',
    subject: { type: 'mailing', id, name: after.subject },
    before: { ...words.before, ...(isAudienceChanged ? { audience: audienceWords(standing) } : {}) },
    after: { ...words.after, ...(isAudienceChanged ? { audience: audienceWords(audience) } : {}) },
  })
  return readMailing(ctx, { id })
}

/** Deletes a draft. Refuses (not-found) and (conflict) what is no draft any more. */
export async function removeMailing(ctx: Context, { id }: { id: string }): Promise<void> {
  const record = await heldDraft(ctx, id)
  await setUses(ctx, 'mailing', id, record.subject, [], false)
  await ctx.db.deleteFrom('mailings').where('id', '=', id).where('status', '=', 'draft').execute()
  await ctx.record({ action: 'delete', subject: { type: 'mailing', id, name: record.subject } })
}

/** Puts a copy for the reader into the outbox, filled with the reader's own name. Refuses (not-found). */
export async function sendTest(ctx: Context, { id }: { id: string }): Promise<{ address: string }> {
  const record = await mailingRecord(ctx, id)
  if (ctx.actor.kind !== 'person') throw new Refusal('forbidden', 'Only a person can be sent a test')
  const person = await ctx.db
    .selectFrom('people')
    .select(['email', 'username'])
    .where('id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow()
  const first_name = person.username.trim().split(' ')[0] ?? ''
  const mail = mailFor(templateOfFrozen(await frozenOf(ctx, record)), {
    first_name,
    name: person.username,
    shop_name: '',
    city: '',
    // A test unsubscribes nobody.
    unsubscribe_url: ctx.services.publicUrl,
  })
  await queueWritten(ctx, {
    kind: 'mailing test',
    recipient: person.email,
    subject: cut(`Test: ${mail.subject}`, 200),
    text: mail.text,
    html: mail.html,
    about: { type: 'mailing', id },
  })
  await ctx.record({
    action: 'send test',
    subject: { type: 'mailing', id, name: record.subject },
    after: { to: person.email },
  })
  return { address: person.email }
}

/** Saves a selection under a name. Refuses (conflict) a name that is taken. */
export async function createList(
  ctx: Context,
  { name, selection }: Input<typeof mailingLists.create>,
): Promise<SavedList> {
  const row = await ctx.db
    .insertInto('mailing_lists')
    .values({
      id: uuidv7(),
      name,
      selection: JSON.stringify(selection),
      created_by_name: actorName(ctx),
      created_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw fieldRefusal('name', 'Another list has this name', 'conflict')
  await ctx.record({
    action: 'save mailing list',
    subject: { type: 'mailing_list', id: row.id, name },
    after: { audience: audienceWords(selection) },
  })
  return listOf(row)
}

/** Deletes a saved list. Refuses (not-found) and (conflict) a list that a mailing which is not over uses. */
export async function removeList(ctx: Context, { id }: { id: string }): Promise<void> {
  const row = await ctx.db
    .selectFrom('mailing_lists')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not-found', 'There is no such list')
  const using = await ctx.db
    .selectFrom('mailings')
    .select('subject')
    .where('list_id', '=', id)
    .where('status', 'in', ['draft', 'waiting', 'scheduled'])
    .executeTakeFirst()
  if (using)
    throw new Refusal('conflict', `“${using.subject}” uses this list. Choose another audience there first`)
  // A mailing that was sent keeps what the list selected, to say whom it was for and to be duplicated.
  const selection = row.selection as Selection
  await ctx.db
    .updateTable('mailings')
    .set({
      list_id: null,
      user_type: selection.user_type,
      audience: JSON.stringify({ ...selection, list_id: null }),
    })
    .where('list_id', '=', id)
    .execute()
  await ctx.db.deleteFrom('mailing_lists').where('id', '=', id).execute()
  await ctx.record({ action: 'delete mailing list', subject: { type: 'mailing_list', id, name: row.name } })
}

async function heldDraft(ctx: Context, id: string): Promise<MailingRecord> {
  const record = await ctx.db
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such group e-mail')
  if (record.status !== 'draft') {
    throw new Refusal('conflict', `This group e-mail is ${record.status}. Only a draft can be changed`)
  }
  return record
}

async function refuseForeignPictures(ctx: Context, after: MailContent, before: MailContent): Promise<void> {
  const known = new Set(picturesOf(before).map(({ media_id, media }) => media_id + media))
  const brought = picturesOf(after).filter(({ media_id, media }) => !known.has(media_id + media))
  const unknown = await unknownPictures(ctx, brought)
  if (unknown.length > 0) throw fieldRefusal('blocks', 'A picture is not in the library')
}

/** Tells the library which pictures a draft shows. */
export function keepUses(ctx: Context, id: string, content: MailContent): Promise<void> {
  return setUses(ctx, 'mailing', id, content.subject, picturesOf(content), false)
}

function picturesOf({ blocks }: MailContent) {
  return picturesIn(blocks).map(({ picture }) => picture)
}

function definedOf<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** An audience in the words of the audit log: the user type, and how often it is narrowed. */
function audienceWords(audience: Omit<Audience, 'list_id'>): string {
  const { user_type, ...filters } = audience
  const narrowed = Object.entries(filters).filter(
    ([name, value]) => name !== 'list_id' && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return [userTypeWords[user_type], ...narrowed.map(([name, value]) => `${name} ${String(value)}`)].join(', ')
}
