import { type CategoryOption, categoryOptions } from '#features/categories/options-contract.ts'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { highRisk, products } from '../contract.ts'
import { productEntry } from '../entry/contract.ts'
import { texts } from '../texts.ts'

const nameOf = (row: { id: string }) => (row as { id: string; name: string }).name
const shopNameOf = (row: { id: string }) => (row as { id: string; shop_name: string }).shop_name
const pathOf = (row: { id: string }) => (row as CategoryOption).path

/** The filters of the product lists. */
export const productFilters: Filter[] = [
  {
    name: 'vendor_id',
    label: texts.vendor,
    control: 'lookup',
    lookup: { endpoint: productEntry.vendors, nameOf: shopNameOf },
  },
  {
    name: 'category_id',
    label: texts.category,
    control: 'lookup',
    lookup: {
      endpoint: categoryOptions.list,
      nameOf: pathOf,
      isWhole: true,
      unknown: texts.deletedCategory,
    },
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
    lookup: { endpoint: products.listReasons, nameOf, isWhole: true },
  },
  {
    name: 'reviewer',
    label: texts.reviewer,
    control: 'lookup',
    isExtra: true,
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
