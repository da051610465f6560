import { Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '../can.tsx'
import { useCommand } from '../client.tsx'
import { CommandButton } from '../command-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { ChangeFailure } from '../failure.tsx'
import { Loading, ReadFailure } from '../read-failure.tsx'
import { useToast } from '../toast.tsx'
import type { Headings } from './sides-panel.tsx'
import { texts } from './texts.ts'
import classes from './version-dialog.module.css'

/** A version compared with what is there now, and restored as a new version. */
export function VersionDialog({
  of,
  number,
  record,
  restores,
  isUnsaved,
  isDifferent,
  children: comparison,
  onClose,
}: {
  of: ComponentProps<typeof ReadFailure>['of']
  number: number
  record: { id: string; version: number }
  /** The call that restores the version of `{ id, number }`, where the record has the version of If-Match. */
  restores: Endpoint
  /** The user has changes that restoring would lose. */
  isUnsaved: boolean
  isDifferent: boolean
  /** The comparison; drawn once the version is loaded, if it differs. */
  children: (headings: Headings) => ReactNode
  onClose: () => void
}) {
  const show = useToast()
  const mayRestore = useCan()(restores)
  const restore = useCommand(restores)
  const isLoaded = of.data !== undefined
  const title = texts.compareTitle({ number })
  const headings = { label: title, before: texts.inVersion({ number }), after: texts.now }
  const put = () =>
    restore.mutate(
      { input: { id: record.id, number }, ifMatch: record.version },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.isRestored({ number }) })
        },
      },
    )
  return (
    <Dialog isHeld={restore.isPending} title={title} size="xl" onClose={onClose}>
      <div className={classes.dialog}>
        <ReadFailure of={of} what={texts.couldNot} />
        {restore.error && <ChangeFailure error={restore.error} />}
        {!isLoaded && !of.error && <Loading />}
        {isLoaded && (isDifferent ? comparison(headings) : <p>{texts.noDifference}</p>)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={restore.isPending} onClick={onClose}>
            {texts.close}
          </Button>
          {mayRestore && isLoaded && isDifferent && (
            <CommandButton
              isPending={restore.isPending}
              disabled={isUnsaved}
              title={isUnsaved ? texts.saveFirst : undefined}
              onClick={put}
            >
              {texts.restore}
            </CommandButton>
          )}
        </Group>
      </div>
    </Dialog>
  )
}
