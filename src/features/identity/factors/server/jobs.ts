import type { OldRows } from '#kit/server/upkeep.ts'
import './tables.ts'

/** Rows are deleted long after the challenge has become too old to be used again. */
export const oldChallenges: OldRows = { table: 'spent_challenges', since: 'spent_at', keptDays: 1 }
