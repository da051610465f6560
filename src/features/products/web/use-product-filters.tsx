import { type CategoryOption, categoryOptions } from '#features/categories/options-contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { productEntry } from '../entry/contract.ts'
import { texts } from '../texts.ts'

const shopNameOf = (row: { id: string }) => (row as { id: string; shop_name: string }).shop_name
const pathOf = (row: { id: string }) => (row as CategoryOption).path

/** The filters of the product lists, with the path of the category in the URL. */
export function useProductFilters(): Filter[] {
  const [state] = useUrlState()
  const categoryId = state.get('category_id') ?? ''
  const { data: tree } = useEndpoint(categoryOptions.list, {}, { enabled: categoryId !== '' })
  const chosen = tree?.find(({ id }) => id === categoryId)
  // Until the tree is loaded, the category in the URL has no name, and its id would be meaningless.
  const label = chosen?.path ?? (tree ? texts.deletedCategory : '…')
  const vendorId = state.get('vendor_id') ?? ''
  const { data: shops } = useEndpoint(productEntry.vendors, { id: vendorId }, { enabled: vendorId !== '' })
  return [
    {
      name: 'vendor_id',
      label: texts.vendor,
      control: 'lookup',
      options: (shops ?? []).map(({ id, shop_name }) => ({ value: id, label: shop_name })),
      lookup: { endpoint: productEntry.vendors, nameOf: shopNameOf },
    },
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
