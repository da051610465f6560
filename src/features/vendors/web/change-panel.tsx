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
import { type VendorReview, vendors } from '../contract.ts'
import { fieldLabels } from './record-panel.tsx'

/** CNIC, tax or bank data that waits to be decided; what stands keeps serving until then. */
export function ChangePanel({
  vendorId,
  change,
}: {
  vendorId: string
  change: NonNullable<VendorReview['change']>
}) {
  const can = useCan()
  const show = useToast()
  const accept = useCommand(vendors.acceptChange)
  const decline = useCommand(vendors.declineChange)
  const [isDeclining, setDeclining] = useState(false)
  const input = { id: vendorId, change_id: change.id }
  const isSecond = change.status === 'accepted_once'
  return (
    <SideCard title="Changed details wait for a decision">
      <p>
        Handed in <Ago at={change.created_at} />.{' '}
        {change.needs_second_person &&
          !isSecond &&
          'Bank data needs two persons: after you accept, a second one confirms.'}
        {isSecond &&
          `${change.accepted_by_you ? 'You' : change.first_accepted_by} accepted it; a second person confirms.`}
      </p>
      {accept.error && <ChangeFailure error={accept.error} />}
      <Comparison fields={change.fields} labels={fieldLabels} />
      {can(vendors.acceptChange) && (
        <Group gap="xs">
          {!change.accepted_by_you && (
            <Button
              disabled={accept.isPending || decline.isPending}
              onClick={() =>
                accept.mutate(
                  { input },
                  {
                    onSuccess: (answer) =>
                      show({
                        message: answer.change
                          ? 'Accepted once. A second person confirms.'
                          : 'The change is accepted, and the vendor is told.',
                      }),
                  },
                )
              }
            >
              {accept.isPending ? 'Loading...' : isSecond ? 'Confirm change' : 'Accept change'}
            </Button>
          )}
          <Button
            variant="default"
            disabled={accept.isPending || decline.isPending}
            onClick={() => {
              decline.reset()
              setDeclining(true)
            }}
          >
            Decline change
          </Button>
        </Group>
      )}
      {isDeclining && (
        <ReasonDialog
          title="Decline the change?"
          text="What stands stays, and the vendor reads this reason."
          label="Reason"
          verb="Decline change"
          isDangerous
          isPending={decline.isPending}
          error={decline.error}
          onClose={() => setDeclining(false)}
          onSend={(reason) =>
            decline.mutate(
              { input: { ...input, reason } },
              {
                onSuccess: () => {
                  setDeclining(false)
                  show({ message: 'The change is declined, and the vendor is told.' })
                },
              },
            )
          }
        />
      )}
    </SideCard>
  )
}
