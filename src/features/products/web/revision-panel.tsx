import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '#features/decisions/web/reason-dialog.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { Comparison } from '#kit/web/comparison.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { SideCard } from '#kit/web/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type ProductReview, products } from '../contract.ts'
import { fieldLabels, Gallery } from './record-panel.tsx'

/** An edit of an approved listing: what would change, while the live version keeps serving. */
export function RevisionPanel({
  product,
  revision,
}: {
  product: ProductReview
  revision: NonNullable<ProductReview['revision']>
}) {
  const can = useCan()
  const show = useToast()
  const approve = useCommand(products.approveRevision)
  const reject = useCommand(products.rejectRevision)
  const [isRejecting, setRejecting] = useState(false)
  const input = { id: product.id, number: revision.number }
  const hasNewImages =
    revision.images_before.map(({ id }) => id).join() !== revision.images_after.map(({ id }) => id).join()
  const isPending = approve.isPending || reject.isPending
  return (
    <SideCard title="An edit waits for a decision">
      <p>
        Handed in <Ago at={revision.created_at} />. The live version keeps serving until then.
      </p>
      {approve.error && <ChangeFailure error={approve.error} />}
      {revision.fields.length > 0 && <Comparison fields={revision.fields} labels={fieldLabels} />}
      {hasNewImages && (
        <Gallery title="Pictures after the edit" images={revision.images_after} name={product.product_name} />
      )}
      {can(products.approveRevision) && (
        <Group gap="xs">
          <Button
            disabled={isPending}
            onClick={() =>
              approve.mutate(
                { input },
                { onSuccess: () => show({ message: 'The edit is live, and the vendor is told.' }) },
              )
            }
          >
            {approve.isPending ? 'Loading...' : 'Approve edit'}
          </Button>
          <Button
            variant="default"
            disabled={isPending}
            onClick={() => {
              reject.reset()
              setRejecting(true)
            }}
          >
            Reject edit
          </Button>
        </Group>
      )}
      {isRejecting && (
        <ReasonDialog
          title="Reject the edit?"
          text="The live version stays as it is, and the vendor reads this reason."
          label="Reason"
          verb="Reject edit"
          isDangerous
          isPending={reject.isPending}
          error={reject.error}
          onClose={() => setRejecting(false)}
          onSend={(reason) =>
            reject.mutate(
              { input: { ...input, reason } },
              {
                onSuccess: () => {
                  setRejecting(false)
                  show({ message: 'The edit is rejected, and the vendor is told.' })
                },
              },
            )
          }
        />
      )}
    </SideCard>
  )
}
