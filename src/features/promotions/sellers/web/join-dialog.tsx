import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { OptIn } from '#features/promotions/draft-contract.ts'
import { percentWords } from '#features/promotions/price/web/name-panel.tsx'
import classes from '#features/promotions/web/dialogs.module.css'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { useToast } from '#kit/web/toast.tsx'

/** Records that a vendor opts in or carries another share: the share, and how it was agreed. */
export function JoinDialog({
  promotion,
  seller,
  onClose,
}: {
  promotion: PromotionDetail
  seller: PromotionSeller
  onClose: () => void
}) {
  const show = useToast()
  const join = useCommand(promotions.optIn)
  const [share, setShare] = useState(percentOf(seller.cost_share_bp))
  const [note, setNote] = useState(seller.note)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const form = useFirstInvalid(join.error)
  const errors = { ...fieldErrors(join.error ?? undefined), ...wrong }
  const isIn = seller.state === 'in'
  const { shop_name } = seller
  const asked = promotion.cost_share_bp
  const mayAgreeToLess = useCan()(promotions.start)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const given = OptIn.safeParse({ cost_share_bp: basisPointsOf(share), note })
    setWrong(fieldErrors(given.error?.issues))
    if (!given.success) return
    if (!mayAgreeToLess && given.data.cost_share_bp < asked) {
      return setWrong({
        cost_share_bp: `At least ${percentWords(asked)}: who may start campaigns agrees to less`,
      })
    }
    join.mutate(
      { input: { id: promotion.id, vendor_id: seller.vendor_id, ...given.data } },
      {
        onSuccess: () => {
          onClose()
          show({ message: isIn ? `The share of ${shop_name} is changed` : `${shop_name} is in the campaign` })
        },
      },
    )
  }
  return (
    <Dialog
      title={isIn ? `Change the share of ${shop_name}` : `${shop_name} joins`}
      isHeld={join.isPending}
      onClose={onClose}
    >
      <form ref={form} className={classes.form} onSubmit={send} noValidate>
        {join.error && Object.keys(errors).length === 0 && <ChangeFailure error={join.error} />}
        <TextInput
          label="Share of the discount that they carry"
          description="The marketplace pays them the rest with each sale."
          data-autofocus
          inputMode="decimal"
          rightSection="%"
          value={share}
          error={errors.cost_share_bp}
          onChange={(event) => {
            setShare(event.currentTarget.value)
            setWrong({})
            join.reset()
          }}
        />
        <TextInput
          label="How it was agreed"
          description="A call, a letter, a visit. It is kept with your name."
          dir="auto"
          maxLength={300}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {promotion.status === 'running' && (
          <p className={classes.warning}>The campaign runs: their prices go down at once.</p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={join.isPending} onClick={onClose}>
            Cancel
          </Button>
          <CommandButton type="submit" isPending={join.isPending}>
            {isIn ? 'Change share' : 'Record joining'}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
