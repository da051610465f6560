import { Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import classes from './reason-field.module.css'
import { texts } from './texts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A text for another person: counted after trimming, never blank. Ctrl and Enter submit its form. */
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
      // The character count is shown next to the error.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <span className={classes.below}>
          <span>{texts.ofCharacters({ length, maxLength })}</span>
          <span className={classes.keys}>{isApple ? texts.commandEnterSends : texts.controlEnterSends}</span>
        </span>
      }
      onKeyDown={sendOnCtrlEnter}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Clicks the form's own button, so that nothing is sent while the button is disabled because a request is pending. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}
