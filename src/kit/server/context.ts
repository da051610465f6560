import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Proof } from '#kit/contract/refusal.ts'
import { auditMac, type SignedAuditRow } from './audit.ts'
import type { ChainHeads } from './chain-heads.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { FieldKeys } from './field-keys.ts'
import type { FileStore } from './files.ts'
import type { Outgoing } from './outgoing.ts'
import { mapInTurns } from './turns.ts'

/** Who acts. */
export type Actor =
  | {
      kind: 'person'
      id: string
      name: string
      permissions: readonly string[]
      sessionId: string
      /** When this session last proved who it is; null when it never did. */
      verifiedAt: Date | null
      /** What it is proven by: the code where a second factor is set up. */
      provenBy: Proof
      /** The role whose view of the product they asked for: nothing is changed while they look. */
      viewingAs: { id: string; name: string } | null
    }
  | { kind: 'integrator'; id: string; name: string; scopes: readonly string[] }
  | { kind: 'system'; name: string }
  | { kind: 'nobody' }

/**
 * The outside world as a command sees it; one of each for a process. A feature declares here, by module augmentation, the
 * settings that it has and the registries that the application fills for it.
 */
export interface Services {
  clock: Clock
  keys: FieldKeys
  files: FileStore
  /** Where the heads of the audit log's chain are kept, outside of the database. */
  heads: ChainHeads
  /** Calls to addresses that people typed. */
  outgoing: Outgoing
  /** Where links in mails lead, from the configuration alone: what a request says of its host is never asked. */
  publicUrl: string
}

/** One line for the audit log: only the fields that changed, sensitive ones in their masked form. */
export interface Change {
  action: string
  subject: { type: string; id: string | null; name: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  /** Who did it, where the call itself proved it (by a password or a link) and nobody was signed in before. */
  by?: { id: string; name: string }
}

/** What every query and command gets first. Inside a command, `db` is the transaction. */
export interface Context {
  db: Database
  actor: Actor
  requestId: string
  services: Services
  /** The version of the If-Match header; null where none was given or it was `*`. */
  ifMatch: number | null
  /** The caller's address and browser, for sessions. */
  origin: { address: string; userAgent: string }
  now(): Date
  /** Writes the audit row, in the transaction of the change. */
  record(change: Change): Promise<void>
  /** The same for many changes at once, a row for each, in one statement. */
  recordAll(changes: readonly Change[]): Promise<void>
  /** Says that the write found everything as it should be, so that no audit row is owed. */
  unchanged(): void
  /**
   * Opens a transaction of its own, for endpoints that declare it. Everything inside is stored together or not
   * at all, and it throws when a change was made without an audit row.
   */
  transact<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

export interface ContextParts {
  db: Database
  actor: Actor
  requestId: string
  services: Services
  ifMatch?: number | null
  origin?: { address: string; userAgent: string }
}

/** A context that only reads: recording or changing through it is a fault. */
export function readingContext(parts: ContextParts): Context {
  return {
    ...parts,
    ifMatch: parts.ifMatch ?? null,
    origin: parts.origin ?? { address: '', userAgent: '' },
    now: () => parts.services.clock.now(),
    record: () => Promise.reject(new Error('a change was recorded outside of a transaction')),
    recordAll: () => Promise.reject(new Error('a change was recorded outside of a transaction')),
    unchanged: () => {},
    transact: (work) => transact(parts, work),
  }
}

/** Runs `work` in one transaction; a write that left no audit row and did not say `unchanged` is rolled back. */
export function transact<T>(parts: ContextParts, work: (ctx: Context) => Promise<T>): Promise<T> {
  return parts.db.transaction().execute(async (db) => {
    let settled = false
    const ctx: Context = {
      ...readingContext({ ...parts, db }),
      async record(change) {
        settled = true
        await writeAuditRows(ctx, [change])
      },
      async recordAll(changes) {
        if (changes.length === 0) return
        settled = true
        await writeAuditRows(ctx, changes)
      },
      unchanged() {
        settled = true
      },
      transact: () => Promise.reject(new Error('a transaction was opened inside of another')),
    }
    const value = await work(ctx)
    if (!settled) throw new Error('a write left no audit row')
    return value
  })
}

/** The rows go as one parameter: a value of its own for each column of each would be more than a statement takes. */
async function writeAuditRows(ctx: Context, changes: readonly Change[]): Promise<void> {
  const at = ctx.now()
  const rows = await mapInTurns(changes, (change) => {
    const row = auditRow(ctx, change, at)
    return { ...row, mac: auditMac(ctx.services.keys, row).toString('hex') }
  })
  await sql`
    insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name,
      before, after, reason, request_id, mac)
    select id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name,
      before, after, reason, request_id, decode(mac, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, at timestamptz, actor_kind text, actor_id uuid, actor_name text, action text, subject_type text,
      subject_id uuid, subject_name text, before jsonb, after jsonb, reason text, request_id text, mac text)`.execute(
    ctx.db,
  )
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
    reason: change.reason ?? null,
    request_id: ctx.requestId,
  }
}

/** As it will be read again: what JSON cannot say is not signed. */
function plain(value: Record<string, unknown> | undefined): Record<string, unknown> | null {
  return value ? JSON.parse(JSON.stringify(value)) : null
}
