import type { Job } from '#kit/server/jobs.ts'
import { answerResetRequest } from './commands.ts'

/** Sends the links to new passwords that were asked for, every second, beside any number of instances. */
export const answerResetRequests: Job = {
  name: 'answer-reset-requests',
  everySeconds: 1,
  run: async (ctx) => {
    while (await ctx.transact(answerResetRequest));
  },
}
