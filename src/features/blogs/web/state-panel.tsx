import { momentOf } from '#kit/contract/words.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import type { Post } from '../contract.ts'
import type { PostState } from '../moves-contract.ts'
import { texts } from '../texts.ts'

export const stateWords: Readonly<Record<PostState, string>> = {
  draft: texts.draft,
  scheduled: texts.scheduled,
  published: texts.published,
  unpublished: texts.unpublished,
}

const tones = { draft: 'off', scheduled: 'info', published: 'good', unpublished: 'off' } as const

/** The state of a post, with its time if it waits for one, and whether changes wait to be published. */
export function PostMark({ post }: { post: Pick<Post, 'state' | 'publish_at' | 'has_changes'> }) {
  return (
    <>
      <StatusMark tone={tones[post.state]}>
        {post.publish_at ? texts.scheduledFor({ at: momentOf(post.publish_at) }) : stateWords[post.state]}
      </StatusMark>
      {post.has_changes && <StatusMark tone="waiting">{texts.unpublishedChanges}</StatusMark>}
    </>
  )
}
