import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { knownCouriers, parcels } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './courier-panel.module.css'

/** A chosen courier; null while none is chosen, and a name that is typed is `isOther`. */
interface CourierChoice {
  name: string
  isOther: boolean
}

export const noCourier: CourierChoice = { name: '', isOther: false }

/** The choice that shows this courier: a button if it is a known one, the typed name otherwise. */
export function choiceOf(name: string): CourierChoice {
  return { name, isOther: name !== '' && !knownCouriers.includes(name) }
}

/** The couriers as buttons, the last choice of the person first; none is chosen beforehand. */
export function CourierField({
  choice,
  onChoose,
  error,
}: {
  choice: CourierChoice
  onChoose: (choice: CourierChoice) => void
  error?: string | undefined
}) {
  const id = useId()
  const read = useEndpoint(parcels.couriers, {})
  // Until the last choice is known the couriers have their place only, because a button must not move under a click.
  const offered = read.data?.couriers ?? knownCouriers
  return (
    <fieldset className={classes.field} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{texts.courier}</legend>
      <div className={classes.choices} data-pending={read.isPending || undefined}>
        {offered.map((name) => (
          <label key={name} className={classes.choice}>
            <input
              type="radio"
              name={id}
              checked={!choice.isOther && choice.name === name}
              onChange={() => onChoose({ name, isOther: false })}
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
        <label className={classes.choice}>
          <input
            type="radio"
            name={id}
            checked={choice.isOther}
            onChange={() => onChoose({ name: '', isOther: true })}
          />
          <span>{texts.anotherCourier}</span>
        </label>
      </div>
      {choice.isOther && (
        <TextInput
          label={texts.courierName}
          dir="auto"
          maxLength={60}
          value={choice.name}
          onChange={(event) => onChoose({ name: event.currentTarget.value, isOther: true })}
        />
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
