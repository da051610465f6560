import type { Context } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { checkDueListings } from './commands.ts'
import { readWordModel } from './queries.ts'
import type { WordModel } from './rules.ts'

const learnedForMs = 10 * 60_000
const learned = new WeakMap<object, { at: number; model: WordModel }>()

/** The words of the categories, learned again every ten minutes. */
async function modelNow(ctx: Context): Promise<WordModel> {
  const at = ctx.now().getTime()
  const known = learned.get(ctx.services)
  if (known && at - known.at < learnedForMs) return known.model
  const model = await readWordModel(ctx.db)
  learned.set(ctx.services, { at, model })
  return model
}

/** Checks listings that are new or have changed. Two instances that check the same listing find the same. */
export const checkListings: Job = {
  name: 'check-listings',
  everySeconds: 3,
  run: async (ctx) => ((await checkDueListings(ctx, await modelNow(ctx), 20)) > 0 ? 'again' : undefined),
}
