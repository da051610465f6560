import { useCan } from '#kit/web/can.tsx'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import type { Column } from '#kit/web/data-table.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Filter } from '#kit/web/list-filters.tsx'
import { SwitchCell } from '#kit/web/switch-cell.tsx'
import { Money, None } from '#kit/web/values.tsx'
import { type Product, products } from '../contract.ts'
import classes from './columns-panel.module.css'

/** As wide as the highest price there can be, Rs 99,999,999.99. */
const moneyWidth = 140

export const productFilters: Filter[] = [
  {
    name: 'stock',
    label: 'Stock',
    options: [
      { value: 'in', label: 'In stock' },
      { value: 'out', label: 'Out of stock' },
    ],
  },
  {
    name: 'discount',
    label: 'Discount',
    options: [
      { value: 'yes', label: 'On sale' },
      { value: 'no', label: 'No discount' },
    ],
  },
]

/** The columns of the product lists, with the specification's headings. */
export function productColumns(
  hrefOf: (row: Product) => string,
): Record<'product' | 'retail' | 'sale' | 'stock' | 'available' | 'view', Column<Product>> {
  return {
    product: {
      key: 'product_name',
      title: 'Product',
      sortable: true,
      minWidth: 240,
      cell: (row) => (
        <span className={classes.product}>
          <Thumbnail media={row.cover_image} />
          <Link href={hrefOf(row)} dir="auto" title={row.product_name}>
            {row.product_name}
          </Link>
        </span>
      ),
    },
    retail: {
      key: 'product_price',
      title: 'Retail price',
      sortable: true,
      align: 'end',
      width: moneyWidth,
      cell: (row) => <Money rupees={row.product_price} />,
    },
    sale: {
      key: 'discounted_price',
      title: 'Sale Price',
      sortable: true,
      align: 'end',
      width: moneyWidth,
      cell: (row) =>
        row.discounted_price === '0' ? <None title="No discount" /> : <Money rupees={row.discounted_price} />,
    },
    stock: {
      key: 'product_stock',
      title: 'Qty Available in pcs',
      sortable: true,
      align: 'end',
      width: 160,
      cell: (row) => row.product_stock.toLocaleString('en-PK'),
    },
    available: {
      key: 'available',
      title: 'Available',
      width: 92,
      cell: (row) => <AvailableSwitch product={row} />,
    },
    view: { key: 'view', title: 'View', width: 62, cell: (row) => <Link href={hrefOf(row)}>View</Link> },
  }
}

/** Turns a product on or off; on an approved one that moves it between the lists. */
export function AvailableSwitch({
  product,
  onTurned,
}: {
  product: { id: string; product_name: string; available: boolean; version: number }
  /** Told of the version that a turn has made. */
  onTurned?: (version: number) => void
}) {
  const can = useCan()
  const call = useCall()
  const refresh = useRefresh()
  return (
    <SwitchCell
      label={`${product.product_name} available`}
      isOn={product.available}
      version={product.version}
      disabled={!can(products.setAvailable)}
      words={{ on: 'on', off: 'off' }}
      save={async (available, version) => {
        const answer = await call(products.setAvailable, { id: product.id, available }, { ifMatch: version })
        onTurned?.(answer.version)
        // The list is read again after the toast has been seen: a row that vanishes under the pointer cannot be undone.
        setTimeout(() => void refresh(products.setAvailable), 1500)
        return { isOn: answer.available, version: answer.version }
      }}
    />
  )
}

function Thumbnail({ media }: { media: string }) {
  return (
    <span className={classes.thumbnail}>
      {media && (
        <img src={`/media/${media}-96.webp`} alt="" width={28} height={28} loading="lazy" decoding="async" />
      )}
    </span>
  )
}
