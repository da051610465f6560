import { type TableOf, table } from '#kit/server/table.ts'

const bulkJobs = table('bulk_jobs', {
  id: 'uuid',
  kind: 'text',
  input: 'jsonb',
  person_id: 'uuid',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
})

const bulkRows = table('bulk_rows', {
  job_id: 'uuid',
  number: 'int4',
  subject_id: 'uuid',
  status: 'text=',
  name: 'text=',
  message: 'text=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    bulk_jobs: TableOf<typeof bulkJobs>
    bulk_rows: TableOf<typeof bulkRows>
  }
}
