import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Alert, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseTypedRupees } from '#kit/contract/money.ts'
import { momentOf } from '#kit/contract/words.ts'
import { numberTyped } from '#kit/web/fields/number-field.tsx'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { SettingsForm, SettingsOf, useSettings } from '#kit/web/record/settings-form.tsx'
import { type SavedTrustRules, type TierRule, type TrustRules, trust } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './rules-page.module.css'

/** Trust rules: which vendors are trusted, what is approved because of it, and when that stops. */
export function RulesPage() {
  return (
    <SettingsOf of={trust.get} failed={texts.loadFailed}>
      {(opened) => <Editor opened={opened} />}
    </SettingsOf>
  )
}

type Typed = { [path: string]: string }
type Draft = Omit<TrustRules, 'most_price'> & { most_price: string }

function rulesOf(saved: SavedTrustRules): Draft {
  const { is_on, standard, trusted, most_risk, most_price, sample_percent } = saved
  const { most_found_percent, least_settled, undo_minutes } = saved
  return {
    ...{ is_on, standard, trusted, most_risk, most_price, sample_percent },
    ...{ most_found_percent, least_settled, undo_minutes },
  }
}

const tierLabels: readonly (readonly [keyof TierRule, string])[] = [
  ['least_days', texts.leastDays],
  ['least_approved', texts.leastApproved],
  ['most_rejected_percent', texts.mostRejected],
  ['most_refunded_percent', texts.mostRefunded],
]
const approvedLabels = [
  ['most_risk', texts.mostRisk, texts.mostRiskHint],
  ['undo_minutes', texts.undoMinutes, texts.undoHint],
] as const
const sampleLabels = [
  ['sample_percent', texts.samplePercent],
  ['most_found_percent', texts.mostFound],
  ['least_settled', texts.leastSettled],
] as const

function Editor({ opened }: { opened: Opened<SavedTrustRules> }) {
  const [draft, setDraft] = useState<Draft>(() => rulesOf(opened.record))
  const [typed, setTyped] = useState<Typed>({})
  const settings = useSettings(opened, trust.save, { draft, saved: texts.saved, isChecked: true })
  const { errors } = settings
  const figure = (
    path: string,
    label: string,
    value: number,
    set: (value: number) => void,
    hint?: string,
  ) => (
    <TextInput
      key={path}
      label={label}
      description={hint}
      inputMode="numeric"
      dir="ltr"
      value={typed[path] ?? String(value)}
      error={errors[path]}
      readOnly={!settings.mayChange}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped({ ...typed, [path]: text })
        set(numberTyped(text))
      }}
    />
  )
  const tier = (name: 'standard' | 'trusted', title: string) => (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {tierLabels.map(([key, label]) =>
        figure(`${name}.${key}`, label, draft[name][key], (value) =>
          setDraft({ ...draft, [name]: { ...draft[name], [key]: value } }),
        ),
      )}
    </fieldset>
  )
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.trustRules}
      introduction={texts.introduction}
      label={texts.rules}
      isWide
    >
      <SoFar rules={opened.record} />
      <Switch
        label={texts.isOn}
        description={texts.isOnHint}
        classNames={{ description: classes.words ?? '' }}
        checked={draft.is_on}
        disabled={!settings.mayChange}
        onChange={(event) => setDraft({ ...draft, is_on: event.currentTarget.checked })}
      />
      <p className={classes.quiet}>{texts.tierHint}</p>
      {tier('trusted', texts.trustedVendors)}
      {tier('standard', texts.standardVendors)}
      <fieldset className={classes.group}>
        <legend>{texts.whatIsApproved}</legend>
        {approvedLabels.map(([key, label, hint]) =>
          figure(key, label, draft[key], (value) => setDraft({ ...draft, [key]: value }), hint),
        )}
        <TextInput
          label={texts.mostPrice}
          inputMode="decimal"
          dir="ltr"
          value={typed.most_price ?? draft.most_price}
          error={errors.most_price}
          readOnly={!settings.mayChange}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped({ ...typed, most_price: text })
            setDraft({ ...draft, most_price: parseTypedRupees(text) ?? text })
          }}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{texts.safety}</legend>
        {sampleLabels.map(([key, label]) =>
          figure(key, label, draft[key], (value) => setDraft({ ...draft, [key]: value })),
        )}
      </fieldset>
    </SettingsForm>
  )
}

/** What the rule has come to, and why it stopped if it did. */
function SoFar({ rules }: { rules: SavedTrustRules }) {
  const { stopped_because, stopped_at, on_since, approved, sampled, settled, found } = rules
  return (
    <>
      {stopped_because && (
        <Alert color="red" title={texts.stoppedTitle}>
          {stopped_because}
          {stopped_at && ` · ${momentOf(stopped_at)}`}
        </Alert>
      )}
      <p className={classes.quiet}>
        {on_since ? texts.counts({ approved, sampled, settled, found }) : texts.neverOn}
      </p>
    </>
  )
}
