import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** One that a product can be filed under, for whoever sees products and need not see how the tree is kept. */
export const CategoryOption = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  /** The names from the main category down to it: Mobile › Covers. */
  path: z.string(),
  /** Spelled once more: the lists of products come without everything else of categories. */
  level: z.enum(['main', 'sub', 'child']),
  /** Its own switch. What stands below one that is off is not shown either. */
  is_active: z.boolean(),
})
export type CategoryOption = z.infer<typeof CategoryOption>

export const categoryOptions = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/products/categories',
    summary: 'The categories that products are filed under, each with its path, in the order of the tree',
    access: grants('Products', 'view'),
    answer: z.array(CategoryOption),
  }),
}
