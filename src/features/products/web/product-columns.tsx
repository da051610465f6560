import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { Money, None } from '#kit/web/values.tsx'
import type { Product } from '../contract.ts'
import { AvailableSwitch } from './available-panel.tsx'
import classes from './columns-panel.module.css'

/** Wide enough for the highest possible price, Rs 99,999,999.99. */
const moneyWidth = 140

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

function Thumbnail({ media }: { media: string }) {
  return (
    <span className={classes.thumbnail}>
      {media && (
        <img src={`/media/${media}-96.webp`} alt="" width={28} height={28} loading="lazy" decoding="async" />
      )}
    </span>
  )
}
