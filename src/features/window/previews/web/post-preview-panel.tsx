import { useMemo } from 'react'
import type { Post } from '#features/window/contract.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { texts } from '../texts.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { useBlogContent } from './use-answers.ts'

/** A post that may be a draft, as readers would see it in the shop that is live. */
export function PostPreview({ post }: { post: Post }) {
  const { content, read } = useBlogContent()
  // The frame is drawn again only for another object.
  const answers = useMemo(() => ({ post }), [post])
  return (
    <>
      <ReadFailure of={read} what={texts.aroundNotLoaded} />
      <PreviewPanel content={content} page="post" answers={answers} startsWith={768} />
    </>
  )
}
