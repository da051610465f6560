import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type EndpointDetail, type WebhookEndpoint, webhooks } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { webhookList } from './links.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { EndpointStatus } from './status-panel.tsx'

const historyLabels = { url: texts.address, kinds: texts.events }
const back = { href: webhookList(), label: menuTexts.webhooks }

/** One endpoint: its subscribed events, and the result of each delivery. */
export function EndpointPage() {
  return (
    <RecordOf of={webhooks.get} none={{ title: texts.noWebhookEndpointFound, back }}>
      {(endpoint) => <Detail endpoint={endpoint} />}
    </RecordOf>
  )
}

type Asking = 'change' | 'rotate' | 'disable' | null

function Detail({ endpoint }: { endpoint: EndpointDetail }) {
  const { failing_since, disabled_reason, old_secret_until } = endpoint
  const can = useCan()
  const [asking, setAsking] = useState<Asking>(null)
  const runs = useRuns(endpoint.id)
  return (
    <>
      <RecordLayout
        back={back}
        title={endpoint.url}
        status={<EndpointStatus endpoint={endpoint} />}
        sideLabel={texts.signature}
        main={
          <>
            {runs.failure && <ChangeFailure error={runs.failure} />}
            {disabled_reason && (
              <Alert role="status" color="red" variant="light" title={texts.disabledAutomatically}>
                <p>{texts.disabledHint({ disabledReason: disabled_reason })}</p>
              </Alert>
            )}
            <Facts
              title={texts.endpoint}
              facts={[
                { label: texts.description, value: endpoint.description },
                { label: texts.added, value: fullTimeOf(endpoint.created_at) },
                { label: texts.events, value: endpoint.kinds.join(', ') },
                ...(failing_since ? [{ label: texts.failingSince, value: fullTimeOf(failing_since) }] : []),
              ]}
            />
            <DeliveriesPanel endpoint={endpoint} />
          </>
        }
        side={
          <>
            <SideCard title={texts.signature}>
              <p>{texts.signatureHint}</p>
              {old_secret_until && Date.parse(old_secret_until) > Date.now() && (
                <p>{texts.oldSecretHint({ oldSecretUntil: fullTimeOf(old_secret_until) })}</p>
              )}
            </SideCard>
            <TimelinePanel subjectId={endpoint.id} entries={endpoint.history} labels={historyLabels} />
          </>
        }
        bar={
          can(webhooks.change) ? (
            <Actions status={endpoint.status} runs={runs} onAsk={setAsking} />
          ) : undefined
        }
      />
      <Dialogs endpoint={endpoint} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

/** Testing and enabling run at once, without a dialog. */
function useRuns(id: string) {
  const show = useToast()
  const test = useCommand(webhooks.test)
  const enable = useCommand(webhooks.enable)
  const input = { id }
  return {
    failure: test.error ?? enable.error,
    test: {
      isPending: test.isPending,
      onClick: () => test.mutate({ input }, { onSuccess: () => show({ message: texts.testIsSent }) }),
    },
    enable: {
      isPending: enable.isPending,
      onClick: () => enable.mutate({ input }, { onSuccess: () => show({ message: texts.endpointEnabled }) }),
    },
  }
}

function Actions({
  status,
  runs,
  onAsk,
}: {
  status: WebhookEndpoint['status']
  runs: ReturnType<typeof useRuns>
  onAsk: (asking: Asking) => void
}) {
  return (
    <>
      {status === 'active' && <CommandButton {...runs.test}>{texts.sendTestEvent}</CommandButton>}
      {status === 'disabled' && <CommandButton {...runs.enable}>{texts.enable}</CommandButton>}
      <Button variant="default" onClick={() => onAsk('change')}>
        {texts.change}
      </Button>
      <Button variant="default" onClick={() => onAsk('rotate')}>
        {texts.newSecret}
      </Button>
      {status === 'active' && (
        <Button variant="default" onClick={() => onAsk('disable')}>
          {texts.disable}
        </Button>
      )}
    </>
  )
}

function Dialogs({
  endpoint,
  asking,
  onClose,
}: {
  endpoint: WebhookEndpoint
  asking: Asking
  onClose: () => void
}) {
  const show = useToast()
  const [secret, setSecret] = useState('')
  const { id } = endpoint
  return (
    <>
      {asking === 'change' && (
        <EndpointDialog
          endpoint={endpoint}
          onClose={onClose}
          onChanged={() => {
            onClose()
            show({ message: texts.theEndpointIsSaved })
          }}
        />
      )}
      {asking === 'rotate' && <RotateDialog id={id} onClose={onClose} onMade={setSecret} />}
      {asking === 'disable' && <DisableDialog id={id} onClose={onClose} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret('')} />}
    </>
  )
}
