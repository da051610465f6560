import type { Answers, Content, Place, PostRow } from '#features/window/contract.ts'
import { texts } from '#features/window/texts.ts'
import { addressOf, categoryAddress, postAddress } from '#features/window/web/links.ts'
import { WindowPicture } from '#features/window/web/picture-panel.tsx'
import { useMarks, useSetting } from '#features/window/web/use-marks.tsx'
import { perPageOf, sectionOf, textIn } from '#features/window/web/window-model.ts'
import { dayOf } from '#kit/contract/words.ts'
import { PageHead, Pages } from './article-panel.tsx'

/** The posts, newest first; those of one category where the address names it. */
export function BlogPage({ content, answers, place }: { content: Content; answers: Answers; place: Place }) {
  const page = sectionOf(content, 'blog_page')
  const marks = useMarks('blog_page')
  const { base } = useSetting()
  const { results, total } = answers.posts ?? { results: [], total: 0 }
  const category = place.slug ? results[0]?.category : null
  const address = place.slug ? categoryAddress(base, place.slug) : addressOf(base, 'blog')
  const notes = Array.isArray(page.items) ? page.items : []
  return (
    <>
      <PageHead
        title={category?.name ?? (textIn(page.title) || texts.blog)}
        intro={place.slug ? '' : textIn(page.intro)}
        titleMarks={place.slug ? {} : marks('title')}
        introMarks={marks('intro')}
      >
        {place.slug ? <a href={addressOf(base, 'blog')}>{texts.allPosts}</a> : null}
      </PageHead>
      {results.length === 0 ? (
        <p className="quiet">{place.slug ? texts.noPostsHere : texts.noPosts}</p>
      ) : null}
      <div className={notes.length > 0 ? 'with-notes' : undefined}>
        <ul className="posts">
          {results.map((post, index) => (
            <PostCard key={post.slug} post={post} isFirst={index < 2} />
          ))}
        </ul>
        {notes.length > 0 ? (
          <aside className="notes" aria-label={textIn(page.title) || texts.blog}>
            {notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </aside>
        ) : null}
      </div>
      <Pages
        address={address}
        number={place.number ?? 1}
        total={total}
        perPage={perPageOf(page.per_page, 12)}
      />
    </>
  )
}

function Note({ note }: { note: { id: string; title: string; details: string } }) {
  const marks = useMarks('blog_page', note.id)
  if (!textIn(note.title) && !textIn(note.details)) return null
  return (
    <section {...marks()}>
      <h2 dir="auto" {...marks('title')}>
        {textIn(note.title)}
      </h2>
      <p dir="auto" {...marks('details')}>
        {textIn(note.details)}
      </p>
    </section>
  )
}

function PostCard({ post, isFirst }: { post: PostRow; isFirst: boolean }) {
  const { base } = useSetting()
  return (
    <li>
      <article className="post-card" dir="auto">
        <div className="post-picture">
          {post.banner ? (
            <WindowPicture picture={{ ...post.banner, is_decorative: true }} isFirst={isFirst} />
          ) : null}
        </div>
        <h2>
          <a href={postAddress(base, post.slug)}>{post.title}</a>
        </h2>
        <p className="excerpt">{post.excerpt}</p>
        <PostFacts post={post} isShort />
      </article>
    </li>
  )
}

/** When a post was published, by whom, and how long it takes to read. */
export function PostFacts({ post, isShort = false }: { post: PostRow; isShort?: boolean }) {
  const { base } = useSetting()
  const { category } = post
  return (
    <ul className="facts">
      {category ? (
        <li>
          <a href={categoryAddress(base, category.slug)}>
            <bdi>{category.name}</bdi>
          </a>
        </li>
      ) : null}
      {post.author && !isShort ? <li>{texts.by({ name: <bdi key="name">{post.author}</bdi> })}</li> : null}
      {post.published_at ? (
        <li>
          <time dateTime={post.published_at}>{dayOf(post.published_at)}</time>
        </li>
      ) : null}
      {post.reading_minutes > 0 ? <li>{texts.minutes({ count: post.reading_minutes })}</li> : null}
    </ul>
  )
}
