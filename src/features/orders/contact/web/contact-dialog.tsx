import { Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { OrderDetail } from '#features/orders/contract.ts'
import classes from '#features/orders/web/dialogs.module.css'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { provinces } from '#kit/contract/pakistan-cities.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { CityField } from '#kit/web/fields/city-field.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ContactChange, type ContactField, placeFields, whyPlaceIsFixed } from '../contact-contract.ts'
import { orderContact } from '../contract.ts'
import { texts } from '../texts.ts'
import { type Contact, correctionOf, shownContact } from './contact-model.ts'

/** Corrects who gets an order and where it goes. Once a part was shipped the place can only be read. */
export function ContactDialog({ acting }: { acting: Acting }) {
  const { order, runUndoable, ask, isPending, error } = acting
  const { id, order_number: orderNumber } = order
  const { field, errors, submit, isPlaceFixed } = useContactForm(acting, ({ change, before }) => {
    // Nothing was changed, so there is nothing to save.
    if (Object.keys(change).length === 0) return ask(null)
    void runUndoable(
      orderContact.change,
      { id, ...change },
      {
        of: orderContact.change,
        inputs: [{ id, ...before }],
        done: texts.contactCorrected({ orderNumber }),
        undone: texts.contactRestored({ orderNumber }),
      },
    )
  })
  const provinceNames = useId()
  return (
    <FormDialog
      title={texts.editContactOf({ orderNumber })}
      text={textOf(order, isPlaceFixed)}
      verb={texts.save}
      isPending={isPending}
      error={error}
      isAtField={Object.keys(errors).length > 0}
      onClose={() => ask(null)}
      onSubmit={submit}
    >
      <TextInput label={texts.name} data-autofocus dir="auto" maxLength={120} {...field('name')} />
      <div className={classes.pair}>
        <TextInput label={texts.phone} type="tel" dir="ltr" maxLength={40} {...field('phone')} />
        <TextInput label={texts.email} type="email" dir="ltr" maxLength={320} {...field('email')} />
      </div>
      <Textarea label={texts.address} dir="auto" rows={2} maxLength={500} {...field('address')} />
      <div className={classes.pair}>
        <TextInput label={texts.area} dir="auto" maxLength={120} {...field('area')} />
        <TextInput label={texts.landmark} dir="auto" maxLength={120} {...field('landmark')} />
      </div>
      <div className={classes.pair}>
        <CityField label={texts.city} {...field('city')} />
        <TextInput
          label={texts.province}
          dir="auto"
          maxLength={60}
          list={provinceNames}
          {...field('province')}
        />
      </div>
      <datalist id={provinceNames}>
        {provinces.map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      <Textarea label={texts.note} dir="auto" rows={2} maxLength={1_000} {...field('note')} />
    </FormDialog>
  )
}

/** What was typed, over the order as it is now: what a colleague changes meanwhile is not undone. */
function useContactForm(
  { order, error }: Acting,
  onCorrect: (given: ReturnType<typeof correctionOf>) => void,
) {
  const [typed, setTyped] = useState<Partial<Contact>>({})
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const isPlaceFixed = whyPlaceIsFixed(order.parts) !== null
  const shown = shownContact(order, isPlaceFixed ? {} : typed)
  const errors = { ...fieldErrors(error ?? undefined), ...wrong }
  const field = (name: ContactField) => {
    const isFixed = isPlaceFixed && placeFields.includes(name)
    return {
      value: isFixed ? shown[name] : (typed[name] ?? shown[name]),
      error: errors[name],
      disabled: isFixed,
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget
        setTyped((before) => ({ ...before, [name]: value }))
        setWrong(({ [name]: _, ...others }) => others)
      },
    }
  }
  const submit = () => {
    const given = correctionOf(order, typed, isPlaceFixed)
    const read = ContactChange.safeParse(given.change)
    const hasChanged = Object.keys(given.change).length > 0
    setWrong(hasChanged ? fieldErrors(read.error?.issues) : {})
    if (read.success || !hasChanged) onCorrect(given)
  }
  return { field, errors, submit, isPlaceFixed }
}

/** What a person reads before the fields: why some cannot be changed, and what a change leads to. */
function textOf({ parts }: OrderDetail, isPlaceFixed: boolean): string {
  if (isPlaceFixed) return texts.fixedText
  const isPacked = parts.some(({ vendor_status }) => vendor_status === 'packed')
  return isPacked ? texts.packedText : texts.emptyText
}
