import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Proof, Refusal } from '#kit/contract/refusal.ts'
import { auditMac, type SignedAuditRow } from './audit.ts'
import type { ChainHeads } from './chain-heads.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { sendWithNext } from './database-driver.ts'
import type { FieldKeys } from './field-keys.ts'
import type { FileStore } from './files.ts'
import type { Outgoing } from './outgoing.ts'
import { scrub } from './scrub.ts'
import { isForgotten } from './statement-names.ts'
import { mapInTurns } from './turns.ts'

/** The caller on whose behalf a query or command runs. */
export type Actor =
  | {
      kind: 'person'
      id: string
      name: string
      permissions: readonly string[]
      sessionId: string
      /** When this session last confirmed its identity; null if it never did. */
      verifiedAt: Date | null
      /** How this person confirms their identity: by code where a second factor is set up. */
      provenBy: Proof
      /** The role whose view of the product this person is previewing. No changes are allowed during the preview. */
      viewingAs: { id: string; name: string } | null
    }
  | { kind: 'integrator'; id: string; name: string; scopes: readonly string[] }
  /** A job; `rule` where it decides by a rule that people have switched on, and how long they can undo that. */
  | { kind: 'system'; name: string; rule?: { undoSeconds: number } }
  | { kind: 'nobody' }

/** The name of the caller, as records keep it; empty for nobody. */
export function actorName({ actor }: { actor: Actor }): string {
  return 'name' in actor ? actor.name : ''
}

/** The signed-in person; access control lets only people through to endpoints that ask. Refuses (unauthenticated) others. */
export function signedIn({ actor }: { actor: Actor }): Extract<Actor, { kind: 'person' }> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated', 'Sign in first')
  return actor
}

/**
 * External dependencies of a command, one instance per process. A feature uses module augmentation to declare its
 * settings here, and the registries that the application fills for the feature.
 */
export interface Services {
  clock: Clock
  keys: FieldKeys
  files: FileStore
  /** Where the chain heads of the audit log are kept, outside the database. */
  heads: ChainHeads
  /** HTTP calls to addresses that people entered. */
  outgoing: Outgoing
  /**
   * The base URL of links in mails. It comes from the configuration alone, because the Host header of a request is not
   * trusted.
   */
  publicUrl: string
  /** The address of the shop without a slash at its end; null where none is known, and then nothing names one. */
  shopUrl: string | null
  /** What else happens in the transaction of a change that was recorded: the application tells people of it. */
  heard: (ctx: Context, changes: readonly Change[]) => Promise<void>
}

/** One audit log entry: only the fields that changed, with sensitive values masked. */
export interface Change {
  action: string
  subject: { type: string; id: string | null; name: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** In a person's own words. It is stored without personal numbers. */
  reason?: string
  /** The person, where the call itself proved their identity (by a password or a link) without an earlier session. */
  by?: { id: string; name: string }
}

/** A field that has another value, by its name or path. */
interface Difference {
  path: string
  before: unknown
  after: unknown
}

/** The fields of `next` whose values are not identical with those of `before`. */
export function differencesOf<T extends object>(
  before: { readonly [K in keyof T]: unknown },
  next: T,
): Difference[] {
  return (Object.keys(next) as (keyof T & string)[])
    .filter((path) => next[path] !== before[path])
    .map((path) => ({ path, before: before[path], after: next[path] }))
}

/** Differences as the audit log keeps them. */
export function recorded(differences: readonly Difference[]) {
  return {
    before: Object.fromEntries(differences.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(differences.map(({ path, after }) => [path, after])),
  }
}

/** The first argument of every query and command. Inside a command, `db` is the transaction. */
export interface Context {
  db: Database
  actor: Actor
  requestId: string
  services: Services
  /** The version in the If-Match header; null if the header is missing or `*`. */
  ifMatch: number | null
  /** Whether the call has an Idempotency-Key, so that a repetition of it is answered before the command. */
  isKeyed: boolean
  /** The caller's address and browser, for sessions. */
  origin: { address: string; userAgent: string }
  /** The Last-Event-ID header of a call for a stream; null without one. */
  lastEventId: number | null
  now(): Date
  /** Writes an audit row in the transaction of the change. */
  record(change: Change): Promise<void>
  /**
   * Writes one audit row for each change, all in one statement. `earlier` is a statement of the same transaction that is
   * under way: the rows are signed meanwhile, and written after it.
   */
  recordAll(changes: readonly Change[], earlier?: Promise<void>): Promise<void>
  /** Declares that the write had nothing to change, so no audit row is required. */
  unchanged(): void
  /**
   * Says that what follows changes more rows than a request has time for, where only the record tells. The transaction of
   * a request is undone and started again with the time of a job; elsewhere this does nothing.
   */
  takeLong(): void
  /** Runs `work`, which cannot fail, once the transaction is stored; never if it is undone. */
  onceStored(work: () => void): void
  /**
   * Opens a separate transaction, for endpoints that declare it. All work inside is stored together or not at all, and
   * the call throws when a change was made without an audit row.
   */
  transact<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

export interface ContextParts {
  db: Database
  /** Where a transaction is started again that takes longer than a request has time for; null if `db` is for that. */
  longDb?: Database | null
  actor: Actor
  requestId: string
  services: Services
  ifMatch?: number | null
  isKeyed?: boolean
  origin?: { address: string; userAgent: string }
  lastEventId?: number | null
}

/** A read-only context: recording or changing data through it is a fault. */
export function readingContext(parts: ContextParts): Context {
  return {
    ...parts,
    ifMatch: parts.ifMatch ?? null,
    isKeyed: parts.isKeyed ?? false,
    origin: parts.origin ?? { address: '', userAgent: '' },
    lastEventId: parts.lastEventId ?? null,
    now: () => parts.services.clock.now(),
    record: () => Promise.reject(new Error('a change was recorded outside of a transaction')),
    recordAll: () => Promise.reject(new Error('a change was recorded outside of a transaction')),
    unchanged: () => {},
    takeLong: () => {},
    onceStored: () => {
      throw new Error('something waits for a transaction outside of one')
    },
    transact: (work) => transact(parts, work),
  }
}

/** Ends a transaction that takes longer than its connection has time for. */
class TakesLong extends Error {}

/**
 * Runs `work` in one transaction, and once more if that ended because a table was changed under one of its statements, or
 * because it takes longer than a request has time for. A write that neither left an audit row nor called `unchanged` is
 * rolled back.
 */
export function transactAgain<T>(parts: ContextParts, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { longDb } = parts
  if (!longDb) return transactKnown(parts, work)
  const inTime = (ctx: Context) =>
    work({
      ...ctx,
      takeLong() {
        throw new TakesLong()
      },
    })
  return transactKnown(parts, inTime).catch((error: unknown) => {
    if (!(error instanceof TakesLong)) throw error
    return transactKnown({ ...parts, db: longDb }, work)
  })
}

function transactKnown<T>(parts: ContextParts, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transact(parts, work).catch((error: unknown) => {
    if (!isForgotten(error)) throw error
    return transact(parts, work)
  })
}

/** Runs `work` in one transaction. A write that neither left an audit row nor called `unchanged` is rolled back. */
export async function transact<T>(parts: ContextParts, work: (ctx: Context) => Promise<T>): Promise<T> {
  const afterwards: (() => void)[] = []
  const value = await parts.db.transaction().execute(async (db) => {
    let settled = false
    const ctx: Context = {
      ...readingContext({ ...parts, db }),
      async record(change) {
        settled = true
        await writeAuditRows(ctx, [change])
        await parts.services.heard(ctx, [change])
      },
      async recordAll(changes, earlier) {
        if (changes.length === 0) return earlier
        settled = true
        await writeAuditRows(ctx, changes, earlier)
        await parts.services.heard(ctx, changes)
      },
      unchanged() {
        settled = true
      },
      onceStored(work) {
        afterwards.push(work)
      },
      transact: () => Promise.reject(new Error('a transaction was opened inside of another')),
    }
    const value = await work(ctx)
    if (!settled) throw new Error('a write left no audit row')
    return value
  })
  for (const work of afterwards) work()
  parts.services.stream.wake()
  return value
}

/** The rows of many changes are written while the next ones are made, and not only with the next statement. */
const fewChanges = 20

/**
 * The rows are passed as one parameter, because a parameter for each column of each row would exceed the limit of a
 * statement.
 */
async function writeAuditRows(
  ctx: Context,
  changes: readonly Change[],
  earlier?: Promise<void>,
): Promise<void> {
  const at = ctx.now()
  const signing = mapInTurns(changes, (change) => {
    const row = auditRow(ctx, change, at)
    return { ...row, mac: auditMac(ctx.services.keys, row).toString('hex') }
  })
  const [rows] = await Promise.all([signing, earlier])
  const writing = sql`
    with written as (
      insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name,
        before, after, reason, request_id, mac)
      select id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name,
        before, after, reason, request_id, decode(mac, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        id uuid, at timestamptz, actor_kind text, actor_id uuid, actor_name text, action text, subject_type text,
        subject_id uuid, subject_name text, before jsonb, after jsonb, reason text, request_id text, mac text)
      returning subject_type, case subject_type when 'person' then subject_id end as person_id
    )
    -- What streams tell of, in the same statement: a change of a person concerns that person alone.
    insert into stream_news (noun, person_id, records)
    select subject_type, person_id, count(*)::int4 from written group by subject_type, person_id`
  if (changes.length > fewChanges) await writing.execute(ctx.db)
  else await sendWithNext(ctx.db, writing)
}

function auditRow(ctx: Context, change: Change, at: Date): SignedAuditRow {
  const actor = change.by ? { kind: 'person' as const, ...change.by } : ctx.actor
  return {
    id: uuidv7(),
    at,
    actor_kind: actor.kind === 'nobody' ? 'system' : actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    actor_name: 'name' in actor ? actor.name : 'nobody',
    action: change.action,
    subject_type: change.subject.type,
    subject_id: change.subject.id,
    subject_name: change.subject.name,
    before: plain(change.before),
    after: plain(change.after),
    // Typed by people, and kept for ever: personal numbers are left out here, so that no command can forget it.
    reason: change.reason === undefined ? null : scrub(change.reason),
    request_id: ctx.requestId,
  }
}

/** The value as it is read back from JSON, because values that JSON cannot express must not be signed. */
function plain(value: Record<string, unknown> | undefined): Record<string, unknown> | null {
  return value ? JSON.parse(JSON.stringify(value)) : null
}
