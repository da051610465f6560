import { useEffect, useState } from 'react'
import { minPasswordCharacters, passwordFault } from '#kit/contract/password.ts'
import classes from './password-hint.module.css'

/** What stands below a field in which a password is chosen, before anything is typed. */
export const passwordRule = `At least ${minPasswordCharacters} characters. Several words are easy to remember and hard to guess.`

const words = [
  'Very easy to guess',
  'Easy to guess',
  'Could be guessed',
  'Hard to guess',
  'Very hard to guess',
]
const typingPauseMs = 200

/** How hard what is typed is to guess, beside the rules; `known` are words that others know of this person. */
export function PasswordHint({ value, known }: { value: string; known: readonly string[] }) {
  const strength = useStrength(value, known.join('\n'))
  if (value === '' || strength === null) return null
  // What is refused for its length or its words is weak, whatever a machine would need for it.
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

/** The estimate for what was typed when typing paused; null until its code is there, and for good where it does not come. */
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
        // It is a hint: the server judges in any case.
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
