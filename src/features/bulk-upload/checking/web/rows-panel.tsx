import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import {
  type Import,
  type ImportDetail,
  type ImportRow,
  imports,
  type RowState,
  type RowVerdict,
  rowStates,
  rowVerdicts,
} from '#features/bulk-upload/contract.ts'
import { importFields } from '#features/bulk-upload/fields-contract.ts'
import { isRunning, RowMark } from '#features/bulk-upload/web/status-panel.tsx'
import { productDetail, productReview } from '#features/products/web/links.ts'
import { defaultPageSize } from '#kit/contract/page.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Pager } from '#kit/web/list/pager.tsx'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { None } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import classes from './rows-panel.module.css'

interface RowsTab {
  label: string
  count: number
  verdict?: RowVerdict
  state?: RowState
}

/** In the URL: all rows, where the wrong ones would be shown first. */
const allVerdicts = 'all'

/** The row filters in the URL. Without any, a checked import shows what has to be corrected. */
function askedRows(state: URLSearchParams, record: Import | undefined) {
  const column = state.get('column') ?? ''
  const isPlain = !state.get('verdict') && !state.get('state') && column === ''
  return {
    verdict: isPlain && startsWrong(record) ? 'error' : known(rowVerdicts, state.get('verdict')),
    rowState: known(rowStates, state.get('state')),
    column: /^\d{1,3}$/.test(column) ? Number(column) : undefined,
    limit: Number(state.get('limit') ?? defaultPageSize),
    page: Number(state.get('page') ?? '1'),
  }
}

function startsWrong(record: Import | undefined): boolean {
  return record?.status === 'checked' && record.counts.error > 0
}

/** True if the import has rows to show. */
export function hasRows({ status, counts }: Import): boolean {
  const isOver = status !== 'mapping' && status !== 'failed' && !isRunning({ status })
  return isOver && (status !== 'cancelled' || checkedRows(counts) > 0)
}

/** How many rows have a verdict: all of them, unless the import was cancelled before they were checked. */
function checkedRows({ create, change, unchanged, error, skipped }: Import['counts']): number {
  return create + change + unchanged + error + skipped
}

/** Loads the rows that the URL filters for, as soon as the import has rows. */
export function useRows(record: Import | undefined) {
  const [state] = useUrlState()
  const { verdict, rowState, column, limit, page } = askedRows(state, record)
  return useEndpoint(
    imports.rows,
    {
      id: record?.id ?? '',
      limit,
      page,
      ...(verdict ? { verdict } : {}),
      ...(rowState ? { state: rowState } : {}),
      ...(column === undefined ? {} : { column }),
    },
    { enabled: record !== undefined && hasRows(record) },
  )
}

/** The rows of an import and what each would do or did, filtered by verdict and column. All filters are in the URL. */
export function RowsPanel({ record }: { record: ImportDetail }) {
  const [state, change] = useUrlState()
  const { verdict, rowState, column, limit, page } = askedRows(state, record)
  const found = useRows(record)
  const tabs = tabsOf(record)
  const isCurrent = (tab: RowsTab) => tab.verdict === verdict && tab.state === rowState
  const rows = found.data?.rows
  const hrefOf = (changes: Record<string, string>) =>
    hrefWith(window.location.pathname, window.location.search, changes)
  const noVerdict = startsWrong(record) ? allVerdicts : ''
  return (
    <section className={classes.rows} aria-label={texts.rows}>
      <nav className={classes.tabs} aria-label={texts.rowsByOutcome}>
        {tabs.map((tab) => (
          <Link
            key={tab.label}
            href={hrefOf({
              verdict: tab.verdict ?? (tab.state ? '' : noVerdict),
              state: tab.state ?? '',
              column: '',
              page: '',
            })}
            aria-current={isCurrent(tab) ? 'page' : undefined}
          >
            {tab.label} <span className={classes.badge}>{numberOf(tab.count)}</span>
          </Link>
        ))}
      </nav>
      <ErrorColumns record={record} column={column} hrefOf={hrefOf} />
      {found.isLoadingError ? (
        <div className={classes.below}>
          <ReadFailure of={found} what={texts.rowsNotLoaded} />
        </div>
      ) : rows?.length === 0 ? (
        <div className={classes.below}>
          <p className={classes.quiet}>{texts.noRows}</p>
          {(verdict || rowState || column !== undefined) && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              href={hrefOf({ verdict: noVerdict, state: '', column: '', page: '' })}
            >
              {texts.showAllRows}
            </Button>
          )}
        </div>
      ) : (
        <RowsTable
          record={record}
          rows={rows}
          awaited={Math.min(limit, tabs.find(isCurrent)?.count ?? limit)}
          isStale={found.isPlaceholderData}
        />
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

/** The tabs for the rows: what they would still do, and their results. */
function tabsOf({ status, counts }: ImportDetail): RowsTab[] {
  const written: RowsTab[] =
    status === 'reverted'
      ? [
          { label: texts.reverted, count: counts.reverted, state: 'reverted' },
          { label: texts.kept, count: counts.kept, state: 'kept' },
        ]
      : [
          { label: texts.created, count: counts.created, verdict: 'create', state: 'done' },
          { label: texts.changed, count: counts.changed, verdict: 'change', state: 'done' },
        ]
  // In a cancelled import, the rows that were not written are still planned.
  const isOpen = status === 'checked' || status === 'cancelled'
  const planned: RowsTab[] = [
    { label: texts.create, count: counts.create - counts.created, verdict: 'create', state: 'waiting' },
    { label: texts.change, count: counts.change - counts.changed, verdict: 'change', state: 'waiting' },
  ]
  const rest: RowsTab[] = [
    { label: texts.failed, count: counts.failed, state: 'failed' },
    { label: texts.unchanged, count: counts.unchanged, verdict: 'unchanged' },
    { label: texts.error, count: counts.error, verdict: 'error' },
    { label: texts.skipped, count: counts.skipped, verdict: 'skipped' },
  ]
  const shown = [...(isOpen ? planned : []), ...written, ...rest]
  return [
    { label: texts.all, count: checkedRows(counts) },
    ...shown.filter(({ label, count }) => count > 0 || label === texts.error),
  ]
}

/** The number of errors in each column, with a filter for a single column. */
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
    <ul className={classes.columns} aria-label={texts.errorsByColumn}>
      {wrong.map(({ index, name, errors }) => (
        <li key={index}>
          <Link
            href={hrefOf({
              column: index === column ? '' : String(index),
              verdict: index === column && startsWrong(record) ? allVerdicts : '',
              state: '',
              page: '',
            })}
            aria-current={index === column ? 'true' : undefined}
            title={index === column ? texts.showAllRows : texts.showOnlyTheseRows}
          >
            <bdi>{name || texts.columnIndex({ index: index + 1 })}</bdi>
            <span className={classes.badge}>
              <span aria-hidden="true">{numberOf(errors)}</span>
              <span className="visually-hidden">{texts.errorCount({ errors })}</span>
            </span>
          </Link>
        </li>
      ))}
      {record.errors_elsewhere > 0 && (
        <li className={classes.elsewhere}>{texts.errorsElsewhere({ count: record.errors_elsewhere })}</li>
      )}
    </ul>
  )
}

function RowsTable({
  record,
  rows,
  awaited,
  isStale,
}: {
  record: ImportDetail
  rows: readonly ImportRow[] | undefined
  /** The number of skeleton rows to show while the rows load. */
  awaited: number
  isStale: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroller} aria-label={texts.rowsOfTheFile} tabIndex={0}>
      <table className={classes.table} aria-busy={!rows || isStale} data-stale={isStale || undefined}>
        <caption className="visually-hidden">{texts.rowsOfTheFile}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            <th scope="col">{texts.product}</th>
            <th scope="col">{texts.outcome}</th>
            <th scope="col">{texts.details}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <Row key={row.number} row={row} record={record} />)
            : Array.from({ length: awaited }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have nothing else and never move
                <tr key={index} className={classes.skeleton}>
                  {Array.from({ length: 4 }, (_, cell) => (
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
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const number = numberOf(row.number)
  return (
    <>
      <tr data-whole={isWhole || undefined}>
        <td>
          <button
            type="button"
            className={classes.number}
            aria-label={texts.rowInFile({ number })}
            aria-expanded={isWhole}
            aria-controls={isWhole ? id : undefined}
            onClick={() => setWhole(!isWhole)}
          >
            <IconChevronRight size={14} aria-hidden="true" />
            {number}
          </button>
        </td>
        <td>
          <ProductOf row={row} />
          <p className={classes.quiet}>
            <bdi>{row.sku}</bdi>
            {row.sku && row.shop_name && ' · '}
            <bdi>{row.shop_name}</bdi>
          </p>
        </td>
        <td>
          <RowMark verdict={row.verdict} state={row.state} />
        </td>
        <td className={classes.says}>
          <Says row={row} />
        </td>
      </tr>
      {isWhole && (
        <tr id={id} className={classes.whole}>
          <td colSpan={4}>
            <dl>
              {record.columns.map(({ index, name, field }) => (
                <div key={index} data-wrong={row.errors.some(({ column }) => column === index) || undefined}>
                  <dt title={field ? importFields[field].label : texts.leftOut}>
                    <bdi>{name || texts.columnIndex({ index: index + 1 })}</bdi>
                  </dt>
                  <dd>{row.cells[index] ? <bdi>{row.cells[index]}</bdi> : <None title={texts.empty} />}</dd>
                </div>
              ))}
              {row.cells.slice(record.columns.length).map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have nothing else that tells them apart
                <div key={at} data-wrong>
                  <dt>{texts.columnIndex({ index: record.columns.length + at + 1 })}</dt>
                  <dd>{cell ? <bdi>{cell}</bdi> : <None title={texts.empty} />}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  )
}

function ProductOf({ row: { product_id, product_name, verdict } }: { row: ImportRow }) {
  const mayOpen = useAllows()(grants('Products', 'view'))
  if (!product_name) return <None />
  if (!product_id || !mayOpen) return <bdi>{product_name}</bdi>
  const linkTo = verdict === 'create' ? productReview : productDetail
  return (
    <Link href={linkTo({ id: product_id })}>
      <bdi>{product_name}</bdi>
    </Link>
  )
}

/** The errors, notes and changes of a row. */
function Says({ row: { errors, notes, changes } }: { row: ImportRow }) {
  return (
    <ul>
      {errors.map((error) => (
        <li key={`${error.column} ${error.message}`} data-tone="error">
          {error.column_name && (
            <strong>
              <bdi>{error.column_name}</bdi>:{' '}
            </strong>
          )}
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
