import { grants } from '#features/access/contract.ts'
import { vendorPage } from '#features/vendors/web/links.ts'
import { numberOf } from '#kit/contract/words.ts'
import { ageOf, fullTimeOf } from '#kit/web/ages.ts'
import { useAllows } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { NamedLink } from '#kit/web/named-link.tsx'
import { Cut, Money, None, NotYet } from '#kit/web/values.tsx'
import type { ApprovedProduct, Product } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { changesColumn } from '../revisions/web/changes-columns.tsx'
import { texts } from '../texts.ts'
import { AvailableSwitch } from './available-panel.tsx'

/** Wide enough for Rs 99,999,999: prices so high have no paisa, and the name of the product needs the place more. */
const moneyWidth = 116

/** The columns of the product lists in their order, with the specification's headings. */
export function productColumns(
  hrefOf: (row: Product) => string,
  /** The time that the age counts from: for a pending listing, since when it has waited. */
  ageKey: 'created_at' | 'status_since',
): Record<
  | 'product'
  | 'vendor'
  | 'category'
  | 'sku'
  | 'age'
  | 'retail'
  | 'sale'
  | 'stock'
  | 'available'
  | 'risk'
  | 'view',
  Column<Product>
> {
  return {
    product: {
      key: 'product_name',
      title: menuTexts.product,
      sortable: true,
      minWidth: 240,
      cell: (row) => <NamedLink href={hrefOf(row)} name={row.product_name} media={row.cover_image} />,
    },
    vendor: {
      key: 'shop_name',
      onPhone: 'fact',
      title: texts.vendor,
      minWidth: 108,
      cell: (row) => <VendorName product={row} />,
    },
    category: {
      key: 'category',
      title: texts.category,
      minWidth: 100,
      cell: (row) => (row.category ? <Cut>{row.category}</Cut> : <None title={texts.noCategory} />),
    },
    sku: { key: 'sku', title: texts.sku, minWidth: 112, cell: (row) => <Cut>{row.sku}</Cut> },
    age: {
      key: ageKey,
      title: texts.age,
      sortable: true,
      width: 80,
      cell: (row) => {
        const at = row[ageKey]
        return <span title={fullTimeOf(at)}>{ageOf(at)}</span>
      },
    },
    retail: {
      key: 'product_price',
      onPhone: 'fact',
      title: texts.retailPrice,
      sortable: true,
      align: 'end',
      width: moneyWidth,
      cell: (row) => <Money rupees={row.product_price} />,
    },
    sale: {
      key: 'discounted_price',
      title: texts.salePrice,
      sortable: true,
      align: 'end',
      width: moneyWidth,
      cell: (row) =>
        row.discounted_price === '0' ? (
          <None title={texts.noDiscount} />
        ) : (
          <Money rupees={row.discounted_price} />
        ),
    },
    stock: {
      key: 'product_stock',
      title: texts.qtyAvailableInPcs,
      sortable: true,
      align: 'end',
      width: 120,
      cell: (row) => numberOf(row.product_stock),
    },
    available: {
      key: 'available',
      title: texts.available,
      width: 80,
      cell: (row) => <AvailableSwitch product={row} />,
    },
    risk: {
      key: 'risk',
      title: texts.risk,
      sortable: true,
      align: 'end',
      width: 64,
      cell: ({ risk, is_checked }) => {
        if (!is_checked) return <NotYet title={texts.notChecked} />
        return risk > 0 ? numberOf(risk) : <None title={texts.noRisk} />
      },
    },
    view: {
      key: 'view',
      title: texts.view,
      width: 56,
      cell: (row) => <Link href={hrefOf(row)}>{texts.view}</Link>,
    },
  }
}

/** The columns of a list of products that have been decided on; what the checks found of them is there to choose. */
export function catalogueColumns(columns: ReturnType<typeof productColumns>): Column<Product>[] {
  const { product, vendor, category, sku, age, risk, retail, sale, stock, available, view } = columns
  return [
    product,
    vendor,
    category,
    sku,
    age,
    { ...risk, isSpare: true },
    retail,
    sale,
    stock,
    available,
    view,
  ]
}

/** The columns of the list of edits: what the edit changes is beside the name, in the place of the SKU. */
export function editColumns(columns: ReturnType<typeof productColumns>): Column<ApprovedProduct>[] {
  const [product, ...others] = catalogueColumns({ ...columns, sku: { ...columns.sku, isSpare: true } })
  return product ? [product, changesColumn, ...others] : []
}

/** The vendor's name, linked to the vendor's page for those who may see it. */
function VendorName({ product: { vendor_id, shop_name } }: { product: Product }) {
  const allows = useAllows()
  if (!allows(grants('Vendor Verifications', 'view'))) return <Cut>{shop_name}</Cut>
  return (
    <Link href={vendorPage({ id: vendor_id })} dir="auto" title={shop_name}>
      {shop_name}
    </Link>
  )
}
