import { featureOf, files, isTest, layerOf, textOf } from './source-tree.ts'

/** Which file declares the columns of which table. */
export const declaredIn: ReadonlyMap<string, string> = new Map(
  files
    .filter((path) => !isTest(path) && ['app', 'features', 'kit'].includes(layerOf(path)))
    .flatMap((path) =>
      [...textOf(path).matchAll(/\btable\(\s*'([a-z_]+)'/g)].map(([, name = '']) => [name, path] as const),
    ),
)

const reads =
  /\b(?:from|join)\s+(?:only\s+|lateral\s+)?"?([a-z_]+)\b|\.(?:selectFrom|innerJoin|leftJoin)\(\s*'([a-z_]+)/g

/** The tables that a file of the server reads, by Kysely or in plain SQL. Comments say nothing. */
export function tablesReadBy(path: string, text: string): string[] {
  if (!featureOf(path) || !/\/server\//.test(path)) return []
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...new Set([...code.matchAll(reads)].map(([, sql, kysely]) => sql ?? kysely ?? ''))].filter(
    (name) => declaredIn.has(name),
  )
}
