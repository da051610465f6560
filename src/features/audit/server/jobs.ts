import type { ChainHeads } from '#kit/server/chain-heads.ts'
import type { Job } from '#kit/server/jobs.ts'
import { sealAuditRows } from './seal-commands.ts'

/** Seals the audit log every minute, and says in the log where its chain stands. */
export function sealAuditLog(heads: ChainHeads): Job {
  return {
    name: 'seal-audit-log',
    cron: '* * * * *',
    run: async (ctx, log) => {
      const { rows, found } = await sealAuditRows(ctx, heads)
      if (found) log.error({ ...found, number: found.number?.toString() }, 'the audit log was tampered with')
      const head = rows > 0 ? (await heads.read()).at(-1) : null
      if (head) log.info({ number: head.number.toString(), mac: head.mac }, 'audit log sealed')
    },
  }
}
