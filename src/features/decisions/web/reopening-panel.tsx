import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Command } from '#kit/web/client.tsx'
import type { Draft } from '#kit/web/dialog/form-dialog.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import type { useDrafts } from '#kit/web/dialog/use-drafts.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { texts } from '../texts.ts'

/** What is typed before a record is reopened: it outlasts the panel, which is drawn again for each version. */
export type Reopening = ReturnType<typeof useDrafts<{ reopen: string }>>

/** What became of a rejected record, and the way back into review, which asks why. */
export function ReopeningPanel({
  title,
  text,
  dialog,
  mayReopen,
  reopen,
  draft,
  onSend,
}: {
  title: string
  text: string
  dialog: { title: string; text: string; verb: string }
  mayReopen: boolean
  reopen: Pick<Command<Endpoint>, 'error' | 'isPending' | 'reset'>
  draft: Draft<string>
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
          draft={draft}
          onClose={() => setAsking(false)}
          onSend={(reason) => onSend(reason, () => setAsking(false))}
        />
      )}
    </SideCard>
  )
}
