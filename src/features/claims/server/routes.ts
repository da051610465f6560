import { implement } from '#kit/server/implement.ts'
import { claimKinds, claims } from '../contract.ts'
import { assignRecord, claimRecord, releaseRecord } from './commands.ts'
import { listReviewers, readClaim } from './queries.ts'

export const claimRoutes = claimKinds.flatMap((kind) =>
  implement(`${kind}-claims`, claims[kind], {
    read: (ctx, input) => readClaim(ctx, kind, input),
    claim: (ctx, input) => claimRecord(ctx, kind, input),
    release: (ctx, input) => releaseRecord(ctx, kind, input),
    reviewers: (ctx, input) => listReviewers(ctx, kind, input),
    assign: (ctx, input) => assignRecord(ctx, kind, input),
  }),
)
