import type { OldRows } from '#kit/server/upkeep.ts'
import './tables.ts'

/** Sessions are forgotten a month after they ended, known devices a month after they stopped to count. */
export const oldSessions: readonly OldRows[] = [
  { table: 'sessions', since: 'expires_at', keptDays: 30 },
  { table: 'known_devices', since: 'created_at', keptDays: 210 },
]
