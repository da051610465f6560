import { sql } from 'kysely'
import { presetCondition } from '#features/orders/lists/server/preset-queries.ts'
import type { Preset } from '#features/orders/moves-contract.ts'
import type { Answer } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import { knownCouriers, type parcels } from '../contract.ts'

/** The couriers to choose from: the last choice of the person first, also one whose name was typed. */
export async function listCouriers({ db, actor }: Context): Promise<{ couriers: string[] }> {
  const last =
    actor.kind === 'person'
      ? await db
          .selectFrom('person_couriers')
          .select('courier')
          .where('person_id', '=', actor.id)
          .executeTakeFirst()
      : undefined
  return { couriers: [...new Set([...(last ? [last.courier] : []), ...knownCouriers])] }
}

const mostCounted = 10_000

/** Counts the orders of each preset view, from an index that holds only what waits. */
export async function countPresets({ db }: Context): Promise<Answer<typeof parcels.presets>> {
  const counted = (preset: Preset) => sql`(select count(*)::int from (
    select 1 from orders o where ${presetCondition(preset)} limit ${mostCounted}) counted)`
  const { rows } = await sql<Answer<typeof parcels.presets>>`
    select ${counted('refunds_to_send')} as refunds_to_send, ${counted('cod_to_confirm')} as cod_to_confirm,
      ${counted('late_to_pack')} as late_to_pack, ${counted('failed_attempts')} as failed_attempts,
      ${counted('returns_to_decide')} as returns_to_decide`.execute(db)
  if (!rows[0]) throw new Error('a select without from answered no row')
  return rows[0]
}
