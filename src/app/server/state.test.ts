import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let tables: string[]
const run = (text: string) => app.database.pool.query(text)

beforeAll(async () => {
  app = await startTestApp()
  await pendingVendor(app)
  await run('create table made_by_the_next_migration (id int)')
  const { rows } = await run(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  tables = rows.map(({ name }) => name)
  // What is looked at is whether a row is noticed, and not whether it may be there.
  await run(`do $$
    declare c record;
    begin
      for c in select conrelid::regclass as t, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('f', 'c') loop
        execute format('alter table %s drop constraint %I', c.t, c.conname);
      end loop;
      for c in select conrelid::regclass as t, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'x') loop
        execute format('alter table %s drop constraint if exists %I cascade', c.t, c.conname);
      end loop;
      for c in select attrelid::regclass as t, attname from pg_attribute a join pg_class r on r.oid = a.attrelid
        where r.relkind = 'r' and r.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
          and attnotnull and attidentity = '' loop
        execute format('alter table %s alter column %I drop not null', c.t, c.attname);
      end loop;
      for c in select oid::regclass as t from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s disable trigger user', c.t);
      end loop;
    end $$`)
})
afterAll(() => app.close())

/** What the state says of each table: looked at for all of them at once, as a look takes as long as it has tables. */
async function stateOfEach(): Promise<Map<string, string>> {
  const parts = (await stateOf(app)).split(', ')
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part]))
}

test('the state of a database is another after any write by any means, in every table, and after no other', async () => {
  expect(tables.length).toBeGreaterThan(80)
  const { rows: first } = await run(
    `select attrelid::regclass::text as name, (array_agg(attname::text order by attnum))[1] as column
     from pg_attribute a join pg_class r on r.oid = a.attrelid
     where r.relkind = 'r' and r.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = '' group by attrelid`,
  )
  expect(first.map(({ name }) => name).sort()).toEqual([...tables].sort())
  const unseen: string[] = []
  let before = await stateOfEach()
  expect(await stateOfEach()).toEqual(before)
  for (const write of [
    (table: string) => `insert into ${table} default values`,
    (table: string, column: string) => `update ${table} set ${column} = ${column}`,
    (table: string) => `insert into ${table} default values`,
    (table: string) => `delete from ${table} where ctid = (select min(ctid) from ${table})`,
    (table: string) => `truncate ${table}`,
  ]) {
    for (const { name, column } of first) await run(write(name, column))
    const after = await stateOfEach()
    for (const { name, column } of first) {
      if (after.get(name) === before.get(name)) unseen.push(write(name, column))
    }
    before = after
  }
  for (const { name } of first) {
    await run(`do $$ begin
      insert into ${name} default values; truncate ${name}; raise exception 'never mind';
      exception when others then null; end $$`)
  }
  expect(await stateOfEach()).toEqual(before)
  // A refused call may write these two: when a session was last used, and what was guessed.
  const notWatched = unseen.filter((write) => /(sessions|sign_in_throttles)\b/.test(write))
  expect(unseen).toEqual(notWatched)
  expect(notWatched).toHaveLength(10)
})
