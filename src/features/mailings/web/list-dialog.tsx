import { TextInput } from '@mantine/core'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { Audience, Selection } from '../audience-contract.ts'
import { mailingLists, type SavedList } from '../contract.ts'
import { texts } from '../texts.ts'

/** Keeps an audience under a name. */
export function ListDialog({
  audience,
  onSaved,
  onClose,
}: {
  audience: Audience
  onSaved: (list: SavedList) => void
  onClose: () => void
}) {
  const show = useToast()
  const { command, typed, setWrong, field, dialog } = useCommandForm(mailingLists.create, () => ({
    name: '',
  }))
  const save = () => {
    const name = typed.name.trim()
    if (!name) return setWrong({ name: texts.nameIsRequired })
    const { list_id: _, ...selection } = audience
    command.mutate(
      { input: { name, selection: selection as Selection } },
      {
        onSuccess: (list) => {
          onClose()
          onSaved(list)
          show({ message: texts.listIsSaved({ name }) })
        },
      },
    )
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.saveListTitle}
      text={texts.saveListHint}
      verb={texts.saveList}
      onClose={onClose}
      onSubmit={save}
    >
      <TextInput {...field('name')} label={texts.name} dir="auto" maxLength={80} />
    </FormDialog>
  )
}
