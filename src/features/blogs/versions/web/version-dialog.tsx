import { type PostDetail, posts } from '#features/blogs/contract.ts'
import { differingFields } from '#features/blogs/fields-contract.ts'
import { contentTyped, typedOf } from '#features/blogs/web/post-model.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { VersionDialog } from '#kit/web/versions/version-dialog.tsx'
import { ContentComparison } from './comparison-panel.tsx'

/** Compares a version with what is there now, paragraph by paragraph, and restores it. */
export function PostVersionDialog({
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
  const found = useEndpoint(posts.version, { id: post.id, number })
  const now = contentTyped(typedOf(post))
  const then = found.data?.content ?? now
  return (
    <VersionDialog
      of={found}
      number={number}
      record={post}
      restores={posts.restoreVersion}
      isUnsaved={isUnsaved}
      isDifferent={differingFields(then, now).length > 0}
      onClose={onClose}
    >
      {(headings) => <ContentComparison headings={headings} before={then} after={now} />}
    </VersionDialog>
  )
}
