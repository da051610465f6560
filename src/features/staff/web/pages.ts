import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const seesStaff = grants('Manage Staffs', 'view')
const seesRoles = grants('Manage Roles', 'view')
const section = 'Own'

export const staffPages = [
  definePage({
    path: '/manage-staff',
    title: 'Manage Staff',
    access: seesStaff,
    menu: { section, label: 'Manage Staff', order: 1, icon: IconUsers },
    load: async () => (await import('./staff-list-page.tsx')).StaffListPage,
  }),
  definePage({
    path: '/manage-staff-details',
    record: 'person',
    title: 'Staff',
    access: seesStaff,
    within: 'Manage Staff',
    load: async () => (await import('./staff-detail-page.tsx')).StaffDetailPage,
  }),
  definePage({
    path: '/manageroles',
    title: 'Manage Roles',
    access: seesRoles,
    menu: { section, label: 'Manage Roles', order: 2, icon: IconUserShield },
    load: async () => (await import('./role-list-page.tsx')).RoleListPage,
  }),
  definePage({
    path: '/managerolesname',
    record: 'role',
    title: 'Role',
    access: seesRoles,
    within: 'Manage Roles',
    load: async () => (await import('./role-editor-page.tsx')).RoleEditorPage,
  }),
]
