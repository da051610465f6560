import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { promotions } from '#features/promotions/contract.ts'
import type { TouchedProduct } from '#features/promotions/preview-contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'

/** Asks why products whose discount is not real are admitted. */
export function WaiveDialog({
  id,
  products,
  onClose,
}: {
  id: string
  products: readonly TouchedProduct[]
  onClose: () => void
}) {
  const show = useToast()
  const waive = useCommand(promotions.waive)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState('')
  const count = products.length
  const name = products[0]?.product_name ?? ''
  return (
    <ConfirmDialog
      title={count === 1 ? texts.allowQuestion({ name }) : texts.allowManyQuestion({ count })}
      action={texts.allow}
      isDangerous={false}
      isPending={waive.isPending}
      error={waive.error}
      onClose={onClose}
      onConfirm={() => {
        if (reason.trim() === '') return setWrong(texts.aReasonIsRequired)
        waive.mutate(
          { input: { id, product_ids: products.map((product) => product.id), reason } },
          {
            onSuccess: () => {
              onClose()
              show({ message: count === 1 ? texts.allowed({ name }) : texts.allowedMany({ count }) })
            },
          },
        )
      }}
      more={
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          autosize={false}
          rows={2}
          maxLength={300}
          dir="auto"
          value={reason}
          error={wrong}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setWrong('')
          }}
        />
      }
    >
      {texts.allowEffects}
    </ConfirmDialog>
  )
}
