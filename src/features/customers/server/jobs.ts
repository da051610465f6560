import type { Job } from '#kit/server/jobs.ts'
import { forgetPicture } from './picture-commands.ts'
import './tables.ts'

/** Deletes pictures of erased customers whose files could not be deleted with the erasure. */
export const forgetErasedPictures: Job = {
  name: 'forget-erased-pictures',
  cron: '25 * * * *',
  run: async (ctx, log) => {
    const left = await ctx.db
      .selectFrom('customers')
      .select(['id', 'image'])
      .where('list', '=', 'disabled')
      .where('erased_at', 'is not', null)
      .where('image', '<>', '')
      .execute()
    for (const customer of left) {
      await forgetPicture(ctx, customer).catch((error: unknown) =>
        log.error({ err: error, customer: customer.id }, 'the picture of an erased customer is still there'),
      )
    }
  },
}
