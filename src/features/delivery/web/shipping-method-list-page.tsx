import { formatRs } from '#kit/contract/money.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut } from '#kit/web/values.tsx'
import { menuTexts } from '../menu-texts.ts'
import { type ShippingMethod, shippingMethods } from '../method-contract.ts'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { highestPrice } from './entry-model.ts'
import { EntryLink, statusColumn } from './entry-panel.tsx'
import { shippingMethodList } from './links.ts'
import { EntryScreen } from './list-panel.tsx'

/** Loaded on demand, because most visits only read. */
const ShippingMethodDialog = lazyOf(() => import('./shipping-method-dialog.tsx'), 'ShippingMethodDialog')

/** Shipping Method: what shoppers can choose, what it costs and how long it takes. */
export function ShippingMethodListPage() {
  return (
    <EntryScreen
      calls={shippingMethods}
      path={shippingMethodList.path}
      what={texts.theShippingMethods}
      add={texts.addNewShippingMethod}
      dialog={ShippingMethodDialog}
    >
      {(list) => (
        <ListPage
          {...list}
          title={menuTexts.shippingMethod}
          endpoint={shippingMethods.list}
          searchLabel={texts.searchByTitle}
          nameOf={({ title }) => title}
          empty={{ title: texts.noShippingMethods, text: texts.noShippingMethodsText }}
          columns={columnsWith(list.hrefOf)}
        />
      )}
    </EntryScreen>
  )
}

function columnsWith(hrefOf: (row: { id: string }) => string): Column<ShippingMethod>[] {
  return [
    {
      key: 'title',
      title: texts.title,
      sortable: true,
      minWidth: 200,
      cell: (row) => <EntryLink href={hrefOf(row)} name={row.title} />,
    },
    {
      key: 'price',
      title: texts.price,
      sortable: true,
      minWidth: 220,
      cell: (row) => <Price method={row} />,
    },
    { key: 'duration', title: texts.duration, minWidth: 150, cell: (row) => <Cut>{row.duration}</Cut> },
    statusColumn<ShippingMethod>(shippingMethods),
  ]
}

/** What a method costs: up to its heaviest weight step, and from which value on nothing. */
function Price({ method }: { method: ShippingMethod }) {
  const most = highestPrice(method)
  return (
    <span className={classes.price}>
      <span>
        {formatRs(method.price)}
        {most !== method.price && ` – ${formatRs(most)}`}
      </span>
      {method.free_from && (
        <span className={classes.quiet}>{texts.freeFromAmount({ amount: formatRs(method.free_from) })}</span>
      )}
    </span>
  )
}
