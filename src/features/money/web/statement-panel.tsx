import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure, Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { Day, Money } from '#kit/web/values.tsx'
import { balances, type OwnerKind, type StatementLine } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './statement-panel.module.css'

/** Lines per page of a statement. */
export const statementPageSize = 50
/** No data is older than this day. */
export const firstDay = '2000-01-01'
/** Labels for the state of money. */
export const standingWords: Record<StatementLine['standing'], string> = {
  held: texts.held,
  available: texts.available,
  wallet: texts.wallet,
}

/** The statement of a vendor or customer for a period, with CSV export and printing. */
export function StatementPanel({ kind, id }: { kind: OwnerKind; id: string }) {
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [cursors, setCursors] = useState<string[]>([])
  const mayOpenOrders = useAllows()(grants('Orders', 'view'))
  const take = useCommand(balances[kind].export)
  // A year that is only partly typed is not a valid day yet, so it is left out.
  const asked = {
    ...(period.from >= firstDay ? { from: period.from } : {}),
    ...(period.to >= firstDay ? { to: period.to } : {}),
  }
  const cursor = cursors.at(-1)
  const statement = useEndpoint(balances[kind].statement, {
    id,
    limit: statementPageSize,
    ...asked,
    ...(cursor ? { cursor } : {}),
  })
  const page = statement.data
  const ask = (changes: Partial<typeof period>) => {
    setPeriod((before) => ({ ...before, ...changes }))
    setCursors([])
  }
  const next = page?.next_cursor
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          size="xs"
          type="date"
          label={texts.from}
          min={firstDay}
          value={period.from}
          onChange={(event) => ask({ from: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          type="date"
          label={texts.to}
          min={firstDay}
          value={period.to}
          onChange={(event) => ask({ to: event.currentTarget.value })}
        />
        <CommandButton
          size="xs"
          variant="default"
          isPending={take.isPending}
          onClick={() =>
            take.mutate(
              { input: { id, ...asked } },
              { onSuccess: (file) => saveFile(file, csvName(`statement-${id.slice(-8)}`, new Date())) },
            )
          }
        >
          {texts.exportCsv}
        </CommandButton>
        <Button
          size="xs"
          variant="default"
          component={Link}
          href={`/print/${kind}-statement?${new URLSearchParams({ id, ...asked })}`}
        >
          {texts.printOrSaveAsPdf}
        </Button>
      </div>
      {take.error && <ChangeFailure error={take.error} />}
      {statement.isError ? (
        <Failure
          error={statement.error}
          answered="not_created"
          what={texts.theStatementCouldNotBeLoaded}
          onRetry={() => void statement.refetch()}
        />
      ) : (
        <Sheet
          title={texts.statement}
          empty={page ? texts.noLineInThisPeriod : texts.loading}
          columns={[
            { title: texts.day },
            { title: texts.what },
            { title: texts.status },
            { title: texts.amount, end: true },
            { title: texts.balance, end: true },
          ]}
          rows={(page?.rows ?? []).map((line) => ({
            key: line.id,
            cells: [
              <Day key="day" at={line.at} />,
              line.order_id && mayOpenOrders ? (
                <Link key="what" href={`/orders-order-details?id=${line.order_id}`}>
                  {line.words}
                </Link>
              ) : (
                line.words
              ),
              line.released ? texts.heldToAvailable : standingWords[line.standing],
              <Change key="amount" line={line} />,
              <Money key="balance" rupees={line.balance} />,
            ],
          }))}
        />
      )}
      {(cursors.length > 0 || next) && (
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {texts.later}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!next}
            onClick={() => next && setCursors([...cursors, next])}
          >
            {texts.earlier}
          </Button>
        </div>
      )}
    </>
  )
}

/** The change of the balance by a line; a release changes nothing and shows the released amount. */
function Change({ line: { amount, released } }: { line: StatementLine }) {
  return released ? (
    <span className={classes.released}>
      {texts.releasedReleased({ released: <Money rupees={released} /> })}
    </span>
  ) : (
    <Money rupees={amount} />
  )
}
