import { Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { CityField } from '#kit/web/fields/city-field.tsx'
import { type PickupLocation, PickupLocationDraft, pickupLocations } from '../pickup-contract.ts'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { typedPickup } from './entry-model.ts'
import { DeleteButton, OpenedEntry } from './opened-panel.tsx'
import { nameOfEntry } from './use-entries.ts'
import { useEntryForm } from './use-entry-form.ts'

/** Adds a pickup location, or changes the one with this id. */
export function PickupLocationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <OpenedEntry calls={pickupLocations} id={id} onClose={onClose}>
      {(location) => <Form location={location} onClose={onClose} />}
    </OpenedEntry>
  )
}

function Form({ location, onClose }: { location: PickupLocation | null; onClose: () => void }) {
  const { typed, change, errors, text, dialog } = useEntryForm({
    calls: pickupLocations,
    entry: location,
    initial: () => typedPickup(location),
    meantBy: (given) => given,
    draft: PickupLocationDraft,
    onClose,
  })
  return (
    <FormDialog
      title={location ? texts.editName({ name: nameOfEntry(location) }) : texts.addNewPickupLocation}
      verb={location ? texts.save : texts.addNewPickupLocation}
      {...dialog}
    >
      <div className={classes.pair}>
        <CityField label={texts.city} data-autofocus {...text('city')} />
        <TextInput label={texts.area} dir="auto" maxLength={120} {...text('area')} />
      </div>
      <Textarea
        label={texts.address}
        dir="auto"
        rows={2}
        maxLength={500}
        value={typed.address}
        error={errors.address}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <TextInput
        label={texts.hours}
        description={texts.hoursHint}
        dir="auto"
        maxLength={120}
        {...text('hours')}
      />
      <div className={classes.pair}>
        <TextInput label={texts.phone} type="tel" dir="ltr" maxLength={40} {...text('phone')} />
        <TextInput
          label={texts.mapLink}
          type="url"
          dir="ltr"
          maxLength={500}
          placeholder={texts.https}
          {...text('map_link')}
        />
      </div>
      <DeleteButton calls={pickupLocations} entry={location} onClose={onClose} />
    </FormDialog>
  )
}
