import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type DeletedPost, posts } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './deleted-dialog.module.css'

/** The drafts that were deleted within the last day, each of which can be restored. */
export function DeletedDialog({ onClose }: { onClose: () => void }) {
  const found = useEndpoint(posts.deleted, {})
  const restore = useCommand(posts.restore)
  const [asked, setAsked] = useState('')
  const show = useToast()
  const bring = ({ id, title }: DeletedPost) => {
    setAsked(id)
    restore.mutate({ input: { id } }, { onSuccess: () => show({ message: texts.isRestored({ title }) }) })
  }
  return (
    <Dialog title={texts.deletedTitle} isHeld={restore.isPending} onClose={onClose}>
      <div className={classes.dialog}>
        <p>{texts.deletedHint}</p>
        {restore.error && <ChangeFailure error={restore.error} />}
        <Read of={found} what={texts.deletedNotLoaded}>
          {(deleted) => (
            <>
              {deleted.length === 0 && <p className={classes.quiet}>{texts.noDeletedDrafts}</p>}
              <ul className={classes.posts}>
                {deleted.map((post) => (
                  <li key={post.id}>
                    <span className={classes.words}>
                      <bdi title={post.title}>{post.title}</bdi>
                      <span className={classes.quiet}>
                        {texts.deleted} <Ago at={post.deleted_at} />
                      </span>
                    </span>
                    <CommandButton
                      size="compact-sm"
                      variant="default"
                      aria-label={texts.restoreOf({ title: post.title })}
                      isPending={restore.isPending && asked === post.id}
                      disabled={restore.isPending}
                      onClick={() => bring(post)}
                    >
                      {texts.restore}
                    </CommandButton>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Read>
        <Button variant="default" className={classes.close} onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  )
}
