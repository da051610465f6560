import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { ComingPictures, useComingPictures } from '#features/media/web/coming-pictures-panel.tsx'
import { UsedPictureField } from '#features/media/web/used-picture-panel.tsx'
import { PostPreview } from '#features/window/previews/web/post-preview-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { type PostDetail, posts } from '../contract.ts'
import { excerptLength, PostChange, type PostField, postFieldNames } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import { CategoryField, useBlogCategories } from './category-panel.tsx'
import classes from './fields-panel.module.css'
import {
  contentTyped,
  fieldLabels,
  pictureFields,
  retitled,
  shownOf,
  Typed,
  typedOf,
  wordsOf,
} from './post-model.ts'
import { SearchPanel } from './search-panel.tsx'
import { ReadPanel, TextPanel } from './text-panel.tsx'

/** The size in which a banner is shown above its post. */
const bannerSlots = [{ width: 1200, height: 600 }]

/** Edits a post in place: with the draft of this browser, automatic saves, the bar and the clash. */
export function usePostFields(post: PostDetail): {
  panel: ReactNode
  side: ReactNode
  bar: ReactNode
  question: ReactNode
  isUnsaved: boolean
} {
  const mayChange = useCan()(posts.change)
  const categories = useBlogCategories()
  const change = useCommand(posts.change)
  const autosave = useCommand(posts.autosave)
  const pictures = useComingPictures({
    valueOf: () => fields.typed.banner,
    put: (_, banner) => fields.change({ banner }),
  })
  const [opened] = useState(post)
  const isSeen = post.published_at !== null
  const isKeptApart = post.state === 'published' || post.state === 'scheduled'
  const fields = useRecordFields<PostDetail, PostDetail, Typed, PostField>({
    record: post,
    draftOf: ['post', post.id],
    fields: postFieldNames,
    labels: fieldLabels,
    mayChange,
    arrivals: pictures,
    save: change,
    autosave,
    schema: Typed,
    typedOf,
    meantBy: contentTyped,
    wordsOf: (field, typed) => wordsOf(field, typed, categories.names),
    problemsIn: (changes) => fieldErrors(PostChange.safeParse(changes).error?.issues),
    savedWords: ({ title }) => texts.saved({ name: title }),
    noteOf: () => (isKeptApart ? texts.waitsToBePublished : ''),
  })
  const { typed, bar, question, isUnsaved } = fields
  if (!mayChange) return { panel: <ReadPanel post={post} />, side: null, bar, question, isUnsaved: false }
  const textField = (name: 'title' | 'slug') => ({
    label: fieldLabels[name],
    value: typed[name],
    error: fields.wrong[name],
    onBlur: () => fields.leave(name),
  })
  const panel = (
    <>
      {fields.drafts}
      <form {...fields.form}>
        <SideCard title={texts.textAndPictures}>
          {fields.notices}
          <div className={classes.fields}>
            <TextInput
              {...textField('title')}
              dir="auto"
              maxLength={160}
              size="md"
              onChange={(event) => {
                const title = event.currentTarget.value
                fields.change((before) => (isSeen ? { title } : retitled(title, before, opened)))
              }}
            />
            <TextInput
              {...textField('slug')}
              description={isSeen ? texts.slugHint : texts.slugDraftHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              dir="ltr"
              maxLength={80}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => fields.change({ slug: event.currentTarget.value })}
            />
            <ComingPictures of={pictures}>
              <OtherFields fields={fields} categories={categories} post={post} />
            </ComingPictures>
          </div>
        </SideCard>
      </form>
      <Preview post={post} typed={typed} category={categories.names.get(typed.category_id) ?? ''} />
    </>
  )
  const side = (
    <SearchPanel typed={typed} wrong={fields.wrong} address={post.address} onChange={fields.change} />
  )
  return { panel, side, bar, question, isUnsaved }
}

/** The post as readers will see it, with what is typed and not saved yet. */
function Preview({ post, typed, category }: { post: PostDetail; typed: Typed; category: string }) {
  const [now] = useState(() => new Date().toISOString())
  const at = post.published_at ?? post.publish_at ?? now
  const shown = useMemo(() => shownOf(typed, category, at), [typed, category, at])
  return (
    <SideCard title={texts.readersWillSee}>
      <PostPreview post={shown} />
    </SideCard>
  )
}

/** What is written of a post besides its title and address. */
function OtherFields({
  fields,
  categories,
  post,
}: {
  fields: {
    typed: Typed
    wrong: Readonly<Record<string, string>>
    change: (what: Partial<Typed>) => void
    leave: (field: PostField) => void
  }
  categories: ReturnType<typeof useBlogCategories>
  post: PostDetail
}) {
  const { typed } = fields
  return (
    <>
      <div className={classes.two}>
        <CategoryField
          of={categories}
          stored={post.category}
          label={fieldLabels.category_id}
          value={typed.category_id}
          error={fields.wrong.category_id}
          onChange={(category_id) => fields.change({ category_id })}
        />
        <TextInput
          label={fieldLabels.author}
          value={typed.author}
          error={fields.wrong.author}
          onBlur={() => fields.leave('author')}
          dir="auto"
          maxLength={120}
          onChange={(event) => fields.change({ author: event.currentTarget.value })}
        />
      </div>
      <Excerpt
        value={typed.excerpt}
        error={fields.wrong.excerpt}
        onChange={(excerpt) => fields.change({ excerpt })}
      />
      <div id={pictureFields.banner} tabIndex={-1}>
        <UsedPictureField
          label={fieldLabels.banner}
          value={typed.banner}
          slots={bannerSlots}
          hint={texts.bannerHint}
          error={fields.wrong.banner}
          place="banner"
          onChange={(banner) => fields.change({ banner })}
        />
      </div>
      <div id={pictureFields.html} tabIndex={-1}>
        <TextPanel
          value={typed.html}
          error={fields.wrong.html}
          onChange={(html) => fields.change({ html })}
          onLeave={() => fields.leave('html')}
        />
      </div>
    </>
  )
}

/** The short text of lists and feeds, with how much of it is left. */
function Excerpt({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (excerpt: string) => void
}) {
  return (
    <Textarea
      label={fieldLabels.excerpt}
      description={
        <span className={classes.counted}>
          <span>{texts.excerptHint}</span>
          <span>{texts.excerptLeft({ length: value.trim().length, most: excerptLength })}</span>
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autosize={false}
      rows={3}
      dir="auto"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
