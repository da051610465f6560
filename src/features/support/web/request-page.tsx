import { Button } from '@mantine/core'
import { useState } from 'react'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Email } from '#kit/web/values.tsx'
import { type DeskRequestDetail, supportDesk } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { FactsPanel } from './facts-panel.tsx'
import { supportRequestList } from './links.ts'
import { RequestMark } from './status-panel.tsx'
import { ThreadPanel } from './thread-panel.tsx'
import { WritePanel } from './write-panel.tsx'

const back = { href: supportRequestList(), label: menuTexts.supportRequests }

/** One request at the support desk: the conversation, an answer, and who takes care of it. */
export function RequestPage() {
  return (
    <RecordOf of={supportDesk.get} none={{ title: texts.noRequestFound, back }}>
      {(request) => <Detail request={request} />}
    </RecordOf>
  )
}

function Detail({ request }: { request: DeskRequestDetail }) {
  const { status, author, author_email, browser, last_request_id, closed_at } = request
  const can = useCan()
  const moves = useMoves(request)
  const mayAct = can(supportDesk.answer)
  // What is typed stays when the request is closed meanwhile: it can be reopened, and the answer sent.
  const [isWriting, setWriting] = useState(false)
  return (
    <RecordLayout
      back={back}
      title={request.number}
      status={<RequestMark status={status} />}
      sideLabel={texts.about}
      main={
        <>
          {moves.failure && <ChangeFailure error={moves.failure} />}
          <ThreadPanel request={request} author={author.name} read={supportDesk.file} />
          {mayAct && (status !== 'closed' || isWriting) && (
            <Answer request={request} onWriting={setWriting} />
          )}
        </>
      }
      side={
        <>
          <AssignPanel request={request} mayAssign={mayAct} />
          <FactsPanel
            request={request}
            facts={[
              { label: texts.from, value: author.name },
              { label: texts.email, value: <Email address={author_email} /> },
              ...(last_request_id ? [{ label: texts.lastRequest, value: last_request_id }] : []),
              ...(browser ? [{ label: texts.browser, value: browser }] : []),
              ...(closed_at ? [{ label: texts.closed, value: fullTimeOf(closed_at) }] : []),
            ]}
          />
        </>
      }
      bar={
        mayAct ? (
          status === 'closed' ? (
            <CommandButton isPending={moves.isPending} onClick={moves.reopen}>
              {texts.reopen}
            </CommandButton>
          ) : (
            <Button variant="default" disabled={moves.isPending} onClick={moves.close}>
              {texts.close}
            </Button>
          )
        ) : undefined
      }
    />
  )
}

/** Closing and reopening run at once, because each undoes the other. */
function useMoves({ id, version }: DeskRequestDetail) {
  const show = useToast()
  const close = useCommand(supportDesk.close)
  const reopen = useCommand(supportDesk.reopen)
  const given = { input: { id }, ifMatch: version }
  return {
    failure: close.error ?? reopen.error,
    isPending: close.isPending || reopen.isPending,
    close: () => {
      reopen.reset()
      close.mutate(given, { onSuccess: () => show({ message: texts.requestClosed }) })
    },
    reopen: () => {
      close.reset()
      reopen.mutate(given, { onSuccess: () => show({ message: texts.requestReopened }) })
    },
  }
}

function Answer({
  request: { id, version, author },
  onWriting,
}: {
  request: DeskRequestDetail
  onWriting: (isWriting: boolean) => void
}) {
  const show = useToast()
  const answer = useCommand(supportDesk.answer)
  return (
    <WritePanel
      label={texts.answer}
      hint={texts.answerHint({ name: author.name })}
      verb={texts.sendAnswer}
      isPending={answer.isPending}
      error={answer.error}
      onWriting={onWriting}
      onSend={(entry, onDone) =>
        answer.mutate(
          { input: { id, ...entry }, ifMatch: version },
          {
            onSuccess: () => {
              onDone()
              show({ message: texts.answerSent })
            },
          },
        )
      }
    />
  )
}

/** Who takes care of a request. */
function AssignPanel({
  request: { id, assignee, version },
  mayAssign,
}: {
  request: DeskRequestDetail
  mayAssign: boolean
}) {
  const show = useToast()
  const read = useEndpoint(supportDesk.handlers, {}, { enabled: mayAssign })
  const handlers = read.data ?? []
  const assign = useCommand(supportDesk.assign)
  // Somebody who lost the permission stays named until the request is assigned again.
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
      <ReadFailure of={read} what={texts.handlersNotLoaded} />
      {mayAssign ? (
        <Choice label={texts.assignedTo} value={assignee?.id ?? ''} options={options} onChoose={choose} />
      ) : (
        <p dir="auto">{assignee?.name ?? texts.nobody}</p>
      )}
    </SideCard>
  )
}
