import { type CategoryChoice, type CategoryLevel, categoryLevels } from '#features/categories/contract.ts'

/** The link to the screen of one category. */
export function categoryHref({ id }: { id: string }): string {
  return `/manage-categories-category?id=${id}`
}

/** The link to the list of the categories of a level. */
export function levelHref(level: CategoryLevel): string {
  return `/manage-categories-${level}-categories`
}

/** The level below this one; undefined for the lowest. */
export function levelBelow(level: CategoryLevel): CategoryLevel | undefined {
  return categoryLevels[categoryLevels.indexOf(level) + 1]
}

/** The path of names from the main category down to each category, by id. */
export function pathsOf(tree: readonly CategoryChoice[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  // Each category comes after its parent.
  for (const { id, parent_id, name } of tree) {
    const above = parent_id === null ? undefined : paths.get(parent_id)
    paths.set(id, above ? `${above} › ${name}` : name)
  }
  return paths
}
