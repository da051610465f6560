import { type TableOf, table } from '#kit/server/table.ts'

const productLikeness = table('product_likeness', {
  product_id: 'uuid',
  vendor_id: 'uuid',
  name: 'text',
  keys: '_text',
  pictures: '_text',
})

const pictureMeasures = table('picture_measures', { media: 'text', hash: 'text', writing: 'int4' })

declare module '#kit/server/database.ts' {
  interface Tables {
    product_likeness: TableOf<typeof productLikeness>
    picture_measures: TableOf<typeof pictureMeasures>
  }
}
