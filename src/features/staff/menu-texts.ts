import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  manageStaff: 'Manage Staff',
  staff: 'Staff',
  manageRoles: 'Manage Roles',
  role: 'Role',
})
