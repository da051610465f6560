import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { roleList, roleRecord, staffList, staffRecord } from './links.ts'

const seesStaff = grants('Manage Staffs', 'view')
const seesRoles = grants('Manage Roles', 'view')
const section = 'own'

export const staffPages = [
  definePage({
    path: staffList.path,
    title: menuTexts.manageStaff,
    access: seesStaff,
    menu: { section, label: menuTexts.manageStaff, order: 1, icon: IconUsers },
    first: { rows: '/api/admin/staff?sort=username', calls: ['/api/admin/staff/roles'] },
    load: async () => (await import('./staff-list-page.tsx')).StaffListPage,
  }),
  definePage({
    path: staffRecord.path,
    record: 'person',
    title: menuTexts.staff,
    access: seesStaff,
    within: menuTexts.manageStaff,
    first: { calls: ['/api/admin/staff/:id'] },
    load: async () => (await import('./staff-detail-page.tsx')).StaffDetailPage,
  }),
  definePage({
    path: roleList.path,
    title: menuTexts.manageRoles,
    access: seesRoles,
    menu: { section, label: menuTexts.manageRoles, order: 2, icon: IconUserShield },
    first: { rows: '/api/admin/roles?sort=name' },
    load: async () => (await import('./role-list-page.tsx')).RoleListPage,
  }),
  definePage({
    path: roleRecord.path,
    record: 'role',
    title: menuTexts.role,
    access: seesRoles,
    within: menuTexts.manageRoles,
    first: { calls: ['/api/admin/roles/:id'] },
    load: async () => (await import('./role-editor-page.tsx')).RoleEditorPage,
  }),
]
