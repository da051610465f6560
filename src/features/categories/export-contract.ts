import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, namesOf, paging, selectionOf } from '#kit/contract/export.ts'
import { CategoryQuery } from './contract.ts'
import { texts } from './texts.ts'

/** The fields that an export of categories can contain, in their order, with their labels on the screen. */
export const exportedFields = {
  name: texts.name,
  slug: texts.slug,
  level: texts.level,
  path: texts.path,
  position: texts.position,
  is_active: texts.status,
  product_count: texts.products,
  own_product_count: texts.ownProducts,
  created_at: texts.created,
  id: texts.id,
} as const
export type ExportedField = keyof typeof exportedFields
export const exportedFieldNames = namesOf(exportedFields)

export const categoryExports = {
  export: endpoint({
    method: 'GET',
    path: '/api/admin/categories/export',
    summary:
      'Export the categories of a view, or the selected ones among them, as CSV or XLSX: all fields, or the given fields in this order',
    access: grants('Manage Categories', 'export'),
    query: CategoryQuery.omit(paging).extend({
      ...selectionOf(exportedFieldNames),
    }),
    ...exported,
  }),
}
