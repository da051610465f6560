import type { OldRows } from '#kit/server/upkeep.ts'
import './tables.ts'

/** Sessions are deleted a month after they ended, known devices a month after they stopped being valid. */
export const oldSessions: readonly OldRows[] = [
  { table: 'sessions', since: 'expires_at', keptDays: 30 },
  { table: 'known_devices', since: 'created_at', keptDays: 210 },
]
