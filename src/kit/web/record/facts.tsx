import type { ReactNode } from 'react'
import { None } from '../values.tsx'
import classes from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** The value is long, as an account number in fours with a button beside it: it takes two columns of three. */
  isWide?: boolean
  /** Marks the start of a field that has changed or is in doubt, with the words for screen readers. */
  mark?: { tone: 'changed' | 'error' | 'warning'; words: string } | null
}

/** A group of facts about one thing, label above value. */
export function Facts({ title, facts, children }: { title: string; facts: Fact[]; children?: ReactNode }) {
  return (
    <section className={`box ${classes.group}`}>
      <h2>{title}</h2>
      <dl className={classes.facts}>
        {facts.map(({ label, value, mark, isWide }) => (
          <div key={label} data-tone={mark?.tone} data-wide={isWide || undefined}>
            <dt>{label}</dt>
            <dd dir="auto">{value === '' ? <None /> : value}</dd>
            {mark && <dd className={classes.words}>{mark.words}</dd>}
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
