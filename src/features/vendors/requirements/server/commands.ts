import { decider } from '#features/decisions/server/commands.ts'
import { subjectOf, vendorDecisions } from '#features/vendors/server/commands.ts'
import { readHandedIn } from '#features/vendors/server/handed-queries.ts'
import type { VendorRecord } from '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type Requirement,
  type RequirementName,
  type Requirements,
  type RequirementVerdict,
  type requirements,
  requirementWords,
} from '../contract.ts'
import { readRequirements, requirementPrint } from './queries.ts'

/**
 * Accepts, sends back or waives a requirement, or takes such a decision back. The same again changes nothing. Refuses
 * (not-found), (stale) data that the vendor has changed since they were read, and (conflict) a vendor that is closed and a
 * requirement on which somebody has decided otherwise since `decided_at_seen`.
 */
export async function decideRequirement(
  ctx: Context,
  { id, name, state, note, decided_at_seen: seen }: Input<typeof requirements.decide>,
): Promise<Requirements> {
  const vendor = await vendorDecisions.lock(ctx, id)
  await vendorDecisions.refuseStale(ctx, vendor)
  if (vendor.status === 'closed') throw new Refusal('conflict', 'This vendor is closed')
  const before = (await readRequirements(ctx, vendor)).requirements.find((one) => one.name === name)
  const isSame = state === 'undecided' ? !before?.decided_at : before?.state === state && before.note === note
  if (isSame) {
    ctx.unchanged()
    return readRequirements(ctx, vendor)
  }
  if (before && seen !== undefined && momentOf(seen) !== momentOf(before.decided_at)) {
    throw new Refusal('conflict', decidedSince(before), { current: await readRequirements(ctx, vendor) })
  }
  if (state === 'undecided') await forget(ctx, id, name)
  else await keep(ctx, vendor, { name, state, note })
  await ctx.record({
    action: 'decide on a requirement',
    subject: subjectOf(vendor),
    before: { [requirementWords[name]]: before?.state.replace('_', ' ') ?? '' },
    after: { [requirementWords[name]]: state.replace('_', ' ') },
    ...(note ? { reason: note } : {}),
  })
  return readRequirements(ctx, vendor)
}

async function keep(
  ctx: Context,
  vendor: VendorRecord,
  { name, state, note }: { name: RequirementName; state: RequirementVerdict; note: string },
): Promise<void> {
  const decided = {
    ...{ state, note, decided_by: decider(ctx).id, decided_at: ctx.now() },
    fingerprint: requirementPrint(ctx, name, await readHandedIn(ctx, vendor)),
  }
  await ctx.db
    .insertInto('vendor_requirements')
    .values({ vendor_id: vendor.id, name, ...decided })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'name']).doUpdateSet(decided))
    .execute()
}

async function forget(ctx: Context, vendorId: string, name: RequirementName): Promise<void> {
  await ctx.db
    .deleteFrom('vendor_requirements')
    .where('vendor_id', '=', vendorId)
    .where('name', '=', name)
    .execute()
}

function momentOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at)
}

/** Who has decided what since a requirement was read. */
function decidedSince({ name, state, note, decided_by, decided_at }: Requirement): string {
  const title = requirementWords[name]
  if (decided_at === null) return `The decision on ${title} that you read was undone. Look at it again`
  const verb = { accepted: 'accepted', sent_back: 'sent back', waived: 'waived' }[state as RequirementVerdict]
  const said = note ? `: ${note}` : ''
  return `${decided_by} has ${verb} ${title} since you read it${said}`
}
