import { Button } from '@mantine/core'
import { permissionsInWords } from '#features/access/contract.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut } from '#kit/web/values.tsx'
import { roles, staff } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { newRole, roleRecord, staffList } from './links.ts'
import classes from './staff-panel.module.css'

/** Manage Roles: roles by name, with their permissions and the number of people in each. */
export function RoleListPage() {
  const can = useCan()
  const allows = useAllows()
  return (
    <ListPage
      title={menuTexts.manageRoles}
      endpoint={roles.list}
      searchLabel={texts.searchName}
      defaultSort="name"
      hrefOf={roleRecord}
      nameOf={({ name }) => name}
      what={texts.theRoles}
      empty={{ title: texts.noRolesYet, text: texts.noRolesText }}
      actions={
        can(roles.create) && (
          <Button component={Link} href={newRole()}>
            {texts.addNewRole}
          </Button>
        )
      }
      columns={[
        {
          key: 'name',
          title: texts.name,
          sortable: true,
          width: 240,
          cell: (row) => (
            <Link href={roleRecord(row)} dir="auto" title={row.name}>
              {row.name}
            </Link>
          ),
        },
        {
          key: 'people',
          title: texts.roles,
          width: 130,
          cell: (row) => {
            const words = texts.people({ people: row.people_count })
            if (row.people_count === 0 || !allows(staff.list.access)) return words
            return (
              <Link href={staffList({ role: row.id })} className={classes.count}>
                {words}
              </Link>
            )
          },
        },
        {
          key: 'permissions',
          title: texts.permissions,
          minWidth: 260,
          cell: (row) => (
            <Cut>
              {row.is_builtin
                ? texts.everything
                : permissionsInWords(row.permissions).join(', ') || texts.noPermissions}
            </Cut>
          ),
        },
      ]}
    />
  )
}
