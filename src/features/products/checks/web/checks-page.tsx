import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { numberTyped } from '#kit/web/fields/number-field.tsx'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { SettingsForm, SettingsOf, useSettings } from '#kit/web/record/settings-form.tsx'
import {
  type CheckName,
  type CheckSetting,
  checkNames,
  checkOf,
  type ListingChecks,
  listingChecks,
  type SavedListingChecks,
} from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { checkWords } from '../words-contract.ts'
import classes from './checks-page.module.css'
import { ForbiddenWords } from './forbidden-words-panel.tsx'

/** Listing checks: which are on, how much they weigh, and from when on they find something. */
export function ChecksPage() {
  return (
    <SettingsOf of={listingChecks.get} failed={texts.loadFailed}>
      {(opened) => <Editor opened={opened} />}
    </SettingsOf>
  )
}

function Editor({ opened }: { opened: Opened<SavedListingChecks> }) {
  const { version: _, ...saved } = opened.record
  const [draft, setDraft] = useState<ListingChecks>(saved)
  const settings = useSettings(opened, listingChecks.save, {
    draft,
    saved: texts.checksSaved,
    isChecked: true,
  })
  const change = (name: CheckName, part: Partial<CheckSetting>) =>
    setDraft({
      ...draft,
      checks: { ...draft.checks, [name]: { ...draft.checks[name], ...part } },
    })
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.listingChecks}
      introduction={texts.introduction}
      label={texts.checksAreaLabel}
      isWide
    >
      <h2>{texts.checksHeading}</h2>
      {checkNames.map((name) => (
        <CheckRow
          key={name}
          name={name}
          setting={draft.checks[name]}
          mayChange={settings.mayChange}
          errors={settings.errors}
          onChange={(part) => change(name, part)}
        />
      ))}
      <ForbiddenWords
        words={draft.forbidden}
        mayChange={settings.mayChange}
        onChange={(forbidden) => setDraft({ ...draft, forbidden })}
      />
    </SettingsForm>
  )
}

function CheckRow({
  name,
  setting,
  mayChange,
  errors,
  onChange,
}: {
  name: CheckName
  setting: CheckSetting
  mayChange: boolean
  errors: Record<string, string>
  onChange: (part: Partial<CheckSetting>) => void
}) {
  const { title, text } = checkWords[name]
  const { threshold } = checkOf(name)
  return (
    <fieldset className={classes.check}>
      <legend className="visually-hidden">{title}</legend>
      <Switch
        className={classes.name ?? ''}
        label={title}
        description={text}
        classNames={{ description: classes.words ?? '' }}
        checked={setting.is_on}
        disabled={!mayChange}
        onChange={(event) => onChange({ is_on: event.currentTarget.checked })}
      />
      <Figure
        label={texts.weight}
        value={setting.weight}
        isOff={!mayChange || !setting.is_on}
        error={errors[`checks.${name}.weight`]}
        onType={(weight) => onChange({ weight })}
      />
      {threshold && (
        <Figure
          label={texts.threshold({ unit: threshold.unit })}
          value={setting.threshold}
          isOff={!mayChange || !setting.is_on}
          error={errors[`checks.${name}.threshold`]}
          onType={(value) => onChange({ threshold: value })}
        />
      )}
    </fieldset>
  )
}

/** A number as it was typed; what is no number is refused by the schema. */
function Figure({
  label,
  value,
  isOff,
  error,
  onType,
}: {
  label: string
  value: number
  isOff: boolean
  error: string | undefined
  onType: (value: number) => void
}) {
  const [typed, setTyped] = useState(String(value))
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      dir="ltr"
      value={typed}
      disabled={isOff}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onType(numberTyped(text))
      }}
    />
  )
}
