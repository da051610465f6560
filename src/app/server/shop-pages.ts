import { sql } from 'kysely'
import { readMailBrand } from '#features/branding/server/queries.ts'
import type { SectionValue } from '#features/content/section-contract.ts'
import { readLiveSection } from '#features/content/server/queries.ts'
import type { Services } from '#kit/server/context.ts'
import '#features/vendors/server/tables.ts'

/** Beside the homepage. */
const fixed = ['about-us', 'faq', 'blog', 'stores']

/** The pages of the shop that search engines are told of, the stores that have a page among them. */
export const shopPages: Services['shopPages'] = async ({ db }) => {
  const { rows } = await sql<{ id: string }>`
    select id from vendors where list = 'approved' and shop_name <> ''
    order by created_at desc, id limit 10000`.execute(db)
  const paths = ['', ...fixed.map((name) => `/${name}`), ...rows.map(({ id }) => `/stores/${id}`)]
  return paths.map((path) => ({ path, updated_at: null }))
}

/** The title of the blog as it is live, or else the name of the shop; empty without both. In memory until the next release. */
export const blogName: Services['blogName'] = async (ctx) => {
  const page = (await readLiveSection(ctx, 'blog_page')) as SectionValue<'blog_page'> | null
  return page?.title || (await readMailBrand(ctx)).name
}
