import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Command } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { texts } from '../texts.ts'

/** What became of a rejected record, and the way back into review, which asks why. */
export function ReopeningPanel({
  title,
  text,
  dialog,
  mayReopen,
  reopen,
  onSend,
}: {
  title: string
  text: string
  dialog: { title: string; text: string; verb: string }
  mayReopen: boolean
  reopen: Pick<Command<Endpoint>, 'error' | 'isPending' | 'reset'>
  /** Sends the reason, and closes the dialog by `onDone` once the record is reopened. */
  onSend: (reason: string, onDone: () => void) => void
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <SideCard title={title}>
      <p>{text}</p>
      {mayReopen && (
        <Group>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              reopen.reset()
              setAsking(true)
            }}
          >
            {texts.reopen}
          </Button>
        </Group>
      )}
      {isAsking && (
        <ReasonDialog
          {...dialog}
          label={texts.whyReopen}
          isPending={reopen.isPending}
          error={reopen.error}
          onClose={() => setAsking(false)}
          onSend={(reason) => onSend(reason, () => setAsking(false))}
        />
      )}
    </SideCard>
  )
}
