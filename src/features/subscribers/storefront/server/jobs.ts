import type { Job } from '#kit/server/jobs.ts'
import { answerSubscriptionRequest } from './commands.ts'

/** Answers requests to subscribe every second; safe to run on any number of instances. */
export const answerSubscriptionRequests: Job = {
  name: 'answer-subscription-requests',
  everySeconds: 1,
  run: async (ctx) => {
    while (await ctx.transact(answerSubscriptionRequest));
  },
}
