import { useState } from 'react'
import { UndescribedPictures } from '#features/media/web/undescribed-panel.tsx'
import { momentOf } from '#kit/contract/words.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { MomentField, momentTyped, typedMoment } from '#kit/web/fields/moment-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PostDetail, posts } from '../contract.ts'
import { texts } from '../texts.ts'
import { undescribedIn } from './post-model.ts'

const dayMs = 86_400_000

/**
 * Chooses when a post goes live, in Pakistan time: tomorrow at nine, unless it has a time. What goes live is what was there when
 * the dialog opened: what somebody writes meanwhile was looked at by nobody.
 */
export function ScheduleDialog({ post, onClose }: { post: PostDetail; onClose: () => void }) {
  const show = useToast()
  const [ifMatch] = useState(post.version)
  const { id, title } = post
  const { command, typed, setWrong, field, dialog } = useCommandForm(posts.schedule, () => ({
    publish_at: post.publish_at
      ? typedMoment(post.publish_at)
      : `${typedMoment(Date.now() + dayMs).slice(0, 10)}T09:00`,
  }))
  const send = () => {
    const publish_at = momentTyped(typed.publish_at)
    if (!publish_at) return setWrong({ publish_at: texts.momentIsRequired })
    command.mutate(
      { input: { id, publish_at }, ifMatch },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.isScheduled({ title, at: momentOf(publish_at) }) })
        },
      },
    )
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.scheduleQuestion({ title })}
      verb={texts.scheduleVerb}
      onClose={onClose}
      onSubmit={send}
    >
      <MomentField {...field('publish_at')} label={texts.goesLive} />
      <p>{texts.scheduleHint}</p>
      <UndescribedPictures places={undescribedIn(post.live ?? post, onClose)} />
    </FormDialog>
  )
}
