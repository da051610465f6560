import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import classes from './sheet.module.css'

interface SheetColumn {
  title: string
  end?: boolean
}

interface SheetRow {
  key: string
  cells: ReactNode[]
  isQuiet?: boolean
}

/** A short table inside a record: a title, headings, rows, and a text for the empty table. */
export function Sheet({
  title,
  columns,
  rows,
  empty,
  isStacked = false,
}: {
  title: string
  columns: readonly SheetColumn[]
  /** Undefined while they load. */
  rows: readonly SheetRow[] | undefined
  empty: string
  /** On a phone each row is a card: the table is too wide to be read there. */
  isStacked?: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.frame} aria-label={title} tabIndex={0}>
      <h2>{title}</h2>
      {!rows?.length ? (
        <p className={classes.empty}>{rows ? empty : texts.loading}</p>
      ) : (
        <table className={classes.sheet} data-stacked={isStacked || undefined}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" data-end={column.end || undefined}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells, isQuiet }) => (
              <tr key={key} data-quiet={isQuiet || undefined}>
                {columns.map(({ title: heading, end }, index) => (
                  <td
                    key={heading}
                    data-end={end || undefined}
                    data-title={heading}
                    dir={end ? undefined : 'auto'}
                  >
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
