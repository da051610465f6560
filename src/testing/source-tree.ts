import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every file under `src`, styles among them, as a path from the root of the repository. */
export const everyFile = globSync('src/**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/'))

/** Every file of code under `src`. */
export const files = everyFile.filter((path) => /\.tsx?$/.test(path))

const texts = new Map<string, string>()
export function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return text
}
export const isTest = (path: string) => /\.test\.tsx?$/.test(path)

export interface Import {
  from: string
  to: string
  specifier: string
}

/** Every import of a file, as paths from the root; packages are left out. */
export function importsOf(path: string, text: string): Import[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#database/')) return [{ from: path, to: specifier.slice(1), specifier }]
    if (specifier.startsWith('#')) return [{ from: path, to: `src/${specifier.slice(1)}`, specifier }]
    if (!specifier.startsWith('.')) return []
    const to = relative(root, join(root, path, '..', specifier)).replaceAll('\\', '/')
    return [{ from: path, to, specifier }]
  })
}

export type Layer = 'app' | 'features' | 'kit' | 'testing' | 'other'
export const layerOf = (path: string): Layer =>
  (/^src\/(app|features|kit|testing)\//.exec(path)?.[1] as Layer | undefined) ?? 'other'

export const sideOf = (path: string) => /\/(server|web)\//.exec(path)?.[1] ?? 'contract'

/** The folder of the feature, `identity`; empty outside of the features. */
export const featureOf = (path: string) => /^src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? ''

/** The noun or, where a feature is divided, the sub-noun: `vendors`, `identity/session`; empty outside of the features. */
export const nounOf = (path: string) =>
  /^src\/features\/([a-z-]+(?:\/(?!server\/|web\/)[a-z-]+)?)\//.exec(path)?.[1] ?? ''

/** One of them is a sub-noun of the other, as `orders/refunds` of `orders`: a noun and its parts are one folder. */
export const areOneFolder = (a: string, b: string) => a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

/** One cycle of the graph, empty when there is none. */
export function cycleIn(edges: Map<string, Set<string>>): string[] {
  const visit = (node: string, path: string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle.length > 0) return cycle
    }
    return []
  }
  for (const node of edges.keys()) {
    const cycle = visit(node, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
