import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Named } from '#features/identity/account/web/face-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Email, Phone } from '#kit/web/values.tsx'
import { type StaffRow, staff } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { staffRecord } from './links.ts'
import classes from './staff-panel.module.css'
import { StaffSwitch } from './staff-status-panel.tsx'

/** Loaded on demand, because most visits only read. */
const StaffForm = lazyOf(() => import('./staff-row-panel.tsx'), 'StaffForm')

/** Manage Staff: the list of staff, with the row that adds and changes a person. */
export function StaffListPage() {
  const can = useCan()
  const choices = useEndpoint(staff.listRoles, {}).data ?? []
  const [editing, setEditing] = useState<StaffRow | 'new' | null>(null)
  const [next, setNext] = useState<StaffRow | 'new' | null>(null)
  const edit = (wanted: StaffRow | 'new') => (editing ? setNext(wanted) : setEditing(wanted))
  return (
    <ListPage
      title={menuTexts.manageStaff}
      endpoint={staff.list}
      filters={[
        {
          name: 'role',
          label: menuTexts.role,
          options: choices.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'status',
          label: texts.status,
          options: [
            { value: 'active', label: texts.active },
            { value: 'disabled', label: texts.disabled },
            { value: 'invited', label: texts.invited },
          ],
        },
      ]}
      searchLabel={texts.searchNameEmailOrPhone}
      defaultSort="username"
      hrefOf={staffRecord}
      nameOf={({ username }) => username}
      what={texts.theStaff}
      empty={{ title: texts.emptyTitle, text: texts.emptyText }}
      actions={
        can(staff.invite) && (
          <Button onClick={() => edit('new')} disabled={editing === 'new'}>
            {texts.addNewStaff}
          </Button>
        )
      }
      above={
        editing && (
          <Suspense fallback={null}>
            <StaffForm
              key={editing === 'new' ? 'new' : `${editing.id} ${editing.version}`}
              person={editing === 'new' ? null : editing}
              next={next}
              onNext={(taken) => (taken ? setEditing(taken) : setNext(null))}
              onClose={() => setEditing(null)}
            />
          </Suspense>
        )
      }
      columns={[
        {
          key: 'username',
          title: texts.name,
          sortable: true,
          minWidth: 170,
          cell: (row) => (
            <Named name={row.username} presence={row}>
              <Link href={staffRecord(row)} dir="auto" title={row.username}>
                {row.username}
              </Link>
            </Named>
          ),
        },
        {
          key: 'email',
          title: texts.email,
          sortable: true,
          minWidth: 190,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: texts.phoneNo, width: 140, cell: (row) => <Phone number={row.phone} /> },
        { key: 'role', title: menuTexts.role, width: 180, cell: (row) => <Cut>{row.role_name}</Cut> },
        { key: 'status', title: texts.status, width: 160, cell: (row) => <StaffSwitch person={row} /> },
        {
          key: 'details',
          title: texts.details,
          width: 140,
          cell: (row) => (
            <span className={classes.details}>
              <Link href={staffRecord(row)}>{texts.details}</Link>
              {can(staff.change) && row.change_refused === '' && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={texts.editPerson({ username: row.username })}
                  onClick={() => edit(row)}
                >
                  {texts.edit}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
