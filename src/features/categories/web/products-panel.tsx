import { approvedProducts, deactivatedProducts, pendingProducts } from '#features/products/web/links.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import type { CategoryDetail } from '../contract.ts'
import { categoryOptions } from '../options-contract.ts'
import { texts } from '../texts.ts'
import classes from './products-panel.module.css'

type List = keyof CategoryDetail['product_counts']

/** The product lists, in the order in which category staff look for them, with the label before each number. */
const lists: readonly { list: List; words: string; hrefOf: (of: { category_id: string }) => string }[] = [
  { list: 'approved', words: texts.approved, hrefOf: approvedProducts },
  { list: 'deactivated', words: texts.deactivated, hrefOf: deactivatedProducts },
  { list: 'pending', words: texts.pending, hrefOf: pendingProducts },
  {
    list: 'changes_requested',
    words: texts.changesRequested,
    hrefOf: (of) => pendingProducts({ list: 'changes_requested', ...of }),
  },
  {
    list: 'rejected',
    words: texts.rejected,
    hrefOf: (of) => pendingProducts({ list: 'rejected', ...of }),
  },
]

/** The number of approved products in a category and below it, as a link to their list. */
export function ApprovedProducts({
  category,
  isInWords = false,
}: {
  category: { id: string; name: string; approved_product_count: number }
  /** Shows "12 approved products" instead of the number alone. */
  isInWords?: boolean
}) {
  const can = useCan()
  const { id, name, approved_product_count: count } = category
  const shown = isInWords ? texts.approvedCount({ count }) : numberOf(count)
  // An empty list is not worth a link.
  if (count === 0 || !can(categoryOptions.list)) return <>{shown}</>
  return (
    <Link
      href={approvedProducts({ category_id: id })}
      aria-label={texts.approvedCountIn({ count, name })}
      className={classes.count}
    >
      {shown}
    </Link>
  )
}

/** The lists that contain products of a category and of the categories below it, each as a link with its number. */
export function ProductLists({
  category,
}: {
  category: Pick<CategoryDetail, 'id' | 'name' | 'product_count' | 'product_counts'>
}) {
  const can = useCan()
  const { id, name, product_count, product_counts } = category
  const filled = lists.filter(({ list }) => product_counts[list] > 0)
  const drafts = lists.reduce((left, { list }) => left - product_counts[list], product_count)
  if (filled.length === 0 && drafts === 0) return null
  return (
    <ul className={classes.lists} aria-label={texts.productsIn({ name })}>
      {filled.map(({ list, words, hrefOf }) => {
        const shown = `${words} ${numberOf(product_counts[list])}`
        return (
          <li key={list}>
            {can(categoryOptions.list) ? <Link href={hrefOf({ category_id: id })}>{shown}</Link> : shown}
          </li>
        )
      })}
      {/* No list shows drafts, but the product count includes them. */}
      {drafts > 0 && <li>{texts.draftCount({ drafts })}</li>}
    </ul>
  )
}
