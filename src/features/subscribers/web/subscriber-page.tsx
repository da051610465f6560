import { Button, Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type SubscriberDetail, subscriberMoves, subscribers } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { subscriberList } from './links.ts'
import { ConsentPanel, SentPanel, SuppressionPanel } from './record-panel.tsx'
import { StateMark } from './state-panel.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')
const EraseDialog = lazyOf(() => import('./erase-dialog.tsx'), 'EraseDialog')

const back = { href: subscriberList(), label: menuTexts.subscribers }

/** One subscriber: the consent, what was sent, and what the desk may do. */
export function SubscriberPage() {
  return (
    <RecordOf of={subscribers.get} none={{ title: texts.noSubscriberFound, back }}>
      {(subscriber) => <Detail subscriber={subscriber} />}
    </RecordOf>
  )
}

type Asking = keyof typeof words | 'erase' | null

function Detail({ subscriber }: { subscriber: SubscriberDetail }) {
  const can = useCan()
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const { id, email, state, state_since, state_reason, history } = subscriber
  return (
    <>
      <RecordLayout
        back={back}
        title={email}
        status={
          <>
            <StateMark state={state} />
            {can(subscribers.erase) && (
              <RecordMenu
                items={[{ words: texts.erase, isDangerous: true, onPick: () => setAsking('erase') }]}
              />
            )}
          </>
        }
        sideLabel={texts.actionsAndHistory}
        main={
          <>
            <Facts
              title={texts.state}
              facts={[
                { label: texts.since, value: fullTimeOf(state_since) },
                { label: texts.reason, value: state_reason },
              ]}
            />
            <ConsentPanel subscriber={subscriber} />
            <SuppressionPanel subscriber={subscriber} />
            <SentPanel subscriber={subscriber} />
          </>
        }
        side={
          <>
            {can(subscribers.block) && <Actions subscriber={subscriber} onAsk={setAsking} />}
            <TimelinePanel subjectId={id} entries={history} labels={fieldLabels} />
          </>
        }
      />
      <Suspense fallback={null}>
        {asking === 'erase' && (
          <EraseDialog
            ids={[id]}
            onClose={close}
            onDone={() => navigate(subscriberList(), { replace: true })}
          />
        )}
        {asking !== null && asking !== 'erase' && (
          <WithReason verb={asking} subscriber={subscriber} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

const fieldLabels = { state: texts.state, consent_version: texts.consentVersion, place: texts.place }

function Actions({
  subscriber: { id, state, asked_at, suppressions },
  onAsk,
}: {
  subscriber: SubscriberDetail
  onAsk: (asking: Asking) => void
}) {
  const show = useToast()
  const unblock = useCommand(subscribers.unblock)
  const resend = useCommand(subscribers.resend)
  const failure = unblock.error ?? resend.error
  const mayUnsubscribe = (subscriberMoves.unsubscribe.from as readonly string[]).includes(state)
  const hasBounced = state === 'bounced' || suppressions.some(({ reason }) => reason === 'bounced')
  const done = (message: string) => ({ onSuccess: () => show({ message }) })
  return (
    <SideCard title={texts.actions}>
      {failure && <ChangeFailure error={failure} />}
      <Group gap="xs">
        {state === 'unconfirmed' && asked_at !== null && (
          <CommandButton
            variant="default"
            isPending={resend.isPending}
            onClick={() => resend.mutate({ input: { id } }, done(texts.confirmationSent))}
          >
            {texts.sendConfirmationAgain}
          </CommandButton>
        )}
        {hasBounced && state !== 'blocked' && (
          <Button variant="default" onClick={() => onAsk('mailAgain')}>
            {texts.mailAgain}
          </Button>
        )}
        {mayUnsubscribe && (
          <Button variant="default" onClick={() => onAsk('unsubscribe')}>
            {texts.unsubscribe}
          </Button>
        )}
        {state === 'blocked' ? (
          <CommandButton
            variant="default"
            isPending={unblock.isPending}
            onClick={() => unblock.mutate({ input: { id } }, done(texts.unblocked))}
          >
            {texts.unblock}
          </CommandButton>
        ) : (
          <Button variant="default" onClick={() => onAsk('block')}>
            {texts.block}
          </Button>
        )}
      </Group>
    </SideCard>
  )
}

const words = {
  block: {
    title: texts.blockQuestion,
    text: texts.blockEffects,
    verb: texts.blockAddress,
    done: texts.isNowBlocked,
  },
  mailAgain: {
    title: texts.mailAgainQuestion,
    text: texts.mailAgainEffects,
    verb: texts.mailAgain,
    done: texts.isMailedAgain,
  },
  unsubscribe: {
    title: texts.unsubscribeQuestion,
    text: texts.unsubscribeEffects,
    verb: texts.unsubscribe,
    done: texts.isNowUnsubscribed,
  },
} as const

function WithReason({
  verb,
  subscriber: { id },
  onClose,
}: {
  verb: keyof typeof words
  subscriber: SubscriberDetail
  onClose: () => void
}) {
  const show = useToast()
  const { mutate, isPending, error } = useCommand(subscribers[verb])
  const { done, ...dialog } = words[verb]
  const onSuccess = () => {
    onClose()
    show({ message: done })
  }
  return (
    <ReasonDialog
      {...dialog}
      isDangerous={verb === 'block'}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={(reason) => mutate({ input: { id, reason } }, { onSuccess })}
    />
  )
}
