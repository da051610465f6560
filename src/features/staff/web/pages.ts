import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'

const seesStaff = grants('Manage Staffs', 'view')
const seesRoles = grants('Manage Roles', 'view')
const section = 'own'

export const staffPages = [
  definePage({
    path: '/manage-staff',
    title: menuTexts.manageStaff,
    access: seesStaff,
    menu: { section, label: menuTexts.manageStaff, order: 1, icon: IconUsers },
    load: async () => (await import('./staff-list-page.tsx')).StaffListPage,
  }),
  definePage({
    path: '/manage-staff-details',
    record: 'person',
    title: menuTexts.staff,
    access: seesStaff,
    within: menuTexts.manageStaff,
    load: async () => (await import('./staff-detail-page.tsx')).StaffDetailPage,
  }),
  definePage({
    path: '/manageroles',
    title: menuTexts.manageRoles,
    access: seesRoles,
    menu: { section, label: menuTexts.manageRoles, order: 2, icon: IconUserShield },
    load: async () => (await import('./role-list-page.tsx')).RoleListPage,
  }),
  definePage({
    path: '/managerolesname',
    record: 'role',
    title: menuTexts.role,
    access: seesRoles,
    within: menuTexts.manageRoles,
    load: async () => (await import('./role-editor-page.tsx')).RoleEditorPage,
  }),
]
