import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const notifications = table('notifications', {
  id: 'uuid',
  person_id: 'uuid',
  kind: 'text',
  event: 'text',
  needs: 'text=',
  group_key: 'text',
  subject_type: 'text',
  subject_id: 'uuid?',
  name: 'text',
  path: 'text',
  by_name: 'text=',
  detail: 'text=',
  count: 'int4=',
  is_mine: 'bool',
  mail: 'text',
  created_at: 'timestamptz',
  read_at: 'timestamptz?',
})
const choices = table('notification_choices', { person_id: 'uuid', kind: 'text', channel: 'text' })
const marks = table('notification_marks', { key: 'text', at: 'timestamptz' })

export type NotificationRecord = Selectable<TableOf<typeof notifications>>

declare module '#kit/server/database.ts' {
  interface Tables {
    notifications: TableOf<typeof notifications>
    notification_choices: TableOf<typeof choices>
    notification_marks: TableOf<typeof marks>
  }
}
