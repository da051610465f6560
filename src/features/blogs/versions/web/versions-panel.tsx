import { type PostDetail, posts } from '#features/blogs/contract.ts'
import { texts } from '#features/blogs/texts.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { VersionsPanel } from '#kit/web/versions/versions-panel.tsx'

const VersionDialog = lazyOf(() => import('./version-dialog.tsx'), 'PostVersionDialog')

const actionWords: Readonly<Record<string, string>> = {
  add: texts.added,
  edit: texts.edited,
  autosave: texts.autosaved,
  restore: texts.restored,
  publish: texts.published,
  schedule: texts.scheduled,
}

/** The versions of a post. */
export function PostVersions({ post, isUnsaved }: { post: PostDetail; isUnsaved: boolean }) {
  const found = useEndpoint(posts.versions, { id: post.id })
  return (
    <VersionsPanel of={found} count={post.version_count} actionWords={actionWords}>
      {(number, onClose) => (
        <VersionDialog post={post} number={number} isUnsaved={isUnsaved} onClose={onClose} />
      )}
    </VersionsPanel>
  )
}
