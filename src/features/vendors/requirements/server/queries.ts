import { readHandedIn } from '#features/vendors/server/handed-queries.ts'
import { readChecks } from '#features/vendors/server/queries.ts'
import type { VendorRecord } from '#features/vendors/server/tables.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type RequirementName,
  type Requirements,
  type RequirementVerdict,
  requirementNames,
  requirementOf,
  requirementWords,
} from '../contract.ts'
import './tables.ts'

/** What a vendor has to show, and what people found about it. Refuses (not-found). */
export async function listRequirements(ctx: Context, { id }: { id: string }): Promise<Requirements> {
  const vendor = await ctx.db.selectFrom('vendors').selectAll().where('id', '=', id).executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'No Vendor Found')
  return readRequirements(ctx, vendor)
}

/** The hash of everything that belongs to a requirement: a decision on it holds while the hash is the same. */
export function requirementPrint(
  ctx: Context,
  name: RequirementName,
  handedIn: Readonly<Record<string, string>>,
): Buffer {
  const own = Object.entries(handedIn).filter(([path, value]) => value && requirementOf(path) === name)
  return ctx.services.keys.blind('requirement', JSON.stringify(own.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/**
 * The requirements of a vendor. A decision of a person settles the warnings on its data until the data changes; what
 * approval would override is every other warning, and what was sent back.
 */
export async function readRequirements(ctx: Context, vendor: VendorRecord): Promise<Requirements> {
  const decided = await ctx.db
    .selectFrom('vendor_requirements as r')
    .innerJoin('people as p', 'p.id', 'r.decided_by')
    .select(['r.name', 'r.state', 'r.note', 'r.fingerprint', 'r.decided_at', 'p.username'])
    .where('r.vendor_id', '=', vendor.id)
    .execute()
  const handedIn = await readHandedIn(ctx, vendor)
  const checks = (await readChecks(ctx, vendor)).filter(({ level }) => level !== 'ok')
  const made = requirementNames.map((name) => {
    const own = checks.filter(({ path }) => requirementOf(path) === name)
    const found = decided.find((one) => one.name === name)
    const holds = found?.fingerprint.equals(requirementPrint(ctx, name, handedIn))
    const warnings = own.filter(({ level }) => level === 'warning').map(({ message }) => message)
    return {
      warnings,
      requirement: {
        name,
        findings: own.map(({ message }) => message),
        state: found && holds ? (found.state as RequirementVerdict) : own.length > 0 ? 'open' : 'checked',
        note: found && holds ? found.note : '',
        decided_by: found && holds ? found.username : '',
        decided_at: found && holds ? found.decided_at.toISOString() : null,
      } as const,
    }
  })
  const unmet = made.flatMap(({ requirement: { name, state, note }, warnings }) => {
    if (state === 'accepted' || state === 'waived') return []
    const back = `${requirementWords[name]} was sent back${note && `: ${note}`}`
    return state === 'sent_back' ? [back, ...warnings] : warnings
  })
  return { requirements: made.map(({ requirement }) => requirement), unmet }
}
