import type { Cell } from '#kit/contract/csv.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { scrubAll } from '#kit/server/scrub.ts'
import { type AuditEntry, changedFields, type Verification, valueText } from '../contract.ts'
import { type AuditFilters, readAllEntries } from './queries.ts'
import { countSeals, readSeal, verifyAuditLog } from './seal-commands.ts'

/** Column names as in the API. The time column names its time zone, because the cells do not. */
const head = [
  'at (Asia/Karachi)',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'before',
  'after',
  'reason',
  'request_id',
  'id',
]

/**
 * Exports the audit entries that match the filters as a CSV file. The export is recorded first, with its filters, and
 * stays recorded if reading is interrupted; the file therefore starts with its own entry if the filters include it.
 */
export async function exportEntries(ctx: Context, filters: AuditFilters): Promise<CsvAnswer> {
  await ctx.transact((own) =>
    own.record({
      action: 'export',
      subject: { type: 'audit_log', id: null, name: 'Audit Log' },
      after: scrubAll({ ...filters }),
    }),
  )
  return { fileName: csvName('audit-log', ctx.now()), head, batches: inCells(readAllEntries(ctx, filters)) }
}

async function* inCells(batches: ReturnType<typeof readAllEntries>): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) yield batch.map(cellsOf)
}

function cellsOf(entry: Omit<AuditEntry, 'record'>): Cell[] {
  const fields = changedFields(entry)
  return [
    new Date(entry.at),
    entry.actor_kind,
    entry.actor_id,
    entry.actor_name,
    entry.action,
    entry.subject_type,
    entry.subject_id,
    entry.subject_name,
    sideText(fields, 'before'),
    sideText(fields, 'after'),
    entry.reason,
    entry.request_id,
    entry.id,
  ]
}

/** One side of the change in one cell: `status: submitted; city: Lahore`. */
function sideText(fields: ReturnType<typeof changedFields>, side: 'before' | 'after'): string {
  return fields
    .filter((field) => field[side] !== undefined)
    .map((field) => `${field.name}: ${valueText(field[side])}`)
    .join('; ')
}

/** The number of seals verified by one call, which takes a few seconds. */
const sealsAtOnce = 50_000

/**
 * Verifies the next part of the chain of seals, and with the last part the rows that are not sealed yet. Records an
 * audit entry when the whole chain has been verified or a fault is found.
 */
export async function verifyEntries(
  ctx: Context,
  { after, next }: { after: number; next: string },
): Promise<Verification> {
  if (after > 0 && next !== (await nextPart(ctx, after))) {
    const message = 'This verification was not started in your session. Start again'
    throw new Refusal('invalid', message, { errors: [{ path: 'next', code: 'unknown', message }] })
  }
  const { sealed, isDone, waiting, first } = await verifyAuditLog(ctx, after, sealsAtOnce)
  const found = first
    ? await ctx.db
        .selectFrom('audit_log')
        .select('id')
        .where('id', '=', first.id || none)
        .executeTakeFirst()
    : undefined
  if (isDone) {
    await ctx.transact((own) =>
      own.record({
        action: 'verify the audit log',
        subject: { type: 'audit_log', id: null, name: 'Audit Log' },
        after: first
          ? {
              first_fault: first.what,
              seal: first.number === null ? 'none' : Number(first.number),
              row: first.id,
            }
          : { rows: sealed },
      }),
    )
  }
  return {
    verified: sealed,
    total: await countSeals(ctx.db),
    is_done: isDone,
    next: isDone ? '' : await nextPart(ctx, sealed),
    waiting,
    first_fault: first && {
      number: first.number === null ? null : Number(first.number),
      id: first.id,
      is_there: found !== undefined,
      what: first.what,
    },
  }
}

/**
 * A token that only an answer to this session can contain. It is valid as long as the last verified seal is unchanged.
 */
async function nextPart({ db, actor, services }: Context, number: number): Promise<string> {
  const person = actor.kind === 'person' ? actor.sessionId : ''
  const text = `${person} ${number} ${await readSeal(db, number)}`
  return services.keys.blind('audit verification', text).toString('base64url')
}

/** An id that no record has. */
const none = '00000000-0000-0000-0000-000000000000'
