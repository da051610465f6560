import { implement } from '#kit/server/implement.ts'
import { roles, staff } from '../contract.ts'
import { listRoleChoices, listRoleNames, listRoles, listStaff, readRole, readStaffMember } from './queries.ts'
import { changeRole, createRole, deleteRole } from './role-commands.ts'
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

export const roleRoutes = implement('roles', roles, {
  list: listRoles,
  names: listRoleNames,
  get: readRole,
  create: createRole,
  change: changeRole,
  delete: deleteRole,
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
