import type { Context } from '#kit/server/context.ts'
import { implement } from '#kit/server/implement.ts'
import { delivery } from '../contract.ts'
import type { EntryFacts } from '../entry-contract.ts'
import { shippingMethods } from '../method-contract.ts'
import { packagings } from '../packaging-contract.ts'
import { pickupLocations } from '../pickup-contract.ts'
import { commandsOf, type Kept } from './commands.ts'
import { methodKind, packagingKind, pickupKind } from './entry-commands.ts'
import { listEntries, readChoices, readEntry } from './queries.ts'
import { readQuote } from './quote-queries.ts'

function handlersOf<Row extends EntryFacts>(kind: Kept<Row>) {
  return {
    list: (ctx: Context, input: object) => listEntries(ctx, kind, input),
    get: (ctx: Context, input: { id: string }) => readEntry(ctx, kind, input),
    ...commandsOf(kind),
  }
}

export const deliveryRoutes = [
  ...implement('shipping-methods', shippingMethods, handlersOf(methodKind)),
  ...implement('packagings', packagings, handlersOf(packagingKind)),
  ...implement('pickup-locations', pickupLocations, handlersOf(pickupKind)),
  ...implement('delivery', delivery, { choices: readChoices, quote: readQuote }),
]
