import type { ReactNode } from 'react'
import { permissionsInWords } from '#features/access/contract.ts'
import { readCurrentUser } from '#kit/web/current-user.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import type { Role } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './staff-panel.module.css'

const mostNames = 12

/** Shows which permissions a change of a role gives and takes, and who is affected, before it is saved. */
export function RoleSaveDialog({
  role,
  name,
  permissions,
  isPending,
  error,
  onClose,
  onSave,
}: {
  role: Role
  name: string
  permissions: readonly string[]
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSave: () => void
}) {
  const given = permissionsInWords(permissions.filter((one) => !role.permissions.includes(one)))
  const taken = permissionsInWords(role.permissions.filter((one) => !permissions.includes(one)))
  return (
    <FormDialog
      title={texts.saveQuestion({ name })}
      verb={texts.save}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSubmit={onSave}
    >
      <dl className={classes.changes}>
        {name !== role.name && <Change title={texts.renamed}>{`${role.name} → ${name}`}</Change>}
        {given.length > 0 && <Change title={texts.adds}>{given.join(', ')}</Change>}
        {taken.length > 0 && <Change title={texts.removes}>{taken.join(', ')}</Change>}
        <Change title={taken.length > 0 ? texts.affected : texts.given}>{namesOf(role)}</Change>
      </dl>
      {role.people_count > 0 && <p className={classes.quiet}>{texts.nextRequest}</p>}
    </FormDialog>
  )
}

function Change({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

/** The people with a role, in words: each by name, or a count if there are many. */
function namesOf({ people }: Role): string {
  if (people.length === 0) return texts.nobodyYetHas
  const own = readCurrentUser()?.id
  const names = people
    .slice(0, mostNames)
    .map(({ id, username }) => (id === own ? texts.you({ username }) : username))
    .join(', ')
  const more = people.length - mostNames
  return more > 0 ? texts.holdersAndMore({ names, more }) : names
}
