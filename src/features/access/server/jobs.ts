import type { OldRows } from '#kit/server/upkeep.ts'
import './tables.ts'

/** Tokens of invitations and password resets are deleted a month after they expired. */
export const oldTokens: OldRows = { table: 'account_tokens', since: 'expires_at', keptDays: 30 }
