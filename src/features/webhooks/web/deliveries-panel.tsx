import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { deliveryStatuses, type WebhookDelivery, type WebhookEndpoint, webhooks } from '../contract.ts'
import { texts } from '../texts.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { ResendFailedDialog } from './resend-failed-dialog.tsx'
import { DeliveryStatus, deliveryWords } from './status-panel.tsx'
import { useDeliveries } from './use-deliveries.ts'
import classes from './webhook-panel.module.css'

/** The result of the last attempt, in words. */
function answerWords({ last_status, last_error, attempts }: WebhookDelivery): string {
  if (!last_error) return last_status === null ? '' : texts.answered({ lastStatus: last_status })
  return attempts > 1 ? texts.errorOfAttempt({ lastError: last_error, attempts }) : last_error
}

/**
 * Sent and pending deliveries of an endpoint, newest first, or those of the status in the address bar; each can be opened
 * and sent again, and all that failed at once.
 */
export function DeliveriesPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, status } = endpoint
  const [state, change] = useUrlState()
  const only = deliveryStatuses.find((one) => one === state.get('status'))
  const [pages, setPages] = useState<{ of: typeof only; cursors: string[] }>({ of: only, cursors: [] })
  // Another status, chosen here or by Back, begins with its first page.
  const cursors = pages.of === only ? pages.cursors : []
  const [shown, setShown] = useState<WebhookDelivery | null>(null)
  const resend = useResend(endpoint)
  const log = useDeliveries(endpoint, only, cursors.at(-1))
  return (
    <>
      <div className={classes.tools}>
        <Choice
          label={texts.status}
          value={only ?? ''}
          options={[
            { value: '', label: texts.all },
            ...deliveryStatuses.map((value) => ({ value, label: deliveryWords[value] })),
          ]}
          onChoose={(value) => change({ status: value })}
        />
        {status === 'active' && <ResendFailed id={id} />}
      </div>
      {resend.error && <ChangeFailure error={resend.error} />}
      {log.isLoadingError ? (
        <ReadFailure of={log} what={texts.deliveriesFailed} />
      ) : (
        <Sheet
          title={texts.deliveries}
          empty={only ? texts.noneWithStatus : texts.noDeliveries}
          columns={[
            { title: texts.event },
            { title: texts.status },
            { title: texts.result },
            { title: texts.when },
            { title: texts.do, end: true },
          ]}
          rows={log.data?.rows.map((row) => ({
            key: row.id,
            cells: [
              <button key="kind" type="button" className={classes.event} onClick={() => setShown(row)}>
                {row.kind}
              </button>,
              <DeliveryStatus key="status" status={row.status} />,
              answerWords(row),
              <Ago key="at" at={row.created_at} />,
              resend.buttonOf(row),
            ],
          }))}
        />
      )}
      <Pages
        cursors={cursors}
        next={log.data?.next_cursor ?? null}
        onTurn={(turned) => setPages({ of: only, cursors: turned })}
      />
      {shown && <DeliveryDialog endpointId={id} delivery={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** Sends one delivery again, with a button on each row that is not waiting already. */
function useResend({ id, status }: WebhookEndpoint) {
  const can = useCan()
  const show = useToast()
  const { mutate, error, isPending } = useCommand(webhooks.resend)
  const mayResend = can(webhooks.resend) && status === 'active'
  return {
    error,
    buttonOf: (row: WebhookDelivery) =>
      mayResend && row.status !== 'waiting' ? (
        <Button
          key="resend"
          size="compact-xs"
          variant="default"
          disabled={isPending}
          aria-label={texts.sendKindAgain({ kind: row.kind })}
          onClick={() =>
            mutate(
              { input: { id, delivery_id: row.id } },
              { onSuccess: () => show({ message: texts.isSentAgain({ kind: row.kind }) }) },
            )
          }
        >
          {texts.sendAgain}
        </Button>
      ) : (
        ''
      ),
  }
}

/** The button that sends all failed deliveries again, for those who may, and its dialog. */
function ResendFailed({ id }: { id: string }) {
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  if (!can(webhooks.resendFailed)) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {texts.resendFailed}
      </Button>
      {isAsking && <ResendFailedDialog id={id} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The way to newer and older deliveries, by the cursors that led here. */
function Pages({
  cursors,
  next,
  onTurn,
}: {
  cursors: readonly string[]
  next: string | null
  onTurn: (cursors: string[]) => void
}) {
  if (cursors.length === 0 && !next) return null
  return (
    <div className={classes.tools}>
      <Button
        size="xs"
        variant="default"
        disabled={cursors.length === 0}
        onClick={() => onTurn(cursors.slice(0, -1))}
      >
        {texts.later}
      </Button>
      <Button size="xs" variant="default" disabled={!next} onClick={() => next && onTurn([...cursors, next])}>
        {texts.earlier}
      </Button>
    </div>
  )
}
