import { Button } from '@mantine/core'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PostDetail, posts } from '../contract.ts'
import { texts } from '../texts.ts'
import { ContentComparison, differingFields } from './comparison-panel.tsx'
import { contentTyped, typedOf } from './post-model.ts'
import classes from './versions-panel.module.css'

/** Compares a version with what is there now, paragraph by paragraph, and restores it. */
export function VersionDialog({
  post,
  number,
  isUnsaved,
  onClose,
}: {
  post: PostDetail
  number: number
  isUnsaved: boolean
  onClose: () => void
}) {
  const show = useToast()
  const mayRestore = useCan()(posts.restoreVersion)
  const found = useEndpoint(posts.version, { id: post.id, number })
  const restore = useCommand(posts.restoreVersion)
  const now = contentTyped(typedOf(post))
  const then = found.data?.content
  const differing = then ? differingFields(then, now) : []
  const put = () =>
    restore.mutate(
      { input: { id: post.id, number }, ifMatch: post.version },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.versionRestored({ number }) })
        },
      },
    )
  return (
    <Dialog title={texts.compareTitle({ number })} size="xl" onClose={onClose}>
      <div className={classes.dialog}>
        <ReadFailure of={found} what={texts.versionsCouldNot} />
        {restore.error && <ChangeFailure error={restore.error} />}
        {!then && !found.isError && <p className={classes.quiet}>{texts.loading}</p>}
        {then && differing.length === 0 && <p>{texts.noDifference}</p>}
        {then && differing.length > 0 && (
          <ContentComparison
            label={texts.compareTitle({ number })}
            before={{ content: then, label: texts.inVersion({ number }) }}
            after={{ content: now, label: texts.now }}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          {mayRestore && differing.length > 0 && (
            <CommandButton
              isPending={restore.isPending}
              disabled={isUnsaved}
              title={isUnsaved ? texts.saveFirst : undefined}
              onClick={put}
            >
              {texts.restoreVersion}
            </CommandButton>
          )}
        </div>
      </div>
    </Dialog>
  )
}
