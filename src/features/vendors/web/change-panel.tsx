import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ClaimPanel, useUnlessHeld } from '#features/claims/web/claim-panel.tsx'
import { Rejection } from '#features/decisions/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useGoOn } from '#kit/web/queue/use-go-on.ts'
import { Comparison } from '#kit/web/record/comparison.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { revealableFields, type VendorReview, vendors } from '../contract.ts'
import { fieldLabels, fieldOf } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import { CheckList } from './checks-panel.tsx'
import { Documents } from './documents-panel.tsx'
import { fieldFormats } from './record-panel.tsx'

/** Pending changes of CNIC, tax or bank data; the current data stays in use until they are decided. */
export function ChangePanel({
  vendorId,
  change,
  hasChanged,
  onDecided,
}: {
  vendorId: string
  change: NonNullable<VendorReview['change']>
  /** The shown data is out of date, so it cannot be decided on. */
  hasChanged: boolean
  /** Receives the new version after a decision. */
  onDecided: (version: number) => void
}) {
  const can = useCan()
  const show = useToast()
  const goOn = useGoOn()
  /** The change that the reason is for, even if a newer change arrives meanwhile. */
  const [declining, setDeclining] = useState<{ id: string; change_id: string } | null>(null)
  const accept = useCommand(vendors.acceptChange, (answer) => {
    onDecided(answer.version)
    show({
      message: answer.change ? texts.acceptedOnce : texts.changeIsAccepted,
    })
    if (!answer.change) goOn(vendorId)
  })
  const decline = useCommand(vendors.declineChange, (answer) => {
    onDecided(answer.version)
    setDeclining(null)
    show({ message: texts.changeIsDeclined })
    goOn(vendorId)
  })
  const input = { id: vendorId, change_id: change.id }
  const isPending = accept.isPending || decline.isPending
  const failure = accept.error ?? (declining ? null : decline.error)
  const isSecond = change.status === 'accepted_once'
  const review = useUnlessHeld('vendor', vendorId)
  return (
    <>
      <SideCard title={texts.changeAwaitsDecision}>
        <p>
          {texts.submitted({ createdAt: <Ago at={change.created_at} /> })}{' '}
          {change.needs_second_person && !isSecond && texts.needsTwoPeople}
          {isSecond &&
            (change.accepted_by_you
              ? texts.acceptedByYou
              : texts.acceptedBy({ name: change.first_accepted_by ?? '' }))}
        </p>
        {failure && <ChangeFailure error={failure} />}
        {change.fields.length > 0 && (
          <Comparison fields={change.fields} labels={fieldLabels} formats={fieldFormats} />
        )}
        <NewNumbers vendorId={vendorId} change={change} />
        {change.files.length > 0 && (
          <Documents title={texts.changedDocuments} vendorId={vendorId} files={change.files} />
        )}
        <CheckList checks={change.checks} />
        {can(vendors.acceptChange) && (
          <Group gap="xs">
            {!change.accepted_by_you && (
              <CommandButton
                isPending={accept.isPending}
                disabled={isPending || hasChanged}
                onClick={() => review.unlessHeld(() => accept.mutate({ input }))}
              >
                {isSecond ? texts.confirmChange : texts.acceptChange}
              </CommandButton>
            )}
            <Button
              variant="default"
              disabled={isPending || hasChanged}
              onClick={() =>
                review.unlessHeld(() => {
                  decline.reset()
                  setDeclining(input)
                })
              }
            >
              {texts.declineChange}
            </Button>
          </Group>
        )}
        {declining && (
          <ReasonDialog
            check={Rejection}
            title={texts.declineTheChangeQuestion}
            text={texts.declineEffects}
            verb={texts.declineChange}
            isDangerous
            isPending={decline.isPending}
            error={decline.error}
            onClose={() => setDeclining(null)}
            onSend={(reason) => decline.mutate({ input: { ...declining, reason } })}
          />
        )}
      </SideCard>
      <ClaimPanel id={vendorId} claiming={review.claiming} />
      {review.question}
    </>
  )
}

/** The new numbers in the clear, for comparison with a document; each view is logged. */
function NewNumbers({ vendorId, change }: { vendorId: string; change: NonNullable<VendorReview['change']> }) {
  const can = useCan()
  const show = useToast()
  const reveal = useCommand(vendors.reveal)
  const [clear, setClear] = useState<Record<string, string> | null>(null)
  const fields = revealableFields.filter((field) =>
    change.fields.some(({ path }) => path.endsWith(`.${field}`)),
  )
  if (fields.length === 0 || !can(vendors.reveal)) return null
  if (!clear) {
    return (
      <CommandButton
        size="xs"
        variant="default"
        isPending={reveal.isPending}
        onClick={() =>
          reveal.mutate(
            { input: { id: vendorId, fields, change_id: change.id } },
            {
              onSuccess: (values) => setClear(values as Record<string, string>),
              onError: (error) =>
                show({ message: texts.numbersNotShown({ message: error.message }), tone: 'refused' }),
            },
          )
        }
      >
        {texts.revealTheNewNumbers}
      </CommandButton>
    )
  }
  return (
    <Facts
      title={texts.newNumbers}
      facts={fields.map((field) => ({
        label: fieldOf(field).label,
        value: <bdi dir="ltr">{fieldOf(field).format?.(clear[field] ?? '') ?? clear[field]}</bdi>,
      }))}
    />
  )
}
