import { Suspense } from 'react'
import { media } from '#features/media/contract.ts'
import { useCall } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import type { PicturePicker } from '#kit/web/fields/rich-text.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import type { PostDetail } from '../contract.ts'
import { readingMinutesOf, wordCountOf } from '../reading-contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'
import { fieldLabels, paragraphsOf } from './post-model.ts'

const RichText = lazyOf(() => import('#kit/web/fields/rich-text.tsx'), 'RichText')
const LibraryDialog = lazyOf(() => import('#features/media/web/library-dialog.tsx'), 'LibraryDialog')

/** The text of a post with its number of words; pictures come from the library. */
export function TextPanel({
  value,
  error,
  onChange,
  onLeave,
}: {
  value: string
  error: string | undefined
  onChange: (html: string) => void
  onLeave: () => void
}) {
  const picker = usePicker()
  const words = wordCountOf(value)
  return (
    <Suspense fallback={<div className={classes.editor} />}>
      <RichText
        label={fieldLabels.html}
        value={value}
        error={error}
        onChange={onChange}
        onLeave={onLeave}
        picker={picker}
        below={texts.wordsAndMinutes({ words, minutes: readingMinutesOf(words) })}
      />
    </Suspense>
  )
}

/** Chooses a picture of the library, which is put into the text as a whole. */
function usePicker(): PicturePicker {
  const call = useCall()
  const show = useToast()
  return ({ onChoose, onClose }) => (
    <Suspense fallback={null}>
      <LibraryDialog
        onClose={onClose}
        onChoose={async (picture) => {
          try {
            const { media_id, media: hash, width, height } = await call(media.render, { id: picture.id })
            onChoose({ media_id, media: hash, width, height, alt: picture.alt })
          } catch (error) {
            onClose()
            show({ message: texts.notDone({ error: wordsOf(error) }), tone: 'refused' })
          }
        }}
      />
    </Suspense>
  )
}

/** The content of a post for people who may not change it. */
export function ReadPanel({ post }: { post: PostDetail }) {
  const facts = [
    { label: texts.title, value: <bdi>{post.title}</bdi> },
    { label: texts.slug, value: <bdi>{post.slug}</bdi> },
    { label: texts.category, value: <bdi>{post.category?.name ?? texts.none}</bdi> },
    { label: texts.author, value: <bdi>{post.author || texts.none}</bdi> },
    { label: texts.excerpt, value: <bdi>{post.excerpt || texts.none}</bdi> },
  ]
  return (
    <>
      <Facts title={texts.details} facts={facts} />
      <SideCard title={texts.text}>
        {paragraphsOf(post.html).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same, and none of them moves
          <p key={index} dir="auto" className={classes.paragraph}>
            {text}
          </p>
        ))}
      </SideCard>
    </>
  )
}
