import { TextInput } from '@mantine/core'
import { navigate } from 'wouter/use-browser-location'
import { basisPointsOf } from '#kit/contract/percent.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { MomentField, momentTyped, typedMoment } from '#kit/web/fields/moment-field.tsx'
import { promotions } from '../contract.ts'
import { PromotionDraft } from '../draft-contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
import { promotionRecord } from './links.ts'

const dayMs = 86_400_000

/** Adds a campaign as a draft with name, discount and period. Everything else is set on its screen. */
export function PromotionDialog({ onClose }: { onClose: () => void }) {
  // Starts tomorrow at midnight and runs for a week, because a campaign is prepared before it begins.
  const { command, typed, setWrong, field, dialog } = useCommandForm(promotions.create, () => ({
    name: '',
    discount_bp: '',
    starts_at: `${typedMoment(Date.now() + dayMs).slice(0, 10)}T00:00`,
    ends_at: `${typedMoment(Date.now() + 7 * dayMs).slice(0, 10)}T23:59`,
  }))
  const send = () => {
    const draft = PromotionDraft.safeParse({
      name: typed.name,
      discount_bp: basisPointsOf(typed.discount_bp),
      starts_at: momentTyped(typed.starts_at),
      ends_at: momentTyped(typed.ends_at),
    })
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    command.mutate({ input: draft.data }, { onSuccess: (made) => navigate(promotionRecord(made)) })
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.newCampaign}
      verb={texts.addCampaign}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        {...field('name')}
        label={texts.name}
        description={texts.nameHint}
        data-autofocus
        dir="auto"
        maxLength={120}
      />
      <TextInput {...field('discount_bp')} label={texts.discount} inputMode="decimal" rightSection="%" />
      <MomentField {...field('starts_at')} label={texts.starts} />
      <MomentField {...field('ends_at')} label={texts.ends} />
      <p className={classes.quiet}>{texts.draftHint}</p>
    </FormDialog>
  )
}
