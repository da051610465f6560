import { countOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import type { CategoryDetail } from '../contract.ts'
import { categoryOptions } from '../options-contract.ts'
import classes from './products-panel.module.css'

type List = keyof CategoryDetail['product_counts']

/** The lists of products, in the order of what a keeper of categories looks for, with the words before their number. */
const lists: readonly { list: List; words: string; href: string }[] = [
  { list: 'approved', words: 'Approved', href: '/products-approvedproducts?' },
  { list: 'deactivated', words: 'Deactivated', href: '/products-deactivatedproducts?' },
  { list: 'pending', words: 'Pending', href: '/products-all-products?' },
  {
    list: 'changes_requested',
    words: 'Changes requested',
    href: '/products-all-products?list=changes_requested&',
  },
  { list: 'rejected', words: 'Rejected', href: '/products-all-products?list=rejected&' },
]

/** How many approved products a category has, in it and below it, as the way to them. */
export function ApprovedProducts({
  category,
  isInWords = false,
}: {
  category: { id: string; name: string; approved_product_count: number }
  /** The number says by itself what it counts. */
  isInWords?: boolean
}) {
  const can = useCan()
  const { id, name, approved_product_count: count } = category
  const words = countOf(count, 'approved product')
  const shown = isInWords ? words : count.toLocaleString('en-PK')
  // An empty list is nothing to open.
  if (count === 0 || !can(categoryOptions.list)) return <>{shown}</>
  return (
    <Link
      href={`/products-approvedproducts?category_id=${id}`}
      aria-label={`${words} in ${name}`}
      className={classes.count}
    >
      {shown}
    </Link>
  )
}

/** In which lists the products of a category stand, in it and below it, each as the way to them. */
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
    <ul className={classes.lists} aria-label={`Products in ${name}`}>
      {filled.map(({ list, words, href }) => {
        const shown = `${words} ${product_counts[list].toLocaleString('en-PK')}`
        return (
          <li key={list}>
            {can(categoryOptions.list) ? <Link href={`${href}category_id=${id}`}>{shown}</Link> : shown}
          </li>
        )
      })}
      {/* No list shows them, and the product count has them all the same. */}
      {drafts > 0 && <li>Draft {drafts.toLocaleString('en-PK')}</li>}
    </ul>
  )
}
