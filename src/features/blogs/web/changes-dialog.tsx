import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { UndescribedPictures } from '#features/media/web/undescribed-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PostDetail, posts } from '../contract.ts'
import { texts } from '../texts.ts'
import { ContentComparison } from '../versions/web/comparison-panel.tsx'
import classes from './fields-panel.module.css'
import { contentTyped, typedOf, undescribedIn } from './post-model.ts'

/** The changes that wait beside a post, compared with what readers see, and their publication. */
export function ChangesDialog({ post, onClose }: { post: PostDetail; onClose: () => void }) {
  // Kept, because the post has no changes any more as soon as they are published.
  const [live] = useState(post.live)
  const show = useToast()
  const mayPublish = useCan()(posts.publishChanges)
  const publish = useCommand(posts.publishChanges)
  const { id, title, version, state } = post
  const isLive = state === 'published'
  const put = () =>
    publish.mutate(
      // Of the version that is compared here: what somebody saves meanwhile is not published unseen.
      { input: { id }, ifMatch: version },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.changesArePublished({ title }) })
        },
      },
    )
  return (
    <Dialog isHeld={publish.isPending} title={texts.changesOf({ title })} size="xl" onClose={onClose}>
      <div className={classes.fields}>
        {publish.error && <ChangeFailure error={publish.error} />}
        <p>{isLive ? texts.changesEffects : texts.changesOfScheduledEffects}</p>
        <UndescribedPictures places={undescribedIn(post, onClose)} />
        {live && (
          <ContentComparison
            headings={{
              label: texts.changesOf({ title }),
              before: isLive ? texts.readersSee : texts.goesLive,
              after: texts.changed,
            }}
            before={live}
            after={contentTyped(typedOf(post))}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={publish.isPending} onClick={onClose} data-autofocus>
            {texts.close}
          </Button>
          {mayPublish && (
            <CommandButton isPending={publish.isPending} onClick={put}>
              {texts.publishChanges}
            </CommandButton>
          )}
        </Group>
      </div>
    </Dialog>
  )
}
