import { type TableOf, table } from '#kit/server/table.ts'

const productChecks = table('product_checks', {
  product_id: 'uuid',
  asked: 'int4=',
  answered: 'int4=',
  asked_at: 'timestamptz=',
  checked_at: 'timestamptz?',
  submission_number: 'int4=',
  risk: 'int4=',
  findings: 'jsonb=',
})

const listingChecks = table('listing_checks', {
  id: 'int4=',
  checks: 'jsonb=',
  forbidden: 'jsonb=',
  version: 'int4=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    product_checks: TableOf<typeof productChecks>
    listing_checks: TableOf<typeof listingChecks>
  }
}
