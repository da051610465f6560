import { z } from 'zod'
import { maxPasswordCharacters, minPasswordCharacters, passwordFault } from '#kit/contract/password.ts'
import { texts } from './texts.ts'

const productName = 'Munshi'

/** The words that an attacker tries first for this person; a password must not be made of them. */
export function guessableWords({ email, username }: { email: string; username: string }): string[] {
  return [email, username, productName]
}

/** A new password, checked as far as possible without knowing whose it will be. */
export const newPassword = z
  .string()
  .max(maxPasswordCharacters, texts.passwordIsTooLong({ most: String(maxPasswordCharacters) }))
  .superRefine((typed, check) => {
    const fault = passwordFault(typed, [productName])
    if (fault) check.addIssue({ code: 'custom', message: fault.message })
  })
  .meta({
    description: `At least ${minPasswordCharacters} visible characters after Unicode normalisation (NFKC); not one of the most used, and not made of the e-mail address, the name or the product's name`,
  })
