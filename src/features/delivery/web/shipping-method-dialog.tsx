import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch, TextInput } from '@mantine/core'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { NumberField } from '#kit/web/fields/number-field.tsx'
import { type ShippingMethod, ShippingMethodDraft, shippingMethods } from '../method-contract.ts'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { methodMeantBy, typedMethod } from './entry-model.ts'
import { DeleteButton, OpenedEntry } from './opened-panel.tsx'
import { PlacesPanel } from './places-panel.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Adds a shipping method, or changes the one with this id. */
export function ShippingMethodDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <OpenedEntry calls={shippingMethods} id={id} onClose={onClose}>
      {(method) => <Form method={method} onClose={onClose} />}
    </OpenedEntry>
  )
}

function Form({ method, onClose }: { method: ShippingMethod | null; onClose: () => void }) {
  const { typed, change, errors, number, text, dialog } = useEntryForm({
    calls: shippingMethods,
    entry: method,
    initial: () => typedMethod(method),
    meantBy: methodMeantBy,
    draft: ShippingMethodDraft,
    onClose,
  })
  return (
    <FormDialog
      title={method ? texts.editName({ name: method.title }) : texts.addNewShippingMethod}
      verb={method ? texts.save : texts.addNewShippingMethod}
      {...dialog}
    >
      <TextInput label={texts.title} data-autofocus dir="auto" maxLength={80} {...text('title')} />
      <div className={classes.pair}>
        <NumberField label={texts.price} description={texts.priceHint} {...number('price', texts.rs)} />
        <NumberField
          label={texts.freeFrom}
          description={texts.freeFromHint}
          {...number('free_from', texts.rs)}
        />
      </div>
      <TextInput
        label={texts.duration}
        description={texts.durationHint}
        dir="auto"
        maxLength={60}
        {...text('duration')}
      />
      <StepsPanel
        steps={typed.weight_steps}
        errors={errors}
        onChange={(weight_steps) => change({ weight_steps })}
      />
      <PlacesPanel
        provinces={typed.provinces}
        cities={typed.cities}
        error={errors.cities ?? errors.provinces}
        onChange={change}
      />
      <Switch
        size="sm"
        label={texts.cashOnDelivery}
        description={texts.cashOnDeliveryHint}
        checked={typed.cash_on_delivery}
        onChange={(event) => change({ cash_on_delivery: event.currentTarget.checked })}
      />
      <DeleteButton calls={shippingMethods} entry={method} onClose={onClose} />
    </FormDialog>
  )
}
