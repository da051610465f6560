import type { OldRows } from '#kit/server/upkeep.ts'
import './tables.ts'

/** A spent challenge has been too old to be used again for long when it is forgotten. */
export const oldChallenges: OldRows = { table: 'spent_challenges', since: 'spent_at', keptDays: 1 }
