import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { claims } from '#features/claims/contract.ts'
import { OutcomesDialog } from '#features/decisions/bulk/web/outcomes-dialog.tsx'
import { useCall, useCommand, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type AssignOutcome, type DeskItem, desk, recordKinds } from '../contract.ts'
import { texts } from '../texts.ts'
import { commonTo, waysBack } from './assign-model.ts'

const nobody = 'nobody'

/** Asks a colleague to review the selected records, or nobody, and shows the outcome of each if one was refused. */
export function AssignDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly DeskItem[]
  onClose: () => void
  onDone: () => void
}) {
  // Keeps the selection from when the dialog opened, even if the list changes meanwhile.
  const [items] = useState(rows)
  const [person, setPerson] = useState('')
  const [outcomes, setOutcomes] = useState<AssignOutcome[] | null>(null)
  const people = useReviewers(items)
  const assign = useCommand(desk.bulkAssign)
  const finish = useFinish(items)
  const count = items.length
  const name = people.options?.find(({ id }) => id === person)?.name ?? ''
  const chosen = person === nobody ? null : person
  const end = (answer: AssignOutcome[]) => {
    finish(answer, { id: chosen, name })
    onDone()
  }
  if (outcomes) {
    return (
      <OutcomesDialog
        outcomes={outcomes.map((one) => ({ ...one, decision_id: null, undo_until: null }))}
        past={name ? texts.assigned : texts.takenAway}
        onDone={() => end(outcomes)}
      />
    )
  }
  const send = () =>
    assign.mutate(
      {
        input: {
          items: items.map(({ kind, id }) => ({ kind, id })),
          person_id: chosen,
        },
      },
      {
        onSuccess: (answer) =>
          answer.some(({ outcome }) => outcome === 'refused') ? setOutcomes(answer) : end(answer),
      },
    )
  return (
    <FormDialog
      title={texts.assignQuestion({ count })}
      text={texts.assignText}
      verb={texts.assign({ count })}
      isPending={assign.isPending}
      isOff={person === ''}
      error={assign.error}
      onClose={onClose}
      onSubmit={send}
    >
      {people.asked.map(({ id, read }) => (
        <ReadFailure key={id} of={read} what={texts.reviewersNotLoaded} />
      ))}
      <NativeSelect
        label={texts.assignee}
        value={person}
        onChange={(event) => setPerson(event.currentTarget.value)}
        data={[
          { value: '', label: texts.chooseReviewer, disabled: true },
          { value: nobody, label: texts.nobody },
          ...(people.options ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {people.options?.length === 0 && <p role="status">{texts.noCommonReviewer}</p>}
    </FormDialog>
  )
}

/** The people who may decide on all of these records; null until they are read. */
function useReviewers(items: readonly DeskItem[]) {
  // The people are the same for every record of a kind, so the first one is asked about.
  const firstOf = (kind: string) => items.find((item) => recordKinds[item.kind] === kind)?.id ?? ''
  const [vendor, product, customer] = [firstOf('vendor'), firstOf('product'), firstOf('customer')]
  const ofVendor = useEndpoint(claims.vendor.reviewers, { id: vendor }, { enabled: vendor !== '' })
  const ofProduct = useEndpoint(claims.product.reviewers, { id: product }, { enabled: product !== '' })
  const ofCustomer = useEndpoint(claims.customer.reviewers, { id: customer }, { enabled: customer !== '' })
  const asked = [
    { id: vendor, read: ofVendor },
    { id: product, read: ofProduct },
    { id: customer, read: ofCustomer },
  ].filter(({ id }) => id !== '')
  const found = asked.map(({ read }) => read.data)
  const isRead = found.every((people) => people !== undefined)
  return { asked, options: isRead ? commonTo(found) : null }
}

/**
 * Says who is asked now, with the way back: each record to whom it was assigned before, unless somebody else has assigned it
 * since.
 */
function useFinish(items: readonly DeskItem[]) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const undo = async (outcomes: readonly AssignOutcome[], from: string | null) => {
    let count = 0
    let left = 0
    try {
      for (const back of waysBack(items, outcomes, from)) {
        const answers = await call(desk.bulkAssign, back)
        const refused = answers.filter(({ outcome }) => outcome === 'refused').length
        count += answers.length - refused
        left += refused
      }
      const message = texts.assignmentsUndone({ count })
      if (left === 0) show({ message })
      else show({ message: `${message}. ${texts.assignmentsLeft({ count: left })}`, tone: 'refused' })
    } catch (error) {
      show({ message: failedWords(error, texts.assignmentsNotUndone), tone: 'refused' })
    }
    await refresh(desk.bulkAssign)
  }
  return (outcomes: readonly AssignOutcome[], { id, name }: { id: string | null; name: string }) => {
    const count = outcomes.filter(({ outcome }) => outcome === 'done').length
    const message = name ? texts.assignedTogether({ count, name }) : texts.takenAwayTogether({ count })
    show({ message, ...(count > 0 ? { undo: () => void undo(outcomes, id) } : {}) })
  }
}
