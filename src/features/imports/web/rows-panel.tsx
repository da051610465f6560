import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { products } from '#features/products/contract.ts'
import { defaultPageSize } from '#kit/contract/page.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { Pager } from '#kit/web/pager.tsx'
import { hrefWith, useUrlState } from '#kit/web/url-state.ts'
import { None } from '#kit/web/values.tsx'
import {
  type ImportDetail,
  type ImportRow,
  importFields,
  imports,
  type RowState,
  type RowVerdict,
  rowStates,
  rowVerdicts,
} from '../contract.ts'
import classes from './rows-panel.module.css'
import { numberOf, RowMark } from './status-panel.tsx'

interface RowsTab {
  label: string
  count: number
  verdict?: RowVerdict
  state?: RowState
}

/** The rows of an import with what each would do, or did: by verdict and by column, all of it in the address. */
export function RowsPanel({ record }: { record: ImportDetail }) {
  const [state, change] = useUrlState()
  const verdict = known(rowVerdicts, state.get('verdict'))
  const rowState = known(rowStates, state.get('state'))
  const column = /^\d{1,3}$/.test(state.get('column') ?? '') ? Number(state.get('column')) : undefined
  const limit = Number(state.get('limit') ?? defaultPageSize)
  const page = Number(state.get('page') ?? '1')
  const found = useEndpoint(imports.rows, {
    id: record.id,
    limit,
    page,
    ...(verdict ? { verdict } : {}),
    ...(rowState ? { state: rowState } : {}),
    ...(column === undefined ? {} : { column }),
  })
  const rows = found.data?.rows
  const hrefOf = (changes: Record<string, string>) =>
    hrefWith(window.location.pathname, window.location.search, changes)
  return (
    <section className={classes.rows} aria-label="Rows">
      <nav className={classes.tabs} aria-label="Rows by what becomes of them">
        {tabsOf(record).map((tab) => {
          const isCurrent = tab.verdict === verdict && tab.state === rowState
          return (
            <Link
              key={tab.label}
              href={hrefOf({ verdict: tab.verdict ?? '', state: tab.state ?? '', column: '', page: '' })}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {tab.label} <span>{numberOf(tab.count)}</span>
            </Link>
          )
        })}
      </nav>
      <ErrorColumns record={record} column={column} hrefOf={hrefOf} />
      {found.isError ? (
        <div className={classes.below}>
          <Failure
            error={found.error}
            answered="not_created"
            what="The rows could not be loaded."
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : rows?.length === 0 ? (
        <div className={classes.below}>
          <p className={classes.quiet}>No row of this kind.</p>
          {(verdict || rowState || column !== undefined) && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              href={hrefOf({ verdict: '', state: '', column: '', page: '' })}
            >
              Show all rows
            </Button>
          )}
        </div>
      ) : (
        <RowsTable record={record} rows={rows} isStale={found.isPlaceholderData} />
      )}
      {found.data && rows && rows.length > 0 && (
        <Pager
          page={found.data}
          limit={limit}
          asked={page}
          hrefOf={hrefOf}
          onLimit={(next) => change({ page: '', limit: next === defaultPageSize ? '' : String(next) })}
        />
      )}
    </section>
  )
}

function known<T extends string>(all: readonly T[], value: string | null): T | undefined {
  return all.find((one) => one === value)
}

/** What rows can be looked at by: before it is confirmed what they would do, afterwards what became of them. */
function tabsOf({ status, confirmed_at, counts }: ImportDetail): RowsTab[] {
  const isWritten = status !== 'checked' && confirmed_at !== null
  const rest: RowsTab[] = [
    { label: 'Unchanged', count: counts.unchanged, verdict: 'unchanged' },
    { label: 'Error', count: counts.error, verdict: 'error' },
    { label: 'Skipped', count: counts.skipped, verdict: 'skipped' },
  ]
  const planned: RowsTab[] = [
    { label: 'Create', count: counts.create, verdict: 'create' },
    { label: 'Change', count: counts.change, verdict: 'change' },
  ]
  const became: RowsTab[] =
    status === 'reverted'
      ? [
          { label: 'Reverted', count: counts.reverted, state: 'reverted' },
          { label: 'Kept', count: counts.kept, state: 'kept' },
        ]
      : [
          { label: 'Created', count: counts.created, verdict: 'create', state: 'done' },
          { label: 'Changed', count: counts.changed, verdict: 'change', state: 'done' },
        ]
  const failed: RowsTab[] =
    counts.failed > 0 ? [{ label: 'Failed', count: counts.failed, state: 'failed' }] : []
  const shown = [...(isWritten ? [...became, ...failed] : planned), ...rest]
  return [
    { label: 'All', count: counts.rows },
    ...shown.filter(({ label, count }) => count > 0 || label === 'Error'),
  ]
}

/** How many errors each column has, and the way to see those of one alone. */
function ErrorColumns({
  record,
  column,
  hrefOf,
}: {
  record: ImportDetail
  column: number | undefined
  hrefOf: (changes: Record<string, string>) => string
}) {
  const wrong = record.columns.filter(({ errors, index }) => errors > 0 || index === column)
  if (wrong.length === 0 && record.errors_elsewhere === 0) return null
  return (
    <ul className={classes.columns} aria-label="Errors by column">
      {wrong.map(({ index, name, errors }) => (
        <li key={index}>
          <Link
            href={hrefOf({ column: index === column ? '' : String(index), verdict: '', state: '', page: '' })}
            aria-current={index === column ? 'true' : undefined}
            aria-label={
              index === column
                ? `${name}: show all rows again`
                : `${name}: only its ${numberOf(errors)} ${errors === 1 ? 'error' : 'errors'}`
            }
          >
            <bdi>{name}</bdi> <span>{numberOf(errors)}</span>
          </Link>
        </li>
      ))}
      {record.errors_elsewhere > 0 && (
        <li className={classes.elsewhere}>Of no column {numberOf(record.errors_elsewhere)}</li>
      )}
    </ul>
  )
}

function RowsTable({
  record,
  rows,
  isStale,
}: {
  record: ImportDetail
  rows: readonly ImportRow[] | undefined
  isStale: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroller} aria-label="Rows of the file" tabIndex={0}>
      <table className={classes.table} aria-busy={!rows || isStale} data-stale={isStale || undefined}>
        <caption className="visually-hidden">Rows of the file</caption>
        <thead>
          <tr>
            <th scope="col" data-end>
              Row
            </th>
            <th scope="col">Product</th>
            <th scope="col">Shop</th>
            <th scope="col">Outcome</th>
            <th scope="col">What it says</th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <Row key={row.number} row={row} record={record} />)
            : Array.from({ length: 10 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have nothing else and never move
                <tr key={index} className={classes.skeleton}>
                  {Array.from({ length: 5 }, (_, cell) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <td key={cell}>
                      <span />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, record }: { row: ImportRow; record: ImportDetail }) {
  const cells = row.cells.flatMap((value, at) =>
    value ? [{ at, name: record.columns[at]?.name || `Column ${at + 1}`, value }] : [],
  )
  return (
    <tr>
      <td data-end>{numberOf(row.number)}</td>
      <td>
        <ProductOf row={row} />
        <p className={classes.quiet} dir="auto">
          {row.sku}
        </p>
      </td>
      <td dir="auto">{row.shop_name || <None />}</td>
      <td>
        <RowMark verdict={row.verdict} state={row.state} />
      </td>
      <td className={classes.says}>
        <Says row={row} />
        {cells.length > 0 && (
          <details>
            <summary>As it stands in the file</summary>
            <dl>
              {cells.map(({ at, name, value }) => (
                <div key={at}>
                  <dt dir="auto">{name}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </td>
    </tr>
  )
}

function ProductOf({ row: { product_id, product_name, verdict } }: { row: ImportRow }) {
  const mayOpen = useCan()(products.get)
  const name: ReactNode = product_name || <None />
  if (!product_id || !mayOpen) return <p dir="auto">{name}</p>
  const screen = verdict === 'create' ? 'pending' : 'approved'
  return (
    <p dir="auto">
      <Link href={`/single-product/${screen}?id=${product_id}`}>{name}</Link>
    </p>
  )
}

/** What is wrong, what was understood in another way, and what it changes. */
function Says({ row: { errors, notes, changes } }: { row: ImportRow }) {
  return (
    <ul>
      {errors.map((error) => (
        <li key={`${error.column} ${error.message}`} data-tone="error">
          {error.column_name && <strong dir="auto">{error.column_name}: </strong>}
          {error.message}
        </li>
      ))}
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {importFields[field].label}: <del dir="auto">{before || '–'}</del> →{' '}
          <ins dir="auto">{after || '–'}</ins>
        </li>
      ))}
      {notes.map((note) => (
        <li key={note} className={classes.quiet}>
          {note}
        </li>
      ))}
    </ul>
  )
}
