import { NativeSelect } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { type Role, type RoleName, roles } from '../contract.ts'
import { texts } from '../texts.ts'

/** Deletes a role; if people hold the role, asks which role they receive instead. */
export function RoleDeleteDialog({
  role,
  all,
  onClose,
  onDeleted,
}: {
  role: Role
  /** The roles that people can receive instead, as they are read. */
  all: ComponentProps<typeof ReadFailure>['of'] & { data: readonly RoleName[] | undefined }
  onClose: () => void
  onDeleted: (moved: number) => void
}) {
  const remove = useCommand(roles.delete)
  const [moveTo, setMoveTo] = useState('')
  const [error, setError] = useState('')
  // What somebody gives the role while the dialog is open was looked at by nobody.
  const [ifMatch] = useState(role.version)
  const isHeld = role.people_count > 0
  const submit = () => {
    if (isHeld && !moveTo) {
      setError(texts.chooseARole)
      return
    }
    remove.mutate(
      { input: { id: role.id, people: role.people_count, ...(isHeld ? { move_to: moveTo } : {}) }, ifMatch },
      {
        onSuccess: ({ moved }) => onDeleted(moved),
        onError: (refused) => setError(fieldErrors(refused).move_to ?? ''),
      },
    )
  }
  return (
    <FormDialog
      title={texts.deleteQuestion({ name: role.name })}
      text={isHeld ? texts.deleteHeldRole({ people: role.people_count }) : texts.roleUnused}
      verb={texts.deleteRole}
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      isAtField={error !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      {isHeld && <ReadFailure of={all} what={texts.rolesNotLoaded} />}
      {isHeld && (
        <NativeSelect
          label={texts.roleInstead}
          value={moveTo}
          error={error}
          data={[
            { value: '', label: texts.chooseARole },
            ...(all.data ?? [])
              .filter(({ id }) => id !== role.id)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => {
            setMoveTo(event.currentTarget.value)
            setError('')
          }}
        />
      )}
    </FormDialog>
  )
}
