import { fullTimeOf } from '#kit/contract/words.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Alert, Button, Checkbox } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type WebhookEndpoint, webhooks } from '../contract.ts'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { EndpointStatus } from './status-panel.tsx'

const EndpointDialog = lazyOf(() => import('./endpoint-dialog.tsx'), 'EndpointDialog')
const SecretDialog = lazyOf(() => import('./secret-dialog.tsx'), 'SecretDialog')
const ConfirmDialog = lazyOf(() => import('#kit/web/dialog/confirm-dialog.tsx'), 'ConfirmDialog')
const back = { href: '/webhooks', label: 'Webhooks' }

/** One endpoint: its subscribed events, and the result of each delivery. */
export function EndpointPage() {
  return (
    <RecordOf of={webhooks.get} none={{ noun: 'webhook endpoint', back }}>
      {(endpoint) => <Detail endpoint={endpoint} />}
    </RecordOf>
  )
}

type Asking = 'change' | 'rotate' | 'disable' | null

function Detail({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, status, failing_since, disabled_reason, old_secret_until } = endpoint
  const can = useCan()
  const show = useToast()
  const [asking, setAsking] = useState<Asking>(null)
  const [secret, setSecret] = useState('')
  const [isAtOnce, setAtOnce] = useState(false)
  const test = useCommand(webhooks.test)
  const enable = useCommand(webhooks.enable)
  const disable = useCommand(webhooks.disable)
  const rotate = useCommand(webhooks.rotate)
  const input = { id }
  const close = () => setAsking(null)
  const failure = test.error ?? enable.error
  return (
    <>
      <RecordLayout
        back={back}
        title={url}
        status={<EndpointStatus endpoint={endpoint} />}
        sideLabel="Signature"
        main={
          <>
            {failure && <ChangeFailure error={failure} />}
            {disabled_reason && (
              <Alert role="status" color="red" variant="light" title="Switched off">
                <p>{disabled_reason}. What was given up can be sent again once it is enabled.</p>
              </Alert>
            )}
            <Facts
              title="Endpoint"
              facts={[
                { label: 'Description', value: endpoint.description },
                { label: 'Added', value: fullTimeOf(endpoint.created_at) },
                { label: 'Listens for', value: endpoint.kinds.join(', ') },
                ...(failing_since ? [{ label: 'Failing since', value: fullTimeOf(failing_since) }] : []),
              ]}
            />
            <DeliveriesPanel endpoint={endpoint} />
          </>
        }
        side={
          <SideCard title="Signature">
            <p>
              Each delivery is signed as Standard Webhooks 1.0 has it, with the secret of this endpoint. The
              same webhook-id means the same event: what came twice is to be taken once.
            </p>
            {old_secret_until && Date.parse(old_secret_until) > Date.now() && (
              <p>The secret before the newest signs beside it until {fullTimeOf(old_secret_until)}.</p>
            )}
          </SideCard>
        }
        bar={
          can(webhooks.change) ? (
            <>
              {status === 'active' && (
                <CommandButton
                  isPending={test.isPending}
                  onClick={() =>
                    test.mutate(
                      { input },
                      { onSuccess: () => show({ message: 'A test event is on its way' }) },
                    )
                  }
                >
                  Send test event
                </CommandButton>
              )}
              {status === 'disabled' && (
                <CommandButton
                  isPending={enable.isPending}
                  onClick={() =>
                    enable.mutate(
                      { input },
                      { onSuccess: () => show({ message: 'The endpoint is enabled' }) },
                    )
                  }
                >
                  Enable
                </CommandButton>
              )}
              <Button variant="default" onClick={() => setAsking('change')}>
                Change
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  setAtOnce(false)
                  setAsking('rotate')
                }}
              >
                New secret
              </Button>
              {status === 'active' && (
                <Button variant="default" onClick={() => setAsking('disable')}>
                  Disable
                </Button>
              )}
            </>
          ) : undefined
        }
      />
      <Suspense fallback={null}>
        {asking === 'change' && (
          <EndpointDialog
            endpoint={endpoint}
            onClose={close}
            onChanged={() => {
              close()
              show({ message: 'The endpoint is saved' })
            }}
          />
        )}
        {asking === 'rotate' && (
          <ConfirmDialog
            title="Make a new secret?"
            action="New secret"
            isPending={rotate.isPending}
            error={rotate.error}
            onClose={close}
            more={
              <Checkbox
                size="xs"
                label="End the old one at once, because others know it"
                checked={isAtOnce}
                onChange={(event) => setAtOnce(event.currentTarget.checked)}
              />
            }
            onConfirm={() =>
              rotate.mutate(
                { input: { id, at_once: isAtOnce } },
                {
                  onSuccess: (answer) => {
                    close()
                    setSecret(answer.secret)
                  },
                },
              )
            }
          >
            Each delivery is signed with both for 24 hours: give the new one to the other system meanwhile.
          </ConfirmDialog>
        )}
        {asking === 'disable' && (
          <ConfirmDialog
            title="Disable this endpoint?"
            action="Disable"
            isPending={disable.isPending}
            error={disable.error}
            onClose={close}
            onConfirm={() =>
              disable.mutate(
                { input },
                {
                  onSuccess: () => {
                    close()
                    show({ message: 'The endpoint is disabled' })
                  },
                },
              )
            }
          >
            What waits for it is given up, and nothing that happens meanwhile is kept for it. What was given
            up can be sent again later.
          </ConfirmDialog>
        )}
        {secret && <SecretDialog secret={secret} onClose={() => setSecret('')} />}
      </Suspense>
    </>
  )
}
