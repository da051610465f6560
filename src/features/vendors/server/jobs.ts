import type { Job } from '#kit/server/jobs.ts'
import { indexAccountNumbers } from './submission-commands.ts'

/** Makes account numbers findable that a version without their index has sealed, also while it runs beside this one. */
export const indexOldAccountNumbers: Job = {
  name: 'index-account-numbers',
  everySeconds: 60,
  run: async (ctx) => ((await indexAccountNumbers(ctx)) > 0 ? 'again' : undefined),
}
