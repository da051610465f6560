import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { type ListView, ViewName, views } from '../contract.ts'

/** Names a new view, or renames an existing one. */
export function ViewDialog({
  list,
  parameters,
  view,
  onRenamed,
  onClose,
}: {
  list: string
  parameters: Readonly<Record<string, string>>
  /** The view to rename; null for a new view. */
  view: ListView | null
  onRenamed?: (renamed: ListView) => void
  onClose: () => void
}) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [wrong, setWrong] = useState('')
  const create = useCommand(views.create)
  const rename = useCommand(views.change, onRenamed)
  const isPending = create.isPending || rename.isPending
  const failure = create.error ?? rename.error
  const refusedName = fieldErrors(failure ?? undefined).name
  const send = () => {
    const given = ViewName.safeParse(name)
    if (!given.success) return setWrong(given.error.issues[0]?.message ?? '')
    if (view) rename.mutate({ input: { id: view.id, name }, ifMatch: view.version }, { onSuccess: onClose })
    else {
      create.mutate(
        { input: { list, name, is_shared: isShared, parameters: { ...parameters } } },
        {
          onSuccess: (made) => {
            onClose()
            navigate(`${made.list}?${new URLSearchParams({ view: made.id, ...made.parameters })}`)
          },
        },
      )
    }
  }
  return (
    <FormDialog
      title={view ? texts.renameView : texts.saveView}
      verb={view ? texts.rename : texts.saveView}
      isPending={isPending}
      error={failure}
      isAtField={Boolean(refusedName)}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.name}
        value={name}
        maxLength={60}
        error={wrong || refusedName}
        data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value)
          setWrong('')
          if (isPending) return
          create.reset()
          rename.reset()
        }}
      />
      {!view && (
        <Checkbox
          size="sm"
          label={texts.shareLabel}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
