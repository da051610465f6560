import { implement } from '#kit/server/implement.ts'
import { roles, staff } from '../contract.ts'
import { listRoleChoices, listRoleNames, listRoles, listStaff, readRole, readStaffMember } from './queries.ts'
import { changeRole, createRole, deleteRole, type RoleNaming } from './role-commands.ts'
import {
  changeEmail,
  changeStaff,
  disableStaff,
  enableStaff,
  endStaffSession,
  endStaffSessions,
  inviteStaff,
  resendInvitation,
  resetSecondFactor,
  revokeInvitation,
} from './staff-commands.ts'

/** The endpoints of roles; the application passes in the features that name a role. */
export const roleRoutes = (namings: readonly RoleNaming[]) =>
  implement('roles', roles, {
    list: listRoles,
    names: listRoleNames,
    get: readRole,
    create: createRole,
    change: changeRole,
    delete: (ctx, input) => deleteRole(namings, ctx, input),
  })

export const staffRoutes = implement('staff', staff, {
  list: listStaff,
  listRoles: listRoleChoices,
  get: readStaffMember,
  invite: inviteStaff,
  change: changeStaff,
  changeEmail,
  disable: disableStaff,
  enable: enableStaff,
  endSession: endStaffSession,
  endSessions: endStaffSessions,
  resetSecondFactor,
  resendInvitation,
  revokeInvitation,
})
