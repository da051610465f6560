import { viewAsRole } from '#features/access/server/queries.ts'
import { actorOfSession } from '#features/identity/session/server/queries.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Services } from '#kit/server/context.ts'

/** Looks up the session and the role behind an open stream, as each call does. */
export function reidentifyBy(clock: Clock): Services['reidentify'] {
  return async (db, person) => {
    const now = await actorOfSession(db, person.sessionId, clock.now())
    if (!now || !person.viewingAs) return now
    return viewAsRole(db, now, person.viewingAs.id).catch(() => null)
  }
}
