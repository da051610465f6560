import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type DeskRequestDetail, supportDesk } from '../contract.ts'
import { texts } from '../texts.ts'

/** Who takes care of a request. */
export function AssignPanel({
  request: { id, assignee, version },
  mayAssign,
}: {
  request: DeskRequestDetail
  mayAssign: boolean
}) {
  const show = useToast()
  const handlers = useEndpoint(supportDesk.handlers, {}, { enabled: mayAssign }).data ?? []
  const assign = useCommand(supportDesk.assign)
  // Somebody who lost the permission stays named until the request is assigned anew.
  const listed = handlers.some((one) => one.id === assignee?.id)
  const options = [
    { value: '', label: texts.nobody },
    ...(assignee && !listed ? [{ value: assignee.id, label: assignee.name }] : []),
    ...handlers.map((one) => ({ value: one.id, label: one.name })),
  ]
  const choose = (personId: string) => {
    const name = options.find(({ value }) => value === personId)?.label ?? ''
    assign.mutate(
      { input: { id, person_id: personId || null }, ifMatch: version },
      {
        onSuccess: () => show({ message: personId ? texts.assigned({ name }) : texts.unassigned }),
      },
    )
  }
  return (
    <SideCard title={texts.assignedTo}>
      {assign.error && <ChangeFailure error={assign.error} />}
      {mayAssign ? (
        <Choice label={texts.assignedTo} value={assignee?.id ?? ''} options={options} onChoose={choose} />
      ) : (
        <p dir="auto">{assignee?.name ?? texts.nobody}</p>
      )}
    </SideCard>
  )
}
