import { Textarea } from '@mantine/core'

/** Words that somebody else will read: counted after trimming, never blank. */
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
      description={`${length.toLocaleString('en-PK')} of ${maxLength.toLocaleString('en-PK')} characters`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
