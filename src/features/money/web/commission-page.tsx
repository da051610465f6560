import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { parseTypedRupees } from '#kit/contract/money.ts'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { dayOf } from '#kit/contract/words.ts'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { numberTyped } from '#kit/web/fields/number-field.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { SettingsForm, SettingsOf, useSettings } from '#kit/web/record/settings-form.tsx'
import { Money } from '#kit/web/values.tsx'
import { type Commission, type CommissionTrial, commission } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { blankRow, isVague, type Row, RuleRow, rowOf, vendorFieldOf } from './rule-panel.tsx'
import classes from './settings-panel.module.css'
import { useRowErrors } from './use-row-errors.ts'

/** Commission: the rules in the order in which they are tried; the first rule that fits applies. */
export function CommissionPage() {
  return (
    <SettingsOf of={commission.get} failed={texts.rulesLoadFailed}>
      {(opened) => <Editor opened={opened} />}
    </SettingsOf>
  )
}

function Editor({ opened }: { opened: Opened<Commission> }) {
  const saved = opened.record
  const [rows, setRows] = useState<Row[]>(() => saved.rules.map(rowOf))
  const [standard, setStandard] = useState(percentOf(saved.default_rate_bp))
  const [days, setDays] = useState(String(saved.hold_days))
  const draft = {
    rules: rows.map(ruleOf),
    default_rate_bp: basisPointsOf(standard),
    hold_days: numberTyped(days),
  }
  const settings = useSettings(opened, commission.save, { draft, saved: texts.rulesSaved })
  const { mayChange } = settings
  const attempt = useCommand(commission.try)
  const [isTrial, setTrial] = useState(false)
  const failure = isTrial ? attempt.error : settings.error
  const { errors, drop, clear } = useRowErrors('rules', rows, failure)
  /** Runs unless a rule has a typed vendor that was not selected: that rule would apply to every vendor. */
  const ifClear = (run: () => void, isTrying: boolean) => {
    const vague = rows.find(isVague)
    if (vague) return document.getElementById(vendorFieldOf(vague))?.focus()
    setTrial(isTrying)
    clear()
    run()
  }
  /** The result of a trial applies only to the rules it was run with, so a change clears it. */
  const set = (change: (rows: readonly Row[]) => Row[]) => {
    setRows(change)
    attempt.reset()
  }
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.commission}
      introduction={texts.rulesIntroduction}
      label={texts.rules}
      error={failure}
      isOff={false}
      isWide
      onSave={() => ifClear(settings.save, false)}
      actions={
        <CommandButton
          variant="default"
          isPending={attempt.isPending}
          onClick={() => ifClear(() => attempt.mutate({ input: draft }), true)}
        >
          {texts.tryOnLastMonthsOrders}
        </CommandButton>
      }
      after={attempt.data && <Trial trial={attempt.data} />}
    >
      <Rules rows={rows} isReadOnly={!mayChange} errors={errors} onChange={set} onCorrect={drop} />
      <div className={classes.bar}>
        <TextInput
          size="xs"
          label={texts.standardRate}
          readOnly={!mayChange}
          value={standard}
          error={errors.default_rate_bp}
          onChange={(event) => {
            setStandard(event.currentTarget.value)
            drop('default_rate_bp')
            attempt.reset()
          }}
        />
        <TextInput
          size="xs"
          label={texts.holdDays}
          readOnly={!mayChange}
          value={days}
          error={errors.hold_days}
          onChange={(event) => {
            setDays(event.currentTarget.value)
            drop('hold_days')
          }}
        />
      </div>
    </SettingsForm>
  )
}

function Rules({
  rows,
  isReadOnly,
  errors,
  onChange,
  onCorrect,
}: {
  rows: readonly Row[]
  isReadOnly: boolean
  errors: Readonly<Record<string, string>>
  /** Receives what changes the rows: a shop that is found while somebody types in another field must not undo what is typed. */
  onChange: (change: (rows: readonly Row[]) => Row[]) => void
  /** Receives the key of a row whose fields were changed. */
  onCorrect: (key: string) => void
}) {
  const named = useEndpoint(commission.categories, {}, { enabled: !isReadOnly }).data ?? []
  const categories = useId()
  const raise = (at: number) =>
    onChange((present) =>
      present.flatMap((row, index) =>
        index === at - 1 ? [present[at] ?? row, row] : index === at ? [] : [row],
      ),
    )
  return (
    <>
      {rows.length === 0 && <p className={classes.quiet}>{texts.noRules}</p>}
      {rows.map((row, at) => (
        <RuleRow
          key={row.key}
          row={row}
          number={at + 1}
          isReadOnly={isReadOnly}
          categories={categories}
          errorOf={(name) => errors[`${row.key}.${name}`]}
          onChange={(changes) => {
            onChange((present) => present.map((one) => (one.key === row.key ? { ...one, ...changes } : one)))
            onCorrect(row.key)
          }}
          {...(at > 0 ? { onRaise: () => raise(at) } : {})}
          onRemove={() => onChange((present) => present.filter(({ key }) => key !== row.key))}
        />
      ))}
      <datalist id={categories}>
        {named.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={classes.bar}>
        {!isReadOnly && (
          <Button size="xs" variant="default" onClick={() => onChange((present) => [...present, blankRow()])}>
            {texts.addRule}
          </Button>
        )}
      </div>
    </>
  )
}

/** What the draft would have brought on last month's orders. */
function Trial({ trial }: { trial: CommissionTrial }) {
  return (
    <>
      <p role="status">
        {texts.trialResult({
          from: dayOf(trial.from),
          to: dayOf(trial.to),
          lines: trial.lines,
          commission: <Money rupees={trial.commission} />,
          wouldBe: <Money rupees={trial.would_be} />,
          difference: <Money rupees={trial.difference} />,
        })}
      </p>
      <Sheet
        title={texts.largestChanges}
        empty={texts.noChanges}
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
  )
}

function ruleOf({ name, vendor_id, category, from, to, rate }: Row) {
  return {
    name,
    vendor_id,
    category,
    price_from: from === '' ? null : (parseTypedRupees(from) ?? from),
    price_to: to === '' ? null : (parseTypedRupees(to) ?? to),
    rate_bp: basisPointsOf(rate),
  }
}
