import { TextInput } from '@mantine/core'
import { navigate } from 'wouter/use-browser-location'
import { slugOf } from '#kit/contract/slug.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { posts } from '../contract.ts'
import { PostDraft } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import { CategoryField, useBlogCategories } from './category-panel.tsx'
import { postRecord } from './links.ts'

/** Adds a post as a draft with its title and category. Everything else is written on its screen. */
export function PostDialog({ onClose }: { onClose: () => void }) {
  const { command, typed, change, errors, setWrong, field, dialog } = useCommandForm(posts.create, () => ({
    title: '',
    category_id: '',
  }))
  const categories = useBlogCategories()
  const send = () => {
    const draft = PostDraft.safeParse({ title: typed.title, category_id: typed.category_id || null })
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    command.mutate({ input: draft.data }, { onSuccess: (made) => navigate(postRecord(made)) })
  }
  const slug = slugOf(typed.title)
  return (
    <FormDialog {...dialog} title={texts.addNewPost} verb={texts.addPost} onClose={onClose} onSubmit={send}>
      <TextInput
        {...field('title')}
        label={texts.postTitle}
        description={slug ? texts.addressFromTitle({ slug }) : texts.addressHint}
        data-autofocus
        dir="auto"
        maxLength={160}
      />
      <CategoryField
        of={categories}
        label={texts.category}
        value={typed.category_id}
        error={errors.category_id}
        onChange={(category_id) => change({ category_id })}
      />
    </FormDialog>
  )
}
