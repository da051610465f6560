import { numberOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { NamedLink } from '#kit/web/named-link.tsx'
import { Money, None } from '#kit/web/values.tsx'
import type { Product } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { AvailableSwitch } from './available-panel.tsx'

/** Wide enough for the highest possible price, Rs 99,999,999.99. */
const moneyWidth = 140

/** The columns of the product lists in their order, with the specification's headings. */
export function productColumns(
  hrefOf: (row: Product) => string,
): Record<'product' | 'retail' | 'sale' | 'stock' | 'available' | 'risk' | 'view', Column<Product>> {
  return {
    product: {
      key: 'product_name',
      title: menuTexts.product,
      sortable: true,
      minWidth: 240,
      cell: (row) => <NamedLink href={hrefOf(row)} name={row.product_name} media={row.cover_image} />,
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
      onPhone: 'fact',
      title: texts.qtyAvailableInPcs,
      sortable: true,
      align: 'end',
      width: 160,
      cell: (row) => numberOf(row.product_stock),
    },
    available: {
      key: 'available',
      title: texts.available,
      width: 92,
      cell: (row) => <AvailableSwitch product={row} />,
    },
    risk: {
      key: 'risk',
      title: texts.risk,
      sortable: true,
      align: 'end',
      width: 84,
      cell: (row) => numberOf(row.risk),
    },
    view: {
      key: 'view',
      title: texts.view,
      width: 62,
      cell: (row) => <Link href={hrefOf(row)}>{texts.view}</Link>,
    },
  }
}
