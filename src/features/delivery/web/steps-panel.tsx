import { Button, CloseButton } from '@mantine/core'
import { NumberField } from '#kit/web/fields/number-field.tsx'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import type { TypedMethod } from './entry-model.ts'

type Step = TypedMethod['weight_steps'][number]

const mostSteps = 20

/** The weight steps of a shipping method: up to which weight a parcel has which price. */
export function StepsPanel({
  steps,
  errors,
  onChange,
}: {
  steps: readonly Step[]
  errors: Readonly<Record<string, string>>
  onChange: (steps: Step[]) => void
}) {
  const set = (index: number, given: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...given } : step)))
  const add = () =>
    onChange([...steps, { id: Math.max(-1, ...steps.map(({ id }) => id)) + 1, up_to_kg: '', price: '' }])
  return (
    <fieldset className={classes.group}>
      <legend>{texts.weightSteps}</legend>
      <p className={classes.quiet}>{texts.weightStepsHint}</p>
      {steps.map((step, index) => (
        <div key={step.id} className={classes.step}>
          <NumberField
            label={texts.upTo({ number: index + 1 })}
            unit="kg"
            value={step.up_to_kg}
            error={errors[`weight_steps.${index}.up_to_kg`]}
            onType={(up_to_kg) => set(index, { up_to_kg })}
          />
          <NumberField
            label={texts.stepPrice({ number: index + 1 })}
            unit={texts.rs}
            value={step.price}
            error={errors[`weight_steps.${index}.price`]}
            onType={(price) => set(index, { price })}
          />
          <CloseButton
            aria-label={texts.removeStep({ number: index + 1 })}
            onClick={() => onChange(steps.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {steps.length < mostSteps && (
        <Button variant="default" size="xs" className={classes.start ?? ''} onClick={add}>
          {texts.addStep}
        </Button>
      )}
    </fieldset>
  )
}
