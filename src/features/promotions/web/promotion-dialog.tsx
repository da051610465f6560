import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { basisPointsOf } from '#kit/contract/percent.ts'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { promotions } from '../contract.ts'
import { PromotionDraft } from '../draft-contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
import { promotionRecord } from './links.ts'
import { MomentField, momentTyped, typedMoment } from './moment-panel.tsx'

const dayMs = 86_400_000

/** Adds a campaign as a draft with name, discount and period. Everything else is set on its screen. */
export function PromotionDialog({ onClose }: { onClose: () => void }) {
  const create = useCommand(promotions.create)
  const [name, setName] = useState('')
  const [discount, setDiscount] = useState('')
  // Starts tomorrow at midnight and runs for a week, because a campaign is prepared before it begins.
  const [starts, setStarts] = useState(() => `${typedMoment(Date.now() + dayMs).slice(0, 10)}T00:00`)
  const [ends, setEnds] = useState(() => `${typedMoment(Date.now() + 7 * dayMs).slice(0, 10)}T23:59`)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const errors = { ...fieldErrors(create.error ?? undefined), ...wrong }
  const typing = (set: (value: string) => void) => (value: string) => {
    set(value)
    setWrong({})
    create.reset()
  }
  const send = () => {
    const draft = PromotionDraft.safeParse({
      name,
      discount_bp: basisPointsOf(discount),
      starts_at: momentTyped(starts),
      ends_at: momentTyped(ends),
    })
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    create.mutate({ input: draft.data }, { onSuccess: (made) => navigate(promotionRecord(made)) })
  }
  return (
    <FormDialog
      title={texts.newCampaign}
      verb={texts.addCampaign}
      isPending={create.isPending}
      isHeld={create.isPending}
      error={create.error}
      isAtField={Object.keys(errors).length > 0}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        data-autofocus
        dir="auto"
        maxLength={120}
        value={name}
        error={errors.name}
        onChange={(event) => typing(setName)(event.currentTarget.value)}
      />
      <TextInput
        label={texts.discount}
        inputMode="decimal"
        rightSection="%"
        value={discount}
        error={errors.discount_bp}
        onChange={(event) => typing(setDiscount)(event.currentTarget.value)}
      />
      <MomentField
        label={texts.starts}
        value={starts}
        error={errors.starts_at}
        onChange={typing(setStarts)}
      />
      <MomentField label={texts.ends} value={ends} error={errors.ends_at} onChange={typing(setEnds)} />
      <p className={classes.quiet}>{texts.draftHint}</p>
    </FormDialog>
  )
}
