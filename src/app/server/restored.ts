import { stopMailings } from '#features/mailings/server/state-commands.ts'
import { giveUpMessages } from '#features/messages/server/restored-commands.ts'
import { emptyDigests } from '#features/notifications/server/commands.ts'
import { giveUpDeliveries } from '#features/webhooks/server/endpoint-commands.ts'
import { transact } from '#kit/server/context.ts'
import { jobContext } from '#kit/server/jobs.ts'
import type { Installation } from './service.ts'

const reason = 'Restored from a backup'

/** How many of each a restore has stopped. */
export interface Stopped {
  mails: number
  mailings: number
  deliveries: number
}

/**
 * Stops what a restored database would send as soon as it is started: all of it may have left after the backup was made, and a
 * copy must send nothing at all. A person can send each of them again. All in one transaction.
 */
export function stopWaiting({ database, services }: Installation): Promise<Stopped> {
  return transact(jobContext('restore', { db: database.patientDb, services }), async (ctx) => {
    ctx.unchanged()
    const mailings = await stopMailings(ctx, `${reason}: it may have been sent after the backup was made`)
    const deliveries = await giveUpDeliveries(ctx, reason)
    await emptyDigests(ctx)
    // The last, because stopping a mailing can write a message to the person who asked for it.
    const mails = await giveUpMessages(ctx, reason)
    return { mails, mailings, deliveries }
  })
}
