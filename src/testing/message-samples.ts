import type { Stage } from './samples.ts'

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
