import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { type ListView, ViewName, views } from '../contract.ts'
import classes from './views-panel.module.css'

/** Names a new view, or renames an existing one. */
export function ViewDialog({
  list,
  parameters,
  view,
  onClose,
}: {
  list: string
  parameters: Readonly<Record<string, string>>
  /** The view to rename; null for a new view. */
  view: ListView | null
  onClose: () => void
}) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [wrong, setWrong] = useState('')
  const create = useCommand(views.create)
  const rename = useCommand(views.change)
  const isPending = create.isPending || rename.isPending
  const failure = create.error ?? rename.error
  const refusedName =
    failure instanceof ApiRefusal
      ? failure.problem.errors?.find(({ path }) => path === 'name')?.message
      : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog title={view ? texts.renameView : texts.saveView} onClose={onClose}>
      <form onSubmit={send} noValidate className={classes.form}>
        {failure && !refusedName && <ChangeFailure error={failure} />}
        <TextInput
          label={texts.name}
          value={name}
          maxLength={60}
          error={wrong || refusedName}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            setWrong('')
            create.reset()
            rename.reset()
          }}
        />
        {!view && (
          <Checkbox
            size="sm"
            label={texts.shareWithEverybodyWhoSees}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={isPending}>
            {view ? texts.rename : texts.saveView}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
