import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { slugOf } from '#kit/contract/slug.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type BlogCategory, BlogCategoryChange, BlogCategoryDraft, blogCategories } from '../contract.ts'

/** Adds a category of the blog, or edits one. */
export function CategoryDialog({
  category,
  onClose,
}: {
  category: BlogCategory | null
  onClose: () => void
}) {
  return category ? <Edit category={category} onClose={onClose} /> : <Add onClose={onClose} />
}

function Add({ onClose }: { onClose: () => void }) {
  const show = useToast()
  const { command, typed, change, setWrong, field, dialog } = useCommandForm(blogCategories.create, () => ({
    name: '',
    slug: '',
    is_active: true,
  }))
  const send = () => {
    const { slug, ...rest } = typed
    const draft = BlogCategoryDraft.safeParse(slug.trim() ? typed : rest)
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    command.mutate(
      { input: draft.data },
      {
        onSuccess: ({ name }) => {
          onClose()
          show({ message: texts.isAdded({ name }) })
        },
      },
    )
  }
  const own = slugOf(typed.name)
  return (
    <FormDialog {...dialog} title={texts.addCategory} verb={texts.addVerb} onClose={onClose} onSubmit={send}>
      <TextInput {...field('name')} label={texts.name} data-autofocus dir="auto" maxLength={80} />
      <SlugField
        {...field('slug')}
        description={own && !typed.slug ? texts.slugFromName({ slug: own }) : texts.slugHint}
      />
      <Switch
        size="sm"
        label={texts.active}
        description={texts.activeHint}
        checked={typed.is_active}
        onChange={(event) => change({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

function Edit({ category, onClose }: { category: BlogCategory; onClose: () => void }) {
  const show = useToast()
  const { command, typed, setWrong, field, dialog } = useCommandForm(blogCategories.change, () => ({
    name: category.name,
    slug: category.slug,
  }))
  const send = () => {
    const change = BlogCategoryChange.safeParse(typed)
    setWrong(fieldErrors(change.error?.issues))
    if (!change.success) return
    command.mutate(
      { input: { id: category.id, ...change.data }, ifMatch: category.version },
      {
        onSuccess: ({ name }) => {
          onClose()
          show({ message: texts.isSaved({ name }) })
        },
      },
    )
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.editCategory({ name: category.name })}
      verb={texts.saveVerb}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput {...field('name')} label={texts.name} data-autofocus dir="auto" maxLength={80} />
      <SlugField {...field('slug')} description={undefined} />
    </FormDialog>
  )
}

function SlugField(given: {
  value: string
  error: string | undefined
  description: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
  return (
    <TextInput
      {...given}
      label={texts.slug}
      dir="ltr"
      maxLength={80}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  )
}
