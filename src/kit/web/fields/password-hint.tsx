import { useEffect, useState } from 'react'
import { minPasswordCharacters, passwordFault } from '#kit/contract/password.ts'
import classes from './password-hint.module.css'
import { texts } from './texts.ts'

/** The help text below a new-password field before anything is typed. */
export const passwordRule = texts.passwordRule({ minPasswordCharacters })

const words = [
  texts.veryEasyToGuess,
  texts.easyToGuess,
  texts.couldBeGuessed,
  texts.hardToGuess,
  texts.veryHardToGuess,
]
const typingPauseMs = 200

/**
 * Shows how hard the typed password is to guess, in addition to the rules. `known` are words that others know about
 * this person.
 */
export function PasswordHint({ value, known }: { value: string; known: readonly string[] }) {
  const strength = useStrength(value, known.join('\n'))
  if (value === '' || strength === null) return null
  // A password that the rules refuse for its length or its words is weak, however hard it is to guess by machine.
  const level = passwordFault(value, known) ? Math.min(strength, 1) : strength
  return (
    <div className={classes.hint} data-level={level}>
      <div className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= level || undefined} />
        ))}
      </div>
      <p aria-live="polite">{words[level]}</p>
    </div>
  )
}

/**
 * The estimate for the typed password after a pause in typing; null until its code has loaded, and permanently if
 * loading fails.
 */
function useStrength(value: string, known: string): number | null {
  const [strength, setStrength] = useState<number | null>(null)
  useEffect(() => {
    if (value === '') return
    let isOver = false
    const timer = setTimeout(() => {
      import('./password-strength.ts').then(
        ({ strengthOf }) => {
          if (!isOver) setStrength(strengthOf(value, known.split('\n')))
        },
        // The estimate is only a hint: the server checks the password in any case.
        () => {},
      )
    }, typingPauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [value, known])
  return strength
}
