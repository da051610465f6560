import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { parseTypedRupees } from '#kit/contract/money.ts'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { dayOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure, Failure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import {
  ChangedNotice,
  type Opened as OpenedRecord,
  useOpenedRecord,
} from '#kit/web/record/opened-record.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money } from '#kit/web/values.tsx'
import { type Commission, commission } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { blankRow, isVague, type Row, RuleRow, rowOf, vendorFieldOf } from './rule-panel.tsx'
import classes from './settings-panel.module.css'

/** Commission: the rules in the order in which they are tried; the first rule that fits applies. */
export function CommissionPage() {
  const found = useEndpoint(commission.get, {})
  if (found.data) return <Opened fresh={found.data} />
  if (!found.isError) return <RecordSkeleton />
  return (
    <Failure
      error={found.error}
      answered="not_created"
      what={texts.theCommissionRulesCouldNot}
      onRetry={() => void found.refetch()}
    />
  )
}

/** The user's input is kept when somebody else saves; the user decides when to load the saved version. */
function Opened({ fresh }: { fresh: Commission }) {
  const opened = useOpenedRecord(fresh)
  return <Editor key={opened.record.version} opened={opened} />
}

function Editor({ opened }: { opened: OpenedRecord<Commission> }) {
  const stands = opened.record
  const can = useCan()
  const show = useToast()
  const mayChange = can(commission.save)
  const [rows, setRows] = useState<Row[]>(() => stands.rules.map(rowOf))
  const [standard, setStandard] = useState(percentOf(stands.default_rate_bp))
  const [days, setDays] = useState(String(stands.hold_days))
  const save = useCommand(commission.save)
  const attempt = useCommand(commission.try)
  const named = useEndpoint(commission.categories, {}, { enabled: mayChange }).data ?? []
  const categories = useId()
  const failure = save.error ?? attempt.error
  const errors = fieldErrors(failure ?? undefined)
  const draft = () => ({
    rules: rows.map((row) => ({
      name: row.name,
      vendor_id: row.vendor_id,
      category: row.category,
      price_from: row.from === '' ? null : (parseTypedRupees(row.from) ?? row.from),
      price_to: row.to === '' ? null : (parseTypedRupees(row.to) ?? row.to),
      rate_bp: basisPointsOf(row.rate),
    })),
    default_rate_bp: basisPointsOf(standard),
    hold_days: wholeOf(days),
  })
  const [begun] = useState(() => JSON.stringify(draft()))
  const isUnsaved = JSON.stringify(draft()) !== begun
  const guard = useLeaveGuard(isUnsaved && !save.isSuccess)
  /** The result of a trial applies only to the rules it was run with, so a change clears it. */
  const set = (next: Row[]) => {
    setRows(next)
    attempt.reset()
  }
  /**
   * Runs with the draft, unless a rule has a typed vendor that was not selected: that rule would apply to every vendor.
   */
  const withDraft = (run: (body: ReturnType<typeof draft>) => void) => {
    const vague = rows.find(isVague)
    if (vague) document.getElementById(vendorFieldOf(vague))?.focus()
    else run(draft())
  }
  const change = (at: number, changes: Partial<Row>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const raise = (at: number) =>
    set(rows.flatMap((row, index) => (index === at - 1 ? [rows[at] ?? row, row] : index === at ? [] : [row])))
  const trial = attempt.data
  return (
    <div className={classes.page}>
      <h1>{menuTexts.commission}</h1>
      <p className={classes.quiet}>{texts.theFirstRuleThatFits}</p>
      {opened.hasChanged && !save.isPending && (
        <ChangedNotice noun="list of rules" onShow={() => guard.ask(opened.showPresent)} />
      )}
      {failure && <ChangeFailure error={failure} />}
      <section className={classes.card} aria-label={texts.rules}>
        {rows.length === 0 && <p className={classes.quiet}>{texts.noRuleEverySaleIs}</p>}
        {rows.map((row, at) => (
          <RuleRow
            key={row.key}
            row={row}
            number={at + 1}
            isReadOnly={!mayChange}
            categories={categories}
            errorOf={(name) => errors[`rules.${at}.${name}`]}
            onChange={(changes) => change(at, changes)}
            {...(at > 0 ? { onRaise: () => raise(at) } : {})}
            onRemove={() => set(rows.filter((_, index) => index !== at))}
          />
        ))}
        <datalist id={categories}>
          {named.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className={classes.bar}>
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => set([...rows, blankRow()])}>
              {texts.addARule}
            </Button>
          )}
        </div>
        <div className={classes.bar}>
          <TextInput
            size="xs"
            label={texts.standardRate}
            readOnly={!mayChange}
            value={standard}
            error={errors.default_rate_bp}
            onChange={(event) => {
              setStandard(event.currentTarget.value)
              attempt.reset()
            }}
          />
          <TextInput
            size="xs"
            label={texts.daysAShareIsHeld}
            readOnly={!mayChange}
            value={days}
            error={errors.hold_days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </div>
      </section>
      {mayChange && (
        <div className={classes.bar}>
          <CommandButton
            isPending={save.isPending}
            onClick={() =>
              withDraft((input) =>
                save.mutate(
                  { input, ifMatch: stands.version },
                  {
                    onSuccess: ({ version }) => {
                      show({ message: texts.theCommissionRulesAreSaved })
                      opened.made(version)
                    },
                  },
                ),
              )
            }
          >
            {texts.save}
          </CommandButton>
          <CommandButton
            variant="default"
            isPending={attempt.isPending}
            onClick={() => withDraft((input) => attempt.mutate({ input }))}
          >
            {texts.tryOnLastMonthsOrders}
          </CommandButton>
        </div>
      )}
      {trial && (
        <>
          <p role="status">
            {texts.toLinesItWasAnd({
              from: dayOf(trial.from),
              to: dayOf(trial.to),
              lines: trial.lines,
              commission: <Money rupees={trial.commission} />,
              wouldBe: <Money rupees={trial.would_be} />,
              difference: <Money rupees={trial.difference} />,
            })}
          </p>
          <Sheet
            title={texts.whomItChangesMost}
            empty={texts.itChangesNothingForAnybody}
            columns={[
              { title: texts.vendor },
              { title: texts.was, end: true },
              { title: texts.wouldBe, end: true },
              { title: texts.difference, end: true },
            ]}
            rows={trial.vendors.map((one) => ({
              key: one.vendor_id,
              cells: [
                one.shop_name,
                <Money key="was" rupees={one.commission} />,
                <Money key="would" rupees={one.would_be} />,
                <Money key="difference" rupees={one.difference} />,
              ],
            }))}
          />
        </>
      )}
      {guard.dialog}
    </div>
  )
}

/** Parses a whole number; anything else becomes -1, which no schema accepts. */
function wholeOf(text: string): number {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : -1
}
