import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { migrate, openEmbeddedEngine } from '#kit/server/database.ts'

const all = new URL('./migrations/', import.meta.url)

test('what vendors called their categories becomes the first tree, whatever they wrote', async () => {
  const database = await openEmbeddedEngine(null)
  const earlier = mkdtempSync(join(tmpdir(), 'munshi-migrations-'))
  for (const name of readdirSync(all).filter((one) => one < '0030')) {
    cpSync(new URL(name, all), join(earlier, name))
  }
  await migrate(database.db, pathToFileURL(`${earlier}/`))
  const given = [
    'Pots > Pans',
    'Shoes',
    'SHOES',
    'shoes!',
    'Élan',
    'élan',
    'کتابیں',
    'کھلونے',
    '',
    `${'Long '.repeat(23)}name`,
    '7',
  ]
  await database.pool.query(
    `insert into vendors (id, username, email, phone, status) values ('01a1fc80-d469-7475-b815-ea04c5a66a67', 'V', 'v@v.example', '', 'approved')`,
  )
  for (const [number, category] of given.entries()) {
    await database.pool.query(
      `insert into products (id, vendor_id, sku, product_name, product_price, product_stock, category, status)
       values (gen_random_uuid(), '01a1fc80-d469-7475-b815-ea04c5a66a67', $1, 'P', 100, 1, $2, 'approved')`,
      [`S${number}`, category],
    )
  }
  await migrate(database.db, all)
  const { rows } = await database.pool.query(`
    select c.name, c.slug, c.position, c.place, array_agg(p.category order by p.sku) as words,
      (select sum(n)::int from count_deltas where key = 'category:' || c.id) as counted,
      (select sum(n)::int from count_deltas where key = 'filed:' || c.id || ':approved') as filed
    from categories c join products p on p.category_id = c.id group by c.id order by c.position`)
  const byWord = new Map(rows.flatMap((row) => row.words.map((word: string) => [word, row])))
  expect([...byWord.keys()].sort()).toEqual(given.filter((word) => word !== '').sort())
  expect(byWord.get('Shoes')).toBe(byWord.get('SHOES'))
  expect(byWord.get('Élan')).toBe(byWord.get('élan'))
  expect(byWord.get('shoes!')).not.toBe(byWord.get('Shoes'))
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1))
  expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => String(at + 1).padStart(6, '0')))
  expect(rows.map(({ filed }) => filed)).toEqual(rows.map(({ words }) => words.length))
  expect(rows.map(({ counted }) => counted)).toEqual(rows.map(({ words }) => words.length))
  expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length)
  expect(rows.filter(({ slug }) => slug.length > 80)).toEqual([])
  await database.close()
  rmSync(earlier, { recursive: true })
}, 120_000)
