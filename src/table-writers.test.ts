import { describe, expect, test } from 'vitest'
import { featureOf, files, isTest, layerOf, textOf } from '#testing/source-tree.ts'
import { declaredIn } from '#testing/table-owners.ts'
import { foreignWrites } from './permitted-ties.ts'

/** The feature that a file belongs to, or its layer: `vendors`, `kit`, `app`. */
const ownerOf = (path: string) => featureOf(path) || layerOf(path)

const sources = files.filter((path) => !isTest(path) && ['app', 'features', 'kit'].includes(layerOf(path)))

/** Which feature owns which table: the one that declares its columns. */
const owners = new Map([...declaredIn].map(([table, path]) => [table, ownerOf(path)] as const))

const name = String.raw`(?:public\.)?"?([a-z_]+\b|\$\{[^}]*\})"?`
const statements = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'([a-z_]+)(?: as \w+)?'|([^)]*))/g,
  new RegExp(
    String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?${name}`,
    'gi',
  ),
  new RegExp(String.raw`\bupdate\s+(?:only\s+)?${name}(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b`, 'gi'),
  // Prose copies too: only what looks like the statement is taken for one.
  new RegExp(String.raw`\bcopy\s+${name}\s*(?:\([^)]*\)\s*)?from\b`, 'gi'),
]

/** What these lines write, by Kysely or in plain SQL; `?` where the table is not spelled out. */
function writtenBy(text: string): string[] {
  return statements.flatMap((statement) =>
    [...text.matchAll(statement)].map((match) =>
      /^[a-z_]+$/.test(match[1] ?? '') ? (match[1] ?? '?') : '?',
    ),
  )
}

/** The tables of others that a file writes, once for each statement; those of nobody are the application's and the kit's. */
function foreignIn(path: string, text: string): string[] {
  if (!/\/server\//.test(path)) return []
  const own = ownerOf(path)
  const isForeign = (table: string) => {
    if (table === '?') return own !== 'kit'
    const owner = owners.get(table)
    return owner ? owner !== own : featureOf(path) !== ''
  }
  return writtenBy(text).filter(isForeign).sort()
}

describe('a table', () => {
  test('is written by the folder that declares it alone, but for a list that only shrinks', () => {
    const found = sources
      .map((path) => ({ path, tables: foreignIn(path, textOf(path)) }))
      .filter(({ tables }) => tables.length > 0)
    expect(Object.fromEntries(found.map(({ path, tables }) => [path, tables]))).toEqual(foreignWrites)
    expect(owners.size).toBeGreaterThan(60)
    expect(new Set(sources.filter((path) => writtenBy(textOf(path)).length > 0)).size).toBeGreaterThan(60)
  })

  test('is written by commands and jobs, and by no other file of its folder', () => {
    const isAllowed = (path: string) =>
      !featureOf(path) || /\/server\/([a-z]+-)?(commands|jobs)\.ts$/.test(path)
    const writing = sources.filter((path) => /\/server\//.test(path) && writtenBy(textOf(path)).length > 0)
    expect(writing.filter((path) => !isAllowed(path))).toEqual([])
    expect(isAllowed('src/features/orders/server/rules.ts')).toBe(false)
  })

  test.each([
    ["await ctx.db.insertInto('orders').values({}).execute()", ['orders']],
    ["await ctx.db.updateTable('orders as o').set({}).execute()", ['orders']],
    ["await ctx.db\n  .deleteFrom('orders')\n  .execute()", ['orders']],
    ["await ctx.db.mergeInto('orders').execute()", ['orders']],
    ['await ctx.db.updateTable(table).set({}).execute()', ['?']],
    ['sql`insert into orders (id) values (1)`', ['orders']],
    ['sql`update orders o set version = 1`', ['orders']],
    ['sql`UPDATE orders\n  SET version = 1`', ['orders']],
    ['sql`with gone as (delete from only orders where true returning id) select 1`', ['orders']],
    ['sql`merge into orders using x on true when matched then delete`', ['orders']],
    ['sql`copy orders (id) from stdin`', ['orders']],
    ['sql`truncate orders`', ['orders']],
    ['sql`insert into "orders" values (1)`', ['orders']],
    ['sql`update \x24{sql.table(name)} t set version = 1`', ['?']],
    ['sql`insert into nowhere values (1)`', ['nowhere']],
  ])('planted in another folder is seen: %s', (text, tables) => {
    expect(foreignIn('src/features/vendors/server/commands.ts', text)).toEqual(tables)
  })

  test('planted in the kit and in the application is seen, and one of its own is none', () => {
    const text = "sql`delete from orders`; ctx.db.updateTable('counts'); sql`update installation set x = 1`"
    expect(foreignIn('src/kit/server/upkeep.ts', text)).toEqual(['orders'])
    expect(foreignIn('src/app/server/main.ts', text)).toEqual(['counts', 'orders'])
    expect(foreignIn('src/features/orders/server/commands.ts', 'sql`delete from orders`')).toEqual([])
    expect(writtenBy('select 1 for update of orders; on conflict do update set x = 1')).toEqual([])
  })
})
