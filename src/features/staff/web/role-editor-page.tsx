import { Button, NativeSelect, TextInput } from '@mantine/core'
import { navigate } from 'wouter/use-browser-location'
import { Named } from '#features/identity/account/web/face-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { viewAs, viewedRole } from '#kit/web/current-user.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import bar from '#kit/web/record/save-bar.module.css'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { type Role, roles, staff } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { copyOfRole, roleList, roleRecord, staffRecord } from './links.ts'
import { RoleDeleteDialog } from './role-delete-dialog.tsx'
import { RoleSaveDialog } from './role-save-dialog.tsx'
import { RoleSwitches } from './role-switches-panel.tsx'
import classes from './staff-panel.module.css'
import { PersonStatusMark } from './staff-status-panel.tsx'
import { useRoleEditor } from './use-role-editor.ts'

const back = { href: roleList(), label: menuTexts.manageRoles }

/** The role editor: for the role in the URL, for a copy of a role (`from`), or for a new role. */
export function RoleEditorPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const source = id || (state.get('from') ?? '')
  const role = useEndpoint(roles.get, { id: source }, { enabled: source !== '' })
  if (source === '') return <Editor key="new" read={null} copyOf={null} />
  if (role.isError && !role.data) {
    return (
      <NoRecord
        title={texts.noRoleFound}
        back={back}
        error={role.error}
        onRetry={() => void role.refetch()}
      />
    )
  }
  if (!role.data || role.isPlaceholderData) return <RecordSkeleton />
  return <Editor key={state.toString()} read={id ? role.data : null} copyOf={id ? null : role.data} />
}

function Editor({ read, copyOf }: { read: Role | null; copyOf: Role | null }) {
  const can = useCan()
  const editor = useRoleEditor(read, copyOf)
  const { base, name, permissions, errors, mayEdit, newer, guard, open, setOpen, creating, changing } = editor
  const all = useEndpoint(roles.names, {})
  const choices = all.data ?? []
  return (
    <>
      <RecordLayout
        back={back}
        title={base?.name ?? texts.newRole}
        status={base?.is_builtin && <StatusMark tone="info">{texts.locked}</StatusMark>}
        main={
          <>
            {base?.is_builtin && <p className={classes.note}>{texts.builtInExplained}</p>}
            {newer && (
              <div className={classes.note} role="status">
                <p>{texts.savedMeanwhile}</p>
                <Button size="xs" variant="default" mt="xs" onClick={() => editor.takeOver(newer)}>
                  {texts.showTheirs}
                </Button>
              </div>
            )}
            {creating.error && !errors.name && <ChangeFailure error={creating.error} />}
            <ReadFailure of={all} what={texts.rolesNotLoaded} />
            <div className={classes.head}>
              <NativeSelect
                label={texts.name}
                value={base?.id ?? ''}
                data={[
                  ...(base ? [] : [{ value: '', label: texts.newRole }]),
                  ...choices.map((one) => ({ value: one.id, label: one.name })),
                ]}
                onChange={(event) => {
                  const id = event.currentTarget.value
                  if (id) guard.ask(() => navigate(roleRecord({ id })))
                }}
              />
              {mayEdit && (
                <TextInput
                  label={texts.roleName}
                  dir="auto"
                  maxLength={60}
                  value={name}
                  error={errors.name}
                  onChange={(event) => editor.type(event.currentTarget.value)}
                />
              )}
            </div>
            <RoleSwitches
              permissions={permissions}
              isLocked={!mayEdit}
              onChange={(next) => editor.setPermissions(next)}
            />
          </>
        }
        side={base && <Around role={base} />}
        bar={base || can(roles.change) ? <Actions editor={editor} /> : undefined}
      />
      {open === 'save' && base && (
        <RoleSaveDialog
          role={base}
          name={name.trim()}
          permissions={permissions}
          isPending={changing.isPending}
          error={changing.error}
          onClose={() => setOpen(null)}
          onSave={() => editor.confirm(base)}
        />
      )}
      {open === 'delete' && base && (
        <RoleDeleteDialog role={base} all={all} onClose={() => setOpen(null)} onDeleted={editor.onDeleted} />
      )}
      {guard.dialog}
    </>
  )
}

function Actions({ editor }: { editor: ReturnType<typeof useRoleEditor> }) {
  const can = useCan()
  const { base, mayEdit, isUnsaved, guard, creating } = editor
  return (
    <fieldset className={bar.bar} aria-label={menuTexts.role}>
      {mayEdit && (
        <CommandButton onClick={editor.save} isPending={creating.isPending} disabled={!isUnsaved}>
          {texts.save}
        </CommandButton>
      )}
      {base && viewedRole() === null && (
        <Button variant="default" onClick={() => guard.ask(() => viewAs(base.id))}>
          {texts.viewAsThisRole}
        </Button>
      )}
      {base && can(roles.create) && (
        <Button variant="default" component={Link} href={copyOfRole(base)}>
          {texts.duplicate}
        </Button>
      )}
      {base && mayEdit && (
        <Button variant="default" onClick={() => editor.setOpen('delete')}>
          {texts.delete}
        </Button>
      )}
      {isUnsaved && <p role="status">{texts.notSaved}</p>}
    </fieldset>
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
                    <Link href={staffRecord(person)}>{person.username}</Link>
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
