import { type CategoryChoice, type CategoryLevel, categoryLevels } from '../contract.ts'

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
