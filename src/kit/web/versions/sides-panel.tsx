import type { ReactNode } from 'react'
import classes from './sides-panel.module.css'
import { texts } from './texts.ts'

/** What is compared: the name of the comparison, and the headings of its sides. */
export interface Headings {
  label: string
  before: string
  after: string
}

interface Row {
  field: string
  label: string
  before: ReactNode
  after: ReactNode
}

/** Two sides of what is written, field by field, in a box that scrolls. An empty side says so. */
export function SidesPanel({ headings, rows }: { headings: Headings; rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroll} aria-label={headings.label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{headings.before}</th>
            <th scope="col">{headings.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, label, before, after }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td dir="auto">{before || texts.none}</td>
              <td dir="auto">{after || texts.none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
