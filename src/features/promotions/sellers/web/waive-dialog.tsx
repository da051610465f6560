import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { promotions, type TouchedProduct } from '#features/promotions/contract.ts'
import { countOf } from '#kit/contract/words.ts'
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
  const name = products.length === 1 ? (products[0]?.product_name ?? '') : countOf(products.length, 'product')
  return (
    <ConfirmDialog
      title={texts.letInQuestion({ name })}
      action={texts.letIn}
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
              show({ message: texts.letInWord({ name }) })
            },
          },
        )
      }}
      more={
        <Textarea
          label={texts.reason}
          description={texts.itIsKeptWithYour}
          autosize
          minRows={2}
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
      {texts.shoppersWouldBeToldOf}
    </ConfirmDialog>
  )
}
