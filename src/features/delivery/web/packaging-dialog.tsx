import { TextInput } from '@mantine/core'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { NumberField } from '#kit/web/fields/number-field.tsx'
import { type Packaging, PackagingDraft, packagings } from '../packaging-contract.ts'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { packagingMeantBy, typedPackaging } from './entry-model.ts'
import { DeleteButton, OpenedEntry } from './opened-panel.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Adds a packaging, or changes the one with this id. */
export function PackagingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <OpenedEntry calls={packagings} id={id} onClose={onClose}>
      {(packaging) => <Form packaging={packaging} onClose={onClose} />}
    </OpenedEntry>
  )
}

function Form({ packaging, onClose }: { packaging: Packaging | null; onClose: () => void }) {
  const { number, text, dialog } = useEntryForm({
    calls: packagings,
    entry: packaging,
    initial: () => typedPackaging(packaging),
    meantBy: packagingMeantBy,
    draft: PackagingDraft,
    onClose,
  })
  return (
    <FormDialog
      title={packaging ? texts.editName({ name: packaging.title }) : texts.addNewPackaging}
      verb={packaging ? texts.save : texts.addNewPackaging}
      {...dialog}
    >
      <TextInput label={texts.title} data-autofocus dir="auto" maxLength={80} {...text('title')} />
      <div className={classes.pair}>
        <NumberField label={texts.price} {...number('price', texts.rs)} />
        <NumberField
          label={texts.weightLimit}
          description={texts.weightLimitHint}
          {...number('weight_limit_kg', 'kg')}
        />
      </div>
      <fieldset className={classes.group}>
        <legend>{texts.measures}</legend>
        <div className={classes.measures}>
          <NumberField label={texts.length} {...number('length_cm', 'cm')} />
          <NumberField label={texts.width} {...number('width_cm', 'cm')} />
          <NumberField label={texts.height} {...number('height_cm', 'cm')} />
        </div>
      </fieldset>
      <DeleteButton calls={packagings} entry={packaging} onClose={onClose} />
    </FormDialog>
  )
}
