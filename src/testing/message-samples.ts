import { pendingVendor } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

/** The message about a record. */
export async function messageOf({ app }: Stage, subjectId: string): Promise<string> {
  const { rows } = await app.database.pool.query('select id from messages where subject_id = $1', [subjectId])
  return rows[0].id
}

/** The same, as if it could not be sent. */
export async function failedMessage(stage: Stage, subjectId: string): Promise<string> {
  await stage.app.database.pool.query("update messages set status = 'failed' where subject_id = $1", [
    subjectId,
  ])
  return messageOf(stage, subjectId)
}

/** One accepted call for every endpoint of the failed mails. */
export const failedMailSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/failed-mails': () => ({ path: '/api/admin/failed-mails?limit=25' }),
  'POST /api/admin/failed-mails/bulk/resend': async (stage) => {
    const { id } = await pendingVendor(stage.app)
    const body = { reason: 'The picture of the cheque cannot be read' }
    await stage.app.call('POST', `/api/admin/sellers/${id}/reject`, { as: stage.admin, body })
    return {
      path: '/api/admin/failed-mails/bulk/resend',
      body: { ids: [await failedMessage(stage, id)] },
    }
  },
}
