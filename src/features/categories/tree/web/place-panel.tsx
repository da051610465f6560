import { useState } from 'react'
import { type CategoryDetail, categories, levelWords } from '#features/categories/contract.ts'
import { categoryRecord } from '#features/categories/web/links.ts'
import { ProductLists } from '#features/categories/web/products-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { OrderButtons } from '#kit/web/list/order-buttons.tsx'
import { useOrdering } from '#kit/web/list/ordering.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { texts } from '../texts.ts'
import classes from './place-panel.module.css'

/** The place of a category: its level, the categories above it, its position among its siblings, and its products. */
export function PlacePanel({ category }: { category: CategoryDetail }) {
  const can = useCan()
  /** The requested position, while the request is in progress. */
  const [wanted, setWanted] = useState<number | null>(null)
  const put = useOrdering(categories.order, () => setWanted(null))
  const { id, name, level, ancestors, sibling_count, product_count, own_product_count } = category
  const position = wanted ?? category.position
  const parent = ancestors.at(-1)
  return (
    <SideCard title={texts.place}>
      <dl className={classes.facts}>
        <div>
          <dt>{texts.level}</dt>
          <dd>{levelWords[level].one}</dd>
        </div>
        {parent && (
          <div>
            <dt>{texts.below}</dt>
            <dd>
              {ancestors.map((one, index) => (
                <span key={one.id}>
                  {index > 0 && ' › '}
                  <Link href={categoryRecord(one)} dir="auto">
                    {one.name}
                  </Link>
                </span>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.order}</dt>
          <dd className={classes.order}>
            <span role="status">{texts.positionOf({ position, siblingCount: sibling_count })}</span>
            {can(categories.order) && sibling_count > 1 && (
              <OrderButtons
                name={name}
                position={position}
                count={sibling_count}
                onPlace={(next) => {
                  setWanted(next)
                  put({ id, name, position: next })
                }}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.products}</dt>
          <dd>
            {filedWords(product_count, own_product_count)}
            <ProductLists category={category} />
          </dd>
        </div>
      </dl>
    </SideCard>
  )
}

/** How many products are in the category and below it. */
function filedWords(all: number, own: number): string {
  if (all === 0) return texts.noneYet
  if (own === all) return texts.allDirect({ all })
  if (own === 0) return texts.allBelow({ all })
  return texts.someBelow({ all, own, below: all - own })
}
