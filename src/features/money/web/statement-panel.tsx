import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { orderDetail } from '#features/orders/web/links.ts'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { DayField } from '#kit/web/fields/day-field.tsx'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { Day, Money } from '#kit/web/values.tsx'
import { balances, type StatementLine } from '../contract.ts'
import { texts } from '../texts.ts'
import { customerStatement, vendorStatement } from './links.ts'
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
  const asked = { ...(period.from ? { from: period.from } : {}), ...(period.to ? { to: period.to } : {}) }
  const cursor = cursors.at(-1)
  const statement = useEndpoint(balances[kind].statement, {
    id,
    limit: statementPageSize,
    ...asked,
    ...(cursor ? { cursor } : {}),
  })
  const next = statement.data?.next_cursor
  const day = (name: keyof typeof period, label: string) => (
    <DayField
      size="xs"
      isKeeping
      label={label}
      value={period[name]}
      onDay={(chosen) => {
        setPeriod({ ...period, [name]: chosen })
        setCursors([])
      }}
    />
  )
  return (
    <>
      <Tools kind={kind} asked={{ id, ...asked }}>
        {day('from', texts.from)}
        {day('to', texts.to)}
      </Tools>
      {statement.isLoadingError ? (
        <ReadFailure of={statement} what={texts.statementLoadFailed} />
      ) : (
        <Lines rows={statement.data?.rows} />
      )}
      {(cursor || next) && (
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            disabled={!cursor}
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

const statements = { vendor: vendorStatement, customer: customerStatement }

/** The fields of the period, the CSV export and the link to the printed statement. */
function Tools({
  kind,
  asked,
  children,
}: {
  kind: OwnerKind
  asked: { id: string; from?: string; to?: string }
  children: ReactNode
}) {
  const take = useCommand(balances[kind].export)
  const save = (file: Blob) => saveFile(file, csvName(`statement-${asked.id.slice(-8)}`, new Date()))
  return (
    <>
      <div className={classes.tools}>
        {children}
        <CommandButton
          size="xs"
          variant="default"
          isPending={take.isPending}
          onClick={() => take.mutate({ input: asked }, { onSuccess: save })}
        >
          {texts.exportCsv}
        </CommandButton>
        <Button size="xs" variant="default" component={Link} href={statements[kind](asked)}>
          {texts.printOrSaveAsPdf}
        </Button>
      </div>
      {take.error && <ChangeFailure error={take.error} />}
    </>
  )
}

/** The lines of the page; undefined while they load. */
function Lines({ rows }: { rows: readonly StatementLine[] | undefined }) {
  const mayOpenOrders = useAllows()(grants('Orders', 'view'))
  return (
    <Sheet
      title={texts.statement}
      isStacked
      empty={texts.noLines}
      columns={[
        { title: texts.day },
        { title: texts.what },
        { title: texts.status },
        { title: texts.amount, end: true },
        { title: texts.balance, end: true },
      ]}
      rows={rows?.map((line) => ({
        key: line.id,
        cells: [
          <Day key="day" at={line.at} />,
          line.order_id && mayOpenOrders ? (
            <Link key="what" href={orderDetail({ id: line.order_id })}>
              <Words of={line} />
            </Link>
          ) : (
            <Words key="what" of={line} />
          ),
          line.released ? texts.heldToAvailable : standingWords[line.standing],
          <Change key="amount" line={line} />,
          <Money key="balance" rupees={line.balance} />,
        ],
      }))}
    />
  )
}

/** What a line was for; the number in it stays on one line. */
function Words({ of: { words, reference } }: { of: StatementLine }) {
  return (
    <>
      {words.split(/\b([A-Z]+-\d+)/).map((part, index) =>
        index % 2 === 1 ? (
          <bdi key={part} dir="ltr" className={classes.number}>
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
      {reference && <span className={classes.reference}>{texts.bankReference({ reference })}</span>}
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
