import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { UndescribedPictures } from '#features/media/web/undescribed-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type MenuItem, RecordMenu } from '#kit/web/record/record-menu.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type PostDetail, posts } from '../contract.ts'
import { mayMove } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'
import { postList, postRecord } from './links.ts'
import { addressAt, undescribedIn } from './post-model.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** Loaded on demand, because most visits compare nothing. */
const ChangesDialog = lazyOf(() => import('./changes-dialog.tsx'), 'ChangesDialog')

type Asking = 'publish' | 'changes' | 'schedule' | 'unpublish'

/** The moves of a post from where it is, and what is done with the post as a whole. */
export function PostActions({
  post,
  isUnsaved,
}: {
  post: PostDetail
  /** True while the fields have unsaved changes: publishing would publish the saved text instead. */
  isUnsaved: boolean
}) {
  const can = useCan()
  const [asking, setAsking] = useState<Asking | null>(null)
  const items = useMenu(post)
  const { state } = post
  const held = { disabled: isUnsaved, title: isUnsaved ? texts.saveFirst : undefined }
  return (
    <span ref={offersActions} className={classes.actions}>
      <SaveVersion post={post} isUnsaved={isUnsaved} />
      {post.live && (
        <Button
          {...(can(posts.publishChanges) && state === 'published' ? {} : { variant: 'default' })}
          {...held}
          onClick={() => setAsking('changes')}
        >
          {can(posts.publishChanges) ? texts.publishChanges : texts.compareWithLive}
        </Button>
      )}
      {mayMove('schedule', state) && can(posts.schedule) && (
        <Button variant="default" {...held} onClick={() => setAsking('schedule')}>
          {state === 'scheduled' ? texts.reschedule : texts.schedule}
        </Button>
      )}
      {mayMove('publish', state) && can(posts.publish) && (
        <Button {...held} onClick={() => setAsking('publish')}>
          {texts.publish}
        </Button>
      )}
      {mayMove('unpublish', state) && can(posts.unpublish) && (
        <Button variant="default" onClick={() => setAsking('unpublish')}>
          {texts.unpublish}
        </Button>
      )}
      {items.length > 0 && <RecordMenu items={items} />}
      <Suspense fallback={null}>
        <MoveDialog post={post} asking={asking} onClose={() => setAsking(null)} />
      </Suspense>
    </span>
  )
}

function MoveDialog({
  post,
  asking,
  onClose,
}: {
  post: PostDetail
  asking: Asking | null
  onClose: () => void
}) {
  const { id, title } = post
  switch (asking) {
    case 'changes':
      return <ChangesDialog post={post} onClose={onClose} />
    case 'schedule':
      return <ScheduleDialog post={post} onClose={onClose} />
    case 'publish':
      return <PublishDialog post={post} onClose={onClose} />
    case 'unpublish':
      return (
        <CommandDialog
          of={posts.unpublish}
          input={{ id }}
          title={texts.unpublishQuestion({ title })}
          action={texts.unpublish}
          done={texts.isUnpublished({ title })}
          onClose={onClose}
        >
          {texts.unpublishEffects}
        </CommandDialog>
      )
    default:
      return null
  }
}

/**
 * Publishes what was there when the dialog opened: what somebody writes meanwhile was looked at by nobody. The slug is that of
 * the changes that wait, which are published too.
 */
function PublishDialog({ post, onClose }: { post: PostDetail; onClose: () => void }) {
  const [ifMatch] = useState(post.version)
  const { id, title, address, slug } = post
  return (
    <CommandDialog
      of={posts.publish}
      input={{ id }}
      ifMatch={ifMatch}
      title={texts.publishQuestion({ title })}
      action={texts.publishNow}
      isDangerous={false}
      done={texts.isPublished({ title })}
      onClose={onClose}
      more={<UndescribedPictures places={undescribedIn(post, onClose)} />}
    >
      {texts.publishEffects({ address: addressAt(address, slug) })}
    </CommandDialog>
  )
}

/** Makes a version of what was saved automatically. */
function SaveVersion({ post, isUnsaved }: { post: PostDetail; isUnsaved: boolean }) {
  const show = useToast()
  const save = useCommand(posts.change)
  if (!useCan()(posts.change) || isUnsaved || !post.autosaved_at) return null
  const { id, title, version } = post
  const keep = () =>
    save.mutate(
      { input: { id, title }, ifMatch: version },
      {
        onSuccess: () => show({ message: texts.saved({ name: title }) }),
        onError: (error) => show({ message: failedWords(error, texts.notDone), tone: 'refused' }),
      },
    )
  return (
    <Button variant="default" disabled={save.isPending} onClick={keep}>
      {texts.saveVersion}
    </Button>
  )
}

function useMenu(post: PostDetail): MenuItem[] {
  const can = useCan()
  const show = useToast()
  const call = useCall()
  const refresh = useRefresh()
  const { id, title, state, live, version } = post
  const tell = (error: unknown) => show({ message: failedWords(error, texts.notDone), tone: 'refused' })
  const duplicate = useCommand(posts.duplicate)
  const putBack = useCommand(posts.putBack)
  const change = useCommand(posts.change)
  const undo = async () => {
    try {
      await call(posts.restore, { id })
      await refresh(posts.restore)
      show({ message: texts.isRestored({ title }) })
    } catch (error) {
      tell(error)
    }
  }
  // Leaves the screen of the deleted post before its queries are refetched.
  const remove = useCommand(posts.remove, () => {
    navigate(postList(), { replace: true })
    show({ message: texts.isDeleted({ title }), undo: () => void undo() })
  })
  const copy = () =>
    duplicate.mutate(
      { input: { id } },
      {
        onSuccess: (made) => {
          navigate(postRecord(made))
          show({ message: texts.addedAsDraft({ title: made.title }) })
        },
        onError: tell,
      },
    )
  const back = () =>
    putBack.mutate(
      { input: { id } },
      { onSuccess: () => show({ message: texts.isDraftAgain({ title }) }), onError: tell },
    )
  const discard = () =>
    live &&
    change.mutate(
      { input: { id, ...live }, ifMatch: version },
      { onSuccess: () => show({ message: texts.changesAreDiscarded({ title: live.title }) }), onError: tell },
    )
  return [
    ...(can(posts.change) && live ? [{ words: texts.discardChanges, onPick: discard }] : []),
    ...(can(posts.duplicate) ? [{ words: texts.duplicate, onPick: copy }] : []),
    ...(can(posts.putBack) && mayMove('putBack', state)
      ? [{ words: texts.returnToDraft, onPick: back }]
      : []),
    ...(can(posts.remove) && state === 'draft'
      ? [
          {
            words: texts.delete,
            onPick: () => remove.mutate({ input: { id }, ifMatch: version }, { onError: tell }),
            isDangerous: true,
          },
        ]
      : []),
  ]
}
