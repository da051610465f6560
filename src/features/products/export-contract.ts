import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, namesOf, paging, selectionOf } from '#kit/contract/export.ts'
import { ProductQuery, productLists } from './contract.ts'
import { headings, imagesLabel } from './fields-contract.ts'
import { texts } from './texts.ts'

/** The fields that a product export can contain, in order, with their labels on the screen. */
export const exportedFields = {
  ...headings,
  images: imagesLabel,
  vendor: texts.vendor,
  shop_name: texts.storeName,
  filed_under: texts.categoryPath,
  status: texts.status,
  available: texts.available,
  created_at: texts.created,
  id: texts.id,
} as const
export type ExportedField = keyof typeof exportedFields
export const exportedFieldNames = namesOf(exportedFields)

export const productExports = {
  export: endpoint({
    method: 'GET',
    path: '/api/admin/products/export',
    summary:
      'Stream the products of a view, or the selected ones, as CSV or XLSX. Contains all fields, or the given fields in the given order',
    access: grants('Products', 'export'),
    query: ProductQuery.omit(paging).extend({
      list: z.enum(productLists).default('approved'),
      revision: z.enum(['waiting']).optional(),
      ...selectionOf(exportedFieldNames),
    }),
    ...exported,
  }),
}
