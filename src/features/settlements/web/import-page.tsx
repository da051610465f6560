import { Button, FileButton, NativeSelect, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { formatRs } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { DayField } from '#kit/web/fields/day-field.tsx'
import { Link } from '#kit/web/link.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import layout from '#kit/web/record/record-layout.module.css'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { Money } from '#kit/web/values.tsx'
import { type SettlementCheck, settlements } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './import-page.module.css'
import { settlementList } from './links.ts'
import { StatementRows } from './rows-panel.tsx'
import { today, useImport } from './use-import.ts'

/** Import of a courier's statement: checked row by row first, and booked only after confirmation. */
export function ImportPage() {
  const couriers = useEndpoint(settlements.couriers, {})
  return (
    <Read of={couriers} what={texts.couriersLoadFailed} skeleton={<RecordSkeleton />}>
      {(data) => <Import names={data.map(({ courier }) => courier).sort()} />}
    </Read>
  )
}

function Import({ names }: { names: readonly string[] }) {
  const form = useImport()
  const forgetChoice = useRef<() => void>(null)
  return (
    <div className={layout.page}>
      <Link href={settlementList()} className={layout.back}>
        {texts.settlements}
      </Link>
      <h1>{menuTexts.importAStatement}</h1>
      {/* What is on its way is booked as it was sent, so nothing is typed over it. */}
      <form className={`box ${classes.form}`} onSubmit={form.look} noValidate inert={form.isBooking}>
        <div className={classes.fields}>
          <NativeSelect
            label={texts.courier}
            data={[{ value: '', label: texts.choose }, ...names]}
            value={form.given.courier}
            error={form.errors.courier}
            onChange={(event) => form.change('courier', event.currentTarget.value)}
          />
          <TextInput
            label={texts.referenceOfThePayment}
            placeholder={texts.bankOrCourierReference}
            maxLength={120}
            value={form.given.reference}
            error={form.errors.reference}
            onChange={(event) => form.change('reference', event.currentTarget.value)}
          />
          <DayField
            label={texts.paidOn}
            max={today()}
            value={form.given.paid_on}
            error={form.errors.paid_on}
            onDay={(day) => form.change('paid_on', day)}
          />
        </div>
        <div className={classes.file}>
          <FileButton
            accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
            resetRef={forgetChoice}
            onChange={(chosen) => {
              if (chosen) form.choose(chosen)
              // Reset the input, so that a corrected file with the same name can be chosen again.
              forgetChoice.current?.()
            }}
          >
            {(props) => (
              <Button {...props} variant="default" size="xs" disabled={form.isBusy}>
                {form.file ? texts.chooseAnotherFile : texts.chooseStatement}
              </Button>
            )}
          </FileButton>
          <p className={classes.quiet} dir="auto">
            {form.file ? form.file.name : texts.fileHint}
          </p>
          {form.errors.file && <p className={classes.error}>{form.errors.file}</p>}
        </div>
        {form.failure && <ChangeFailure error={form.failure} />}
        <div>
          <CommandButton
            type="submit"
            isPending={form.isChecking}
            disabled={form.isBusy}
            variant={form.checked ? 'default' : 'filled'}
          >
            {form.checked ? texts.checkAgain : texts.checkStatement}
          </CommandButton>
        </div>
      </form>
      {form.checked && <Checked check={form.checked} isBusy={form.isBusy} onConfirm={form.confirm} />}
    </div>
  )
}

function Checked({
  check,
  isBusy,
  onConfirm,
}: {
  check: SettlementCheck
  isBusy: boolean
  onConfirm: (check: SettlementCheck) => void
}) {
  const { rows, settled, lines } = check
  const differing = lines.filter(({ outcome }) => outcome === 'short_paid' || outcome === 'over_paid').length
  const left = rows - settled
  return (
    <>
      <Facts
        title={texts.statementCheck}
        facts={[
          { label: texts.exceptions, value: numberOf(left + differing) },
          {
            label: texts.rowsToSettle,
            value: texts.settledOfRows({ settled, rows }),
          },
          { label: texts.withADifference, value: numberOf(differing) },
          { label: texts.cashCollected, value: <Money rupees={check.cash} /> },
          { label: texts.feesKept, value: <Money rupees={check.fee} /> },
          { label: texts.taxWithheld, value: <Money rupees={check.tax} /> },
          { label: texts.netToTheBank, value: <Money rupees={check.net} /> },
          ...(check.stated === check.net
            ? []
            : [{ label: texts.netInTheStatement, value: <Money rupees={check.stated} /> }]),
        ]}
      >
        <p className={classes.quiet}>
          {left > 0 ? texts.notBookedYetWithOpen({ left }) : texts.notBookedYet}
        </p>
        <div>
          <CommandButton isPending={isBusy} onClick={() => onConfirm(check)}>
            {settled > 0 ? texts.settleRows({ settled, cash: formatRs(check.cash) }) : texts.keepStatement}
          </CommandButton>
        </div>
      </Facts>
      <StatementRows title={texts.rowsOfTheStatement} rows={lines} />
    </>
  )
}
