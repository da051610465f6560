import { type CategoryOption, categoryOptions } from '#features/categories/options-contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { highRisk, products } from '../contract.ts'
import { productEntry } from '../entry/contract.ts'
import { texts } from '../texts.ts'

const nameOf = (row: { id: string }) => (row as { id: string; name: string }).name
const shopNameOf = (row: { id: string }) => (row as { id: string; shop_name: string }).shop_name
const pathOf = (row: { id: string }) => (row as CategoryOption).path

/** The filters of the product lists; what the URL names by its id is shown with its name. */
export function useProductFilters(): Filter[] {
  const [state] = useUrlState()
  const asked = (name: string) => {
    const value = state.get(name) ?? ''
    return { value, when: { enabled: value !== '' } }
  }
  const [vendor, category] = [asked('vendor_id'), asked('category_id')]
  const [reason, reviewer] = [asked('reason'), asked('reviewer')]
  const shops = useEndpoint(productEntry.vendors, { id: vendor.value }, vendor.when).data
  const tree = useEndpoint(categoryOptions.list, {}, category.when).data
  const reasons = useEndpoint(products.listReasons, {}, reason.when).data
  const people = useEndpoint(products.listReviewers, {}, reviewer.when).data
  return [
    {
      name: 'vendor_id',
      label: texts.vendor,
      control: 'lookup',
      options: chosen(vendor.value, shops, shopNameOf, texts.unknownName),
      lookup: { endpoint: productEntry.vendors, nameOf: shopNameOf },
    },
    {
      name: 'category_id',
      label: texts.category,
      control: 'lookup',
      options: chosen(category.value, tree, pathOf, texts.deletedCategory),
      lookup: { endpoint: categoryOptions.list, nameOf: pathOf, isWhole: true },
    },
    {
      name: 'risk',
      label: texts.risk,
      options: [
        { value: 'none', label: texts.noRisk },
        { value: 'some', label: texts.someRisk },
        { value: 'high', label: texts.highRisk({ highRisk }) },
      ],
    },
    {
      name: 'reason',
      label: texts.reason,
      control: 'lookup',
      isExtra: true,
      options: chosen(reason.value, reasons, nameOf, texts.unknownName),
      lookup: { endpoint: products.listReasons, nameOf, isWhole: true },
    },
    {
      name: 'reviewer',
      label: texts.reviewer,
      control: 'lookup',
      isExtra: true,
      options: chosen(reviewer.value, people, nameOf, texts.unknownName),
      lookup: { endpoint: products.listReviewers, nameOf, isWhole: true },
    },
    {
      name: 'stock',
      label: texts.stock,
      isExtra: true,
      options: [
        { value: 'in', label: texts.inStock },
        { value: 'out', label: texts.outOfStock },
      ],
    },
    {
      name: 'discount',
      label: texts.discount,
      isExtra: true,
      options: [
        { value: 'yes', label: texts.onSale },
        { value: 'no', label: texts.noDiscount },
      ],
    },
  ]
}

/** The chosen option with its name: until the names are loaded an id would be meaningless. */
function chosen<Row extends { id: string }>(
  value: string,
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
  unknown: string,
) {
  const row = rows?.find(({ id }) => id === value)
  return [{ value, label: row ? nameOf(row) : rows ? unknown : '…' }]
}
