import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from './context.ts'

/**
 * Refuses (stale) a change of a record that is no longer at the version that the caller read; `current` is what the caller
 * may go on with. A call without a version changes whatever is there.
 */
export async function refuseStale(
  { ifMatch }: Context,
  { version }: { version: number },
  current: () => unknown,
  words = 'Another person saved changes since you opened this. Review the current version first',
): Promise<void> {
  if (ifMatch === null || ifMatch === version) return
  throw new Refusal('stale', words, { current: await current() })
}
