import type { ReactNode } from 'react'
import { None } from '../values.tsx'
import classes from './comparison.module.css'
import { texts } from './texts.ts'

/** Formats the value of a field for display, by the path of the field. */
export type Formats = Readonly<Record<string, (value: string) => string>>

/** A field of two sides. A value that is more than text, such as a picture, is drawn beside its words. */
export interface ComparedField {
  path: string
  before: string
  after: string
  drawn?: { before: ReactNode; after: ReactNode }
}

/** Old and new values side by side, limited to the fields that differ. */
export function Comparison({
  fields,
  labels,
  formats = {},
  label,
}: {
  fields: readonly ComparedField[]
  labels: Readonly<Record<string, string>>
  formats?: Formats
  /** What is compared, where a page has several comparisons: they are groups then, because regions have names of their own. */
  label?: string
}) {
  return (
    <section
      className={classes.box}
      role={label === undefined ? undefined : 'group'}
      aria-label={label ?? texts.whatChanged}
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, drawn, ...values }) => {
            const [before, after] = [values.before, values.after].map((value) =>
              valueText(value, formats[path]),
            )
            return (
              <tr key={path}>
                <th scope="row">{labelText(path, labels)}</th>
                <td dir="auto">
                  {drawn?.before}
                  {before ? <del>{before}</del> : <None title={texts.nothing} />}
                </td>
                <td dir="auto">
                  {drawn?.after}
                  {after ? <ins>{after}</ins> : <None title={texts.nothing} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** The name of a field for display: its label, or its path in words, which begin with a capital like labels. */
export function labelText(path: string, labels: Readonly<Record<string, string>>): string {
  return labels[path] ?? path.replaceAll(/[_.]/g, ' ').replace(/^[a-z]/, (first) => first.toUpperCase())
}

/** A value for display; an empty value stays empty in every format. */
export function valueText(value: string, format: Formats[string] | undefined): string {
  return value && format ? format(value) : value
}
