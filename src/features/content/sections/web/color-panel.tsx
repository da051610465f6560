import { TextInput } from '@mantine/core'
import { texts } from '../texts.ts'
import { contrastOf, contrastWords, leastContrast, luminanceOf, type Part } from './contrast-model.ts'
import classes from './section-form-panel.module.css'
import { useLuminance } from './use-luminance.ts'

/** The picture that a text is in front of, null if there is none, and where. */
export interface Behind {
  media: string | null
  part: Part
}

/** A colour as six digits, with a chooser beside it and its contrast against the picture behind it. */
export function ColorField({
  label,
  hint,
  value,
  error,
  behind,
  onType,
  onBlur,
}: {
  label: string
  hint: string
  value: string
  error: string | undefined
  behind: Behind
  onType: (color: string) => void
  onBlur: () => void
}) {
  const own = luminanceOf(value)
  const ground = useLuminance(behind.media, behind.part)
  const contrast = own === null || ground === null ? null : contrastOf(own, ground)
  const isLow = contrast !== null && contrast < leastContrast
  return (
    <div className={classes.color}>
      <TextInput
        label={label}
        description={hint}
        dir="ltr"
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onType(event.currentTarget.value.trim())}
        onBlur={onBlur}
        rightSection={
          <input
            type="color"
            className={classes.chooser}
            aria-label={texts.chooseColor({ label })}
            value={own === null ? '#000000' : value.toLowerCase()}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        }
      />
      <p role="status" className={classes.contrast} data-low={isLow || undefined}>
        {contrast !== null &&
          (isLow ? texts.contrastLow : texts.contrastFine)({ contrast: contrastWords(contrast) })}
      </p>
    </div>
  )
}
