import { Button } from '@mantine/core'
import { permissionsInWords } from '#features/access/contract.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut } from '#kit/web/values.tsx'
import { roles, staff } from '../contract.ts'
import classes from './staff-panel.module.css'

const hrefOf = ({ id }: { id: string }) => `/managerolesname?id=${id}`

/** Manage Roles: roles by name, with their permissions and the number of people in each. */
export function RoleListPage() {
  const can = useCan()
  const allows = useAllows()
  return (
    <ListPage
      title="Manage Roles"
      endpoint={roles.list}
      searchLabel="Search name"
      defaultSort="name"
      hrefOf={hrefOf}
      nameOf={({ name }) => name}
      what="The roles"
      empty={{ title: 'No roles yet', text: 'A role says what the people who hold it may do.' }}
      actions={
        can(roles.create) && (
          <Button component={Link} href="/managerolesname">
            Add New Role
          </Button>
        )
      }
      columns={[
        {
          key: 'name',
          title: 'Name',
          sortable: true,
          width: 240,
          cell: (row) => (
            <Link href={hrefOf(row)} dir="auto" title={row.name}>
              {row.name}
            </Link>
          ),
        },
        {
          key: 'people',
          title: 'Roles',
          width: 130,
          cell: (row) => {
            const words = `${row.people_count.toLocaleString('en-PK')} ${row.people_count === 1 ? 'person' : 'people'}`
            if (row.people_count === 0 || !allows(staff.list.access)) return words
            return (
              <Link href={`/manage-staff?role=${row.id}`} className={classes.count}>
                {words}
              </Link>
            )
          },
        },
        {
          key: 'permissions',
          title: 'Permissions',
          minWidth: 260,
          cell: (row) => (
            <Cut>
              {row.is_builtin
                ? 'Everything'
                : permissionsInWords(row.permissions).join(', ') || 'Nothing: it opens no screen'}
            </Cut>
          ),
        },
      ]}
    />
  )
}
