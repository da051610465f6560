import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { lazy } from 'react'
import type { SectionField } from '#features/content/section-contract.ts'
import { fontSizes } from '#features/content/section-contract.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import { UsedPictureField } from '#features/media/web/used-picture-panel.tsx'
import { MomentField } from '#kit/web/fields/moment-field.tsx'
import { NumberField } from '#kit/web/fields/number-field.tsx'
import { Switch } from '#kit/web/switch.tsx'
import { texts } from '../texts.ts'
import { type Behind, ColorField } from './color-panel.tsx'
import { PartsOrder } from './order-panel.tsx'
import classes from './section-form-panel.module.css'

// The editor of rich text is larger than all other fields together, and few sections have one. The screen waits for it
// as a whole, so that nothing below it moves.
const RichText = lazy(async () => ({ default: (await import('#kit/web/fields/rich-text.tsx')).RichText }))

const oneUpload = { upload: texts.chooseFile, none: texts.noFileChosen }

interface Given {
  /** The name of the field in the form, with the id of its entry before it. */
  path: string
  field: SectionField
  value: unknown
  error: string | undefined
  /** The picture that texts of this entry are in front of. */
  behind: Behind
  /** The field is the whole screen: one upload, in the specification's words. */
  isOneUpload: boolean
  onChange: (value: unknown) => void
  onLeave: () => void
}

/** The control of a field, by its kind. `path` names it for the preview, which points to it. */
export function SectionFieldControl(given: Given) {
  const { path } = given
  return (
    <div data-field={path} data-kind={given.field.kind} className={classes.control}>
      <Control {...given} />
    </div>
  )
}

function Control({ path, field, value, error, behind, isOneUpload, onChange, onLeave }: Given) {
  const { label, kind, hint, unit } = field
  const text = {
    label,
    description: hint,
    value: value as string,
    error,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: onLeave,
  }
  switch (kind) {
    case 'line':
      return <TextInput {...text} dir="auto" />
    case 'link':
      return <TextInput {...text} dir="ltr" inputMode="url" maxLength={500} />
    case 'text':
      return <Textarea {...text} dir="auto" rows={4} />
    case 'rich':
      return (
        <RichText label={label} value={value as string} error={error} onChange={onChange} onLeave={onLeave} />
      )
    case 'picture':
      return (
        <UsedPictureField
          label={label}
          value={value as UsedPicture | null}
          onChange={onChange}
          slots={field.slots ?? []}
          hint={hint}
          error={error}
          words={isOneUpload ? oneUpload : undefined}
          place={path}
        />
      )
    case 'color':
      return <ColorField {...text} hint={hint ?? ''} behind={behind} onType={onChange} />
    case 'size':
      return (
        <NativeSelect
          label={label}
          value={String(value)}
          error={error}
          data={fontSizes.map((size) => ({ value: String(size), label: `${size}\u00a0${unit ?? ''}` }))}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      )
    case 'time':
      return <MomentField {...text} dayTime={field.dayTime} />
    case 'switch':
      return <SwitchField label={label} isOn={value as boolean} onChange={onChange} />
    case 'number':
      return (
        <NumberField
          label={label}
          unit={unit ?? ''}
          value={value as string}
          error={error}
          onType={onChange}
          onLeave={onLeave}
        />
      )
    case 'order':
      return <PartsOrder label={label} value={value as readonly string[]} onChange={onChange} />
  }
}

function SwitchField({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange: (value: boolean) => void
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
    <label className={classes.switch}>
      <Switch checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}
