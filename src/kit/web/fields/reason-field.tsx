import { Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import classes from './reason-field.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Words that somebody else will read: counted after trimming, never blank; Ctrl and Enter send their form. */
export function ReasonField({
  label,
  value,
  error,
  maxLength,
  onChange,
}: {
  label: string
  value: string
  error: string
  maxLength: number
  onChange: (value: string) => void
}) {
  const length = value.trim().length
  return (
    <Textarea
      label={label}
      name="reason"
      required
      withAsterisk={false}
      data-autofocus
      autosize={false}
      rows={4}
      dir="auto"
      value={value}
      error={error || undefined}
      aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      // How many characters there are is told beside what is wrong with them.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <span className={classes.below}>
          <span>
            {numberOf(length)} of {numberOf(maxLength)} characters
          </span>
          <span className={classes.keys}>{isApple ? '⌘' : 'Ctrl'} + Enter sends</span>
        </span>
      }
      onKeyDown={sendOnCtrlEnter}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Presses the form's own button, so that one that is off, because the words are on their way, sends nothing. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}
