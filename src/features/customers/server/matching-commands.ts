import { sql } from 'kysely'
import { matchesOf, matchingDecisionsOf } from '#features/decisions/server/matching-commands.ts'
import { type CustomerVerb, customerMoves, customerNumber, customers } from '../contract.ts'
import { texts } from '../texts.ts'
import { customerDecisions } from './commands.ts'
import { customerSource } from './queries.ts'

type Filter = Parameters<typeof customerSource>[1]

/** Decisions on every customer that the filters of a list leave. Jobs outlive an erasure, so they name nobody. */
export const matchingCustomers = matchingDecisionsOf<CustomerVerb, Filter>({
  noun: 'customer',
  table: 'customers',
  many: 'customers',
  moves: customerMoves,
  decisions: customerDecisions,
  begunBy: customers.decideMatching,
  matches: matchesOf<Filter>(customerSource),
  loggedAs: (id) => customerNumber(id),
  obstacles: async (ctx, _, ids) => {
    const { rows } = await sql<{ id: string }>`
      select id from customers where id = any(${[...ids]}::uuid[]) and erased_at is not null`.execute(ctx.db)
    return new Map(rows.map(({ id }) => [id, texts.erasedForGood]))
  },
})
