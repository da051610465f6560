import { sql } from 'kysely'
import { auditMac, type SignedAuditRow } from '#kit/server/audit.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import { checkLink, type Finding, noSeal, type SealedRow, sealOf } from './rules.ts'
import './tables.ts'

/** A row is sealed when it is this old: by then the transactions that began before it have ended. */
const restSeconds = 120
/** A row may become visible after this many that were written later: further back nothing unsealed is looked for. */
const latePositions = 50_000
const atOnce = 2_000

type AuditRow = SignedAuditRow & { mac: Buffer | null; position: string }
const columns = sql`a.id, a.at, a.actor_kind, a.actor_id, a.actor_name, a.action, a.subject_type, a.subject_id,
  a.subject_name, a.before, a.after, a.reason, a.request_id, a.mac, a.position::text`

export interface Sealed {
  rows: number
  /** A row or seal that is not as it was written: sealing goes on around the row, and stops at a broken chain. */
  found: Finding | null
}

/**
 * Seals what was written since the last time, in order, in one transaction for each 2,000 rows; writers wait for
 * nothing. The head of each is noted outside of the database after its commit. Does not seal while seals are missing
 * that were noted there.
 */
export async function sealAuditRows(ctx: Context): Promise<Sealed> {
  const { heads } = ctx.services
  const highest = (await heads.latest())?.number ?? 0n
  let sealed = 0
  let found: Finding | null = null
  for (;;) {
    const batch = await ctx.db.transaction().execute((db) => sealBatch(ctx, db, highest))
    sealed += batch.rows
    found ??= batch.found
    if (batch.head) await heads.append(batch.head)
    if (batch.rows < atOnce) return { rows: sealed, found }
  }
}

async function sealBatch(ctx: Context, db: Database, highest: bigint) {
  const { keys } = ctx.services
  // One sealer at a time; readers and writers of the audit log itself are not held up.
  await sql`lock table audit_seals in share row exclusive mode`.execute(db)
  const { rows: last } = await sql<{ number: string; position: string; mac: Buffer }>`
    select number::text, (select max(position) from audit_seals)::text as position, mac
    from audit_seals order by audit_seals.number desc limit 1`.execute(db)
  const [previous] = last
  let number = BigInt(previous?.number ?? 0)
  let seal = previous?.mac ?? noSeal
  if (number < highest) {
    const gone: Finding = { number: number + 1n, id: '', what: 'seals missing' }
    return { rows: 0, found: gone, head: null }
  }
  const rows = await readUnsealed(db, BigInt(previous?.position ?? 0), ctx.now())
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
    found: unfit ? ({ number: null, id: unfit.id, what: 'added' } satisfies Finding) : null,
    head: sealed.length > 0 ? { number, mac: seal.toString('hex') } : null,
  }
}

/**
 * True as long as the chain holds nothing but rows from before rows had a hash of their own: only then is another one
 * sealed as it is found. Nobody without the key makes a chain look so once a row with a hash is in it, and what is noted
 * outside of the database tells when it is emptied.
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

/** Rows that have rested and have no seal, in the order in which they were written. */
async function readUnsealed(db: Database, lastSealed: bigint, now: Date): Promise<AuditRow[]> {
  const after = lastSealed > BigInt(latePositions) ? lastSealed - BigInt(latePositions) : 0n
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log a
    where a.position > ${after.toString()}::bigint and a.at < ${new Date(now.getTime() - restSeconds * 1000)}
      and not exists (select from audit_seals s where s.audit_id = a.id)
    order by a.position limit ${atOnce}`.execute(db)
  return rows
}

export interface Verified {
  /** The number of the last seal that was found as it should be. */
  sealed: number
  /** False where the chain goes on: look at the rest from `sealed`. */
  isDone: boolean
  /** Rows that are too young to be sealed. */
  waiting: number
  first: Finding | null
}

/**
 * Walks the whole chain in batches and names the first row that is not as it was sealed: changed, gone, moved, put in
 * between, or recomputed by somebody without the key. What was noted outside of the database must be there as it was
 * noted. A long chain is walked in parts: `after` is the last seal that an earlier part found as it should be, `limit`
 * the seals of this one.
 */
export async function verifyAuditLog(
  { db, services: { keys, heads } }: Pick<Context, 'db' | 'services'>,
  after = 0,
  limit = Number.POSITIVE_INFINITY,
): Promise<Verified> {
  const noted = new Map((await heads.read()).map(({ number, mac }) => [number, mac]))
  let before = await sealBefore(db, after)
  for (;;) {
    const most = Math.min(atOnce, after + limit - Number(before.number))
    const links = await readLinks(db, before.number, most)
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
    }
    if (links.length < most) break
    const sealed = Number(before.number)
    if (sealed - after >= limit) return { sealed, isDone: false, waiting: 0, first: null }
  }
  const highest = [...noted.keys()].reduce((most, number) => (number > most ? number : most), 0n)
  const sealed = Number(before.number)
  if (highest > before.number) {
    const first: Finding = { number: before.number + 1n, id: '', what: 'seals missing' }
    return { sealed, isDone: true, waiting: 0, first }
  }
  return { sealed, isDone: true, ...(await checkUnsealed(db, keys, highest)) }
}

/** The hash of the seal with this number, in hex; empty where there is none. */
export async function readSeal(db: Database, number: number): Promise<string> {
  const { number: found, seal } = await sealBefore(db, number)
  return found === 0n ? '' : seal.toString('hex')
}

/** How many seals there are. */
export async function countSeals(db: Database): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select coalesce(max(number), 0)::text as number from audit_seals`.execute(db)
  return Number(rows[0]?.number ?? 0)
}

/** The seal with this number, which the next one rests on; one that is gone rests on nothing and is found as missing. */
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

/** Rows without a seal are those that wait for theirs: they are signed, and not older than what is still looked for. */
async function checkUnsealed(
  db: Database,
  keys: FieldKeys,
  highest: bigint,
): Promise<{ waiting: number; first: Finding | null }> {
  const { rows } = await sql<AuditRow & { is_late: boolean }>`
    select ${columns},
      a.position <= (select coalesce(max(position), 0) from audit_seals) - ${latePositions} as is_late
    from audit_log a where not exists (select from audit_seals s where s.audit_id = a.id)
    order by a.position limit 100000`.execute(db)
  const takesOlder = rows.some(({ mac }) => mac === null) && (await takesOlderRows(db, keys, highest))
  const put = rows.find((row) => row.is_late || !(row.mac?.equals(auditMac(keys, row)) ?? takesOlder))
  return { waiting: rows.length, first: put ? { number: null, id: put.id, what: 'added' } : null }
}
