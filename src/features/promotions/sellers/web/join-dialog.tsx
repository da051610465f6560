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
        cost_share_bp: texts.atLeastWhoMayStart({ asked: percentWords(asked) }),
      })
    }
    join.mutate(
      { input: { id: promotion.id, vendor_id: seller.vendor_id, ...given.data } },
      {
        onSuccess: () => {
          onClose()
          show({
            message: isIn
              ? texts.theShareOfIsChanged({ shopName: shop_name })
              : texts.isInTheCampaign({ shopName: shop_name }),
          })
        },
      },
    )
  }
  return (
    <Dialog
      title={
        isIn ? texts.changeTheShareOf({ shopName: shop_name }) : texts.shopNameJoins({ shopName: shop_name })
      }
      isHeld={join.isPending}
      onClose={onClose}
    >
      <form ref={form} className={classes.form} onSubmit={send} noValidate>
        {join.error && Object.keys(errors).length === 0 && <ChangeFailure error={join.error} />}
        <TextInput
          label={texts.shareOfTheDiscountThat}
          description={texts.theMarketplacePaysThemThe}
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
          label={texts.howItWasAgreed}
          description={texts.aCallALetterA}
          dir="auto"
          maxLength={300}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {promotion.status === 'running' && (
          <p className={classes.warning}>{texts.theCampaignRunsTheirPrices}</p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={join.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={join.isPending}>
            {isIn ? texts.changeShare : texts.recordJoining}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
