import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { queueMention, withdrawMentions } from '#features/messages/server/commands.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { anyOf } from '#kit/server/table.ts'
import { mentionedIn, type Note, type NoteKind } from '../contract.ts'
import { type NotedRecord, readNote, readNoted, readPeople, readTold } from './queries.ts'
import { auditText } from './rules.ts'
import './tables.ts'

/**
 * Writes a note on a record and notifies the mentioned people after the undo window. The same note under the same id is written
 * once. Refuses (not-found) a record that does not exist, (conflict) another note under that id and a record of a customer who
 * was erased, and (invalid) a mention of a person who may not see the record.
 */
export async function writeNote(
  ctx: Context,
  kind: NoteKind,
  { id, text, note_id: noteId = uuidv7() }: { id: string; text: string; note_id?: string | undefined },
): Promise<Note> {
  const author = authorOf(ctx)
  const record = await readNoted(ctx, kind, id)
  await ctx.services.holdNoted[kind]?.(ctx, id)
  await refuseStrangers(ctx, kind, mentionedIn(text))
  const made = await ctx.db
    .insertInto('notes')
    .values({
      id: noteId,
      record_type: kind,
      record_id: id,
      author_id: author.id,
      text,
      created_at: ctx.now(),
    })
    // Waits for a call beside this one with the same id.
    .onConflict((target) => target.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    await refuseOther(ctx, { id: noteId, record_type: kind, record_id: id, author_id: author.id, text })
    ctx.unchanged()
    return readNote(ctx, kind, id, noteId)
  }
  await tellMentioned(ctx, author, record, noteId, mentionedIn(text))
  await ctx.record({
    action: 'write note',
    subject: subjectOf(record),
    after: { note: noteId, text: await auditTextOf(ctx, text) },
  })
  return readNote(ctx, kind, id, noteId)
}

/**
 * Changes a note of the actor's own. Newly mentioned people are notified, and queued mails to people who are no longer mentioned
 * are withdrawn. Refuses (not-found), (conflict) a note by someone else or of a customer who was erased, (stale) a note that
 * changed since it was read, and (invalid) a new mention of a person who may not see the record.
 */
export async function changeNote(
  ctx: Context,
  kind: NoteKind,
  { id, note_id, text }: { id: string; note_id: string; text: string },
): Promise<Note> {
  const author = authorOf(ctx)
  // Before the note is locked: an erasure holds the person first and then the notes.
  await ctx.services.holdNoted[kind]?.(ctx, id)
  const { record, note } = await lockOwnNote(ctx, author, kind, id, note_id)
  await refuseStale(ctx, note, () => note, 'You changed this note in another tab since you opened it here')
  if (text === note.text) {
    ctx.unchanged()
    return note
  }
  const [before, after] = [mentionedIn(note.text), mentionedIn(text)]
  const isNew = (person: string) => !before.includes(person)
  // People mentioned before stay mentioned, even if they have left since.
  await refuseStrangers(ctx, kind, after.filter(isNew))
  await ctx.db
    .updateTable('notes')
    .set({ text, edited_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', note_id)
    .execute()
  await withdrawMails(
    ctx,
    note_id,
    before.filter((person) => !after.includes(person)),
  )
  await tellMentioned(ctx, author, record, note_id, after.filter(isNew))
  await ctx.record({
    action: 'change note',
    subject: subjectOf(record),
    before: { note: note_id, text: await auditTextOf(ctx, note.text) },
    after: { note: note_id, text: await auditTextOf(ctx, text) },
  })
  return readNote(ctx, kind, id, note_id)
}

/**
 * Deletes a note of the actor's own with its queued mails. Refuses (not-found) and (conflict) a note by someone else.
 */
export async function deleteNote(
  ctx: Context,
  kind: NoteKind,
  { id, note_id }: { id: string; note_id: string },
): Promise<void> {
  const { record, note } = await lockOwnNote(ctx, authorOf(ctx), kind, id, note_id)
  // The audit row of the writing has the text; here, anyone who can read the record's history would see the text. Who was
  // told is looked up while this is recorded, so it comes before the deletion.
  await ctx.record({ action: 'delete note', subject: subjectOf(record), before: { note: note_id } })
  await withdrawMails(ctx, note_id, mentionedIn(note.text))
  await ctx.db.deleteFrom('notes').where('id', '=', note_id).execute()
}

/** Deletes every note on records that are being deleted, with their queued mails. Answers the number of notes. */
export async function dropNotes(ctx: Context, kind: NoteKind, recordIds: readonly string[]): Promise<number> {
  const found = await ctx.db
    .selectFrom('notes')
    .select(['id', 'text'])
    .where('record_type', '=', kind)
    .where('record_id', '=', anyOf(recordIds))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, text } of found) await withdrawMails(ctx, id, mentionedIn(text))
  const ids = found.map(({ id }) => id)
  await ctx.db.deleteFrom('notes').where('id', '=', anyOf(ids)).execute()
  return found.length
}

type Author = Extract<Actor, { kind: 'person' }>

function authorOf(ctx: Context): Author {
  if (ctx.actor.kind !== 'person') throw new Refusal('forbidden', 'Only a person can write a note')
  return ctx.actor
}

async function lockOwnNote(
  ctx: Context,
  author: Author,
  kind: NoteKind,
  recordId: string,
  noteId: string,
): Promise<{ record: NotedRecord; note: Note }> {
  const record = await readNoted(ctx, kind, recordId)
  await ctx.db.selectFrom('notes').select('id').where('id', '=', noteId).forUpdate().execute()
  const note = await readNote(ctx, kind, recordId, noteId)
  if (note.author.id !== author.id) {
    throw new Refusal(
      'conflict',
      `${note.author.name} wrote this note. Only the author can change or delete it`,
    )
  }
  return { record, note }
}

/** Refuses (conflict) a note that another one has the id of. */
async function refuseOther(
  ctx: Context,
  note: { id: string; record_type: NoteKind; record_id: string; author_id: string; text: string },
): Promise<void> {
  const same = await ctx.db
    .selectFrom('notes')
    .select('id')
    .where(({ and }) => and(note))
    .executeTakeFirst()
  if (!same) throw new Refusal('conflict', 'Another note was already written from this form. Send it again')
}

/** Refuses (invalid) people who cannot sign in or may not see the record, so a mention never reveals a record. */
async function refuseStrangers(ctx: Context, kind: NoteKind, people: readonly string[]): Promise<void> {
  const welcome = await readTold(ctx.db, kind, people)
  if (welcome.length === people.length) return
  throw fieldRefusal('text', 'Someone mentioned here cannot see this record. Remove their name')
}

/** Queues one mail for each of these people, except the author and people already notified about the same note. */
async function tellMentioned(
  ctx: Context,
  author: Author,
  record: NotedRecord,
  noteId: string,
  people: readonly string[],
): Promise<void> {
  const told = await ctx.db
    .selectFrom('note_mentions')
    .select('person_id')
    .where('note_id', '=', noteId)
    .execute()
  const isTold = (id: string) => told.some((mention) => mention.person_id === id)
  for (const { id, name, email } of await readTold(ctx.db, record.type, people)) {
    if (id === author.id || isTold(id)) continue
    const messageId = await queueMention(ctx, {
      letter: { name, by: author.name, recordType: record.type, recordName: record.name },
      recipient: email,
      noteId,
      link: new URL(record.path, ctx.services.publicUrl).href,
      sendAt: new Date(ctx.now().getTime() + ctx.services.outboxHoldSeconds * 1000),
    })
    await ctx.db
      .insertInto('note_mentions')
      .values({ note_id: noteId, person_id: id, message_id: messageId })
      .execute()
  }
}

/** Who is mentioned in a note and was not told of it yet; they count as told from now on. */
export async function takeUntold(
  ctx: Context,
  noteId: string,
): Promise<{ person_id: string; message_id: string }[]> {
  return ctx.db
    .updateTable('note_mentions')
    .set({ told_at: ctx.now() })
    .where('note_id', '=', noteId)
    .where('told_at', 'is', null)
    .returning(['person_id', 'message_id'])
    .execute()
}

/** Withdraws queued mails to these people; people whose mail was sent still count as notified. */
async function withdrawMails(ctx: Context, noteId: string, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const told = await ctx.db
    .selectFrom('note_mentions')
    .select('message_id')
    .where('note_id', '=', noteId)
    .where('person_id', '=', anyOf(people))
    .execute()
  const withdrawn = await withdrawMentions(
    ctx,
    told.map(({ message_id }) => message_id),
  )
  if (withdrawn.length === 0) return
  await ctx.db
    .deleteFrom('note_mentions')
    .where('note_id', '=', noteId)
    .where('message_id', '=', anyOf(withdrawn))
    .execute()
}

async function auditTextOf(ctx: Context, text: string): Promise<string> {
  return auditText(text, await readPeople(ctx.db, mentionedIn(text)))
}

function subjectOf({ type, id, name }: NotedRecord): { type: string; id: string; name: string } {
  return { type, id, name }
}
