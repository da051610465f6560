import { NativeSelect } from '@mantine/core'
import { useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type BlogCategory, blogCategories } from '../contract.ts'
import { texts } from '../texts.ts'

/** Deletes a category; its posts move to another one or to none. */
export function RemoveDialog({ category, onClose }: { category: BlogCategory; onClose: () => void }) {
  const show = useToast()
  const { id, name, post_count } = category
  const { command, typed, field, change, dialog } = useCommandForm(blogCategories.remove, () => ({
    into: '',
  }))
  const found = useEndpoint(blogCategories.list, { sort: 'position', limit: 100 }).data
  const others = (found?.rows ?? []).filter((one) => one.id !== id)
  const send = () =>
    command.mutate(
      { input: { id, into: typed.into || null, post_count } },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.isDeleted({ name }) })
        },
      },
    )
  return (
    <FormDialog
      {...dialog}
      title={texts.deleteQuestion({ name })}
      verb={texts.deleteVerb}
      isDangerous
      onClose={onClose}
      onSubmit={send}
    >
      <p>{post_count === 0 ? texts.deleteEmpty : texts.deletePosts({ count: post_count })}</p>
      {post_count > 0 && (
        <NativeSelect
          label={texts.moveTo}
          data={[
            { value: '', label: texts.noCategory },
            ...others.map((one) => ({ value: one.id, label: one.name })),
          ]}
          value={typed.into}
          error={field('into').error}
          onChange={(event) => change({ into: event.currentTarget.value })}
        />
      )}
    </FormDialog>
  )
}
