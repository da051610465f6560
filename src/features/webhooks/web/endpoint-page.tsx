import { fullTimeOf } from '#kit/contract/words.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
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
const back = { href: '/webhooks', label: menuTexts.webhooks }

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
        sideLabel={texts.signature}
        main={
          <>
            {failure && <ChangeFailure error={failure} />}
            {disabled_reason && (
              <Alert role="status" color="red" variant="light" title={texts.switchedOff}>
                <p>{texts.whatWasGivenUpCan({ disabledReason: disabled_reason })}</p>
              </Alert>
            )}
            <Facts
              title={texts.endpoint}
              facts={[
                { label: texts.description, value: endpoint.description },
                { label: texts.added, value: fullTimeOf(endpoint.created_at) },
                { label: texts.listensFor, value: endpoint.kinds.join(', ') },
                ...(failing_since ? [{ label: texts.failingSince, value: fullTimeOf(failing_since) }] : []),
              ]}
            />
            <DeliveriesPanel endpoint={endpoint} />
          </>
        }
        side={
          <SideCard title={texts.signature}>
            <p>{texts.eachDeliveryIsSignedAs}</p>
            {old_secret_until && Date.parse(old_secret_until) > Date.now() && (
              <p>{texts.theSecretBeforeTheNewest({ oldSecretUntil: fullTimeOf(old_secret_until) })}</p>
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
                    test.mutate({ input }, { onSuccess: () => show({ message: texts.aTestEventIsOn }) })
                  }
                >
                  {texts.sendTestEvent}
                </CommandButton>
              )}
              {status === 'disabled' && (
                <CommandButton
                  isPending={enable.isPending}
                  onClick={() =>
                    enable.mutate(
                      { input },
                      { onSuccess: () => show({ message: texts.theEndpointIsEnabled }) },
                    )
                  }
                >
                  {texts.enable}
                </CommandButton>
              )}
              <Button variant="default" onClick={() => setAsking('change')}>
                {texts.change}
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  setAtOnce(false)
                  setAsking('rotate')
                }}
              >
                {texts.newSecret}
              </Button>
              {status === 'active' && (
                <Button variant="default" onClick={() => setAsking('disable')}>
                  {texts.disable}
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
              show({ message: texts.theEndpointIsSaved })
            }}
          />
        )}
        {asking === 'rotate' && (
          <ConfirmDialog
            title={texts.makeANewSecretQuestion}
            action={texts.newSecret}
            isPending={rotate.isPending}
            error={rotate.error}
            onClose={close}
            more={
              <Checkbox
                size="xs"
                label={texts.endTheOldOneAt}
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
            {texts.eachDeliveryIsSignedWith}
          </ConfirmDialog>
        )}
        {asking === 'disable' && (
          <ConfirmDialog
            title={texts.disableThisEndpointQuestion}
            action={texts.disable}
            isPending={disable.isPending}
            error={disable.error}
            onClose={close}
            onConfirm={() =>
              disable.mutate(
                { input },
                {
                  onSuccess: () => {
                    close()
                    show({ message: texts.theEndpointIsDisabled })
                  },
                },
              )
            }
          >
            {texts.whatWaitsForItIs}
          </ConfirmDialog>
        )}
        {secret && <SecretDialog secret={secret} onClose={() => setSecret('')} />}
      </Suspense>
    </>
  )
}
