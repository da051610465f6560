import { TextInput } from '@mantine/core'
import { IconCalendarMonth } from '@tabler/icons-react'
import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { lazyOf } from '../lazy.ts'
import { Popover } from '../popover.tsx'
import classes from './day-field.module.css'
import { texts } from './texts.ts'
import { dayShown, dayTyped, isWholeDay } from './typed-day.ts'

// Most days are typed, so the calendar is loaded only when it is opened.
const DayCalendar = lazyOf(() => import('./day-calendar.tsx'), 'DayCalendar')

interface Props {
  label: string
  /** 2026-11-23; empty for none. */
  value: string
  /** Receives the day as soon as it is whole, otherwise when the field is left or Enter is pressed; empty for none. */
  onDay: (day: string) => void
  /** What is not a day leaves the value as it was, as a filter does; in a form the value is empty then. */
  isKeeping?: boolean
  size?: 'xs' | 'sm'
  /** Where there is no place above the field: the label is inside it, or only there until a day is. */
  place?: 'above' | 'inside' | 'placeholder'
  min?: string
  max?: string
  error?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** A day, typed as people write it or chosen from a calendar. What is not a day stays, and is told. */
export function DayField({
  label,
  value,
  onDay,
  size = 'sm',
  place = 'above',
  isKeeping,
  min,
  max,
  error,
  ref,
}: Props) {
  const { text, isWrong, bind, take } = useWritten(value, onDay, {
    shown: dayShown,
    read: dayTyped,
    isWhole: isWholeDay,
    isKeeping,
  })
  const wrong = isWrong ? texts.writeADay : error
  return (
    <TextInput
      ref={ref}
      size={size}
      {...(place === 'above' ? { label } : { 'aria-label': label })}
      {...(place === 'placeholder' ? { placeholder: label } : {})}
      {...(place === 'inside'
        ? {
            leftSection: <span className={classes.inside}>{label}</span>,
            leftSectionWidth: 42,
            leftSectionPointerEvents: 'none' as const,
          }
        : {})}
      autoComplete="off"
      maxLength={30}
      // There is no place below a field of a tool bar, so its error is in its colour and its title.
      error={place !== 'above' && isWrong ? true : wrong}
      title={place !== 'above' && isWrong ? texts.writeADay : undefined}
      value={text}
      {...bind}
      rightSection={
        <CalendarButton>
          {(close) => (
            <DayCalendar
              {...{ day: value, min, max }}
              onDay={(day) => {
                take(day)
                close()
              }}
            />
          )}
        </CalendarButton>
      }
    />
  )
}

/** The button in a field that opens the calendar below it. */
export function CalendarButton({ children }: { children: (close: () => void) => ReactNode }) {
  return (
    <Popover
      label={texts.calendar}
      icon={<IconCalendarMonth size={16} aria-hidden />}
      width={250}
      height={330}
    >
      {(close) => (
        <div className={classes.calendar}>
          <Suspense fallback={null}>{children(close)}</Suspense>
        </div>
      )}
    </Popover>
  )
}

interface Writing {
  /** The value as the field shows it. */
  shown: (value: string) => string
  /** What was written as a value; null if it cannot be read. */
  read: (text: string) => string | null
  /** True for what is taken at once: a filter waits until nothing more can follow. */
  isWhole: (text: string) => boolean
  isKeeping?: boolean | undefined
}

/**
 * The text of a field whose value is written in another way than it is kept. While the field has the focus its text is
 * left alone; when it is left, what was understood is shown in full, and what was not stays and is told.
 */
export function useWritten(value: string, onValue: (value: string) => void, how: Writing) {
  const { shown, read, isWhole, isKeeping } = how
  const [text, setText] = useState(() => shown(value))
  const [isWrong, setWrong] = useState(false)
  const asked = useRef(value)
  if (value !== asked.current) {
    asked.current = value
    setText(shown(value))
    setWrong(false)
  }
  const give = (given: string) => {
    if (given === asked.current) return
    asked.current = given
    onValue(given)
  }
  const settle = (written: string) => {
    const given = written.trim() === '' ? '' : read(written)
    setWrong(given === null)
    if (given !== null) give(given)
    else if (!isKeeping) give('')
    return given
  }
  const take = (given: string) => {
    setText(shown(given))
    setWrong(false)
    give(given)
  }
  const bind = {
    onChange: ({ currentTarget }: Typed) => {
      const written = currentTarget.value
      setText(written)
      setWrong(false)
      if (written.trim() === '') give('')
      else if (isWhole(written)) give(read(written) ?? asked.current)
    },
    onBlur: ({ currentTarget }: Typed) => {
      const given = settle(currentTarget.value)
      if (given !== null) setText(shown(given))
    },
    onKeyDown: ({ key, ctrlKey, metaKey, currentTarget }: Typed & Pressed) => {
      // The keys that save a form do not leave its field.
      const isSaveKey = (ctrlKey || metaKey) && key.toLowerCase() === 's'
      if (key === 'Enter' || isSaveKey) settle(currentTarget.value)
    },
  }
  return { text, isWrong, bind, take }
}

interface Typed {
  currentTarget: { value: string }
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}
