import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { categoryNamesOf } from '#features/categories/server/tables.ts'
import { formatRs, type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { rateOf } from '#kit/contract/percent.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { withinDays } from '#kit/server/days.ts'
import { idsWith } from '#kit/server/search.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type {
  Commission,
  CommissionDraft,
  CommissionRuleDraft,
  CommissionTrial,
  TaxRate,
  TaxRates,
} from '../contract.ts'
import { overlapOf, type RuleToMatch, rateFor } from './rules.ts'
import './tables.ts'

/** Reads the commission rules in their order, with the version of the whole list. */
export async function readCommission(ctx: Context): Promise<Commission> {
  const settings = await ctx.db.selectFrom('commission_settings').selectAll().executeTakeFirstOrThrow()
  const rules = await ctx.db
    .selectFrom('commission_rules as c')
    .leftJoin('vendors as v', 'v.id', 'c.vendor_id')
    .select(['c.id', 'c.name', 'c.vendor_id', 'c.category', 'c.price_from', 'c.price_to', 'c.rate_bp'])
    .select(sql<string>`coalesce(nullif(v.shop_name, ''), v.username, '')`.as('vendor_name'))
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  return {
    version: settings.version,
    default_rate_bp: settings.default_rate_bp,
    hold_days: settings.hold_days,
    rules: rules.map(({ price_from, price_to, ...rule }) => ({
      ...rule,
      price_from: price_from === null ? null : rupeesFromPaisa(price_from),
      price_to: price_to === null ? null : rupeesFromPaisa(price_to),
    })),
  }
}

/**
 * Saves all commission rules, in the given order; placed orders keep their frozen rates. Refuses (stale) if somebody
 * saved after the rules were read, and (invalid) a vendor that does not exist.
 */
export async function saveCommission(ctx: Context, draft: CommissionDraft): Promise<Commission> {
  await ctx.db.selectFrom('commission_settings').select('id').forUpdate().execute()
  const before = await readCommission(ctx)
  await refuseStale(ctx, before, () => before)
  const rules = await matchable(ctx, draft.rules)
  await ctx.db.deleteFrom('commission_rules').execute()
  if (rules.length > 0) {
    const rows = rules.map((rule, position) => ({ ...rule, position, created_at: ctx.now() }))
    await ctx.db.insertInto('commission_rules').values(rows).execute()
  }
  await ctx.db
    .updateTable('commission_settings')
    .set({
      version: sql<number>`version + 1`,
      default_rate_bp: draft.default_rate_bp,
      hold_days: draft.hold_days,
    })
    .execute()
  const after = await readCommission(ctx)
  await ctx.record({
    action: 'save commission rules',
    subject: { type: 'commission', id: null, name: 'Commission' },
    before: inWords(before),
    after: inWords(after),
  })
  return after
}

/** Returns the name of a commission rule that names this category; null if there is none. */
export async function ruleNaming(ctx: Context, category: string): Promise<string | null> {
  const rule = await ctx.db
    .selectFrom('commission_rules')
    .select('name')
    .where(sql`lower(category collate "und-x-icu")`, '=', sql`lower(${category}::text collate "und-x-icu")`)
    .orderBy('position')
    .executeTakeFirst()
  return rule?.name ?? null
}

/** Updates a renamed category in the commission rules that name it, so that no rate changes. */
export async function renameInRules(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.db.selectFrom('commission_settings').select('id').forUpdate().execute()
  const before = await readCommission(ctx)
  await ctx.db
    .updateTable('commission_rules')
    .set({ category: to })
    .where(sql`lower(category collate "und-x-icu")`, '=', sql`lower(${from}::text collate "und-x-icu")`)
    .execute()
  await ctx.db.updateTable('commission_settings').set({ version: sql<number>`version + 1` }).execute()
  await ctx.record({
    action: 'save commission rules',
    subject: { type: 'commission', id: null, name: 'Commission' },
    before: inWords(before),
    after: inWords(await readCommission(ctx)),
  })
}

/**
 * Computes the commission that the orders of the last calendar month in Karachi would have brought under these rules. A
 * product counts in the category that it was in when its order was submitted, which is when the commission was frozen.
 * Refuses (invalid).
 */
export async function tryCommission(ctx: Context, draft: CommissionDraft): Promise<CommissionTrial> {
  const rules = await matchable(ctx, draft.rules)
  const month = await lastMonth(ctx)
  const vendors = new Map<string, { shop_name: string; commission: Paisa; wouldBe: Paisa }>()
  let lines = 0
  for await (const orders of ordersOf(ctx, month)) {
    const { rows } = await sql<SoldLine>`
      select p.vendor_id, p.shop_name, ${categoryNamesOf('pr', sql`o.created_at`)} as categories, l.unit_price,
        l.line_total - l.discount as net, l.commission
      from order_lines l
      join orders o on o.id = l.order_id
      join order_parts p on p.id = l.part_id
      join products pr on pr.id = l.product_id
      where l.order_id = any(${orders}::uuid[])`.execute(ctx.db)
    for (const line of rows) {
      const { rate_bp } = rateFor(rules, draft.default_rate_bp, {
        vendorId: line.vendor_id,
        categories: line.categories,
        unitPrice: line.unit_price,
      })
      const known = vendors.get(line.vendor_id) ?? { shop_name: line.shop_name, commission: 0n, wouldBe: 0n }
      known.commission += line.commission
      known.wouldBe += rateOf(line.net, rate_bp)
      vendors.set(line.vendor_id, known)
    }
    lines += rows.length
  }
  const size = (amount: Paisa) => (amount < 0n ? -amount : amount)
  const differing = [...vendors].map(([vendor_id, sums]) => ({
    vendor_id,
    ...sums,
    difference: sums.wouldBe - sums.commission,
  }))
  const sum = (pick: (one: (typeof differing)[number]) => Paisa) =>
    rupeesFromPaisa(differing.reduce((total, one) => total + pick(one), 0n))
  return {
    ...month,
    lines,
    commission: sum(({ commission }) => commission),
    would_be: sum(({ wouldBe }) => wouldBe),
    difference: sum(({ difference }) => difference),
    vendors: differing
      .filter(({ difference }) => difference !== 0n)
      .sort((a, b) => (size(b.difference) > size(a.difference) ? 1 : -1))
      .slice(0, 20)
      .map(({ vendor_id, shop_name, commission, wouldBe, difference }) => ({
        vendor_id,
        shop_name,
        commission: rupeesFromPaisa(commission),
        would_be: rupeesFromPaisa(wouldBe),
        difference: rupeesFromPaisa(difference),
      })),
  }
}

/** Reads the orders of these days that are not declined in order of `placed_at`, so the index skips older orders. */
async function* ordersOf(ctx: Context, days: { from: string; to: string }): AsyncGenerator<string[]> {
  let after: { placed_at: Date; id: string } | undefined
  do {
    const beyond = after
      ? sql`and (placed_at, id) > (${after.placed_at}::timestamptz, ${after.id}::uuid)`
      : sql``
    const { rows } = await sql<{ id: string; placed_at: Date }>`
      select id, placed_at from orders
      where ${sql.join(withinDays('placed_at', days), sql` and `)} and order_status <> 'declined' ${beyond}
      order by placed_at, id limit ${batchSize}`.execute(ctx.db)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    after = rows.length === batchSize ? rows.at(-1) : undefined
  } while (after)
}

interface SoldLine {
  vendor_id: string
  shop_name: string
  categories: string[]
  unit_price: Paisa
  net: Paisa
  commission: Paisa
}

const batchSize = 1_000

/** The first and last day of the previous calendar month in Karachi. */
async function lastMonth(ctx: Context): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: string; to: string }>`
    with this_month as (select date_trunc('month', ${ctx.now()}::timestamptz at time zone 'Asia/Karachi') as start)
    select (start - interval '1 month')::date::text as from, (start - interval '1 day')::date::text as to
    from this_month`.execute(ctx.db)
  if (!rows[0]) throw new Error('a select without from answered no row')
  return rows[0]
}

/** Finds vendors that match a search, for the vendor field of a rule. */
export async function listRuleVendors(ctx: Context, { q }: { q: string }) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, case when count(*) over (partition by name) > 1 then name || ' (' || username || ')' else name end as name
    from (
      select id, username, coalesce(nullif(shop_name, ''), username) as name from vendors
      where list in ('approved', 'disabled')
        ${q ? sql`and id in ${idsWith('vendor_search', q)}` : sql``}
      order by lower(coalesce(nullif(shop_name, ''), username)), id limit 20
    ) found order by lower(name), id`.execute(ctx.db)
  return rows
}

/**
 * Category names in tree order, each once: a rule names a category by name, so categories with the same name share it.
 */
export async function listRuleCategories(ctx: Context): Promise<string[]> {
  const named = await ctx.db.selectFrom('categories').select('name').orderBy('place').execute()
  return [...new Set(named.map(({ name }) => name))]
}

/** Reads the tax rates, the current ones first, with the version of the whole list. */
export async function readTaxRates(ctx: Context): Promise<TaxRates> {
  const { tax_version } = await ctx.db
    .selectFrom('commission_settings')
    .select('tax_version')
    .executeTakeFirstOrThrow()
  const rates = await ctx.db
    .selectFrom('tax_rates')
    .select(['tax', 'paid_by', 'rate_bp', 'valid_from', 'valid_to', 'source'])
    .orderBy('tax')
    .orderBy('paid_by')
    .orderBy('valid_from', 'desc')
    .execute()
  return { version: tax_version, rates: rates as TaxRate[] }
}

/**
 * Saves all tax rates; placed orders keep their frozen rates. Refuses (stale), and (invalid) two rates of the same tax
 * and payment type that are valid on the same day.
 */
export async function saveTaxRates(ctx: Context, { rates }: { rates: TaxRate[] }): Promise<TaxRates> {
  await ctx.db.selectFrom('commission_settings').select('id').forUpdate().execute()
  const before = await readTaxRates(ctx)
  await refuseStale(ctx, before, () => before)
  const overlap = overlapOf(rates)
  if (overlap !== null) {
    const message = 'Another rate for this tax and payment type covers some of these days'
    throw new Refusal('invalid', message, {
      errors: [{ path: `rates.${overlap}.valid_from`, code: 'overlap', message }],
    })
  }
  await ctx.db.deleteFrom('tax_rates').execute()
  if (rates.length > 0) {
    await ctx.db
      .insertInto('tax_rates')
      .values(rates.map((rate) => ({ id: uuidv7(), ...rate })))
      .execute()
  }
  await ctx.db.updateTable('commission_settings').set({ tax_version: sql<number>`tax_version + 1` }).execute()
  const after = await readTaxRates(ctx)
  await ctx.record({
    action: 'save tax rates',
    subject: { type: 'tax_rates', id: null, name: 'Tax rates' },
    before: ratesInWords(before),
    after: ratesInWords(after),
  })
  return after
}

/** Prepares the rules for matching, each with an id. Refuses (invalid) a vendor that does not exist. */
async function matchable(ctx: Context, drafts: readonly CommissionRuleDraft[]): Promise<RuleToMatch[]> {
  const wanted = [...new Set(drafts.flatMap(({ vendor_id }) => (vendor_id ? [vendor_id] : [])))]
  const { rows } = await sql<{
    id: string
  }>`select id from vendors where id = any(${wanted}::uuid[])`.execute(ctx.db)
  const unknown = drafts.findIndex(
    ({ vendor_id }) => vendor_id !== null && !rows.some(({ id }) => id === vendor_id),
  )
  if (unknown >= 0) {
    const message = 'Vendor not found'
    throw new Refusal('invalid', message, {
      errors: [{ path: `rules.${unknown}.vendor_id`, code: 'unknown', message }],
    })
  }
  const paisa = (text: string | null) => (text === null ? null : parseRupees(text))
  return drafts.map(({ price_from, price_to, ...draft }) => ({
    id: uuidv7(),
    ...draft,
    price_from: paisa(price_from),
    price_to: paisa(price_to),
  }))
}

const percent = (basisPoints: number) => `${basisPoints / 100}%`

function inWords({ rules, default_rate_bp, hold_days }: Commission): Record<string, unknown> {
  const range = (from: string | null, to: string | null) =>
    [from && `from ${formatRs(from)}`, to && `to ${formatRs(to)}`].filter(Boolean).join(' ')
  return {
    standard_rate: percent(default_rate_bp),
    hold_days,
    ...Object.fromEntries(
      rules.map((rule, index) => [
        `rule ${index + 1}`,
        [
          rule.name,
          rule.vendor_name,
          rule.category,
          range(rule.price_from, rule.price_to),
          percent(rule.rate_bp),
        ]
          .filter(Boolean)
          .join(', '),
      ]),
    ),
  }
}

function ratesInWords({ rates }: TaxRates): Record<string, unknown> {
  return Object.fromEntries(
    rates.map(({ tax, paid_by, valid_from, valid_to, rate_bp, source }) => [
      `${tax} ${paid_by} from ${valid_from}`,
      [percent(rate_bp), valid_to && `to ${valid_to}`, source].filter(Boolean).join(', '),
    ]),
  )
}
