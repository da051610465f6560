import { type RawBuilder, sql } from 'kysely'
import { allows, grants } from '#features/access/contract.ts'
import '#features/access/server/tables.ts'
import { readSubtreeIds } from '#features/categories/server/queries.ts'
import '#features/categories/server/tables.ts'
import '#features/customers/server/tables.ts'
import '#features/products/server/tables.ts'
import { reasonsAgainstLegalMail, suppressionReasons } from '#features/subscribers/contract.ts'
import '#features/subscribers/server/tables.ts'
import '#features/vendors/server/tables.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { withinDays } from '#kit/server/days.ts'
import { escapeLike } from '#kit/server/matching.ts'
import type { Audience, AudienceCount, Selection } from '../audience-contract.ts'
import type { PreviewPerson } from '../contract.ts'
import { kindsOf, maySee } from './rules.ts'
import './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** So many recipients and no more are written to without the approval of a second person. */
    mailingSecondPersonOver: number
  }
}

const previewed = 20

/** How many an audience has now, by the same query that fixes the recipients when sending starts. */
export async function countAudience(
  ctx: Context,
  { audience, is_legal }: { audience: Audience; is_legal: boolean },
): Promise<AudienceCount> {
  const { rows } = await sql<Omit<AudienceCount, 'needs_second'>>`
    ${await judgedPeople(ctx, audience, is_legal)}
    select count(*)::int4 as found,
      count(*) filter (where hash is null)::int4 as without_address,
      count(*) filter (where hash is not null and why = 'blocked')::int4 as blocked,
      count(*) filter (where hash is not null and why = 'bounced')::int4 as bounced,
      count(*) filter (where hash is not null and why = 'unsubscribed')::int4 as unsubscribed,
      (count(*) filter (where hash is not null and why is null)
        - count(distinct hash) filter (where why is null))::int4 as duplicates,
      (count(distinct hash) filter (where why is null))::int4 as recipients
    from judged`.execute(ctx.db)
  const [count] = rows
  if (!count) throw new Error('a count has no row')
  return { ...count, needs_second: count.recipients > ctx.services.mailingSecondPersonOver }
}

/**
 * Some recipients of an audience, by name or address, as a preview shows the mail to them. Withheld from readers who may
 * not view people of this kind: a search tells who is among them.
 */
export async function readPeople(
  ctx: Context,
  { audience, is_legal, q }: { audience: Audience; is_legal: boolean; q: string },
): Promise<{ people: PreviewPerson[]; is_withheld: boolean }> {
  const { user_type } = await selectionOf(ctx.db, audience)
  if (!maySee(ctx, kindsOf[user_type])) return { people: [], is_withheld: true }
  const like = `%${escapeLike(q.toLowerCase())}%`
  const named = q
    ? sql` and (lower(address) like ${like} or lower(fields ->> 'name') like ${like} or lower(fields ->> 'shop_name') like ${like})`
    : sql``
  const { rows } = await sql<{ address: string; fields: Omit<PreviewPerson, 'address'> }>`
    ${await judgedPeople(ctx, audience, is_legal)}
    select address, fields from judged where hash is not null and why is null${named}
    order by record_id limit ${previewed}`.execute(ctx.db)
  return { people: rows.map(({ address, fields }) => ({ address, ...fields })), is_withheld: false }
}

/** The selection of an audience: its own, or that of the saved list. Refuses (invalid) a list that is gone. */
export async function selectionOf(db: Database, audience: Audience): Promise<Selection> {
  const { list_id, user_type, ...filters } = audience
  if (user_type !== 'list') return { user_type, ...filters }
  const list = await db
    .selectFrom('mailing_lists')
    .select('selection')
    .where('id', '=', list_id ?? '')
    .executeTakeFirst()
  if (!list) throw fieldRefusal('audience', 'This list no longer exists. Choose another')
  return list.selection as Selection
}

/** Everyone whom the selection finds as `judged`, with the hash of the address and why it gets no mail. */
export async function judgedPeople(
  ctx: Context,
  audience: Audience,
  isLegal: boolean,
): Promise<RawBuilder<unknown>> {
  const selection = await selectionOf(ctx.db, audience)
  const reasons = isLegal ? reasonsAgainstLegalMail : suppressionReasons
  return sql`
    with people as (${await peopleOf(ctx, selection)}),
    hashed as (
      select *, case when address like '%_@_%' then public.address_hash(address) end as hash from people
    ),
    held as (
      select address_hash,
        case when bool_or(reason in ('blocked', 'erased')) then 'blocked'
          when bool_or(reason = 'bounced') then 'bounced' else 'unsubscribed' end as why
      from suppressions where reason = any(${[...reasons]}) group by address_hash
    ),
    judged as (select hashed.*, held.why from hashed left join held on held.address_hash = hashed.hash)`
}

const columns = (names: {
  kind: string
  id: string
  address: string
  name: string
  shop: string
  city: string
}) =>
  sql`${sql.lit(names.kind)} as kind, ${sql.raw(names.id)} as record_id, btrim(${sql.raw(names.address)}) as address,
    jsonb_build_object('first_name', split_part(btrim(${sql.raw(names.name)}), ' ', 1), 'name', btrim(${sql.raw(names.name)}),
      'shop_name', ${sql.raw(names.shop)}, 'city', ${sql.raw(names.city)}) as fields`

async function peopleOf(ctx: Context, selection: Selection): Promise<RawBuilder<unknown>> {
  const cities = selection.cities.map((city) => city.trim().toLowerCase()).filter(Boolean)
  const inCities = (column: string) =>
    cities.length > 0 ? [sql`lower(btrim(${sql.raw(column)})) = any(${cities})`] : []
  switch (selection.user_type) {
    case 'vendors': {
      const states = selection.vendor_states.length > 0 ? selection.vendor_states : ['approved']
      return found(
        columns({
          kind: kindsOf.vendors,
          id: 'v.id',
          address: 'v.email',
          name: 'v.username',
          shop: 'v.shop_name',
          city: 'v.sellers_city',
        }),
        sql`vendors v`,
        [
          sql`v.status = any(${[...states]})`,
          ...inCities('v.sellers_city'),
          ...(await inCategories(ctx, selection)),
        ],
      )
    }
    case 'customers': {
      const { orders_least, orders_most, bought_from, bought_to } = selection
      return found(
        columns({
          kind: kindsOf.customers,
          id: 'c.id',
          address: 'c.email',
          name: 'c.username',
          shop: "''",
          city: 'c.city',
        }),
        sql`customers c`,
        [
          sql`c.erased_at is null`,
          sql`c.status <> 'disabled'`,
          ...inCities('c.city'),
          ...(orders_least === null ? [] : [sql`c.orders_count >= ${orders_least}`]),
          ...(orders_most === null ? [] : [sql`c.orders_count <= ${orders_most}`]),
          ...withinDays('c.last_order_at', {
            ...(bought_from ? { from: bought_from } : {}),
            ...(bought_to ? { to: bought_to } : {}),
          }),
        ],
      )
    }
    case 'subscribers':
      return found(
        columns({
          kind: kindsOf.subscribers,
          id: 's.id',
          address: 's.email',
          name: "''",
          shop: "''",
          city: "''",
        }),
        sql`subscribers s`,
        [sql`s.list = 'subscribed'`],
      )
    case 'staff':
      return found(
        columns({
          kind: kindsOf.staff,
          id: 'p.id',
          address: 'p.email',
          name: 'p.username',
          shop: "''",
          city: "''",
        }),
        sql`people p`,
        [
          sql`p.disabled_at is null`,
          ...(selection.role_ids.length > 0
            ? [sql`p.role_id = any(${[...selection.role_ids]}::uuid[])`]
            : []),
        ],
      )
  }
}

function found(what: RawBuilder<unknown>, from: RawBuilder<unknown>, conditions: RawBuilder<unknown>[]) {
  return sql`select ${what} from ${from} where ${sql.join(conditions, sql` and `)}`
}

async function inCategories(ctx: Context, { category_ids }: Selection): Promise<RawBuilder<unknown>[]> {
  if (category_ids.length === 0) return []
  const below = await Promise.all(category_ids.map((id) => readSubtreeIds(ctx.db, id)))
  const ids = [...new Set(below.flat())]
  return [
    sql`exists (select from products p where p.vendor_id = v.id and p.list = 'approved'
      and p.category_id = any(${ids}::uuid[]))`,
  ]
}

/** Names a list or a mailing to those who may see it, as words that say what to do; to others the whole of it is `hidden`. */
export function namedTo({ actor }: Context, words: string | undefined, hidden: string): string | null {
  if (words === undefined) return null
  const isSeen = actor.kind === 'person' && allows(actor.permissions, grants('Email', 'view'))
  return isSeen ? words : `${hidden}. Ask somebody who may see Email`
}

/** Why a role cannot be deleted: a saved list or a mailing that has not begun is for its people. Null if none is. */
export async function mailingNamingRole(ctx: Context, id: string): Promise<string | null> {
  const { rows } = await sql<{ words: string }>`
    select 'The list “' || name || '” selects people of this role. Delete the list first' as words from mailing_lists
    where selection -> 'role_ids' ? ${id}
    union all
    select 'The group e-mail “' || subject || '” is written to people of this role. '
      || case status when 'draft' then 'Change' else 'Return it to draft and change' end || ' whom it is for' from mailings
    where started_at is null and audience -> 'role_ids' ? ${id} limit 1`.execute(ctx.db)
  return namedTo(ctx, rows[0]?.words, 'A group e-mail or a list is for people of this role')
}
