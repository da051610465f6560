import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from './context.ts'
import { Answered, answered } from './implement.ts'
import { type TableOf, table } from './table.ts'

const idempotencyKeys = table('idempotency_keys', {
  api_key_id: 'uuid',
  key: 'text',
  body_hash: 'bytea',
  status: 'int4',
  answer: 'jsonb',
  created_at: 'timestamptz=',
})

declare module './database.ts' {
  interface Tables {
    idempotency_keys: TableOf<typeof idempotencyKeys>
  }
}

const rememberedMs = 24 * 60 * 60 * 1000

/**
 * Runs `work` once per key. The same key with the same path and body replays the stored answer for 24 hours; a
 * different body is refused (422). If two calls arrive at once, the second waits for the first and replays its answer.
 */
export async function replayOrRemember(
  ctx: Context,
  call: { key: string; path: string; body: unknown; status: number },
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (call.key.length > 200) throw new Refusal('invalid', 'An Idempotency-Key has at most 200 characters')
  if (ctx.actor.kind !== 'integrator') throw new Error('only integrators send an Idempotency-Key')
  const apiKeyId = ctx.actor.id
  // A keyed hash, because the sealed numbers could be guessed from a plain hash beside the readable fields.
  const bodyHash = ctx.services.keys.blind('request', `${call.path}\n${JSON.stringify(call.body ?? null)}`)
  const { numInsertedOrUpdatedRows: reserved } = await ctx.db
    .insertInto('idempotency_keys')
    .values({
      api_key_id: apiKeyId,
      key: call.key,
      body_hash: bodyHash,
      status: 0,
      answer: 'null',
      created_at: ctx.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['api_key_id', 'key'])
        .doUpdateSet({ body_hash: bodyHash, status: 0, answer: 'null', created_at: ctx.now() })
        .where('idempotency_keys.created_at', '<', new Date(ctx.now().getTime() - rememberedMs)),
    )
    .executeTakeFirstOrThrow()
  const mine = ctx.db
    .updateTable('idempotency_keys')
    .where('api_key_id', '=', apiKeyId)
    .where('key', '=', call.key)
  if (reserved === 1n) {
    const result = await work()
    const { value, status } = result instanceof Answered ? result : { value: result, status: call.status }
    await mine.set({ status, answer: JSON.stringify(value ?? null) }).execute()
    return result
  }
  const before = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer'])
    .where('api_key_id', '=', apiKeyId)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow()
  if (!before.body_hash.equals(bodyHash)) {
    throw new Refusal('invalid', 'This Idempotency-Key was used with another body')
  }
  ctx.unchanged()
  return answered(before.answer, before.status)
}
