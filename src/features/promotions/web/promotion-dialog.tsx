import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { basisPointsOf } from '#kit/contract/percent.ts'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { promotions } from '../contract.ts'
import { PromotionDraft } from '../draft-contract.ts'
import { promotionHref } from '../price/web/name-panel.tsx'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
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
  const form = useFirstInvalid(create.error)
  const errors = { ...fieldErrors(create.error ?? undefined), ...wrong }
  const typing = (set: (value: string) => void) => (value: string) => {
    set(value)
    setWrong({})
    create.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const draft = PromotionDraft.safeParse({
      name,
      discount_bp: basisPointsOf(discount),
      starts_at: momentTyped(starts),
      ends_at: momentTyped(ends),
    })
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    create.mutate({ input: draft.data }, { onSuccess: (made) => navigate(promotionHref(made)) })
  }
  return (
    <Dialog title={texts.newCampaign} isHeld={create.isPending} onClose={onClose}>
      <form ref={form} className={classes.form} onSubmit={send} noValidate>
        {create.error && Object.keys(errors).length === 0 && <ChangeFailure error={create.error} />}
        <TextInput
          label={texts.name}
          description={texts.shoppersSeeItBesideThe}
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
        <p className={classes.quiet}>{texts.itIsADraftUntil}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={create.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={create.isPending}>
            {texts.addCampaign}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
