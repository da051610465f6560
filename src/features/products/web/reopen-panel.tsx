import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type ProductReview, products } from '../contract.ts'
import { texts } from '../texts.ts'

/** Whether the vendor may submit a rejected listing again, and the way back into review. */
export function ReopenPanel({
  product: { id, version, product_name: name, is_locked },
  onMade,
}: {
  product: ProductReview
  /** Receives the version that reopening has created. */
  onMade: (version: number) => void
}) {
  const can = useCan()
  const show = useToast()
  const reopen = useCommand(products.reopen, ({ version }) => onMade(version))
  const [isAsking, setAsking] = useState(false)
  const send = (reason: string) =>
    reopen.mutate(
      { input: { id, reason }, ifMatch: version },
      {
        onSuccess: () => {
          setAsking(false)
          show({ message: texts.reopened({ name }) })
        },
      },
    )
  return (
    <SideCard title={is_locked ? texts.locked : texts.rejected}>
      <p>{is_locked ? texts.lockedText : texts.maySubmitAgain}</p>
      {can(products.reopen) && (
        <Group>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              reopen.reset()
              setAsking(true)
            }}
          >
            {texts.reopen}
          </Button>
        </Group>
      )}
      {isAsking && (
        <ReasonDialog
          title={texts.reopenQuestion({ name })}
          text={texts.reopenEffects}
          verb={texts.reopenProduct}
          label={texts.whyReopen}
          isPending={reopen.isPending}
          error={reopen.error}
          onClose={() => setAsking(false)}
          onSend={send}
        />
      )}
    </SideCard>
  )
}
