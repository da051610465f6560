import type { OldRows } from '#kit/server/upkeep.ts'
import './tables.ts'

/** Links of invitations and forgotten passwords are forgotten a month after they ended. */
export const oldTokens: OldRows = { table: 'account_tokens', since: 'expires_at', keptDays: 30 }
