import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { Named } from '#features/identity/account/web/face-panel.tsx'
import { session } from '#features/identity/session/contract.ts'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { viewAs, viewedRole } from '#kit/web/current-user.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Role, RoleDraft, roles, staff } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { RoleDeleteDialog } from './role-delete-dialog.tsx'
import { RoleSaveDialog } from './role-save-dialog.tsx'
import { RoleSwitches } from './role-switches-panel.tsx'
import classes from './staff-panel.module.css'
import { PersonStatusMark } from './staff-status-panel.tsx'

const back = { href: '/manageroles', label: menuTexts.manageRoles }
const hrefOf = (id: string) => `/managerolesname?id=${id}`

/** The role editor: for the role in the URL, for a copy of a role (`from`), or for a new role. */
export function RoleEditorPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const source = id || (state.get('from') ?? '')
  const role = useEndpoint(roles.get, { id: source }, { enabled: source !== '' })
  if (source === '') return <Editor key="new" read={null} copyOf={null} />
  if (role.isError && !role.data) {
    return <NoRecord noun="role" back={back} error={role.error} onRetry={() => void role.refetch()} />
  }
  if (!role.data || role.isPlaceholderData) return <RecordSkeleton />
  return <Editor key={state.toString()} read={id ? role.data : null} copyOf={id ? null : role.data} />
}

function Editor({ read, copyOf }: { read: Role | null; copyOf: Role | null }) {
  const can = useCan()
  const show = useToast()
  const refresh = useRefresh()
  const create = useCommand(roles.create)
  const change = useCommand(roles.change)
  const all = useEndpoint(roles.list, { limit: 100 })
  // The version that was read when editing began: saving must not overwrite what someone else saved meanwhile.
  const [base, setBase] = useState(read)
  const [name, setName] = useState(read?.name ?? (copyOf ? texts.copyName({ name: copyOf.name }) : ''))
  const [permissions, setPermissions] = useState<readonly string[]>((read ?? copyOf)?.permissions ?? [])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [open, setOpen] = useState<'save' | 'delete' | null>(null)

  const mayEdit = can(roles.change) && !base?.is_builtin
  const isSame = (to: readonly string[]) =>
    to.length === permissions.length && to.every((one) => permissions.includes(one))
  const isUnsaved = mayEdit && (name !== (base?.name ?? '') || !isSame(base?.permissions ?? []))
  const guard = useLeaveGuard(isUnsaved && !create.isSuccess)
  const isNewer = read !== null && base !== null && read.version > base.version
  const takeOver = (standing: Role) => {
    setBase(standing)
    setName(standing.name)
    setPermissions(standing.permissions)
  }
  if (isNewer && !isUnsaved) takeOver(read)

  const save = () => {
    const found = fieldErrors(RoleDraft.safeParse({ name, permissions }).error?.issues)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    create.reset()
    change.reset()
    if (base) setOpen('save')
    else {
      create.mutate(
        { input: { name, permissions: [...permissions] } },
        {
          onSuccess: (made) => {
            show({ message: texts.roleCreated({ name: made.name }) })
            navigate(hrefOf(made.id), { replace: true })
          },
          onError: (error) => setErrors(fieldErrors(error)),
        },
      )
    }
  }
  const confirm = (standing: Role) =>
    change.mutate(
      { input: { id: standing.id, name, permissions: [...permissions] }, ifMatch: standing.version },
      {
        onSuccess: (saved) => {
          takeOver(saved)
          setOpen(null)
          show({ message: texts.roleSaved({ name: saved.name }) })
          void refresh(session.account)
          void refresh(staff.list)
        },
        onError: (error) => {
          const beside = fieldErrors(error)
          setErrors(beside)
          if (beside.name) setOpen(null)
        },
      },
    )
  const choices = all.data?.rows ?? []
  return (
    <>
      <RecordLayout
        back={back}
        title={base?.name ?? texts.newRole}
        status={base?.is_builtin && <StatusMark tone="info">{texts.locked}</StatusMark>}
        main={
          <>
            {base?.is_builtin && <p className={classes.note}>{texts.builtInExplained}</p>}
            {isNewer && isUnsaved && (
              <div className={classes.note} role="status">
                <p>{texts.savedMeanwhile}</p>
                <Button size="xs" variant="default" mt="xs" onClick={() => takeOver(read)}>
                  {texts.showTheirs}
                </Button>
              </div>
            )}
            {create.error && !errors.name && <ChangeFailure error={create.error} />}
            <div className={classes.head}>
              <NativeSelect
                label={texts.name}
                value={base?.id ?? ''}
                data={[
                  ...(base ? [] : [{ value: '', label: texts.newRole }]),
                  ...choices.map((one) => ({ value: one.id, label: one.name })),
                ]}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  if (value) guard.ask(() => navigate(hrefOf(value)))
                }}
              />
              {mayEdit && (
                <TextInput
                  label={texts.roleName}
                  dir="auto"
                  maxLength={60}
                  value={name}
                  error={errors.name}
                  onChange={(event) => {
                    setName(event.currentTarget.value)
                    setErrors({})
                  }}
                />
              )}
            </div>
            <RoleSwitches
              permissions={permissions}
              isLocked={!mayEdit}
              onChange={(next) => setPermissions(next)}
            />
          </>
        }
        side={base && <Around role={base} />}
        bar={
          base || can(roles.change) ? (
            <fieldset className={classes.bar} aria-label={menuTexts.role}>
              {mayEdit && (
                <CommandButton onClick={save} isPending={create.isPending} disabled={!isUnsaved}>
                  {texts.save}
                </CommandButton>
              )}
              {base && viewedRole() === null && (
                <Button variant="default" onClick={() => guard.ask(() => viewAs(base.id))}>
                  {texts.viewAsThisRole}
                </Button>
              )}
              {base && can(roles.create) && (
                <Button variant="default" component={Link} href={`/managerolesname?from=${base.id}`}>
                  {texts.duplicate}
                </Button>
              )}
              {base && mayEdit && (
                <Button variant="default" onClick={() => setOpen('delete')}>
                  {texts.delete}
                </Button>
              )}
              {isUnsaved && <p role="status">{texts.notSaved}</p>}
            </fieldset>
          ) : undefined
        }
      />
      {open === 'save' && base && (
        <RoleSaveDialog
          role={base}
          name={name.trim()}
          permissions={permissions}
          isPending={change.isPending}
          error={change.error}
          onClose={() => setOpen(null)}
          onSave={() => confirm(base)}
        />
      )}
      {open === 'delete' && base && (
        <RoleDeleteDialog
          role={base}
          others={choices}
          onClose={() => setOpen(null)}
          onDeleted={(moved) => {
            show({
              message:
                moved > 0
                  ? texts.roleDeletedAndMoved({ name: base.name, moved })
                  : texts.roleDeleted({ name: base.name }),
            })
            void refresh(staff.list)
            navigate(back.href, { replace: true })
          }}
        />
      )}
      {guard.dialog}
    </>
  )
}

function Around({ role }: { role: Role }) {
  const allows = useAllows()
  return (
    <>
      <SideCard title={texts.roleHolders}>
        {role.people.length === 0 ? (
          <p className={classes.quiet}>{texts.roleUnused}</p>
        ) : (
          <ul className={classes.people}>
            {role.people.map((person) => (
              <li key={person.id}>
                <Named name={person.username} presence={person}>
                  {allows(staff.get.access) ? (
                    <Link href={`/manage-staff-details?id=${person.id}`}>{person.username}</Link>
                  ) : (
                    <span dir="auto">{person.username}</span>
                  )}
                </Named>
                {person.status !== 'active' && <PersonStatusMark status={person.status} />}
              </li>
            ))}
          </ul>
        )}
      </SideCard>
      <NotedTimeline kind="role" subjectId={role.id} entries={role.history} />
    </>
  )
}
