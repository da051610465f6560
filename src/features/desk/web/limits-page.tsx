import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/SimpleGrid.css'
import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { numberTyped } from '#kit/web/fields/number-field.tsx'
import { dayShown, dayTyped } from '#kit/web/fields/typed-day.ts'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { SettingsForm, SettingsOf, useSettings } from '#kit/web/record/settings-form.tsx'
import { desk, deskKinds, type ReviewLimits, type SavedLimits } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { kindWords } from './desk-columns.tsx'

const weekdays = [
  texts.sunday,
  texts.monday,
  texts.tuesday,
  texts.wednesday,
  texts.thursday,
  texts.friday,
  texts.saturday,
]

const figures = [...deskKinds, 'opens_at', 'closes_at'] as const
type FigureName = (typeof figures)[number]

/** Review limits: how long a record of each kind may wait, and what working hours are. */
export function LimitsPage() {
  return (
    <SettingsOf of={desk.limits} failed={texts.limitsFailed}>
      {(opened) => <Editor opened={opened} />}
    </SettingsOf>
  )
}

function Editor({ opened }: { opened: Opened<SavedLimits> }) {
  const { version: _, ...saved } = opened.record
  const [draft, setDraft] = useState<ReviewLimits>(saved)
  const settings = useSettings(opened, desk.saveLimits, { draft, saved: texts.limitsSaved })
  const { mayChange } = settings
  const [typed, setTyped] = useState<Partial<Record<FigureName, string>>>({})
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const errors: Readonly<Record<string, string>> = { ...settings.errors, ...wrong }
  const set = (changes: Partial<ReviewLimits>) => setDraft({ ...draft, ...changes })
  const number = (name: FigureName, label: string) => (
    <TextInput
      key={name}
      label={label}
      inputMode="numeric"
      dir="ltr"
      value={typed[name] ?? String(draft[name])}
      readOnly={!mayChange}
      error={errors[name]}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped({ ...typed, [name]: text })
        set({ [name]: numberTyped(text) })
      }}
    />
  )
  const save = () => {
    // An emptied field is no number, and by itself would be sent as none at all.
    const none = figures.filter((name) => !Number.isInteger(draft[name]))
    setWrong(Object.fromEntries(none.map((name) => [name, texts.wholeNumber])))
    if (none.length === 0) settings.save()
  }
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.reviewLimits}
      introduction={texts.limitsIntroduction}
      label={texts.limits}
      onSave={save}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {deskKinds.map((kind) => number(kind, texts.hoursOf({ kind: kindWords[kind] })))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {number('opens_at', texts.opensAt)}
        {number('closes_at', texts.closesAt)}
      </SimpleGrid>
      <Checkbox.Group
        label={texts.weekend}
        value={draft.weekend.map(String)}
        readOnly={!mayChange}
        error={errors.weekend}
        onChange={(days) => set({ weekend: days.map(Number).sort() })}
      >
        <SimpleGrid cols={{ base: 2, sm: 4 }} mt={4}>
          {weekdays.map((label, day) => (
            <Checkbox key={label} value={String(day)} label={label} disabled={!mayChange} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Holidays
        holidays={draft.holidays}
        mayChange={mayChange}
        error={errors.holidays}
        onChange={(holidays) => set({ holidays })}
      />
    </SettingsForm>
  )
}

/** The holidays as lines of text: people paste the list of the year from a notice. */
function Holidays({
  holidays,
  mayChange,
  error,
  onChange,
}: {
  holidays: ReviewLimits['holidays']
  mayChange: boolean
  error: string | undefined
  onChange: (holidays: ReviewLimits['holidays']) => void
}) {
  const [text, setText] = useState(holidays.map(({ day, name }) => `${dayShown(day)} ${name}`).join('\n'))
  const isWrong = linesOf(text).some((line) => dayTyped(holidayOf(line).day) === null)
  return (
    <Textarea
      label={texts.holidays}
      description={texts.holidaysHint}
      autosize={false}
      rows={Math.max(3, text.split('\n').length)}
      value={text}
      readOnly={!mayChange}
      error={error ?? (isWrong ? texts.holidayLine : undefined)}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        onChange(linesOf(typed).map(holidayOf))
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** The day at the start of a line, as long as it can be read, and the name behind it. */
function holidayOf(line: string): ReviewLimits['holidays'][number] {
  const words = line.trim().split(/\s+/)
  for (let many = Math.min(3, words.length); many > 0; many -= 1) {
    const day = dayTyped(words.slice(0, many).join(' '))
    if (day) return { day, name: words.slice(many).join(' ') }
  }
  return { day: line.trim(), name: '' }
}
