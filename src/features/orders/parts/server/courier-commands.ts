import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'

/** Keeps the courier that a person chose, so that it is offered first the next time; a system has no choice to keep. */
export async function keepCourier(ctx: Context, courier: string): Promise<void> {
  if (ctx.actor.kind !== 'person') return
  await sql`
    insert into person_couriers (person_id, courier, chosen_at) values (${ctx.actor.id}, ${courier}, ${ctx.now()})
    on conflict (person_id) do update set courier = excluded.courier, chosen_at = excluded.chosen_at
    where person_couriers.courier <> excluded.courier`.execute(ctx.db)
}
