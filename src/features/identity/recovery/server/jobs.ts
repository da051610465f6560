import type { Job } from '#kit/server/jobs.ts'
import { answerResetRequest } from './commands.ts'

/** Sends requested password reset links every second; safe to run on any number of instances. */
export const answerResetRequests: Job = {
  name: 'answer-reset-requests',
  everySeconds: 1,
  run: async (ctx) => {
    while (await ctx.transact(answerResetRequest));
  },
}
