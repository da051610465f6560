import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import { type Context, transact } from '#kit/server/context.ts'
import { idOf } from '#kit/server/field-keys.ts'
import type { Job } from '#kit/server/jobs.ts'

const atOnce = 500

/** Every column with sealed values, with the key of its table. */
export const sealedColumns = [
  ['vendors', 'id', 'cnic_sealed'],
  ['vendors', 'id', 'shop_ntn_sealed'],
  ['vendors', 'id', 'account_number_sealed'],
  ['vendors', 'id', 'ibn_number_sealed'],
  ['second_factors', 'person_id', 'secret_sealed'],
  ['reset_requests', 'id', 'email_sealed'],
  ['subscription_requests', 'id', 'email_sealed'],
  ['messages', 'id', 'link_sealed'],
  ['withdrawals', 'id', 'iban_sealed'],
  ['refunds', 'id', 'iban_sealed'],
  ['webhook_endpoints', 'id', 'secret_sealed'],
  ['webhook_endpoints', 'id', 'old_secret_sealed'],
  ['payout_lines', 'withdrawal_id', 'iban_sealed'],
] as const

/** Every column of JSON that holds sealed values, with the key of its table. */
const sealedPayloads = [
  ['vendor_submissions', 'id', 'payload'],
  ['decision_states', 'decision_id', 'state'],
] as const

export interface Rotated {
  /** The name of the newest key, under which all values are now sealed. */
  key: string
  values: number
  files: number
}

/** After this time every instance that reads the same key file has loaded a newly added key. */
const settledMs = 60_000

/**
 * Reseals all values and files that are sealed under older keys under the newest key, while others read and write. It
 * works in batches and replaces a value only if the value is still the one that was read. After an interruption the
 * next run does the rest. The rotation is complete, and the older keys may be removed, when nothing is left a minute
 * after it began, because until then another instance may still have sealed under an older key. Returns null while it
 * is incomplete, and when there was nothing to do.
 */
export async function sealAnew(ctx: Context): Promise<Rotated | null> {
  const { keys } = ctx.services
  keys.refresh()
  const key = keys.ids.at(-1) ?? ''
  const standing = await readStanding(ctx)
  if (isUnder(standing, key)) {
    // No other key was ever used here, so there is nothing to reseal.
    if (standing.sealed_under !== key)
      await sql`update installation set sealed_under = ${key}`.execute(ctx.db)
    return null
  }
  if (standing.sealing_under !== key) {
    // From this point on a start also requires the new key, because values may be sealed under it.
    await sql`update installation set sealing_under = ${key}, sealing_since = ${ctx.now()}, values_anew = 0,
      key_ids = array(select distinct unnest(key_ids || ${[key]}::text[]))`.execute(ctx.db)
  }
  let values = 0
  for (const [table, id, column] of sealedColumns) values += await sealColumn(ctx, table, id, column)
  for (const [table, id, column] of sealedPayloads) values += await sealPayloads(ctx, table, id, column)
  await sql`update installation set values_anew = values_anew + ${values}`.execute(ctx.db)
  const { sealing_since, values_anew } = await readStanding(ctx)
  const isSettled = sealing_since !== null && ctx.now().getTime() - sealing_since.getTime() >= settledMs
  if (!isSettled || values > 0) return null
  const files = await sealFiles(ctx)
  await transact(ctx, async (own) => {
    await sql`update installation set sealed_under = ${key}, key_ids = ${[key]}`.execute(own.db)
    await own.record({
      action: 'seal anew',
      subject: { type: 'installation', id: null, name: 'Field keys' },
      after: { key, values: values_anew, files },
    })
  })
  return { key, values: values_anew, files }
}

/** True when all values are known to be sealed under the newest key. */
export async function isSealedAnew(ctx: Context): Promise<boolean> {
  const standing = await readStanding(ctx)
  const key = ctx.services.keys.ids.at(-1) ?? ''
  return standing.sealed_under === key && isUnder(standing, key)
}

/**
 * True if no value can be under another key. An instance that still had the keys in their old order may have sealed values back
 * after the rotation was complete: it wrote its key down before.
 */
function isUnder({ key_ids }: Standing, key: string): boolean {
  return key_ids.every((id) => id === key)
}

interface Standing {
  sealed_under: string | null
  sealing_under: string | null
  /** The keys that values were sealed under and that may still be needed. */
  key_ids: string[]
  sealing_since: Date | null
  values_anew: number
}

async function readStanding(ctx: Context): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select sealed_under, sealing_under, sealing_since, key_ids, values_anew from installation`.execute(ctx.db)
  if (!rows[0]) throw new Error('the installation has no row')
  return rows[0]
}

/** Checks every few seconds for a new key. Runs in every instance, because each has to load the key. */
export const sealUnderNewestKey: Job = {
  name: 'seal-under-newest-key',
  everySeconds: 15,
  run: async (ctx, log) => {
    const rotated = await sealAnew(ctx)
    if (rotated) log.info({ ...rotated }, 'everything is sealed under the newest key')
  },
}

async function sealColumn(ctx: Context, table: string, id: string, column: string): Promise<number> {
  const { keys } = ctx.services
  const newest = keys.ids.at(-1) ?? ''
  return inBatches(
    ctx,
    (after) => sql`
      select ${sql.ref(id)}::text as id, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null and split_part(${sql.ref(column)}, '.', 1) <> ${newest}
        and ${sql.ref(id)} > ${after}::uuid
      order by ${sql.ref(id)} limit ${atOnce}`,
    (row: { id: string; value: string }) => ({ ...row, anew: keys.seal(keys.open(row.value)) }),
    (changed) => sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = c.anew
      from jsonb_to_recordset(${changed}::jsonb) as c(id uuid, value text, anew text)
      where t.${sql.ref(id)} = c.id and t.${sql.ref(column)} = c.value`,
  )
}

function sealPayloads(ctx: Context, table: string, id: string, column: string): Promise<number> {
  const newest = ctx.services.keys.ids.at(-1) ?? ''
  // A sealed value in a payload is under the key "sealed", and is empty if no value was given.
  const path = `$.**.sealed ? (@ != "" && !(@ starts with "${newest}."))`
  return inBatches(
    ctx,
    (after) => sql`
      select ${sql.ref(id)}::text as id, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(id)} > ${after}::uuid and ${sql.ref(column)} @? ${path}::jsonpath
      order by ${sql.ref(id)} limit ${atOnce}`,
    (row: { id: string; value: unknown }) => ({ ...row, anew: payloadAnew(ctx, row.value) }),
    (changed) => sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = c.anew
      from jsonb_to_recordset(${changed}::jsonb) as c(id uuid, value jsonb, anew jsonb)
      where t.${sql.ref(id)} = c.id and t.${sql.ref(column)} = c.value`,
  )
}

function payloadAnew(ctx: Context, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => payloadAnew(ctx, member))
  if (typeof value !== 'object' || value === null) return value
  const { keys } = ctx.services
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === 'sealed' && typeof member === 'string' && member !== '' && idOf(member) !== keys.ids.at(-1)
        ? [name, keys.seal(keys.open(member))]
        : [name, payloadAnew(ctx, member)],
    ),
  )
}

/** Processes rows in keyset order, with one transaction per batch. Returns the number of rows that were resealed. */
async function inBatches<Row extends { id: string }>(
  ctx: Context,
  select: (after: string) => RawBuilder<unknown>,
  anew: (row: Row) => Row & { anew: unknown },
  update: (changed: string) => RawBuilder<unknown>,
): Promise<number> {
  let after = '00000000-0000-0000-0000-000000000000'
  let count = 0
  for (;;) {
    const { rows } = await (select(after) as RawBuilder<Row>).execute(ctx.db)
    if (rows.length === 0) return count
    const { numAffectedRows } = await update(JSON.stringify(rows.map(anew))).execute(ctx.db)
    count += Number(numAffectedRows ?? 0)
    after = rows.at(-1)?.id ?? after
    if (rows.length < atOnce) return count
  }
}

/** Queries for the storage keys of sealed files. */
const sealedFiles = [
  sql<string>`select distinct storage_key as key from vendor_files`,
  sql<string>`select storage_key as key from support_files`,
  sql<string>`select 'people/' || photo::text || '.webp' as key from account_settings where photo is not null`,
]

/** Reads each file and replaces it in place, which seals it under the newest key. */
async function sealFiles(ctx: Context): Promise<number> {
  const { files } = ctx.services
  let count = 0
  for (const keys of sealedFiles) {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ key: string }>`
        select key from (${keys}) f where key > ${after} order by key limit ${atOnce}`.execute(ctx.db)
      for (const { key } of rows) {
        const found = await files.read(key)
        if (!found) continue
        await files.replace(key, await buffer(found.stream))
        // A photo that was removed in the meantime must stay removed.
        const { rows: left } = await sql`select 1 from (${keys}) f where key = ${key}`.execute(ctx.db)
        if (left.length === 0) await files.remove(key)
        else count += 1
      }
      if (rows.length < atOnce) break
      after = rows.at(-1)?.key ?? after
    }
  }
  return count
}
