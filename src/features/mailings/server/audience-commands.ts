import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import type { Audience } from '../audience-contract.ts'
import { judgedPeople } from './audience-queries.ts'
import './tables.ts'

const audiences = sql`hashtext('munshi audiences')`

/** Waits until no audience is being fixed, and lets none be fixed until the transaction ends. */
export async function holdAudiences(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${audiences})`.execute(ctx.db)
}

/** Fixes the recipients: one row for each address, due at once. Answers how many there are. */
export async function freezeAudience(
  ctx: Context,
  mailing: { id: string; audience: Audience; is_legal: boolean },
): Promise<number> {
  // An erasure meanwhile waits until the recipients are stored, and is then erased from them.
  await sql`select pg_advisory_xact_lock_shared(${audiences})`.execute(ctx.db)
  const { numAffectedRows } = await sql`
    ${await judgedPeople(ctx, mailing.audience, mailing.is_legal)}
    insert into mailing_recipients (id, mailing_id, address, address_hash, kind, record_id, fields, send_at)
    select distinct on (hash) gen_random_uuid(), ${mailing.id}::uuid, address, hash, kind, record_id, fields,
      ${ctx.now()}::timestamptz
    from judged where hash is not null and why is null
    order by hash, record_id`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
