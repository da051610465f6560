import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { session } from '#features/identity/session/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useRefresh } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Role, RoleDraft, roles, staff } from '../contract.ts'
import { texts } from '../texts.ts'
import { roleList, roleRecord } from './links.ts'

/**
 * The draft of a role: an existing one, a copy, or a new one. Saving an existing role is confirmed first; what someone
 * else saved meanwhile is never overwritten.
 */
export function useRoleEditor(read: Role | null, copyOf: Role | null) {
  const can = useCan()
  const show = useToast()
  const refresh = useRefresh()
  const create = useCommand(roles.create)
  const change = useCommand(roles.change)
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
  const takeOver = (role: Role) => {
    setBase(role)
    setName(role.name)
    setPermissions(role.permissions)
  }
  // Who has the role is no part of its version.
  const isOther = read !== null && base !== null && read.people_count !== base.people_count
  if (isNewer && !isUnsaved) takeOver(read)
  else if (isOther) setBase({ ...base, people: read.people, people_count: read.people_count })

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
            navigate(roleRecord(made), { replace: true })
          },
          onError: (error) => setErrors(fieldErrors(error)),
        },
      )
    }
  }
  const confirm = (role: Role) =>
    change.mutate(
      { input: { id: role.id, name, permissions: [...permissions] }, ifMatch: role.version },
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
  const type = (next: string) => {
    setName(next)
    setErrors({})
  }
  const onDeleted = (moved: number) => {
    const deleted = { name: base?.name ?? '' }
    show({
      message: moved > 0 ? texts.roleDeletedAndMoved({ ...deleted, moved }) : texts.roleDeleted(deleted),
    })
    void refresh(staff.list)
    navigate(roleList(), { replace: true })
  }
  return {
    base,
    name,
    type,
    permissions,
    setPermissions,
    errors,
    mayEdit,
    isUnsaved,
    newer: isNewer && isUnsaved ? read : null,
    takeOver,
    guard,
    open,
    setOpen,
    creating: { isPending: create.isPending, error: create.error },
    changing: { isPending: change.isPending, error: change.error },
    save,
    confirm,
    onDeleted,
  }
}
