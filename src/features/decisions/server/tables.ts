import { type TableOf, table } from '#kit/server/table.ts'

const decisions = table('decisions', {
  id: 'uuid',
  subject_type: 'text',
  subject_id: 'uuid',
  subject_name: 'text',
  action: 'text',
  reason: 'text=',
  from_status: 'text',
  to_status: 'text',
  subject_version: 'int4',
  from_reason: 'text=',
  from_since: 'timestamptz?',
  decided_by: 'uuid?',
  decided_by_rule: 'text=',
  decided_at: 'timestamptz=',
  undo_until: 'timestamptz',
  undone_at: 'timestamptz?',
  undone_by: 'uuid?',
  overridden: '_text=',
})

const decisionStates = table('decision_states', {
  decision_id: 'uuid',
  until: 'timestamptz',
  state: 'jsonb',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    decisions: TableOf<typeof decisions>
    decision_states: TableOf<typeof decisionStates>
  }
}
