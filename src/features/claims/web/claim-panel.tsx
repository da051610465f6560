import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { Suspense, use, useState } from 'react'
import { ageOf } from '#kit/web/ages.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ReviewChoiceContext } from '#kit/web/queue/queue-store.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import classes from './claim-panel.module.css'
import type { Claiming } from './use-claim.ts'

const ConfirmDialog = lazyOf(() => import('#kit/web/dialog/confirm-dialog.tsx'), 'ConfirmDialog')

/** Who is reviewing the record and who was asked to; its height is the same while that is read. */
export function ClaimPanel({ id, claiming }: { id: string; claiming: Claiming }) {
  const { claim, isActive, heldBy, takeOver, assign, reviewers } = claiming
  const [isAsking, setAsking] = useState(false)
  const show = useToast()
  const { goesOn, setGoesOn } = use(ReviewChoiceContext)
  const people = useEndpoint(reviewers, { id }, { enabled: isActive })
  if (!isActive) return null
  const assignee = claim?.assignee
  const options = [...(people.data ?? [])]
  if (assignee && !options.some((one) => one.id === assignee.id)) options.push(assignee)
  return (
    <SideCard title={texts.review}>
      <div className={classes.claim}>
        <div className={classes.state} role="status">
          {claim && (
            <span>
              {heldBy
                ? texts.isReviewing({ name: heldBy, age: ageOf(claim.since ?? '') })
                : claim.is_mine
                  ? texts.youReview
                  : texts.nobody}
            </span>
          )}
          {heldBy && (
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              {texts.takeOver}
            </Button>
          )}
        </div>
        <NativeSelect
          size="xs"
          label={texts.assignee}
          value={assignee?.id ?? ''}
          onChange={(event) =>
            void assign(event.currentTarget.value || null).catch((error: Error) =>
              show({ message: texts.notAssigned({ message: error.message }), tone: 'refused' }),
            )
          }
          data={[
            { value: '', label: texts.anybody },
            ...options.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
        <Checkbox
          size="xs"
          label={texts.goesOn}
          checked={goesOn}
          onChange={(event) => setGoesOn(event.currentTarget.checked)}
        />
      </div>
      <Suspense fallback={null}>
        {isAsking && (
          <ConfirmDialog
            title={texts.takeOverQuestion}
            action={texts.takeOver}
            isDangerous={false}
            onClose={() => setAsking(false)}
            onConfirm={() => void takeOver().finally(() => setAsking(false))}
          >
            {texts.takeOverText({ name: heldBy })}
          </ConfirmDialog>
        )}
      </Suspense>
    </SideCard>
  )
}

/** Asks before a decision on a record that another person is reviewing. */
export function DecideAnyway({
  name,
  onClose,
  onConfirm,
}: {
  name: string
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={texts.decideQuestion({ name })}
        action={texts.decideAnyway}
        isDangerous={false}
        onClose={onClose}
        onConfirm={onConfirm}
      >
        {texts.decideText({ name })}
      </ConfirmDialog>
    </Suspense>
  )
}
