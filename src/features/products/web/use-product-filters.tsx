import { type CategoryOption, categoryOptions } from '#features/categories/options-contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { texts } from '../texts.ts'

const pathOf = (row: { id: string }) => (row as CategoryOption).path

/** The filters of the product lists, with the path of the category in the URL. */
export function useProductFilters(): Filter[] {
  const [state] = useUrlState()
  const categoryId = state.get('category_id') ?? ''
  const { data: tree } = useEndpoint(categoryOptions.list, {}, { enabled: categoryId !== '' })
  const chosen = tree?.find(({ id }) => id === categoryId)
  // Until the tree is loaded, the category in the URL has no name, and its id would be meaningless.
  const label = chosen?.path ?? (tree ? texts.deletedCategory : '…')
  return [
    {
      name: 'category_id',
      label: texts.category,
      control: 'lookup',
      options: [{ value: categoryId, label }],
      lookup: { endpoint: categoryOptions.list, nameOf: pathOf, isWhole: true },
    },
    {
      name: 'stock',
      label: texts.stock,
      options: [
        { value: 'in', label: texts.inStock },
        { value: 'out', label: texts.outOfStock },
      ],
    },
    {
      name: 'discount',
      label: texts.discount,
      options: [
        { value: 'yes', label: texts.onSale },
        { value: 'no', label: texts.noDiscount },
      ],
    },
  ]
}
