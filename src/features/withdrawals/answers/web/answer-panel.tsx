import { Button, Group } from '@mantine/core'
import { returnedWords } from '#features/withdrawals/contract.ts'
import type { AnswerCheck, AnswerRow } from '#features/withdrawals/payout-contract.ts'
import { texts } from '#features/withdrawals/texts.ts'
import { numberOf } from '#kit/contract/words.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import classes from '#kit/web/print/sheet.module.css'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Money, None } from '#kit/web/values.tsx'
import { bookingVerb } from './answer-model.ts'

/** The preview of a bank answer before it is booked: counts and sums at the top, exceptions first. */
export function AnswerPreview({
  check,
  fileName,
  isBusy,
  onBook,
  onCancel,
}: {
  check: AnswerCheck
  fileName: string
  isBusy: boolean
  onBook: () => void
  onCancel: () => void
}) {
  const { paid, returned, exceptions, unchanged } = check
  const isNothing = paid + returned + exceptions === 0
  return (
    <>
      <Facts
        title={texts.bankReplyIn({ fileName })}
        facts={[
          { label: texts.exceptions, value: <Sum n={exceptions} rupees={check.exceptions_total} /> },
          { label: texts.paid, value: <Sum n={paid} rupees={check.paid_total} /> },
          { label: returnedWords, value: <Sum n={returned} rupees={check.returned_total} /> },
          { label: texts.noChange, value: numberOf(unchanged) },
        ]}
      >
        <p className={classes.note}>{isNothing ? texts.nothingToBook : texts.notBookedYet}</p>
        <Group gap="xs">
          {!isNothing && (
            <CommandButton isPending={isBusy} onClick={onBook}>
              {bookingVerb(check)}
            </CommandButton>
          )}
          <Button variant="default" disabled={isBusy} onClick={onCancel}>
            {texts.cancel}
          </Button>
        </Group>
      </Facts>
      <AnswerRows title={texts.rowsOfTheBankReply} rows={check.answers} />
    </>
  )
}

function Sum({ n, rupees }: { n: number; rupees: string }) {
  if (n === 0) return <>0</>
  return (
    <>
      {numberOf(n)}, <Money rupees={rupees} />
    </>
  )
}

/** Bank rows in their original words with their effect; rows that need attention come first. */
export function AnswerRows({ title, rows }: { title: string; rows: readonly AnswerRow[] }) {
  return (
    <Sheet
      title={title}
      empty={texts.noRows}
      columns={[
        { title: texts.row, end: true },
        { title: texts.outcome },
        { title: texts.reference },
        { title: texts.bankStatus },
        { title: texts.bankReference },
        { title: texts.amount, end: true },
      ]}
      rows={rows.toSorted(exceptionsFirst).map((row) => ({
        key: String(row.row_number),
        isQuiet: row.outcome === 'unchanged',
        cells: [
          row.row_number,
          <Outcome key="outcome" row={row} />,
          row.reference || <None key="none" />,
          row.bank_status,
          row.bank_reference,
          <Amount key="amount" rupees={row.amount} />,
        ],
      }))}
    />
  )
}

function exceptionsFirst(a: AnswerRow, b: AnswerRow): number {
  return Number(a.outcome !== 'differs') - Number(b.outcome !== 'differs') || a.row_number - b.row_number
}

/** An amount, or a marker that there is none. */
export function Amount({ rupees }: { rupees: string | null }) {
  return rupees === null ? <None /> : <Money rupees={rupees} />
}

const outcomes = {
  paid: <StatusMark tone="good">{texts.paid}</StatusMark>,
  returned: <StatusMark tone="refused">{returnedWords}</StatusMark>,
  unchanged: <StatusMark tone="off">{texts.noChange}</StatusMark>,
  differs: <StatusMark tone="waiting">{texts.exception}</StatusMark>,
}

function Outcome({ row }: { row: AnswerRow }) {
  return (
    <>
      {outcomes[row.outcome]}
      {row.message && <div>{row.message}</div>}
      {row.outcome === 'returned' && row.bank_reason && <div dir="auto">{row.bank_reason}</div>}
    </>
  )
}
