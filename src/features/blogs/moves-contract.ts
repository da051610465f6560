/** The states of a post, in the order of the tabs. */
export const postStates = ['draft', 'scheduled', 'published', 'unpublished'] as const
export type PostState = (typeof postStates)[number]

/** What may happen to a post, and from where; the clock alone makes a scheduled post go live. */
export const postMoves = {
  publish: { from: ['draft', 'scheduled', 'unpublished'], to: 'published' },
  schedule: { from: ['draft', 'scheduled', 'unpublished'], to: 'scheduled' },
  putBack: { from: ['scheduled', 'unpublished'], to: 'draft' },
  goLive: { from: ['scheduled'], to: 'published' },
  unpublish: { from: ['published'], to: 'unpublished' },
} as const satisfies Record<string, { from: readonly PostState[]; to: PostState }>
export type PostMove = keyof typeof postMoves

/** True if a post in this state may be moved so. */
export function mayMove(move: PostMove, state: PostState): boolean {
  return (postMoves[move].from as readonly PostState[]).includes(state)
}
