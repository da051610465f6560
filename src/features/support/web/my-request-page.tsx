import { fullTimeOf } from '#kit/web/ages.ts'
import { useCommand } from '#kit/web/client.tsx'
import { readCurrentUser } from '#kit/web/current-user.ts'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout } from '#kit/web/record/record-layout.tsx'
import { useSentOnce } from '#kit/web/sent-once.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type MyRequestDetail, support } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { FactsPanel } from './facts-panel.tsx'
import { myRequestList } from './links.ts'
import { RequestMark } from './status-panel.tsx'
import { ThreadPanel } from './thread-panel.tsx'
import { WritePanel } from './write-panel.tsx'

const back = { href: myRequestList(), label: menuTexts.myRequests }

/** One request of the person: its state, the answers, and a way to write back. */
export function MyRequestPage() {
  return (
    <RecordOf of={support.get} none={{ title: texts.noRequestFound, back }}>
      {(request) => <Detail request={request} />}
    </RecordOf>
  )
}

function Detail({ request }: { request: MyRequestDetail }) {
  const show = useToast()
  const reply = useCommand(support.reply)
  const once = useSentOnce()
  return (
    <RecordLayout
      back={back}
      title={request.number}
      status={<RequestMark status={request.status} />}
      sideLabel={texts.about}
      main={
        <>
          <ThreadPanel request={request} author={readCurrentUser()?.username ?? ''} read={support.file} />
          <WritePanel
            label={texts.reply}
            hint={request.status === 'closed' ? texts.replyReopens : texts.replyHint}
            verb={texts.sendReply}
            isPending={reply.isPending}
            error={reply.error}
            onSend={(entry, onDone) =>
              reply.mutate(
                { input: { id: request.id, ...entry, entry_id: once.idOf(entry) } },
                {
                  onSuccess: () => {
                    once.forget()
                    onDone()
                    show({ message: texts.replySent })
                  },
                },
              )
            }
          />
        </>
      }
      side={
        <FactsPanel
          request={request}
          facts={[{ label: texts.updated, value: fullTimeOf(request.updated_at) }]}
        />
      }
    />
  )
}
