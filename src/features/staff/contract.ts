import { z } from 'zod'
import { allPermissions, grants, permissionName } from '#features/access/contract.ts'
import { ActivityEntry, TimelineEntry } from '#features/audit/contract.ts'
import { Presence } from '#features/identity/account/contract.ts'
import { OpenSession } from '#features/identity/session/contract.ts'
import { Message } from '#features/messages/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { reasonText } from '#kit/contract/reason.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/**
 * Only permissions that exist; any permission in an area requires the permission to view it. Duplicates are removed and
 * the order is that of the map.
 */
const Permissions = z
  .array(z.enum(allPermissions as [string, ...string[]], texts.noSuchPermission))
  .max(200)
  .superRefine((given, ctx) => {
    for (const [at, permission] of given.entries()) {
      const area = permission.slice(0, permission.lastIndexOf(': '))
      if (given.includes(permissionName(area, 'view'))) continue
      ctx.addIssue({ code: 'custom', path: [at], message: texts.viewNeeded({ area }) })
    }
  })
  .transform((given) => allPermissions.filter((permission) => given.includes(permission)))

export const RoleDraft = z.strictObject({
  name: filledLine(60, texts.roleNameNeeded),
  permissions: Permissions,
})
export type RoleDraft = z.infer<typeof RoleDraft>

export const RoleRow = z.object({
  id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** The built-in role: it holds every permission and cannot be changed. */
  is_builtin: z.boolean(),
  people_count: z.int(),
  version: z.int(),
})
export type RoleRow = z.infer<typeof RoleRow>

export const personStatuses = ['active', 'disabled', 'invited'] as const
export type PersonStatus = (typeof personStatuses)[number]

export const Role = RoleRow.extend({
  people: z.array(
    Presence.extend({
      id: z.uuid(),
      username: z.string(),
      email: z.string(),
      status: z.enum(personStatuses),
    }),
  ),
  history: z.array(TimelineEntry),
})
export type Role = z.infer<typeof Role>

/** A role that can be given to a person; with the permission that the reader lacks to give it, if there is one. */
const RoleName = z.object({ id: z.uuid(), name: z.string() })
export type RoleName = z.infer<typeof RoleName>

export const RoleChoice = RoleName.extend({
  missing_permission: z.string().nullable(),
})
export type RoleChoice = z.infer<typeof RoleChoice>

export const StaffRow = Presence.extend({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role_id: z.uuid(),
  role_name: z.string(),
  status: z.enum(personStatuses),
  /** The sessions that disabling the person ends. */
  open_sessions: z.int(),
  version: z.int(),
  /** Why the reader may not change this person, and why not disable them; empty if they may. */
  change_refused: z.string(),
  disable_refused: z.string(),
})
export type StaffRow = z.infer<typeof StaffRow>

const invitationStates = ['open', 'expired', 'revoked'] as const

export const StaffMember = StaffRow.extend({
  created_at: z.string(),
  permissions: z.array(z.string()),
  last_active_at: z.string().nullable(),
  /** Present only while the person is invited. */
  invitation: z.object({ state: z.enum(invitationStates), expires_at: z.string() }).nullable(),
  /** Factors in addition to the password; null if the password is enough. */
  second_factor: z.object({ has_app: z.boolean(), passkeys: z.int() }).nullable(),
  /** Why the reader may not switch the second factor off; empty if they may. */
  second_factor_refused: z.string(),
  /** Why the reader may not change the address that the person signs in with; empty if they may. */
  email_refused: z.string(),
  sessions: z.array(OpenSession),
  messages: z.array(Message),
  /** Changes to the person, and the person's latest 20 actions; only for readers with access to the audit log. */
  history: z.array(TimelineEntry),
  activity: z.array(ActivityEntry),
})
export type StaffMember = z.infer<typeof StaffMember>

const person = {
  username: filledLine(100, texts.nameIsRequired),
  phone: z.union([z.literal(''), phoneField]),
  role_id: z.uuid(texts.chooseARole),
}

const email = z.string().trim().min(1, texts.emailIsRequired).pipe(z.email(texts.notAnEmail).max(320))

export const Invitation = z.strictObject({ ...person, email })
export const StaffChange = z.strictObject(person)
export const EmailChange = z.strictObject({ email })

export const SecondFactorReset = z.strictObject({
  reason: reasonText(texts.reasonNeeded),
})

const id = z.strictObject({ id: z.uuid() })
const sessionOf = z.strictObject({ id: z.uuid(), session_id: z.uuid() })
const manageRoles = grants('Manage Roles', 'configure')
const manageStaff = grants('Manage Staffs', 'act')
const ofPerson = { access: manageStaff, params: id, answer: StaffMember }

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/roles',
    summary: 'List roles with the number of people who have them',
    access: grants('Manage Roles', 'view'),
    query: listQuery(['name', 'created_at'], {}),
    layout: 'page',
    answer: RoleRow,
  }),
  names: endpoint({
    method: 'GET',
    path: '/api/admin/roles/names',
    summary: 'The names of all roles, to choose one of them',
    access: grants('Manage Roles', 'view'),
    answer: z.array(RoleName),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/roles/:id',
    summary: 'Get a role with its people and its history',
    access: grants('Manage Roles', 'view'),
    params: id,
    answer: Role,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/roles',
    summary: 'Create a role from permissions that you have yourself',
    access: manageRoles,
    stepUp: true,
    body: RoleDraft,
    answer: Role,
    status: 201,
    refuses: ['conflict'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/roles/:id',
    summary:
      'Change the name and permissions of a role; the change applies to the next request of its people',
    access: manageRoles,
    stepUp: true,
    params: id,
    body: RoleDraft,
    answer: Role,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/roles/:id',
    summary: 'Delete a role that nobody has, or move its people to another role',
    access: manageRoles,
    stepUp: true,
    params: id,
    body: z.strictObject({
      move_to: z.uuid(texts.chooseARole).optional(),
      /** How many people are known to have the role: with another number, nobody is moved. */
      people: z.int().min(0).optional(),
    }),
    answer: z.object({ moved: z.int() }),
    conditional: 'optional',
    refuses: ['not-found', 'conflict', 'stale'],
  }),
}

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/staff',
    summary: 'The people of the back office',
    access: grants('Manage Staffs', 'view'),
    query: listQuery(['username', 'email', 'created_at'], {
      role: z.uuid().optional(),
      status: z.enum(personStatuses).optional(),
    }),
    layout: 'page',
    answer: StaffRow,
  }),
  listRoles: endpoint({
    method: 'GET',
    path: '/api/admin/staff/roles',
    summary: 'The roles that people can be given',
    access: grants('Manage Staffs', 'view'),
    answer: z.array(RoleChoice),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/staff/:id',
    summary: 'One person: role, permissions, sessions, what was done to them and what they did',
    access: grants('Manage Staffs', 'view'),
    params: id,
    answer: StaffMember,
    refuses: ['not-found'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/staff',
    summary: 'Invite somebody by mail; they choose their own password',
    access: manageStaff,
    stepUp: true,
    body: Invitation,
    answer: StaffMember,
    status: 201,
    refuses: ['conflict'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/staff/:id',
    summary: 'Change name, phone number and role of somebody',
    ...ofPerson,
    stepUp: true,
    body: StaffChange,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/admin/staff/:id/change-email',
    summary: 'Change the address that somebody signs in with; somebody invited gets a new invitation there',
    ...ofPerson,
    stepUp: true,
    body: EmailChange,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/admin/staff/:id/disable',
    summary: 'Disable somebody: their sessions end at once, what they did stays',
    ...ofPerson,
    refuses: ['not-found', 'conflict'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/admin/staff/:id/enable',
    summary: 'Enable somebody again',
    ...ofPerson,
    refuses: ['not-found'],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/admin/staff/:id/sessions/:session_id',
    summary: 'End one session of somebody',
    ...ofPerson,
    params: sessionOf,
    refuses: ['not-found'],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/staff/:id/sessions',
    summary: 'End every session of somebody',
    ...ofPerson,
    refuses: ['not-found'],
  }),
  resetSecondFactor: endpoint({
    method: 'DELETE',
    path: '/api/admin/staff/:id/second-factor',
    summary: 'Switch off the second factor of somebody who lost it; their sessions and known browsers end',
    ...ofPerson,
    stepUp: true,
    body: SecondFactorReset,
    refuses: ['not-found', 'conflict'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/admin/staff/:id/invitation',
    summary: 'Send a new invitation; the earlier link stops working',
    ...ofPerson,
    refuses: ['not-found', 'conflict'],
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/admin/staff/:id/invitation',
    summary: 'Revoke the invitation of somebody: its link stops working',
    ...ofPerson,
    refuses: ['not-found', 'conflict'],
  }),
}
