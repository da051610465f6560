import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/SimpleGrid.css'
import { Checkbox, NumberInput, SimpleGrid, Textarea } from '@mantine/core'
import { useState } from 'react'
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
  const { mayChange, errors } = settings
  const set = (changes: Partial<ReviewLimits>) => setDraft({ ...draft, ...changes })
  const number = (name: 'opens_at' | 'closes_at' | (typeof deskKinds)[number], label: string) => (
    <NumberInput
      key={name}
      label={label}
      value={draft[name]}
      readOnly={!mayChange}
      error={errors[name]}
      onChange={(value) => setDraft({ ...draft, [name]: Number(value) })}
    />
  )
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.reviewLimits}
      introduction={texts.limitsIntroduction}
      label={texts.limits}
      isOff={!settings.isUnsaved || opened.hasChanged}
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
