import { matchesOf, matchingDecisionsOf } from '#features/decisions/server/matching-commands.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import { type VendorVerb, vendorMoves, vendors } from '../contract.ts'
import { vendorDecisions } from './commands.ts'
import { anyVendorSource } from './queries.ts'
import { checkVendor, openSensitive } from './rules.ts'

type Filter = Parameters<typeof anyVendorSource>[1]

/** Decisions on every vendor that the filters of a list leave. */
export const matchingVendors = matchingDecisionsOf<VendorVerb, Filter>({
  noun: 'vendor',
  table: 'vendors',
  many: 'vendors',
  moves: vendorMoves,
  decisions: vendorDecisions,
  begunBy: vendors.decideMatching,
  matches: matchesOf((ctx, filter: Filter) => anyVendorSource(ctx, filter) as never),
  obstacles: async (ctx, verb, ids) => (verb === 'approve' ? findErrors(ctx, ids) : new Map()),
})

/** Vendors with a check in error, and its words. Files and numbers that others use give warnings only. */
async function findErrors(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (ids.length === 0) return found
  const rows = await ctx.db.selectFrom('vendors').selectAll().where('id', '=', anyOf(ids)).execute()
  for (const vendor of rows) {
    const errors = checkVendor(vendor, openSensitive(ctx.services.keys, vendor), [], []).filter(
      ({ level }) => level === 'error',
    )
    if (errors.length > 0) found.set(vendor.id, errors.map(({ message }) => message).join('. '))
  }
  return found
}
