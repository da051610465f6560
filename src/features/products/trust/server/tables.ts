import { type TableOf, table } from '#kit/server/table.ts'

const trustRules = table('trust_rules', {
  id: 'int4=',
  is_on: 'bool=',
  rules: 'jsonb=',
  on_since: 'timestamptz?',
  seen: 'int4=',
  sampled: 'int4=',
  stopped_at: 'timestamptz?',
  stopped_because: 'text=',
  version: 'int4=',
})

const trustVerdicts = table('trust_verdicts', {
  product_id: 'uuid',
  submission_number: 'int4',
  verdict: 'text',
  because: 'text=',
  decision_id: 'uuid?',
  decided_at: 'timestamptz',
  outcome: 'text',
  settled_at: 'timestamptz?',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    trust_rules: TableOf<typeof trustRules>
    trust_verdicts: TableOf<typeof trustVerdicts>
  }
}
