import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { definePage } from '#kit/web/page.ts'
import { roles, staff } from '../contract.ts'

const section = 'Own'

export const staffPages = [
  definePage({
    path: '/manage-staff',
    title: 'Manage Staff',
    access: staff.list.access,
    menu: { section, label: 'Manage Staff', order: 1, icon: IconUsers },
    load: async () => (await import('./staff-list-page.tsx')).StaffListPage,
  }),
  definePage({
    path: '/manage-staff-details',
    title: 'Staff',
    access: staff.get.access,
    within: 'Manage Staff',
    load: async () => (await import('./staff-detail-page.tsx')).StaffDetailPage,
  }),
  definePage({
    path: '/manageroles',
    title: 'Manage Roles',
    access: roles.list.access,
    menu: { section, label: 'Manage Roles', order: 2, icon: IconUserShield },
    load: async () => (await import('./role-list-page.tsx')).RoleListPage,
  }),
  definePage({
    path: '/managerolesname',
    title: 'Role',
    access: roles.get.access,
    within: 'Manage Roles',
    load: async () => (await import('./role-editor-page.tsx')).RoleEditorPage,
  }),
]
