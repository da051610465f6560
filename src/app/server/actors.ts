import { allows, neededInWords, permissionsFor } from '#features/access/contract.ts'
import { viewAsRole } from '#features/access/server/queries.ts'
import { actorOfToken } from '#features/identity/session/server/commands.ts'
import { actorOfKey } from '#features/intake/server/queries.ts'
import type { Access } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Actor } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'

/**
 * Identifies the caller by the bearer token alone, and the role whose view of the product a person previews. Refuses
 * (unauthenticated) an invalid token or key by its kind, and (forbidden) a view that the person may not open.
 */
export async function identify(
  db: Database,
  clock: Clock,
  authorization: string | undefined,
  viewAs: string | undefined,
): Promise<Actor> {
  if (authorization === undefined) return { kind: 'nobody' }
  const credential = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(authorization)?.[1]
  if (!credential)
    throw new Refusal(
      'unauthenticated',
      'Send Authorization as Bearer, a space, and a token or an intake key',
    )
  const isSession = credential.startsWith('ms_')
  const actor = isSession ? await actorOfToken(db, credential, clock.now()) : await actorOfKey(db, credential)
  if (!actor) {
    const words = isSession
      ? 'The session has ended. Sign in again'
      : 'This intake key is unknown or was revoked. Send one that is valid'
    throw new Refusal('unauthenticated', words)
  }
  return actor.kind === 'person' && viewAs !== undefined ? viewAsRole(db, actor, viewAs) : actor
}

/** Denies by default: only callers that the access names are let through. Refuses (unauthenticated, forbidden). */
export function authorize(actor: Actor, access: Access): void {
  if (access.kind === 'public') return
  if (actor.kind === 'nobody') {
    const words = access.kind === 'scope' ? 'This call needs an intake key' : 'Sign in first'
    throw new Refusal('unauthenticated', words)
  }
  if (access.kind === 'scope') {
    if (actor.kind !== 'integrator') throw new Refusal('forbidden', 'This call needs an intake key')
    if (!actor.scopes.includes(access.scope)) {
      throw new Refusal('forbidden', `This key may not send ${access.scope}`, {
        missingPermission: access.scope,
      })
    }
    return
  }
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'This call is for people, not for intake keys')
  if (allows(actor.permissions, access)) return
  const [missingPermission = ''] = permissionsFor(access)
  throw new Refusal(
    'forbidden',
    `You need the permission ${neededInWords(access)}. Ask an administrator for it`,
    { missingPermission },
  )
}
