import type { Job } from '#kit/server/jobs.ts'
import { decideByRule } from './commands.ts'

/** Approves low-risk listings of trusted vendors, where that is switched on. */
export const approveByRule: Job = {
  name: 'approve-by-rule',
  everySeconds: 5,
  run: async (ctx) => ((await decideByRule(ctx)) >= 50 ? 'again' : undefined),
}
