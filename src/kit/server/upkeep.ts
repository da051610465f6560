import { sql } from 'kysely'
import type { Job } from './jobs.ts'

/**
 * Forgets what has served its time: remembered answers and spent challenges after a day; ended sessions, links and throttles after a month;
 * known devices a month after they stopped to count.
 */
export const forgetOldRows: Job = {
  name: 'forget-old-rows',
  cron: '20 3 * * *',
  run: async ({ db, now }) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 60 * 60 * 1000)
    await sql`delete from idempotency_keys where created_at < ${daysAgo(1)}`.execute(db)
    await sql`delete from spent_challenges where spent_at < ${daysAgo(1)}`.execute(db)
    await sql`delete from sessions where expires_at < ${daysAgo(30)}`.execute(db)
    await sql`delete from known_devices where created_at < ${daysAgo(210)}`.execute(db)
    await sql`delete from account_tokens where expires_at < ${daysAgo(30)}`.execute(db)
    await sql`delete from sign_in_throttles where day < ${daysAgo(30)}::date`.execute(db)
  },
}

/** Frees the space of dead rows and renews what the planner knows. */
export const vacuumEmbedded: Job = {
  name: 'vacuum-embedded',
  cron: '40 3 * * *',
  run: async ({ db }) => {
    await sql`vacuum analyze`.execute(db)
  },
}
