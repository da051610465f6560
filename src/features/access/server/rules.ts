import type { Access } from '#kit/contract/endpoint.ts'
import { passwordFault } from '#kit/contract/password.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { isCommonPassword } from '#kit/server/common-passwords.ts'
import type { Context } from '#kit/server/context.ts'
import { allows, permissionInWords, permissionName } from '../contract.ts'
import { guessableWords } from '../password-contract.ts'

/**
 * Refuses (invalid) a password that is too short, has no visible characters, is one of the most used, or is made of the
 * person's email address or name or of the product's name. `path` is the field of the password. Only new passwords are
 * checked, never existing ones.
 */
export function refuseWeakPassword(
  password: string,
  person: { email: string; username: string },
  path: string,
): void {
  const fault =
    passwordFault(password, guessableWords(person)) ??
    (isCommonPassword(password)
      ? {
          code: 'common',
          message:
            'Password must not be one of the most used ones. Choose several words that do not belong together.',
        }
      : null)
  if (!fault) return
  const { code, message } = fault
  throw new Refusal('invalid', message, { errors: [{ path, code, message }] })
}

/** Refuses (forbidden) a caller without this permission, in the words “You need the permission … ” and what it is for. */
export function requirePermission(
  { actor }: Context,
  needed: Access & { kind: 'area' },
  doing: string,
): void {
  if (actor.kind === 'person' && allows(actor.permissions, needed)) return
  const missingPermission = permissionName(needed.area, needed.action)
  const words = `You need the permission “${permissionInWords(missingPermission)}” ${doing}`
  throw new Refusal('forbidden', words, { missingPermission })
}
