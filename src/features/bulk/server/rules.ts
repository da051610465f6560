import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'

/** What is done with each record of a kind of job. */
export interface BulkWork {
  /** The call by which it is begun: whoever may no longer make it has nothing more done in their name. */
  begunBy: Endpoint
  /** Works on one record, in a transaction of its own; answers what it is called. */
  act: (ctx: Context, id: string, input: never) => Promise<string>
  /** What a record is called that could not be worked on. */
  nameOf: (ctx: Context, id: string) => Promise<string>
}
