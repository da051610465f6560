import { describe, expect, test } from 'vitest'
import {
  areOneFolder,
  cycleIn,
  everyFile,
  featureOf,
  files,
  importsOf,
  isTest,
  nounOf,
  sideOf,
  textOf,
} from '#testing/source-tree.ts'
import { declaredIn, tablesReadBy } from '#testing/table-owners.ts'
import { closingTies, ties, tiesToAdapters } from './permitted-ties.ts'

interface Tie {
  from: string
  to: string
}

/** What a file imports of a feature, and the tables that it reads in plain SQL, where no import shows it. */
const linesOf = (path: string, text: string): Tie[] => [
  ...importsOf(path, text).filter(({ to }) => featureOf(to)),
  ...tablesReadBy(path, text).map((table) => ({ from: path, to: declaredIn.get(table) ?? '' })),
]
const ofFeatures = files.filter((path) => featureOf(path) && !isTest(path))
const lines = ofFeatures.flatMap((path) => linesOf(path, textOf(path)).filter(({ to }) => featureOf(to)))

/** From which folder to which, for the imports that cross a border; each tie once. */
function tiesOf(imports: readonly Tie[], folderOf: (path: string) => string): Tie[] {
  const found = new Map<string, Tie>()
  for (const line of imports) {
    const tie = { from: folderOf(line.from), to: folderOf(line.to) }
    if (tie.from !== tie.to && !areOneFolder(tie.from, tie.to)) found.set(arrow(tie), tie)
  }
  return [...found.values()].sort((a, b) => (arrow(a) < arrow(b) ? -1 : 1))
}

const arrow = ({ from, to }: Tie) => `${from} → ${to}`

function circleOf(given: readonly Tie[]): string[] {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of given) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  return cycleIn(edges)
}

/** An address is shown to be linked to and knows its own contract alone: a tie, but none that could close a circle. */
const isLink = ({ to }: Tie) => /\/links\.ts$/.test(to)
const binding = tiesOf(
  lines.filter((line) => !isLink(line)),
  featureOf,
)

/** Wrong with the list of closing ties: a circle without any of them, or one of them that closes no circle any more. */
function faultsOf(given: readonly Tie[], closing: readonly string[]): string[] {
  const rest = given.filter((tie) => !closing.includes(arrow(tie)))
  const circle = circleOf(rest)
  if (circle.length > 0) return [`a new circle: ${circle.join(' → ')}`]
  return closing.flatMap((line) => {
    const tie = given.find((one) => arrow(one) === line)
    if (!tie) return [`${line} is gone: take it off the list`]
    return circleOf([...rest, tie]).length > 0
      ? []
      : [`${line} closes no circle any more: take it off the list`]
  })
}

/** What works on many nouns from above. A noun that knows one of these could not be delivered without it. */
const adapters = ['intake', 'dashboard', 'views', 'search', 'desk', 'failed-mails']
const isToAdapter = ({ from, to }: Tie) => adapters.includes(to) && !adapters.includes(from)

describe('the ties between features', () => {
  const found = tiesOf(lines, featureOf)

  test('are those that are recorded, on every side: contracts, servers with their tables, screens', () => {
    const written = Object.fromEntries(
      [...new Set(found.map(({ from }) => from))].map((from) => [
        from,
        found.filter((tie) => tie.from === from).map(({ to }) => to),
      ]),
    )
    expect(written).toEqual(ties)
    const sides = ['contract', 'server', 'web'].map(
      (side) =>
        lines.filter((line) => sideOf(line.from) === side && featureOf(line.from) !== featureOf(line.to))
          .length,
    )
    expect(Math.min(...sides)).toBeGreaterThan(20)
    expect(lines.some(({ to }) => /\/tables\.ts$/.test(to))).toBe(true)
  })

  test('close no circle but by the ties on a list that only shrinks', () => {
    expect(faultsOf(binding, closingTies)).toEqual([])
    // This number goes down with every circle that is opened.
    expect(closingTies.length).toBeLessThanOrEqual(11)
    // An address is shown to be linked to: it knows nothing but its own contract.
    const imported = tiesOf(
      ofFeatures.flatMap((path) =>
        importsOf(path, textOf(path)).filter(({ to }) => featureOf(to) && !to.endsWith('/links.ts')),
      ),
      featureOf,
    )
    const rest = imported.filter((tie) => !closingTies.includes(arrow(tie)))
    const closing = imported.filter((tie) => !rest.includes(tie) && circleOf([...rest, tie]).length > 0)
    expect(closing.length).toBeLessThanOrEqual(8)
  })

  test('are never made by an address: it knows the kit and the paths of its own noun alone', () => {
    const knows = (path: string, text: string) =>
      importsOf(path, text.replaceAll(/import type [^']*'[^']+'/g, ''))
        .map(({ to }) => to)
        .filter((to) => to !== 'src/kit/web/address.ts' && !/\/screen-contract\.ts$/.test(to))
    const addresses = files.filter((path) => isLink({ from: '', to: path }))
    expect(addresses.length).toBeGreaterThan(15)
    expect(addresses.flatMap((path) => knows(path, textOf(path)))).toEqual([])
    const planted = "import { orders } from '../contract.ts'"
    expect(knows('src/features/orders/web/links.ts', planted)).toEqual(['src/features/orders/contract.ts'])
  })

  test.each([
    ['a contract', 'src/features/access/contract.ts', "import { one } from '#features/vendors/contract.ts'"],
    [
      'a screen',
      'src/features/audit/web/entry-page.tsx',
      "import { one } from '#features/staff/web/factor-panel.tsx'",
    ],
    [
      'tables',
      'src/features/messages/server/tables.ts',
      "import { one } from '#features/orders/server/tables.ts'",
    ],
    [
      'a server',
      'src/features/vendors/server/commands.ts',
      "import { one } from '#features/orders/contract.ts'",
    ],
    ['plain SQL', 'src/features/access/server/queries.ts', 'sql`select from people p join orders o on true`'],
  ])('planted as a circle by way of %s are seen', (_, path, text) => {
    const planted = linesOf(path, text)
    expect(faultsOf(tiesOf([...lines, ...planted], featureOf), closingTies).join()).toContain('a new circle')
  })

  test('that are on the list and gone, or needless, are seen', () => {
    const [a, b] = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]
    expect(faultsOf([a, b], ['a → b'])).toEqual([])
    expect(faultsOf([a], ['a → b'])).toEqual(['a → b closes no circle any more: take it off the list'])
    expect(faultsOf([b], ['a → b'])).toEqual(['a → b is gone: take it off the list'])
  })

  test('never lead from a noun up to an adapter', () => {
    expect(found.filter(isToAdapter).map(arrow)).toEqual(tiesToAdapters)
    expect(isToAdapter({ from: 'orders', to: 'dashboard' })).toBe(true)
  })
})

describe('the ties among the files of one side', () => {
  const circleAmong = (side: string, folderOf: (path: string) => string, imports: readonly Tie[]) =>
    circleOf(
      tiesOf(
        imports.filter(
          // A table is shown to be joined and an address to be linked to: both know their own contract alone.
          ({ from, to }) => sideOf(from) === side && sideOf(to) === side && !/\/(tables|links)\.ts$/.test(to),
        ),
        folderOf,
      ),
    )

  test.each([
    ['contracts', 'contract', nounOf, 'contract.ts'],
    ['servers', 'server', nounOf, 'server/queries.ts'],
    // The screens of two sub-nouns may show each other's dialogs.
    ['screens', 'web', featureOf, 'web/entry-panel.tsx'],
  ] as const)('of %s close no circle', (_, side, folderOf, file) => {
    expect(circleAmong(side, folderOf, lines)).toEqual([])
    const [from, to] = [`src/features/identity/session/${file}`, `src/features/staff/${file}`]
    expect(circleAmong(side, folderOf, [...lines, { from, to }, { from: to, to: from }])).not.toEqual([])
  })
})

/** The sides with more than 20 files that are no tests. */
function tooWide(paths: readonly string[]): string[] {
  const counts: Record<string, number> = {}
  for (const path of paths.filter((one) => nounOf(one) && !isTest(one))) {
    const side = `${nounOf(path)}/${sideOf(path)}`
    counts[side] = (counts[side] ?? 0) + 1
  }
  return Object.entries(counts)
    .filter(([, count]) => count > 20)
    .map(([side, count]) => `${side} has ${count} files: divide it into sub-nouns`)
}

describe('a side of a noun', () => {
  test('has at most 20 files', () => {
    expect(tooWide(everyFile)).toEqual([])
    const planted = Array.from({ length: 20 }, (_, index) => `src/features/notes/web/planted-${index}.tsx`)
    expect(tooWide([...everyFile, ...planted]).join()).toMatch(/^notes\/web has \d+ files/)
  })
})
