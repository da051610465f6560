import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { migrate, openEmbeddedEngine } from '#kit/server/database.ts'

const all = new URL('./migrations/', import.meta.url)

test('what vendors called their categories becomes the first tree, whatever they wrote', async () => {
  const database = await asBefore('0030')
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
}, 120_000)

test('what was written of customers who were erased earlier goes, and group e-mails that left give their pictures free', async () => {
  const database = await asBefore('0091')
  const run = (statement: string, values: unknown[] = []) => database.pool.query(statement, values)
  await run(
    `insert into roles (id, name, permissions) values ('01a1fc80-d469-7475-b815-ea04c5a66a60', 'R', '{}')`,
  )
  await run(`insert into people (id, username, email, password_hash, role_id)
    values ('01a1fc80-d469-7475-b815-ea04c5a66a61', 'P', 'p@p.example', '', '01a1fc80-d469-7475-b815-ea04c5a66a60')`)
  await run(`insert into reason_templates (code, subject_type, name, kind, text_en, position)
    values ('planted', 'customer', 'N', 'fixable', 'T', 99)`)
  for (const [username, erased_at] of [
    ['Erased customer', '2026-01-01'],
    ['Hina', null],
  ]) {
    await run(
      `with person as (insert into customers (id, username, status, erased_at) values (gen_random_uuid(), $1, 'disabled', $2)
         returning id),
       decision as (insert into decisions (id, subject_type, subject_id, subject_name, action, reason, from_reason, from_status,
           to_status, subject_version, decided_by, undo_until)
         select gen_random_uuid(), 'customer', id, $1, 'disable', 'Of ' || $1, 'Before', 'approved', 'disabled', 2,
           '01a1fc80-d469-7475-b815-ea04c5a66a61', now() from person returning id),
       asked as (insert into requested_fields (decision_id, field, fingerprint) select id, 'phone', '' from decision)
       insert into decision_reasons (decision_id, position, code, kind, text, subject_type, decided_by, decided_at)
       select id, 1, 'planted', 'fixable', 'Of ' || $1, 'customer', '01a1fc80-d469-7475-b815-ea04c5a66a61', now() from decision`,
      [username, erased_at],
    )
  }
  await run(`insert into media (id, name, hash, thumbnail, width, height, bytes, created_at, created_by)
    values ('01a1fc80-d469-7475-b815-ea04c5a66a62', 'M', 'h', 't', 1, 1, 1, now(), 'P')`)
  for (const [subject, started_at] of [
    ['left', '2026-01-01'],
    ['draft', null],
  ]) {
    await run(
      `with mailing as (insert into mailings (id, subject, user_type, audience, content, started_at, created_by_name)
         values (gen_random_uuid(), $1, 'staff', '{}', '{}', $2, 'P') returning id)
       insert into media_uses (noun, record_id, is_live, media_id, hash, label)
       select 'mailing', id::text, false, '01a1fc80-d469-7475-b815-ea04c5a66a62', 'h', $1 from mailing`,
      [subject, started_at],
    )
  }
  await migrate(database.db, all)
  const read = async (statement: string) => (await run(statement)).rows
  expect(
    await read(`
      select d.subject_name, d.reason, d.from_reason, r.text,
        (select count(*)::int from requested_fields f where f.decision_id = d.id) as asked
      from decisions d join decision_reasons r on r.decision_id = d.id order by d.subject_name`),
  ).toEqual([
    { subject_name: 'Erased customer', reason: '', from_reason: '', text: 'Erased', asked: 0 },
    { subject_name: 'Hina', reason: 'Of Hina', from_reason: 'Before', text: 'Of Hina', asked: 1 },
  ])
  expect(await read('select label from media_uses')).toEqual([{ label: 'draft' }])
  await database.close()
}, 120_000)

/** An empty database as it was before this migration. */
async function asBefore(migration: string): Promise<Awaited<ReturnType<typeof openEmbeddedEngine>>> {
  const database = await openEmbeddedEngine(null)
  const earlier = mkdtempSync(join(tmpdir(), 'munshi-migrations-'))
  for (const name of readdirSync(all).filter((one) => one < migration)) {
    cpSync(new URL(name, all), join(earlier, name))
  }
  await migrate(database.db, pathToFileURL(`${earlier}/`))
  rmSync(earlier, { recursive: true })
  return database
}
