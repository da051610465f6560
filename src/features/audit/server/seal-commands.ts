import { sql } from 'kysely'
import { auditMac, type SignedAuditRow } from '#kit/server/audit.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import { checkLink, type Finding, noSeal, type SealedRow, sealOf } from './rules.ts'
import './tables.ts'

/** A row is sealed at this age: the transactions that began before it have ended at that point. */
const restSeconds = 120
/** A row may become visible after this many later rows. Unsealed rows are not searched for further back. */
const latePositions = 50_000
const atOnce = 2_000
/** The range of positions; a row that somebody put in may have any. */
const positions = { lowest: -(2n ** 63n), highest: 2n ** 63n - 1n }

type AuditRow = SignedAuditRow & { mac: Buffer | null; position: string }
const columns = sql`a.id, a.at, a.actor_kind, a.actor_id, a.actor_name, a.action, a.subject_type, a.subject_id,
  a.subject_name, a.before, a.after, a.reason, a.request_id, a.mac, a.position::text`

export interface Sealed {
  rows: number
  /** A row or seal that has been altered. Sealing skips such a row, and stops at a broken chain. */
  found: Finding | null
}

/**
 * Seals the rows written since the last run, in order, with one transaction per 2,000 rows; writers are not blocked.
 * The head of each transaction is noted outside the database after its commit. Does not seal while seals that were
 * noted there are missing.
 */
export async function sealAuditRows(ctx: Context): Promise<Sealed> {
  const { heads } = ctx.services
  const highest = (await heads.latest())?.number ?? 0n
  let sealed = 0
  let found: Finding | null = null
  let read = 0n
  for (;;) {
    const batch = await ctx.db.transaction().execute((db) => sealBatch(ctx, db, highest, read))
    sealed += batch.rows
    found ??= batch.found
    if (batch.head) await heads.append(batch.head)
    // Rows that are not sealed count too: adding such rows must not keep those behind them from being sealed.
    if (batch.read < atOnce) return { rows: sealed, found }
    read = batch.last
  }
}

/** Seals the next rows behind the position `after`, up to which this run has read. */
async function sealBatch(ctx: Context, db: Database, highest: bigint, after: bigint) {
  const { keys } = ctx.services
  // Only one sealer runs at a time; readers and writers of the audit log are not blocked.
  await sql`lock table audit_seals in share row exclusive mode`.execute(db)
  const { rows: last } = await sql<{ number: string; position: string; mac: Buffer }>`
    select number::text, (select max(position) from audit_seals)::text as position, mac
    from audit_seals order by audit_seals.number desc limit 1`.execute(db)
  const [previous] = last
  let number = BigInt(previous?.number ?? 0)
  let seal = previous?.mac ?? noSeal
  if (number < highest) {
    const gone: Finding = { number: number + 1n, id: '', what: 'seals missing' }
    return { rows: 0, read: 0, last: after, found: gone, head: null }
  }
  const rows = await readUnsealed(db, BigInt(previous?.position ?? 0), after, ctx.now())
  const macs = rows.map((row) => auditMac(keys, row))
  const firstSigned = rows.findIndex(({ mac }) => mac !== null)
  const older = firstSigned < 0 ? rows.length : firstSigned
  const takesOlder = older > 0 && (await takesOlderRows(db, keys, highest))
  const isAsWritten = rows.map(
    (row, index) => row.mac?.equals(macs[index] ?? noSeal) ?? (takesOlder && index < older),
  )
  const sealed = rows.flatMap((row, index) => {
    if (!isAsWritten[index]) return []
    number += 1n
    seal = sealOf(keys, seal, number, row.position, macs[index] ?? noSeal, row.mac !== null)
    const mac = `\\x${seal.toString('hex')}`
    return [{ number: number.toString(), audit_id: row.id, position: row.position, mac }]
  })
  if (sealed.length > 0) {
    await sql`insert into audit_seals (number, audit_id, position, mac) select number, audit_id, position, mac
      from jsonb_populate_recordset(null::audit_seals, ${JSON.stringify(sealed)}::jsonb)`.execute(db)
  }
  const unfit = rows[isAsWritten.indexOf(false)]
  return {
    rows: sealed.length,
    read: rows.length,
    last: BigInt(rows.at(-1)?.position ?? after),
    found: unfit ? ({ number: null, id: unfit.id, what: 'added' } satisfies Finding) : null,
    head: sealed.length > 0 ? { number, mac: seal.toString('hex') } : null,
  }
}

/**
 * True while the chain contains only rows from the time before rows had their own hash; only then is another row
 * without a hash sealed as found. Without the key, nobody can make the chain look like that once it contains a row with
 * a hash, and the heads noted outside the database reveal a chain that was emptied.
 */
async function takesOlderRows(db: Database, keys: FieldKeys, highest: bigint): Promise<boolean> {
  const { rows } = await sql<AuditRow & { number: string; seal: Buffer }>`
    select s.number::text, s.mac as seal, ${columns}
    from audit_seals s left join audit_log a on a.id = s.audit_id order by s.number desc limit 2`.execute(db)
  const [last, beforeLast] = rows
  if (!last) return highest === 0n
  if (!last.id || last.mac !== null) return false
  const before = beforeLast?.seal ?? noSeal
  const unsigned = sealOf(keys, before, BigInt(last.number), last.position, auditMac(keys, last), false)
  return unsigned.equals(last.seal)
}

/** Rows that have reached the sealing age and have no seal, in the order in which they were written. */
async function readUnsealed(db: Database, lastSealed: bigint, read: bigint, now: Date): Promise<AuditRow[]> {
  const earliest = lastSealed - BigInt(latePositions)
  const after = [0n, earliest, read].reduce((most, one) => (one > most ? one : most))
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log a
    where a.position > ${after.toString()}::bigint and a.at < ${new Date(now.getTime() - restSeconds * 1000)}
      and not exists (select from audit_seals s where s.audit_id = a.id)
    order by a.position limit ${atOnce}`.execute(db)
  return rows
}

export interface Verified {
  /** The number of the last valid seal. */
  sealed: number
  /** False if the chain continues: verify the rest, starting at `sealed`. */
  isDone: boolean
  /** The number of rows that are too young to be sealed. */
  waiting: number
  first: Finding | null
}

/**
 * Walks the whole chain in batches and reports the first row that differs from the sealed one: changed, deleted, moved,
 * inserted, or recomputed without the key. The heads noted outside the database must exist as noted. A long chain is
 * walked in parts: `after` is the last seal that an earlier part found valid, and `limit` is the number of seals in
 * this part. Each batch looks for rows without a seal up to the highest position of its own seals, beginning behind the
 * position of the seal before it, so that the parts together leave no position out and none is as long as the log.
 */
export async function verifyAuditLog(
  { db, services: { keys, heads } }: Pick<Context, 'db' | 'services'>,
  after = 0,
  limit = Number.POSITIVE_INFINITY,
): Promise<Verified> {
  let before = await sealBefore(db, after)
  const until = Number.isFinite(limit) ? BigInt(after + limit) : null
  const { heads: inRange, highest } = await heads.read({ after: before.number, until })
  const noted = new Map(inRange.map(({ number, mac }) => [number, mac]))
  const sealedTo = await highestSealed(db)
  const look = (from: bigint, to: bigint) => checkUnsealed(db, keys, { highest, sealedTo, from, to })
  let from = await behindSeal(db, before.number)
  for (;;) {
    const most = Math.min(atOnce, after + limit - Number(before.number))
    const links = await readLinks(db, before.number, most)
    let to = from - 1n
    for (const link of links) {
      const broken = checkLink(keys, before, link)
      const head = noted.get(link.number)
      const rewritten =
        head !== undefined && head !== link.seal.toString('hex')
          ? ({ number: link.number, id: link.audit_id, what: 'rewritten' } satisfies Finding)
          : null
      const first = broken ?? rewritten
      if (first) return { sealed: Number(before.number), isDone: true, waiting: 0, first }
      before = { number: link.number, seal: link.seal }
      to = later(to, BigInt(link.row?.position ?? to))
    }
    const sealed = Number(before.number)
    const { first } = await look(from, to)
    if (first) return { sealed, isDone: true, waiting: 0, first }
    from = to + 1n
    if (links.length < most) break
    if (sealed - after >= limit) return { sealed, isDone: false, waiting: 0, first: null }
  }
  const sealed = Number(before.number)
  if (highest > before.number) {
    const first: Finding = { number: before.number + 1n, id: '', what: 'seals missing' }
    return { sealed, isDone: true, waiting: 0, first }
  }
  // A row may still be waiting for its seal within `latePositions` of the end. The bound is taken twice, because the log has
  // grown since the earlier parts were verified.
  const waitsFrom = (from < sealedTo ? from : sealedTo) - 2n * BigInt(latePositions)
  return { sealed, isDone: true, ...(await look(later(positions.lowest, waitsFrom), positions.highest)) }
}

const later = (one: bigint, other: bigint) => (one > other ? one : other)

/** The hash of the seal with this number, in hex; empty if there is none. */
export async function readSeal(db: Database, number: number): Promise<string> {
  const { number: found, seal } = await sealBefore(db, number)
  return found === 0n ? '' : seal.toString('hex')
}

/** The number of seals. */
export async function countSeals(db: Database): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select coalesce(max(number), 0)::text as number from audit_seals`.execute(db)
  return Number(rows[0]?.number ?? 0)
}

/**
 * The seal with this number, on which the next seal is based. If the seal has been deleted, the number 0 is answered,
 * and the seal is reported as missing.
 */
async function sealBefore(db: Database, number: number): Promise<{ number: bigint; seal: Buffer }> {
  const found = await db
    .selectFrom('audit_seals')
    .select('mac')
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  return found ? { number: BigInt(number), seal: found.mac } : { number: 0n, seal: noSeal }
}

async function readLinks(db: Database, after: bigint, most: number): Promise<SealedRow[]> {
  const { rows } = await sql<AuditRow & { number: string; audit_id: string; seal: Buffer }>`
    select s.number::text, s.audit_id, s.mac as seal, ${columns}
    from audit_seals s left join audit_log a on a.id = s.audit_id
    where s.number > ${after.toString()}::bigint order by s.number limit ${most}`.execute(db)
  return rows.map(({ number, audit_id, seal, ...row }) => ({
    number: BigInt(number),
    audit_id,
    seal,
    row: row.id ? row : null,
  }))
}

/**
 * The highest position that is sealed. The sealer takes no row further back than `latePositions`, so that fewer seals than
 * this can follow the one with the highest position.
 */
async function highestSealed(db: Database): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`
    select coalesce(max(position), 0)::text as position from (
      select position from audit_seals order by number desc limit ${latePositions}) latest`.execute(db)
  return BigInt(rows[0]?.position ?? 0)
}

/** The position behind the row of this seal. Where there is none, or the row was deleted since, everything is checked. */
async function behindSeal(db: Database, number: bigint): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`
    select a.position::text from audit_seals s join audit_log a on a.id = s.audit_id
    where s.number = ${number.toString()}::bigint`.execute(db)
  return rows[0] ? BigInt(rows[0].position) + 1n : positions.lowest
}

interface Stretch {
  /** The highest seal that was noted outside the database, and the highest sealed position. */
  highest: bigint
  sealedTo: bigint
  /** The positions to check, both included. */
  from: bigint
  to: bigint
}

/**
 * Checks the rows without a seal within these positions: they must be signed, and recent enough that the sealer still
 * searches for them. Each row is looked up by itself (`offset 0`): the planner would read all seals to compare them.
 */
async function checkUnsealed(
  db: Database,
  keys: FieldKeys,
  { highest, sealedTo, from, to }: Stretch,
): Promise<{ waiting: number; first: Finding | null }> {
  if (from > to) return { waiting: 0, first: null }
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log a
    where a.position between ${from.toString()}::bigint and ${to.toString()}::bigint
      and not exists (select from audit_seals s where s.audit_id = a.id offset 0)
    order by a.position limit 100000`.execute(db)
  const takesOlder = rows.some(({ mac }) => mac === null) && (await takesOlderRows(db, keys, highest))
  const isLate = ({ position }: AuditRow) => BigInt(position) <= sealedTo - BigInt(latePositions)
  const put = rows.find((row) => isLate(row) || !(row.mac?.equals(auditMac(keys, row)) ?? takesOlder))
  return { waiting: rows.length, first: put ? { number: null, id: put.id, what: 'added' } : null }
}
