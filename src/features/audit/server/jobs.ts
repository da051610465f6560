import type { Job } from '#kit/server/jobs.ts'
import { sealAuditRows } from './seal-commands.ts'

/** Seals the audit log every minute, and logs the head of the chain. */
export const sealAuditLog: Job = {
  name: 'seal-audit-log',
  cron: '* * * * *',
  run: async (ctx, log) => {
    const { rows, found } = await sealAuditRows(ctx)
    if (found) log.error({ ...found, number: found.number?.toString() }, 'the audit log was tampered with')
    const head = rows > 0 ? await ctx.services.heads.latest() : null
    if (head) log.info({ number: head.number.toString(), mac: head.mac }, 'audit log sealed')
  },
}
