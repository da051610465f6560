import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { OptIn } from '#features/promotions/draft-contract.ts'
import { percentWords } from '#features/promotions/price/web/name-panel.tsx'
import classes from '#features/promotions/web/dialogs.module.css'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'

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
  const errors = { ...fieldErrors(join.error ?? undefined), ...wrong }
  const isIn = seller.state === 'in'
  const shopName = seller.shop_name
  const asked = promotion.cost_share_bp
  const mayAgreeToLess = useCan()(promotions.start)
  const send = () => {
    const given = OptIn.safeParse({ cost_share_bp: basisPointsOf(share), note })
    setWrong(fieldErrors(given.error?.issues))
    if (!given.success) return
    if (!mayAgreeToLess && given.data.cost_share_bp < asked) {
      return setWrong({
        cost_share_bp: texts.shareTooLow({ asked: percentWords(asked) }),
      })
    }
    join.mutate(
      { input: { id: promotion.id, vendor_id: seller.vendor_id, ...given.data } },
      {
        onSuccess: () => {
          onClose()
          show({
            message: isIn ? texts.shareChanged({ shopName }) : texts.joined({ shopName }),
          })
        },
      },
    )
  }
  return (
    <FormDialog
      title={isIn ? texts.changeShareTitle({ shopName }) : texts.joinTitle({ shopName })}
      verb={isIn ? texts.changeShare : texts.recordJoining}
      isPending={join.isPending}
      isHeld={join.isPending}
      error={join.error}
      isAtField={Object.keys(errors).length > 0}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.shareLabel}
        description={texts.shareHint}
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
        label={texts.noteLabel}
        description={texts.noteHint}
        dir="auto"
        maxLength={300}
        value={note}
        error={errors.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {promotion.status === 'running' && <p className={classes.warning}>{texts.runningHint}</p>}
    </FormDialog>
  )
}
