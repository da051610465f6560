import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { grants } from '#features/access/contract.ts'
import { requirePermission } from '#features/access/server/rules.ts'
import { productDecisions } from '#features/products/server/commands.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { SavedTrustRules, TrustRules } from '../contract.ts'
import {
  type Candidate,
  type IsComing,
  readCandidate,
  readCandidates,
  readTrustRules,
  readVendorFacts,
} from './queries.ts'
import { isSampled, ruleName, whyPerson, whyStop } from './rules.ts'

const subject = { type: 'trust_rules', id: null, name: 'Trust rules' }

/**
 * Saves the rules. Switching them on restarts the counts and lifts a stop. Refuses (stale), and (forbidden) rules that
 * are on to a caller who may not decide on products themselves; switching them off is open to all who set up the shop.
 */
export async function saveTrustRules(ctx: Context, draft: TrustRules): Promise<SavedTrustRules> {
  if (draft.is_on) requirePermission(ctx, grants('Products', 'decide'), 'for rules that approve')
  const row = await ctx.db.selectFrom('trust_rules').selectAll().forUpdate().executeTakeFirstOrThrow()
  const standing = await readTrustRules(ctx)
  await refuseStale(ctx, row, () => standing)
  const { is_on, ...rules } = draft
  const isSwitchedOn = is_on && !row.is_on
  await ctx.db
    .updateTable('trust_rules')
    .set({
      is_on,
      rules: JSON.stringify(rules),
      version: sql<number>`version + 1`,
      ...(isSwitchedOn
        ? { on_since: ctx.now(), seen: 0, sampled: 0, stopped_at: null, stopped_because: '' }
        : {}),
    })
    .execute()
  await ctx.record({
    action: 'save trust rules',
    subject,
    before: rulesOf(standing),
    after: rulesOf(draft),
  })
  return readTrustRules(ctx)
}

/** The rules alone, each under its own name, for the audit log. */
function rulesOf(rules: TrustRules): Record<string, unknown> {
  const { is_on, standard, trusted, most_risk, most_price, sample_percent } = rules
  const { most_found_percent, least_settled, undo_minutes } = rules
  const tier = (name: string, rule: object) =>
    Object.fromEntries(Object.entries(rule).map(([key, value]) => [`${name}_${key}`, value]))
  return {
    ...{ is_on, ...tier('standard', standard), ...tier('trusted', trusted), most_risk, most_price },
    ...{ sample_percent, most_found_percent, least_settled, undo_minutes },
  }
}

/**
 * Looks at checked listings that wait: approves by rule, leaves a sample to people, and stops itself when people find too
 * much. Each listing in its own transaction, one after the other over all instances. Leaves alone what `isComing` is true
 * for. Returns how many were looked at.
 */
export async function decideByRule(ctx: Context, isComing: IsComing, most = 50): Promise<number> {
  const rules = await readTrustRules(ctx)
  if (!rules.is_on || !rules.on_since) return 0
  await settle(ctx)
  const candidates = await readCandidates(ctx.db, new Date(rules.on_since), isComing, most)
  const vendors = await readVendorFacts(
    ctx,
    candidates.map(({ vendor_id }) => vendor_id),
  )
  const left = candidates.filter((one) => {
    const vendor = vendors.get(one.vendor_id)
    return !vendor || whyPerson(one, vendor, rules, parseRupees(rules.most_price)) !== ''
  })
  await leave(ctx, left)
  const possible = candidates.filter((one) => !left.includes(one))
  for (const { product_id } of possible) {
    if (!(await decideOne(ctx, product_id, rules.undo_minutes))) break
  }
  // With nothing to decide, what people have found since may still stop the rule.
  if (possible.length === 0) await decideOne(ctx, null, rules.undo_minutes)
  return candidates.length
}

/** So many verdicts are settled in one statement. */
const mostSettled = 1000

/**
 * What people made of the sample, once they can no longer undo it, and which approvals by the rule they undid. Listings of
 * the sample can wait for people for as long as they like, so what is ready is found before it is limited.
 */
async function settle(ctx: Context): Promise<void> {
  await sql`
    update trust_verdicts t set settled_at = ${ctx.now()}, outcome = r.outcome
    from (
      select w.product_id, w.submission_number, ready.outcome
      from trust_verdicts w cross join lateral (
        select case when d.undone_at is not null then 'found' else 'agreed' end as outcome
        from decisions d
        where w.verdict = 'approved' and d.id = w.decision_id
          and (d.undone_at is not null or d.undo_until <= ${ctx.now()})
        union all
        (select case d.action when 'approve' then 'agreed' else 'found' end
        from decisions d
        where w.verdict = 'sampled' and d.subject_type = 'product' and d.subject_id = w.product_id
          and d.decided_at >= w.decided_at and d.undone_at is null and d.undo_until <= ${ctx.now()}
        order by d.decided_at limit 1)) ready
      where w.outcome = 'waiting' order by w.decided_at limit ${mostSettled}) r
    where t.product_id = r.product_id and t.submission_number = r.submission_number and t.outcome = 'waiting'`.execute(
    ctx.db,
  )
}

/**
 * Keeps for these listings that people decide on them, with the time of the check that was looked at: a later check, as of
 * a picture that has come, is another look.
 */
async function leave(ctx: Context, listings: readonly Candidate[]): Promise<void> {
  if (listings.length === 0) return
  await sql`
    insert into trust_verdicts (product_id, submission_number, verdict, decided_at, outcome)
    select product_id, submission_number, 'left', checked_at, 'none'
    from jsonb_to_recordset(${JSON.stringify(
      listings.map(({ product_id, submission_number, checked_at }) => ({
        ...{ product_id, submission_number, checked_at },
      })),
    )}::jsonb) as r (product_id uuid, submission_number int4, checked_at timestamptz) order by product_id
    on conflict (product_id, submission_number) do update set decided_at = excluded.decided_at
    where trust_verdicts.verdict = 'left'`.execute(ctx.db)
}

/** Decides on one listing under the lock of the rules. False when the rule is off or has just stopped. */
async function decideOne(ctx: Context, id: string | null, undoMinutes: number): Promise<boolean> {
  const actor = { kind: 'system' as const, name: ruleName, rule: { undoSeconds: undoMinutes * 60 } }
  const { db, requestId, services } = ctx
  const seen = id === null ? undefined : await readCandidate(db, id)
  const parts = { db, requestId, services, actor, ifMatch: seen?.version ?? null }
  try {
    return await transact(parts, (own) => decideLocked(own, id))
  } catch (error) {
    // Somebody else was faster, or the listing has changed: it is for people, or for the next look.
    if (error instanceof Refusal) return true
    throw error
  }
}

async function decideLocked(ctx: Context, id: string | null): Promise<boolean> {
  const row = await ctx.db.selectFrom('trust_rules').selectAll().forUpdate().executeTakeFirstOrThrow()
  const rules = await readTrustRules(ctx)
  if (!rules.is_on) {
    ctx.unchanged()
    return false
  }
  const because = whyStop(rules, rules)
  if (because) {
    await stop(ctx, because)
    return false
  }
  const listing = id === null ? undefined : await readCandidate(ctx.db, id)
  const vendor = listing && (await readVendorFacts(ctx, [listing.vendor_id])).get(listing.vendor_id)
  const isOver = !listing || !vendor || (await hasVerdict(ctx, listing))
  if (isOver || whyPerson(listing, vendor, rules, parseRupees(rules.most_price)) !== '') {
    ctx.unchanged()
    return true
  }
  const sampled = isSampled(row, rules.sample_percent, randomInt(1_000_000) / 1_000_000)
  await ctx.db
    .updateTable('trust_rules')
    .set({ seen: row.seen + 1, sampled: row.sampled + (sampled ? 1 : 0) })
    .execute()
  const decided = sampled ? null : await productDecisions.by('approve')(ctx, { id: listing.product_id })
  // Which listings are the sample is told to nobody before they are decided on.
  if (sampled) ctx.unchanged()
  const verdict = {
    verdict: sampled ? 'sampled' : 'approved',
    decision_id: decided?.decision?.id ?? null,
    decided_at: ctx.now(),
    outcome: 'waiting',
  }
  const { product_id, submission_number } = listing
  // Before an earlier check the listing may have been left to people.
  await ctx.db
    .insertInto('trust_verdicts')
    .values({ product_id, submission_number, ...verdict })
    .onConflict((at) => at.columns(['product_id', 'submission_number']).doUpdateSet(verdict))
    .execute()
  return true
}

/** True if another instance has put this submission into the sample, or approved it, since it was read. */
async function hasVerdict(
  ctx: Context,
  { product_id, submission_number }: { product_id: string; submission_number: number },
): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('trust_verdicts')
    .select('verdict')
    .where('product_id', '=', product_id)
    .where('submission_number', '=', submission_number)
    .where('verdict', '<>', 'left')
    .executeTakeFirst()
  return found !== undefined
}

async function stop(ctx: Context, because: string): Promise<void> {
  await ctx.db
    .updateTable('trust_rules')
    .set({
      is_on: false,
      stopped_at: ctx.now(),
      stopped_because: because,
      version: sql<number>`version + 1`,
    })
    .execute()
  await ctx.record({
    action: 'stop trust rules',
    subject,
    before: { is_on: true },
    after: { is_on: false },
    reason: because,
  })
}
