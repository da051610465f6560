import { sql } from 'kysely'
import { matchesOf, matchingDecisionsOf, trialOf } from '#features/decisions/server/matching-commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type BulkWork, beginJob } from '#kit/server/bulk-jobs.ts'
import type { Context } from '#kit/server/context.ts'
import { countWarnings } from '../checks/server/queries.ts'
import { type ProductVerb, productMoves, products } from '../contract.ts'
import { matchingEdits } from '../revisions/server/bulk-commands.ts'
import { productDecisions } from './commands.ts'
import { anyProductSource } from './queries.ts'
import { setProductAvailable, turn } from './switch-commands.ts'

type Filter = Parameters<typeof anyProductSource>[1]

/** The listings that the filters of a list leave. */
export const matches = matchesOf<Filter>(anyProductSource)

/** Decisions on every listing that the filters of a list leave. */
export const matchingProducts = matchingDecisionsOf<ProductVerb, Filter>({
  noun: 'product',
  table: 'products',
  many: 'products',
  moves: productMoves,
  decisions: productDecisions,
  begunBy: products.decideMatching,
  matches,
  warned: countWarnings,
})

/** What a job would do with the matching listings now, also with their switch. It changes nothing. */
export async function tryMatchingProducts(
  ctx: Context,
  { verb, ...matching }: Input<typeof products.tryMatching>,
) {
  if (verb !== 'switch_on' && verb !== 'switch_off') {
    return matchingProducts.attempt(ctx, { verb: verb as ProductVerb, ...matching })
  }
  ctx.unchanged()
  const ids = await matches.pick(ctx, matching)
  const isOn = verb === 'switch_on'
  const { rows } = await sql<{ id: string }>`
    select id from products where id = any(${ids}::uuid[]) and available = ${isOn}`.execute(ctx.db)
  return trialOf(ids, new Map(rows.map(({ id }) => [id, alreadyWords(isOn)])))
}

/** Starts a job that switches every matching listing. Refuses (conflict) a number other than the confirmed one. */
export async function beginSwitch(
  ctx: Context,
  { verb, filter, except, count }: Input<typeof products.switchMatching>,
): Promise<{ job_id: string }> {
  const ids = await matches.pick(ctx, { filter, except })
  return beginJob(ctx, {
    kind: `${verb}_products`,
    input: {},
    ids,
    count,
    noun: 'products',
    isUndoable: true,
  })
}

/** The work of each kind of job on listings. */
export const productWork: Readonly<Record<string, BulkWork>> = {
  ...matchingProducts.jobs,
  ...matchingEdits.jobs,
  switch_on_products: switchWork(true),
  switch_off_products: switchWork(false),
}

function switchWork(available: boolean): BulkWork {
  return {
    begunBy: products.switchMatching,
    nameOf: productDecisions.nameOfId,
    async act(ctx, id) {
      const { name, version } = await turn(ctx, id, available)
      if (version === null) throw new Refusal('conflict', alreadyWords(available))
      return { name, mark: String(version) }
    },
    async undo(ctx, id, mark) {
      const { product_name } = await setProductAvailable(
        { ...ctx, ifMatch: Number(mark) },
        { id, available: !available },
      )
      return product_name
    },
  }
}

function alreadyWords(isOn: boolean): string {
  return isOn ? 'Already on' : 'Already off'
}
