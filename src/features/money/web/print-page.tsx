import { useEffect, useState } from 'react'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import { placesOf } from '#features/withdrawals/web/owner-panel.tsx'
import { plusDays } from '#kit/contract/day.ts'
import { formatRs, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { useCall, useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { PrintedSheet, PrintFrame, SheetHead, SheetLines } from '#kit/web/print/print-page.tsx'
import { balances, type StatementLine } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './print-page.module.css'
import { firstDay, standingWords } from './statement-panel.tsx'

/** About a hundred sheets; for more lines, print a shorter period. */
const mostLines = 5_000

/** A vendor's statement for printing or saving as a PDF: the whole period in one document. */
export function VendorStatementPage() {
  return <Statement kind="vendor" />
}

/** A statement of a customer's wallet for printing. */
export function CustomerStatementPage() {
  return <Statement kind="customer" />
}

function Statement({ kind }: { kind: OwnerKind }) {
  const [state] = useUrlState()
  const [id, from, to] = ['id', 'from', 'to'].map((name) => state.get(name) ?? '') as [string, string, string]
  const owner = useEndpoint(balances[kind].get, { id })
  const { lines, isCut, before, error, retry } = useLines(kind, id, from, to)
  const failure = error ?? (owner.data ? null : owner.error)
  return (
    <PrintFrame
      back={{ href: placesOf[kind].money({ id }), label: texts.money }}
      title={texts.printAStatement}
      isLoading={!lines || !owner.data}
      failure={
        failure && (
          <Failure
            error={failure}
            answered={texts.serverError}
            what={texts.printFailed}
            onRetry={() => {
              void owner.refetch()
              retry()
            }}
          />
        )
      }
    >
      <PrintedSheet>
        {lines && owner.data && (
          <Sheet name={owner.data.name} lines={lines} isCut={isCut} before={before} from={from} to={to} />
        )}
      </PrintedSheet>
    </PrintFrame>
  )
}

function Sheet({
  name,
  lines,
  isCut,
  before,
  from,
  to,
}: {
  name: string
  lines: readonly StatementLine[]
  isCut: boolean
  /** The balance at the start of the period. */
  before: string
  from: string
  to: string
}) {
  return (
    <div className={classes.statement}>
      <SheetHead
        kind={texts.statement}
        end={
          <>
            <p>{from ? texts.fromDay({ day: dayOf(from) }) : texts.fromTheBeginning}</p>
            <p>{texts.toDay({ day: dayOf(to || new Date().toISOString()) })}</p>
          </>
        }
      >
        <p dir="auto">
          <strong>{name}</strong>
        </p>
      </SheetHead>
      <dl className={classes.sums}>
        <dt>{texts.balanceBefore}</dt>
        <dd>{formatRs(before)}</dd>
        <dt>{texts.balanceAfter}</dt>
        <dd>{formatRs(lines.at(-1)?.balance ?? before)}</dd>
      </dl>
      {isCut && <p role="alert">{texts.linesCut({ mostLines })}</p>}
      {lines.length === 0 ? (
        <p>{texts.noLines}</p>
      ) : (
        <SheetLines
          running={name}
          columns={[
            { title: texts.day },
            { title: texts.what },
            { title: texts.status },
            { title: texts.amount, isAmount: true },
            { title: texts.balance, isAmount: true },
          ]}
        >
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td data-align="start">{dayOf(line.at)}</td>
                <td dir="auto">
                  {line.words}
                  {line.reference && <div>{texts.bankReference({ reference: line.reference })}</div>}
                </td>
                <td>{line.released ? texts.heldToAvailable : standingWords[line.standing]}</td>
                <td data-align="end">
                  {line.released
                    ? texts.releasedReleased({ released: formatRs(line.released) })
                    : formatRs(line.amount)}
                </td>
                <td data-align="end">{formatRs(line.balance)}</td>
              </tr>
            ))}
          </tbody>
        </SheetLines>
      )}
    </div>
  )
}

/** Reads every line of the period, the oldest first, page by page; null until all lines are loaded. */
function useLines(kind: OwnerKind, id: string, from: string, to: string) {
  const call = useCall()
  const [attempt, setAttempt] = useState(0)
  const [read, setRead] = useState<{ lines: StatementLine[]; isCut: boolean; before: string } | null>(null)
  const [error, setError] = useState<Error | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads the same again
  useEffect(() => {
    let isGone = false
    const readAll = async () => {
      const lines: StatementLine[] = []
      let cursor: string | null = null
      do {
        const page = (await call(balances[kind].statement, {
          id,
          sort: 'at',
          limit: 100,
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
          ...(cursor ? { cursor } : {}),
        })) as { rows: StatementLine[]; next_cursor: string | null }
        lines.push(...page.rows)
        cursor = page.next_cursor
      } while (cursor && lines.length < mostLines && !isGone)
      const [first] = lines
      const before = first
        ? rupeesFromPaisa(parseRupees(first.balance) - parseRupees(first.amount))
        : from > firstDay
          ? await balanceBefore()
          : '0'
      if (!isGone) setRead({ lines, isCut: cursor !== null, before })
    }
    // A period without lines still shows its opening and closing balance.
    const balanceBefore = async () => {
      const { rows } = (await call(balances[kind].statement, { id, limit: 10, to: plusDays(from, -1) })) as {
        rows: StatementLine[]
      }
      return rows[0]?.balance ?? '0'
    }
    setRead(null)
    setError(null)
    readAll().catch((failure) => {
      if (!isGone) setError(failure as Error)
    })
    return () => {
      isGone = true
    }
  }, [call, kind, id, from, to, attempt])
  return {
    lines: read?.lines ?? null,
    isCut: read?.isCut ?? false,
    before: read?.before ?? '0',
    error,
    retry: () => setAttempt((before) => before + 1),
  }
}
