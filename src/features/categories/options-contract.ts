import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** A category that a product can be assigned to, for users who see products but not the category tree. */
export const CategoryOption = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  /** The names from the main category down to this one: Mobile › Covers. */
  path: z.string(),
  /** Repeated here so that the product lists do not load the rest of the categories contract. */
  level: z.enum(['main', 'sub', 'child']),
  /** The category's own switch. Categories below a category that is off are hidden too. */
  is_active: z.boolean(),
})
export type CategoryOption = z.infer<typeof CategoryOption>

export const categoryOptions = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/products/categories',
    summary: 'The categories that products can be assigned to, each with its path, in the order of the tree',
    access: grants('Products', 'view'),
    answer: z.array(CategoryOption),
  }),
}
