import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure, Failure } from '#kit/web/failure.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type WebhookDelivery, type WebhookEndpoint, webhooks } from '../contract.ts'
import { texts } from '../texts.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryStatus } from './status-panel.tsx'
import { useDeliveries } from './use-deliveries.ts'
import classes from './webhook-panel.module.css'

/** The result of the last attempt, in words. */
function answerWords({ last_status, last_error, attempts }: WebhookDelivery): string {
  if (!last_error) return last_status === null ? '' : texts.answered({ lastStatus: last_status })
  return attempts > 1 ? texts.errorOfAttempt({ lastError: last_error, attempts }) : last_error
}

/** Sent and pending deliveries of an endpoint, newest first; each can be opened and sent again. */
export function DeliveriesPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, status } = endpoint
  const can = useCan()
  const show = useToast()
  const [cursors, setCursors] = useState<string[]>([])
  const [shown, setShown] = useState<WebhookDelivery | null>(null)
  const resend = useCommand(webhooks.resend)
  const log = useDeliveries(endpoint, cursors.at(-1))
  const rows = log.data?.rows ?? []
  const next = log.data?.next_cursor
  return (
    <>
      {resend.error && <ChangeFailure error={resend.error} />}
      {log.isError ? (
        <Failure
          error={log.error}
          answered="not_created"
          what={texts.deliveriesFailed}
          onRetry={() => void log.refetch()}
        />
      ) : (
        <Sheet
          title={texts.deliveries}
          empty={log.data ? texts.noDeliveries : texts.loading}
          columns={[
            { title: texts.event },
            { title: texts.status },
            { title: texts.result },
            { title: texts.when },
            { title: texts.do, end: true },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <button key="kind" type="button" className={classes.event} onClick={() => setShown(row)}>
                {row.kind}
              </button>,
              <DeliveryStatus key="status" status={row.status} />,
              answerWords(row),
              <Ago key="at" at={row.created_at} />,
              can(webhooks.resend) && row.status !== 'waiting' && status === 'active' ? (
                <Button
                  key="resend"
                  size="compact-xs"
                  variant="default"
                  disabled={resend.isPending}
                  aria-label={texts.sendKindAgain({ kind: row.kind })}
                  onClick={() =>
                    resend.mutate(
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
            ],
          }))}
        />
      )}
      {(cursors.length > 0 || next) && (
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {texts.later}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!next}
            onClick={() => next && setCursors([...cursors, next])}
          >
            {texts.earlier}
          </Button>
        </div>
      )}
      {shown && <DeliveryDialog endpointId={id} delivery={shown} onClose={() => setShown(null)} />}
    </>
  )
}
