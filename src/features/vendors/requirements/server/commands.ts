import { decider } from '#features/decisions/server/commands.ts'
import { subjectOf, vendorDecisions } from '#features/vendors/server/commands.ts'
import { readHandedIn } from '#features/vendors/server/handed-queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import { type Requirements, type requirements, requirementWords } from '../contract.ts'
import { readRequirements, requirementPrint } from './queries.ts'

/**
 * Accepts, sends back or waives a requirement. The same again changes nothing. Refuses (not-found), (stale)
 * data that the vendor has changed since they were read, and (conflict) a vendor that is closed.
 */
export async function decideRequirement(
  ctx: Context,
  { id, name, state, note }: Input<typeof requirements.decide>,
): Promise<Requirements> {
  const vendor = await vendorDecisions.lock(ctx, id)
  await vendorDecisions.refuseStale(ctx, vendor)
  if (vendor.status === 'closed') throw new Refusal('conflict', 'This vendor is closed')
  const before = (await readRequirements(ctx, vendor)).requirements.find((one) => one.name === name)
  if (before?.state === state && before.note === note) {
    ctx.unchanged()
    return readRequirements(ctx, vendor)
  }
  const decided = {
    ...{ state, note, decided_by: decider(ctx).id, decided_at: ctx.now() },
    fingerprint: requirementPrint(ctx, name, await readHandedIn(ctx, vendor)),
  }
  await ctx.db
    .insertInto('vendor_requirements')
    .values({ vendor_id: id, name, ...decided })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'name']).doUpdateSet(decided))
    .execute()
  await ctx.record({
    action: 'decide on a requirement',
    subject: subjectOf(vendor),
    before: { [requirementWords[name]]: before?.state.replace('_', ' ') ?? '' },
    after: { [requirementWords[name]]: state.replace('_', ' ') },
    ...(note ? { reason: scrub(note) } : {}),
  })
  return readRequirements(ctx, vendor)
}
