import { type TableOf, table } from '#kit/server/table.ts'

const reasonTemplates = table('reason_templates', {
  code: 'text',
  subject_type: 'text',
  name: 'text',
  kind: 'text',
  text_en: 'text',
  text_ur: 'text=',
  fields: '_text=',
  position: 'int4',
  is_active: 'bool=',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
})

const decisionReasons = table('decision_reasons', {
  decision_id: 'uuid',
  position: 'int4',
  code: 'text',
  kind: 'text',
  text: 'text',
  fields: '_text=',
  subject_type: 'text',
  decided_by: 'uuid',
  decided_at: 'timestamptz',
})

const requestedFields = table('requested_fields', {
  decision_id: 'uuid',
  field: 'text',
  fingerprint: 'bytea',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    reason_templates: TableOf<typeof reasonTemplates>
    decision_reasons: TableOf<typeof decisionReasons>
    requested_fields: TableOf<typeof requestedFields>
  }
}
