import { sql } from 'kysely'
import { readNoted } from '#features/notes/server/queries.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { type Claim, type ClaimKind, claimMinutes, type Reviewer } from '../contract.ts'
import { assignedTo, claimOf, readHeld, whoMayDecide } from './queries.ts'
import './tables.ts'

/**
 * Claims a record for ten minutes, or renews the reader's own claim. A claim of another person stays, and the answer names
 * that person, unless `takes_over` is set. Only taking over is recorded: a claim changes nothing of its record. Refuses
 * (not-found).
 */
export async function claimRecord(
  ctx: Context,
  kind: ClaimKind,
  { id, takes_over }: { id: string; takes_over: boolean },
): Promise<Claim> {
  const { name } = await readNoted(ctx, kind, id)
  const before = takes_over ? await claimOf(ctx, kind, id) : null
  await hold(ctx, kind, id, takes_over)
  if (before?.by && !before.is_mine) await recordTakeOver(ctx, kind, { id, name }, before.by)
  else ctx.unchanged()
  return claimOf(ctx, kind, id)
}

/**
 * Takes over a record that is decided on among many from the other person who is reviewing it now, which is recorded under
 * this name. Nobody is reviewing it then: a person who decides on many has none of them open, and an undone decision leaves
 * it to the first who looks at it. A record that nobody else is reviewing stays as it is.
 */
export async function takeOverIfHeld(
  ctx: Context,
  kind: ClaimKind,
  record: { id: string; name: string },
): Promise<void> {
  const by = (await readHeld(ctx, kind, [record.id])).get(record.id)
  if (!by) return
  await ctx.db
    .deleteFrom('claims')
    .where('kind', '=', kind)
    .where('record_id', '=', record.id)
    .where('person_id', '=', by.id)
    .execute()
  await recordTakeOver(ctx, kind, record, by)
}

/** One statement, so that of two people who open a record at the same moment only one gets the claim. */
async function hold(ctx: Context, kind: ClaimKind, id: string, takesOver: boolean): Promise<void> {
  const person = signedIn(ctx)
  const now = ctx.now()
  const until = new Date(now.getTime() + claimMinutes * 60_000)
  await sql`
    insert into claims (kind, record_id, person_id, since, until)
    values (${kind}, ${id}, ${person.id}, ${now}, ${until})
    on conflict (kind, record_id) do update set
      person_id = excluded.person_id,
      since = case when claims.person_id = excluded.person_id and claims.until > ${now} then claims.since
        else excluded.since end,
      until = excluded.until
    where claims.until <= ${now} or claims.person_id = excluded.person_id or ${takesOver}`.execute(ctx.db)
}

/** Who was reviewing the record is notified of this row. */
function recordTakeOver(
  ctx: Context,
  kind: ClaimKind,
  { id, name }: { id: string; name: string },
  by: Reviewer,
): Promise<void> {
  return ctx.record({
    action: 'take over review',
    subject: { type: kind, id, name },
    before: { reviewer: by.name, reviewer_id: by.id },
    after: { reviewer: signedIn(ctx).name },
  })
}

/** Releases the reader's own claim; the claim of another person stays. Refuses (not-found). */
export async function releaseRecord(ctx: Context, kind: ClaimKind, { id }: { id: string }): Promise<void> {
  const person = signedIn(ctx)
  await readNoted(ctx, kind, id)
  await ctx.db
    .deleteFrom('claims')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('person_id', '=', person.id)
    .execute()
  ctx.unchanged()
}

/**
 * Asks a colleague to review a record, or nobody. Refuses (not-found), and (invalid) a person who may not decide on such
 * records.
 */
export async function assignRecord(
  ctx: Context,
  kind: ClaimKind,
  input: { id: string; person_id: string | null },
): Promise<Claim> {
  const { after } = await assign(ctx, kind, input, 'assign review')
  return after
}

/**
 * The same as `assignRecord` for one of many records: the colleague is told of all of them at once, by
 * `recordAssignments`. Answers the name of the record, who was asked before and now, and whether nothing had to change. With
 * `from`, it refuses (conflict) a record that somebody has assigned to another person than this since.
 */
export async function assignOneOfMany(
  ctx: Context,
  kind: ClaimKind,
  input: Assignment,
): Promise<{ name: string; isSame: boolean; before: Reviewer | null; assignee: Reviewer | null }> {
  const { after, ...rest } = await assign(ctx, kind, input, 'assign review, one of many')
  return { ...rest, assignee: after.assignee }
}

/** Writes down that a colleague was asked to review so many records at once. */
export function recordAssignments(ctx: Context, { id, name }: Reviewer, records: number): Promise<void> {
  return ctx.record({ action: 'assign reviews', subject: { type: 'person', id, name }, after: { records } })
}

interface Assignment {
  id: string
  person_id: string | null
  /** Who has to be asked now, null for nobody; without it, that is not asked. */
  from?: string | null | undefined
}

async function assign(
  ctx: Context,
  kind: ClaimKind,
  { id, person_id, from }: Assignment,
  action: string,
): Promise<{ name: string; isSame: boolean; before: Reviewer | null; after: Claim }> {
  const { name } = await readNoted(ctx, kind, id)
  const { assignee: before } = await claimOf(ctx, kind, id)
  // An assignment that no longer counts goes too, so that it does not count again when the person is enabled.
  const stored = await assignedTo(ctx, kind, id)
  if (stored?.id === before?.id && (before?.id ?? null) === person_id) {
    ctx.unchanged()
    return { name, isSame: true, before, after: await claimOf(ctx, kind, id) }
  }
  if (from !== undefined && (stored?.id ?? null) !== from) throw assignedSince()
  if (person_id !== null) {
    const found = await whoMayDecide(ctx, kind).where('people.id', '=', person_id).executeTakeFirst()
    if (!found) throw fieldRefusal('person_id', 'This person cannot decide here. Choose another colleague')
  }
  const written = await writeAssignment(ctx, { kind, record_id: id }, person_id, from)
  if (!written && from !== undefined) throw assignedSince()
  const after = await claimOf(ctx, kind, id)
  await ctx.record({
    action,
    subject: { type: kind, id, name },
    before: { assignee: stored?.name ?? '' },
    after: { assignee: after.assignee?.name ?? '' },
  })
  return { name, isSame: false, before, after }
}

function assignedSince(): Refusal {
  return new Refusal('conflict', 'Somebody else has assigned this record since')
}

/** Stores who is asked; with `from`, only where it is still this person, or nobody. Answers whether a row was written. */
async function writeAssignment(
  ctx: Context,
  of: { kind: ClaimKind; record_id: string },
  person_id: string | null,
  from: string | null | undefined,
): Promise<boolean> {
  const isStill = sql<boolean>`(${from ?? null}::uuid is null or assignments.person_id = ${from ?? null}::uuid)`
  if (person_id === null) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('assignments')
      .where('kind', '=', of.kind)
      .where('record_id', '=', of.record_id)
      .where(isStill)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const values = { person_id, assigned_by: signedIn(ctx).id, assigned_at: ctx.now() }
  if (typeof from === 'string') {
    const { numUpdatedRows } = await ctx.db
      .updateTable('assignments')
      .set(values)
      .where('kind', '=', of.kind)
      .where('record_id', '=', of.record_id)
      .where(isStill)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('assignments')
    .values({ ...of, ...values })
    .onConflict((conflict) => {
      const taken = conflict.columns(['kind', 'record_id'])
      return from === null ? taken.doNothing() : taken.doUpdateSet(values)
    })
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
