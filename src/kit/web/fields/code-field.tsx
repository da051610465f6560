import { TextInput } from '@mantine/core'
import classes from './code-field.module.css'
import { texts } from './texts.ts'

/** The field for a one-time code of a second factor. Phones suggest the code that they received or generated. */
export function CodeField({
  value,
  error,
  onChange,
  label = texts.code,
  description = texts.codeHint,
  ...rest
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  label?: string
  description?: string
}) {
  return (
    <TextInput
      name="otp"
      label={label}
      description={description}
      classNames={{ description: classes.hint ?? '' }}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      autoFocus
      data-autofocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
