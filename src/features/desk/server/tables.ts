import { type TableOf, table } from '#kit/server/table.ts'

const reviewLimits = table('review_limits', {
  id: 'bool=',
  vendor: 'int4=',
  vendor_change: 'int4=',
  product: 'int4=',
  product_revision: 'int4=',
  customer: 'int4=',
  opens_at: 'int4=',
  closes_at: 'int4=',
  weekend: 'jsonb=',
  holidays: 'jsonb=',
  version: 'int4=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    review_limits: TableOf<typeof reviewLimits>
  }
}
