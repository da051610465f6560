/** An import, as two paths from the root. */
interface Import {
  from: string
  to: string
}

interface Ties {
  /** Pairs "from → to" of features, each once, however many imports there are. */
  edges: string[]
  imports: number
  /** Pairs of features that import each other. */
  mutual: string[]
  /** Groups of features that reach each other by imports, the largest first. */
  knots: string[][]
}

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? ''

/** How features are tied by these imports: contracts, screens, servers and tables alike. */
export function tiesOf(imports: readonly Import[]): Ties {
  const edges = new Map<string, Set<string>>()
  let crossings = 0
  for (const { from, to } of imports) {
    const [feature, other] = [featureOf(from), featureOf(to)]
    if (!feature || !other || feature === other) continue
    crossings += 1
    edges.set(feature, (edges.get(feature) ?? new Set()).add(other))
  }
  const pairs = [...edges].flatMap(([from, tos]) => [...tos].map((to) => [from, to] as const))
  return {
    edges: pairs.map(([from, to]) => `${from} → ${to}`).sort(),
    imports: crossings,
    mutual: pairs
      .filter(([from, to]) => from < to && edges.get(to)?.has(from))
      .map(([from, to]) => `${from} ↔ ${to}`)
      .sort(),
    knots: knotsIn(edges),
  }
}

function knotsIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...edges.keys()].map((node) => [node, reachableFrom(node, edges)]))
  const knots = new Map<string, string[]>()
  for (const [node, all] of reached) {
    const knot = [...all].filter((other) => reached.get(other)?.has(node)).sort()
    if (knot.length > 1) knots.set(knot.join(' '), knot)
  }
  return [...knots.values()].sort((a, b) => b.length - a.length)
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of edges.get(node) ?? []) {
      if (!found.has(next)) waiting.push(next)
      found.add(next)
    }
  }
  return found
}
