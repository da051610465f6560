import { readHandedIn } from '#features/vendors/server/handed-queries.ts'
import { readChecks } from '#features/vendors/server/queries.ts'
import type { VendorRecord } from '#features/vendors/server/tables.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  isSubmitted,
  type RequirementName,
  type Requirements,
  type RequirementVerdict,
  requirementNames,
  requirementOf,
  requirementWords,
} from '../contract.ts'
import { texts } from '../texts.ts'
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
    const nothing = isSubmitted(name, handedIn)
      ? []
      : [texts.nothingSubmitted({ name: requirementWords[name] })]
    const found = decided.find((one) => one.name === name)
    const holds = found?.fingerprint.equals(requirementPrint(ctx, name, handedIn))
    const said = own.map(({ message }) => message)
    const warnings = own.filter(({ level }) => level === 'warning').map(({ message }) => message)
    // A check says by itself that its value is missing, as soon as there is a record in which it could be.
    const findings = said.length > 0 ? said : nothing
    return {
      warnings: warnings.length > 0 ? warnings : nothing,
      requirement: {
        name,
        findings,
        state: found && holds ? (found.state as RequirementVerdict) : stateOf(own.length, nothing.length > 0),
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

function stateOf(findings: number, isMissing: boolean): 'missing' | 'open' | 'checked' {
  if (isMissing) return 'missing'
  return findings > 0 ? 'open' : 'checked'
}
