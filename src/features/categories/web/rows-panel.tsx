import { OrderedRows } from '#kit/web/list/ordered-rows.tsx'
import { NamedLink } from '#kit/web/named-link.tsx'
import { type Category, categories } from '../contract.ts'
import { categoryRecord } from './links.ts'
import { ApprovedProducts } from './products-panel.tsx'
import classes from './rows-panel.module.css'
import { CategorySwitch } from './status-panel.tsx'

/** Siblings in their order, each with its number of products and its switch. */
export function SiblingRows({ siblings }: { siblings: readonly Category[] }) {
  return (
    <div className={classes.siblings}>
      <OrderedRows
        of={categories.order}
        rows={siblings}
        nameOf={({ name }) => name}
        cellOf={(row) => (
          <span className={classes.name}>
            <NamedLink href={categoryRecord(row)} name={row.name} media={row.image} size="medium" />
          </span>
        )}
        more={(row) => (
          <>
            <span className={classes.products}>
              <ApprovedProducts category={row} isInWords />
            </span>
            <CategorySwitch category={row} />
          </>
        )}
      />
    </div>
  )
}
