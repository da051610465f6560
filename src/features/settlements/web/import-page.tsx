import { Button, FileButton, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { karachiDay } from '#kit/contract/day.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure, Failure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money } from '#kit/web/values.tsx'
import { ImportQuery, type SettlementCheck, settlements } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './import-page.module.css'
import { StatementRows } from './rows-panel.tsx'

/** Import of a courier's statement: checked row by row first, and booked only after confirmation. */
export function ImportPage() {
  const couriers = useEndpoint(settlements.couriers, {})
  if (couriers.isError && !couriers.data) {
    return (
      <Failure
        error={couriers.error}
        answered="not_created"
        what={texts.theCouriersCouldNotBe}
        onRetry={() => void couriers.refetch()}
      />
    )
  }
  if (!couriers.data) return <RecordSkeleton />
  return <Import names={couriers.data.map(({ courier }) => courier).sort()} />
}

const today = () => karachiDay(Date.now())

function Import({ names }: { names: readonly string[] }) {
  const show = useToast()
  const [given, setGiven] = useState({ courier: '', reference: '', paid_on: today() })
  const [file, setFile] = useState<File | null>(null)
  const forgetChoice = useRef<() => void>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const check = useCommand(settlements.check)
  const settle = useCommand(settlements.import)
  const refused = settle.error ?? check.error
  const errors = { ...fieldErrors(refused ?? undefined), ...wrong }
  const isField = Object.keys(fieldErrors(refused ?? undefined)).some((name) => name in { ...given, file })
  /** A check is valid only for its courier and file, so a change clears it. */
  const forget = (change: () => void) => {
    check.reset()
    settle.reset()
    setWrong({})
    change()
  }
  const change = (name: keyof typeof given, value: string) => {
    const set = () => setGiven({ ...given, [name]: value })
    if (name === 'courier') forget(set)
    else {
      settle.reset()
      setWrong({})
      set()
    }
  }
  const complaints = () => {
    const found = ImportQuery.omit({ seen: true }).safeParse(given)
    return {
      ...(found.success ? {} : fieldErrors(found.error.issues as never)),
      ...(file ? {} : { file: texts.chooseTheStatementOfThe }),
    }
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    const found: Record<string, string> = complaints()
    setWrong(found)
    settle.reset()
    if (file && Object.keys(found).length === 0) check.mutate({ input: { courier: given.courier, file } })
  }
  const confirm = ({ seen }: SettlementCheck) => {
    const found: Record<string, string> = complaints()
    setWrong(found)
    if (!file || Object.keys(found).length > 0) return
    settle.mutate(
      { input: { ...given, seen, file } },
      {
        onSuccess: ({ id, number, settled }) => {
          show({
            message: texts.rowsSettled({ number, settled }),
          })
          navigate(`/settlement?id=${id}`)
        },
      },
    )
  }
  const isBusy = check.isPending || settle.isPending
  return (
    <div className={classes.page}>
      <Link href="/settlements" className={classes.back}>
        {texts.settlements}
      </Link>
      <h1>{menuTexts.importAStatement}</h1>
      <form className={classes.form} onSubmit={look} noValidate>
        <div className={classes.fields}>
          <NativeSelect
            label={texts.courier}
            data={[{ value: '', label: texts.choose }, ...names]}
            value={given.courier}
            error={errors.courier}
            onChange={(event) => change('courier', event.currentTarget.value)}
          />
          <TextInput
            label={texts.referenceOfThePayment}
            placeholder={texts.bankOrCourierReference}
            maxLength={120}
            value={given.reference}
            error={errors.reference}
            onChange={(event) => change('reference', event.currentTarget.value)}
          />
          <TextInput
            label={texts.paidOn}
            type="date"
            min="2000-01-01"
            max={today()}
            value={given.paid_on}
            error={errors.paid_on}
            onChange={(event) => change('paid_on', event.currentTarget.value)}
          />
        </div>
        <div className={classes.file}>
          <FileButton
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            resetRef={forgetChoice}
            onChange={(chosen) => {
              if (chosen) forget(() => setFile(chosen))
              // Reset the input, so that a corrected file with the same name can be chosen again.
              forgetChoice.current?.()
            }}
          >
            {(props) => (
              <Button {...props} variant="default" size="xs" disabled={isBusy}>
                {file ? texts.chooseAnotherFile : texts.chooseStatement}
              </Button>
            )}
          </FileButton>
          <p className={classes.quiet} dir="auto">
            {file ? file.name : texts.csvWithTrackingNumberAnd}
          </p>
          {errors.file && <p className={classes.error}>{errors.file}</p>}
        </div>
        {refused && !isField && <ChangeFailure error={refused} />}
        <div>
          <CommandButton
            type="submit"
            isPending={check.isPending}
            disabled={isBusy}
            variant={check.data ? 'default' : 'filled'}
          >
            {check.data ? texts.checkAgain : texts.checkStatement}
          </CommandButton>
        </div>
      </form>
      {check.data && <Checked check={check.data} isBusy={isBusy} onConfirm={confirm} />}
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
          {texts.nothingIsBookedYetYou}
          {left > 0 && texts.rowsDoNothingAndAre({ left })}
        </p>
        <div>
          <CommandButton isPending={isBusy} onClick={() => onConfirm(check)}>
            {settled > 0
              ? texts.settleRows({ settled, cash: formatRs(parseRupees(check.cash)) })
              : texts.keepTheStatementSettleNothing}
          </CommandButton>
        </div>
      </Facts>
      <StatementRows title={texts.rowsOfTheStatement} rows={lines} />
    </>
  )
}
