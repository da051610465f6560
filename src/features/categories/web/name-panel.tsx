import { Link } from '#kit/web/link.tsx'
import { type CategoryChoice, type CategoryLevel, categoryLevels } from '../contract.ts'
import classes from './name-panel.module.css'

/** Where one category is looked at. */
export function categoryHref({ id }: { id: string }): string {
  return `/manage-categories-category?id=${id}`
}

/** Where the categories of a level are listed. */
export function levelHref(level: CategoryLevel): string {
  return `/manage-categories-${level}-categories`
}

/** The level that stands below this one; undefined below the lowest. */
export function levelBelow(level: CategoryLevel): CategoryLevel | undefined {
  return categoryLevels[categoryLevels.indexOf(level) + 1]
}

/** How many there are, in words: 1 product, 12 products, 2 categories. */
export function countOf(count: number, one: string): string {
  const many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`
  return `${count.toLocaleString('en-PK')} ${count === 1 ? one : many}`
}

/** The names from the main category down to each one, by its id. */
export function pathsOf(tree: readonly CategoryChoice[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  // Each stands after the one it is below.
  for (const { id, parent_id, name } of tree) {
    const above = parent_id === null ? undefined : paths.get(parent_id)
    paths.set(id, above ? `${above} › ${name}` : name)
  }
  return paths
}

/** The picture of a category, or a quiet ground where it has none. The name stands beside it. */
export function Thumbnail({ media, size = 'small' }: { media: string; size?: 'small' | 'medium' }) {
  return (
    <span className={classes.thumbnail} data-size={size}>
      {media && <img src={`/media/${media}-96.webp`} alt="" loading="lazy" decoding="async" />}
    </span>
  )
}

/** The name of a category as the way to it, with its picture before it. */
export function CategoryName({
  category,
  size,
}: {
  category: { id: string; name: string; image: string }
  size?: 'small' | 'medium'
}) {
  return (
    <span className={classes.named}>
      <Thumbnail media={category.image} {...(size ? { size } : {})} />
      <Link href={categoryHref(category)} dir="auto" title={category.name}>
        {category.name}
      </Link>
    </span>
  )
}
