import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { momentOf, numberOf } from '#kit/contract/words.ts'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { type PostDetail, posts } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import type { PostState } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import { PostVersions } from '../versions/web/versions-panel.tsx'
import { PostActions } from './actions-panel.tsx'
import classes from './fields-panel.module.css'
import { postList } from './links.ts'
import { historyLabels } from './post-model.ts'
import { PostMark, stateWords } from './state-panel.tsx'
import { usePostFields } from './use-post-fields.tsx'

const back = { href: postList(), label: menuTexts.blogPosts }
const historyFormats = {
  state: (state: string) => stateWords[state as PostState] ?? state,
  publish_at: momentOf,
}

/** One post: what is written of it, when readers see it, how search engines show it, and its versions. */
export function PostPage() {
  return (
    <RecordOf of={posts.get} none={{ title: texts.noPostFound, back }}>
      {(post) => <Detail post={post} />}
    </RecordOf>
  )
}

function Detail({ post }: { post: PostDetail }) {
  const { panel, side, bar, question, isUnsaved } = usePostFields(post)
  return (
    <>
      <RecordLayout
        back={back}
        title={post.title}
        status={
          <>
            <PostMark post={post} />
            <PostActions post={post} isUnsaved={isUnsaved} />
          </>
        }
        sideLabel={texts.sideLabel}
        main={panel}
        side={
          <>
            <PublishingPanel post={post} />
            {side}
            <PostVersions post={post} isUnsaved={isUnsaved} />
            <TimelinePanel
              subjectId={post.id}
              entries={post.history}
              labels={historyLabels}
              formats={historyFormats}
            />
          </>
        }
        bar={bar}
      />
      {question}
    </>
  )
}

function PublishingPanel({ post }: { post: PostDetail }) {
  const { published_at, publish_at, views, address, state, old_slugs } = post
  return (
    <SideCard title={texts.publishing}>
      <dl className={classes.facts}>
        <dt>{texts.state}</dt>
        <dd>{stateWords[state]}</dd>
        {publish_at && (
          <>
            <dt>{texts.goesLiveAt}</dt>
            <dd>{momentOf(publish_at)}</dd>
          </>
        )}
        {published_at && (
          <>
            <dt>{state === 'published' ? texts.liveSince : texts.firstPublished}</dt>
            <dd>{momentOf(published_at)}</dd>
            <dt>{texts.readings}</dt>
            <dd>{numberOf(views)}</dd>
          </>
        )}
        {address && (
          <>
            <dt>{texts.address}</dt>
            <dd dir="ltr">{state === 'published' ? <a href={address}>{address}</a> : address}</dd>
          </>
        )}
        {old_slugs.length > 0 && (
          <>
            <dt>{texts.earlierAddresses}</dt>
            <dd dir="ltr">{old_slugs.join(', ')}</dd>
          </>
        )}
      </dl>
      {post.autosaved_at && <p className={classes.quiet}>{texts.savedAutomatically}</p>}
    </SideCard>
  )
}
