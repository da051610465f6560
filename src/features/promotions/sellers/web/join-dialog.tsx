import { TextInput } from '@mantine/core'
import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { OptIn } from '#features/promotions/draft-contract.ts'
import { percentWords } from '#features/promotions/price/web/name-panel.tsx'
import classes from '#features/promotions/web/dialogs.module.css'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { useCan } from '#kit/web/can.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
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
  const { command, typed, setWrong, field, dialog } = useCommandForm(promotions.optIn, () => ({
    cost_share_bp: percentOf(seller.cost_share_bp),
    note: seller.note,
  }))
  const isIn = seller.state === 'in'
  const shopName = seller.shop_name
  const asked = promotion.cost_share_bp
  const mayAgreeToLess = useCan()(promotions.start)
  const send = () => {
    const given = OptIn.safeParse({ ...typed, cost_share_bp: basisPointsOf(typed.cost_share_bp) })
    setWrong(fieldErrors(given.error?.issues))
    if (!given.success) return
    if (!mayAgreeToLess && given.data.cost_share_bp < asked) {
      return setWrong({
        cost_share_bp: texts.shareTooLow({ asked: percentWords(asked) }),
      })
    }
    command.mutate(
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
      {...dialog}
      title={isIn ? texts.changeShareTitle({ shopName }) : texts.joinTitle({ shopName })}
      verb={isIn ? texts.changeShare : texts.recordJoining}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        {...field('cost_share_bp')}
        label={texts.shareLabel}
        description={texts.shareHint}
        data-autofocus
        inputMode="decimal"
        rightSection="%"
      />
      <TextInput
        {...field('note')}
        label={texts.noteLabel}
        description={texts.noteHint}
        dir="auto"
        maxLength={300}
      />
      {promotion.status === 'running' && <p className={classes.warning}>{texts.runningHint}</p>}
    </FormDialog>
  )
}
