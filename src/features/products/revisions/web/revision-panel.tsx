import { Button, Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { ClaimPanel, useUnlessHeld } from '#features/claims/web/claim-panel.tsx'
import { Rejection } from '#features/decisions/contract.ts'
import { type ProductReview, products } from '#features/products/contract.ts'
import { imagesLabel } from '#features/products/fields-contract.ts'
import { fieldFormats, fieldLabels, Gallery } from '#features/products/web/record-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useGoOn } from '#kit/web/queue/use-go-on.ts'
import { Comparison } from '#kit/web/record/comparison.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')

/** An edit of an approved listing: what would change, while the live version stays visible. */
export function RevisionPanel({
  product,
  revision,
  hasChanged,
  onDecided,
}: {
  product: ProductReview
  revision: NonNullable<ProductReview['revision']>
  /** The screen shows an outdated version, which must not be decided on. */
  hasChanged: boolean
  /** Receives the version that a decision has created. */
  onDecided: (version: number) => void
}) {
  const can = useCan()
  const show = useToast()
  const goOn = useGoOn()
  /** The edit that the reason is written for, even if a newer edit has arrived since. */
  const [rejecting, setRejecting] = useState<{ id: string; number: number } | null>(null)
  const approve = useCommand(products.approveRevision, (answer) => {
    onDecided(answer.version)
    show({ message: texts.editApproved })
    goOn(product.id)
  })
  const reject = useCommand(products.rejectRevision, (answer) => {
    onDecided(answer.version)
    setRejecting(null)
    show({ message: texts.editRejected })
    goOn(product.id)
  })
  const input = { id: product.id, number: revision.number }
  const hasNewImages =
    revision.images_before.map(({ id }) => id).join() !== revision.images_after.map(({ id }) => id).join()
  const isPending = approve.isPending || reject.isPending
  const failure = approve.error ?? (rejecting ? null : reject.error)
  const review = useUnlessHeld('product', product.id)
  return (
    <>
      <SideCard title={texts.editPending}>
        <p>{texts.submittedAgo({ createdAt: <Ago at={revision.created_at} /> })}</p>
        {failure && <ChangeFailure error={failure} />}
        {revision.fields.length > 0 && (
          <Comparison fields={revision.fields} labels={fieldLabels} formats={fieldFormats} />
        )}
        {hasNewImages && (
          <Gallery
            title={texts.pendingImages({ imagesLabel })}
            images={revision.images_after}
            name={product.product_name}
          />
        )}
        {can(products.approveRevision) && (
          <Group gap="xs">
            <CommandButton
              isPending={approve.isPending}
              disabled={isPending || hasChanged}
              onClick={() => review.unlessHeld(() => approve.mutate({ input }))}
            >
              {texts.approveEdit}
            </CommandButton>
            <Button
              variant="default"
              disabled={isPending || hasChanged}
              onClick={() =>
                review.unlessHeld(() => {
                  reject.reset()
                  setRejecting(input)
                })
              }
            >
              {texts.rejectEdit}
            </Button>
          </Group>
        )}
        {rejecting && (
          <Suspense fallback={null}>
            <ReasonDialog
              check={Rejection}
              title={texts.rejectEditQuestion}
              text={texts.rejectEditHint}
              verb={texts.rejectEdit}
              isDangerous
              isPending={reject.isPending}
              error={reject.error}
              onClose={() => setRejecting(null)}
              onSend={(reason) => reject.mutate({ input: { ...rejecting, reason } })}
            />
          </Suspense>
        )}
      </SideCard>
      <ClaimPanel id={product.id} claiming={review.claiming} />
      {review.question}
    </>
  )
}
