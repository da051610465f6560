import { type SqlBool, sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  asTyped,
  type Colleague,
  labelled,
  mentionedIn,
  type Note,
  type NoteKind,
  notes,
} from '../contract.ts'
import './tables.ts'
import '#features/access/server/tables.ts'

const mostNotes = 200
const mostColleagues = 500

/** The name of a record with notes, and the path of its screen. */
interface Found {
  name: string
  path: string
}

type FindRecord = (db: Database, id: string) => Promise<Found | undefined>

declare module '#kit/server/context.ts' {
  interface Services {
    /**
     * Finds records of each kind that notes are written on; the application collects these functions from the features.
     */
    notedRecords: Readonly<Record<NoteKind, FindRecord>>
    /**
     * Where a record is about somebody who can be erased: keeps them from being erased until the transaction ends. Refuses
     * (conflict) a record of somebody who was.
     */
    holdNoted: Readonly<Partial<Record<NoteKind, (ctx: Context, id: string) => Promise<void>>>>
  }
}

/** A record that notes can be written on. */
export interface NotedRecord extends Found {
  type: NoteKind
  id: string
}

/** The record of a note. Refuses (not-found) an unknown id. */
export async function readNoted(ctx: Context, kind: NoteKind, id: string): Promise<NotedRecord> {
  const found = await ctx.services.notedRecords[kind](ctx.db, id)
  if (!found) throw new Refusal('not-found', `There is no such ${kind}`)
  return { type: kind, id, ...found }
}

/** The latest 200 notes on a record, newest first. Refuses (not-found). */
export async function listNotes(ctx: Context, kind: NoteKind, { id }: { id: string }): Promise<Note[]> {
  await readNoted(ctx, kind, id)
  const found = await withAuthor(ctx.db)
    .where('notes.record_type', '=', kind)
    .where('notes.record_id', '=', id)
    .orderBy('notes.created_at', 'desc')
    .orderBy('notes.id', 'desc')
    .limit(mostNotes)
    .execute()
  const people = await readPeople(
    ctx.db,
    found.flatMap(({ text }) => mentionedIn(text)),
  )
  return found.map((row) => noteOf(ctx, row, people))
}

/** Every note on these records in plain text, oldest first, each with the id of its record. */
export async function listAllNotes(
  db: Database,
  kind: NoteKind,
  recordIds: readonly string[],
): Promise<{ record_id: string; author: string; created_at: string; text: string }[]> {
  const found = await withAuthor(db)
    .select('notes.record_id')
    .where('notes.record_type', '=', kind)
    .where('notes.record_id', '=', anyOf(recordIds))
    .orderBy('notes.created_at')
    .orderBy('notes.id')
    .execute()
  const people = await readPeople(
    db,
    found.flatMap(({ text }) => mentionedIn(text)),
  )
  return found.map(({ record_id, username, created_at, text }) => ({
    record_id,
    author: username,
    created_at: created_at.toISOString(),
    text: asTyped(text, labelled(people)),
  }))
}

/** One note on this record. Refuses (not-found). */
export async function readNote(
  ctx: Context,
  kind: NoteKind,
  recordId: string,
  noteId: string,
): Promise<Note> {
  const found = await withAuthor(ctx.db)
    .where('notes.id', '=', noteId)
    .where('notes.record_type', '=', kind)
    .where('notes.record_id', '=', recordId)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such note')
  return noteOf(ctx, found, await readPeople(ctx.db, mentionedIn(found.text)))
}

/**
 * Colleagues who can be mentioned in a note on this record: other people who can sign in and may see it, at most 500.
 * Refuses (not-found).
 */
export async function listColleagues(
  ctx: Context,
  kind: NoteKind,
  { id }: { id: string },
): Promise<Colleague[]> {
  await readNoted(ctx, kind, id)
  const found = await whoMaySee(ctx.db, kind)
    .select(['people.id', 'people.username as name'])
    .orderBy('people.username')
    .orderBy('people.id')
    .limit(mostColleagues)
    .execute()
  return found.filter((person) => !('id' in ctx.actor && person.id === ctx.actor.id))
}

/** The people among these ids who can sign in and may see records of this kind, with their e-mail addresses. */
export function readTold(
  db: Database,
  kind: NoteKind,
  ids: readonly string[],
): Promise<(Colleague & { email: string })[]> {
  if (ids.length === 0) return Promise.resolve([])
  return whoMaySee(db, kind)
    .select(['people.id', 'people.username as name', 'people.email'])
    .where('people.id', '=', anyOf(ids))
    .execute()
}

function whoMaySee(db: Database, kind: NoteKind) {
  const { area, action } = notes[kind].list.access
  return db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .where('people.list', '=', 'active')
    .where(sql<SqlBool>`${permissionName(area, action)} = any(roles.permissions)`)
}

function withAuthor(db: Database) {
  return db
    .selectFrom('notes')
    .innerJoin('people', 'people.id', 'notes.author_id')
    .select([
      'notes.id',
      'notes.author_id',
      'people.username',
      'notes.text',
      'notes.created_at',
      'notes.edited_at',
      'notes.version',
    ])
}

/** These people with their current names. */
export async function readPeople(db: Database, ids: readonly string[]): Promise<Colleague[]> {
  if (ids.length === 0) return []
  return db.selectFrom('people').select(['id', 'username as name']).where('id', '=', anyOf(ids)).execute()
}

interface NoteRow {
  id: string
  author_id: string
  username: string
  text: string
  created_at: Date
  edited_at: Date | null
  version: number
}

function noteOf(ctx: Context, row: NoteRow, people: readonly Colleague[]): Note {
  const { id, author_id, username, text, version } = row
  const named = mentionedIn(text)
  return {
    ...{ id, text, version },
    author: { id: author_id, name: username },
    mentions: people.filter((person) => named.includes(person.id)),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    is_own: 'id' in ctx.actor && ctx.actor.id === author_id,
  }
}

/**
 * The people who were told of a note and when, each with the last other note on the same record that they were told of
 * (its id and author; null if there is none).
 */
export async function readToldOf(
  ctx: Context,
  noteId: string,
): Promise<{ person_id: string; told_at: Date; last_note: string | null; last_by: string | null }[]> {
  const { rows } = await sql<{
    person_id: string
    told_at: Date
    last_note: string | null
    last_by: string | null
  }>`
    select m.person_id, m.told_at, other.note_id as last_note, other.username as last_by
    from note_mentions m join notes n on n.id = m.note_id
      left join lateral (
        select o.note_id, p.username from notes s join note_mentions o on o.note_id = s.id join people p on p.id = s.author_id
        where s.record_type = n.record_type and s.record_id = n.record_id and s.id <> n.id
          and o.person_id = m.person_id and o.told_at is not null
        order by o.told_at desc, o.note_id desc limit 1) other on true
    where m.note_id = ${noteId}::uuid and m.told_at is not null
    order by m.person_id`.execute(ctx.db)
  return rows
}
