import { Button, Group, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { type Role, type RoleRow, roles } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './staff-panel.module.css'

/** Deletes a role; if people hold the role, asks which role they receive instead. */
export function RoleDeleteDialog({
  role,
  others,
  onClose,
  onDeleted,
}: {
  role: Role
  others: readonly RoleRow[]
  onClose: () => void
  onDeleted: (moved: number) => void
}) {
  const remove = useCommand(roles.delete)
  const [moveTo, setMoveTo] = useState('')
  const [error, setError] = useState('')
  const isHeld = role.people_count > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isHeld && !moveTo) {
      setError(texts.chooseARole)
      return
    }
    remove.mutate(
      { input: { id: role.id, ...(isHeld ? { move_to: moveTo } : {}) } },
      {
        onSuccess: ({ moved }) => onDeleted(moved),
        onError: (refused) => setError(fieldErrors(refused).move_to ?? ''),
      },
    )
  }
  return (
    <Dialog onClose={onClose} title={texts.deleteQuestion({ name: role.name })}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.quiet}>
          {isHeld ? texts.deleteHeldRole({ people: role.people_count }) : texts.roleUnused}
        </p>
        {remove.error && !error && <ChangeFailure error={remove.error} />}
        {isHeld && (
          <NativeSelect
            label={texts.roleInstead}
            value={moveTo}
            error={error}
            data={[
              { value: '', label: texts.chooseARole },
              ...others
                .filter(({ id }) => id !== role.id)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => {
              setMoveTo(event.currentTarget.value)
              setError('')
            }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" color="red" isPending={remove.isPending}>
            {texts.deleteRole}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
