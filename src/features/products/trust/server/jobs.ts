import type { Job } from '#kit/server/jobs.ts'
import { decideByRule } from './commands.ts'
import type { IsComing } from './queries.ts'

/** Approves low-risk listings of trusted vendors, where that is switched on, once they are complete. */
export function approveByRule(isComing: IsComing): Job {
  return {
    name: 'approve-by-rule',
    everySeconds: 5,
    run: async (ctx) => ((await decideByRule(ctx, isComing)) >= 50 ? 'again' : undefined),
  }
}
