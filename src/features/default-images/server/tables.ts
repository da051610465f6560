import { type TableOf, table } from '#kit/server/table.ts'

const defaultImages = table('default_images', { slot: 'text', media: 'text', changed_at: 'timestamptz' })

declare module '#kit/server/database.ts' {
  interface Tables {
    default_images: TableOf<typeof defaultImages>
  }
}
