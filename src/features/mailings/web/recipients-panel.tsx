import { Button } from '@mantine/core'
import { useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type MailingDetail, mailings } from '../contract.ts'
import { type RecipientStatus, recipientStatuses } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import classes from './mailings.module.css'
import { RecipientMark, recipientWords } from './status-panel.tsx'

const lookEveryMs = 3_000

/** The fixed recipients by address, with what became of the mail to each. */
export function RecipientsPanel({ mailing: { id, status } }: { mailing: MailingDetail }) {
  const [only, setOnly] = useState<RecipientStatus | ''>('')
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const page = useEndpoint(
    mailings.recipients,
    { id, limit: 25, ...(only ? { status: only } : {}), ...(cursor ? { cursor } : {}) },
    status === 'sending' ? { refetchInterval: lookEveryMs } : {},
  )
  const rows = page.data?.rows ?? []
  const next = page.data?.next_cursor
  return (
    <div className={classes.tight}>
      <div className={classes.row}>
        <Choice
          label={texts.status}
          value={only}
          options={[
            { value: '', label: texts.all },
            ...recipientStatuses.map((value) => ({ value, label: recipientWords[value] })),
          ]}
          onChoose={(value) => {
            setOnly(value as RecipientStatus | '')
            setCursors([])
          }}
        />
      </div>
      <ReadFailure of={page} what={texts.recipientsNotLoaded} />
      <Sheet
        title={texts.recipients}
        empty={page.data ? texts.noRecipients : texts.counting}
        columns={[
          { title: texts.recipient },
          { title: texts.status },
          { title: texts.detail },
          { title: texts.sentAt },
        ]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            row.is_withheld ? (
              texts.withheld
            ) : (
              <span key="who">
                <bdi>{row.name}</bdi> <bdi dir="ltr">{row.address}</bdi>
              </span>
            ),
            <RecipientMark key="status" status={row.status} />,
            row.last_error,
            row.sent_at ? <Ago key="at" at={row.sent_at} /> : '',
          ],
        }))}
      />
      {(cursors.length > 0 || next) && (
        <div className={classes.row}>
          <Button
            size="xs"
            variant="default"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {texts.previous}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!next}
            onClick={() => next && setCursors([...cursors, next])}
          >
            {texts.next}
          </Button>
        </div>
      )}
    </div>
  )
}
