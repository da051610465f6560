import type { Job } from '#kit/server/jobs.ts'
import { forgetUploads } from './picture-commands.ts'

/** Deletes pictures that were uploaded for a product that was never added. */
export const forgetProductUploads: Job = {
  name: 'forget-product-uploads',
  cron: '35 * * * *',
  run: async (ctx) => {
    while ((await ctx.transact((own) => forgetUploads(own))) > 0);
  },
}
