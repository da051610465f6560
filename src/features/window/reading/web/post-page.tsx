import { useEffect } from 'react'
import type { Content, Post } from '#features/window/contract.ts'
import { texts } from '#features/window/texts.ts'
import { addressOf, calls, categoryAddress } from '#features/window/web/links.ts'
import { WindowPicture } from '#features/window/web/picture-panel.tsx'
import { useSetting } from '#features/window/web/use-marks.tsx'
import { sectionOf, textIn } from '#features/window/web/window-model.ts'
import { dayOf } from '#kit/contract/words.ts'
import { Crumbs } from './article-panel.tsx'
import { PostFacts } from './blog-page.tsx'
import { RichText } from './rich-text-panel.tsx'

/** One post. A reading is counted once the page has been looked at for a while. */
export function PostPage({ post, content, isCounted }: { post: Post; content: Content; isCounted: boolean }) {
  const { base } = useSetting()
  useReading(isCounted ? post.slug : null)
  const blog = textIn(sectionOf(content, 'blog_page').title) || texts.blog
  const { category } = post
  const isUpdated = post.updated_at && dayOf(post.updated_at) !== dayOf(post.published_at || post.updated_at)
  return (
    <article className="narrow post">
      <Crumbs
        crumbs={[
          { text: blog, href: addressOf(base, 'blog') },
          ...(category ? [{ text: category.name, href: categoryAddress(base, category.slug) }] : []),
          { text: post.title },
        ]}
      />
      <header dir="auto">
        <h1>{post.title}</h1>
        <PostFacts post={post} />
      </header>
      <WindowPicture
        picture={post.banner}
        className="page-banner"
        sizes="(min-width: 792px) 760px, 100vw"
        isFirst
      />
      <RichText html={post.html ?? ''} />
      {isUpdated ? <p className="quiet">{texts.updated({ day: dayOf(post.updated_at) })}</p> : null}
      <p>
        <a href={addressOf(base, 'blog')}>{texts.backToBlog}</a>
      </p>
    </article>
  )
}

/** How long a page is looked at until it counts as read. */
const readAfterMs = 3_000

/** Tells once that the post was read. A tab that is opened in the background begins when somebody turns to it. */
function useReading(slug: string | null): void {
  useEffect(() => {
    if (slug === null) return
    let timer: ReturnType<typeof setTimeout>
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        stop()
        void fetch(calls.postView(slug), { method: 'POST', keepalive: true }).catch(() => {})
      }, readAfterMs)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return stop
  }, [slug])
}
