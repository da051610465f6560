import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A component of a module that is loaded when the component is first rendered. Worthwhile if the module saves more than
 * 5 kB.
 */
// biome-ignore lint/suspicious/noExplicitAny: the component's own props come out of it again
export function lazyOf<Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
): LazyExoticComponent<Part> {
  return lazy(async () => ({ default: (await load())[name] }))
}
