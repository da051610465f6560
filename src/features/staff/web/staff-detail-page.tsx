import { Button, Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { areas, permissionsInWords } from '#features/access/contract.ts'
import { audit } from '#features/audit/contract.ts'
import { ActivityPanel } from '#features/audit/web/activity-panel.tsx'
import { Face } from '#features/identity/account/web/face-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Ago, Day, Email, None, Phone } from '#kit/web/values.tsx'
import { roles, type StaffMember, staff } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { roleRecord, staffList } from './links.ts'
import classes from './staff-panel.module.css'
import { StaffForm } from './staff-row-panel.tsx'
import { StaffSessions } from './staff-sessions-panel.tsx'
import { PersonStatusMark, useStanding } from './staff-status-panel.tsx'

/** Loaded on demand, because most visits only read. */
const EmailDialog = lazyOf(() => import('./email-dialog.tsx'), 'EmailDialog')

const back = { href: staffList(), label: menuTexts.manageStaff }

/** One staff member: permissions, sessions, changes to the person, and the person's own actions. */
export function StaffDetailPage() {
  return (
    <RecordOf of={staff.get} none={{ title: texts.noStaffMemberFound, back }}>
      {(person) => <Detail person={person} />}
    </RecordOf>
  )
}

function Detail({ person }: { person: StaffMember }) {
  const can = useCan()
  // As it was when it was opened: what was typed stays when somebody else changes the person meanwhile.
  const [editing, setEditing] = useState<StaffMember | null>(null)
  const mayChange = can(staff.change) && person.change_refused === ''
  const held = permissionsInWords(person.permissions)
  const isEverything =
    Object.keys(areas).length === held.length && held.every((words) => !words.includes('('))
  return (
    <RecordLayout
      back={back}
      title={person.username}
      before={<Face name={person.username} presence={{ ...person, is_away: false }} size="medium" />}
      status={
        <>
          <PersonStatusMark status={person.status} />
          {person.is_away && <StatusMark tone="waiting">{texts.away}</StatusMark>}
        </>
      }
      main={
        <>
          {person.invitation && (
            <InvitationPanel person={person} invitation={person.invitation} mayChange={mayChange} />
          )}
          {editing && <StaffForm person={editing} onClose={() => setEditing(null)} />}
          <Profile
            person={person}
            mayChange={mayChange}
            isEditing={editing !== null}
            onEdit={() => setEditing(person)}
          />
          <SideCard title={texts.permissions}>
            <p>{isEverything ? texts.everything : held.join(', ') || texts.noPermissions}</p>
          </SideCard>
          {can(audit.list) && (
            <ActivityPanel title={texts.activity} actorId={person.id} entries={person.activity} />
          )}
        </>
      }
      side={
        <>
          {can(staff.disable) && <Standing person={person} />}
          {person.status !== 'invited' && <FactorPanel person={person} />}
          <StaffSessions person={person} mayEnd={mayChange} />
          {person.messages.length > 0 && (
            <MessagesPanel messages={person.messages} canResend={false} onResend={() => {}} />
          )}
          <NotedTimeline kind="person" subjectId={person.id} entries={person.history} />
        </>
      }
    />
  )
}

/** Who they are and how they are reached, with the ways to change it. */
function Profile({
  person,
  mayChange,
  isEditing,
  onEdit,
}: {
  person: StaffMember
  mayChange: boolean
  isEditing: boolean
  onEdit: () => void
}) {
  const allows = useAllows()
  const [isAsking, setAsking] = useState(false)
  return (
    <Facts
      title={texts.profile}
      facts={[
        { label: texts.name, value: person.username },
        { label: texts.email, value: <Email address={person.email} /> },
        { label: texts.phoneNo, value: <Phone number={person.phone} /> },
        {
          label: menuTexts.role,
          value: allows(roles.get.access) ? (
            <Link href={roleRecord({ id: person.role_id })}>{person.role_name}</Link>
          ) : (
            person.role_name
          ),
        },
        { label: texts.since, value: <Day at={person.created_at} /> },
        {
          label: texts.lastActivity,
          value: person.last_active_at ? <Ago at={person.last_active_at} /> : <None title={texts.never} />,
        },
      ]}
    >
      {mayChange && !isEditing && (
        <Group ref={offersActions} gap="xs">
          <Button size="xs" variant="default" onClick={onEdit}>
            {texts.edit}
          </Button>
          {person.email_refused === '' && (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {texts.changeEmail}
            </Button>
          )}
        </Group>
      )}
      {mayChange && person.email_refused && <p className={classes.quiet}>{person.email_refused}.</p>}
      <Suspense fallback={null}>
        {isAsking && <EmailDialog person={person} onClose={() => setAsking(false)} />}
      </Suspense>
    </Facts>
  )
}

function Standing({ person }: { person: StaffMember }) {
  const { isAsking, setAsking, enable, disable, isPending } = useStanding(person)
  const isDisabled = person.status === 'disabled'
  const why = isDisabled ? person.change_refused : person.disable_refused
  return (
    <SideCard title={texts.status}>
      {why ? (
        <p className={classes.quiet}>{why}.</p>
      ) : (
        <Group ref={offersActions}>
          <CommandButton
            variant={isDisabled ? 'filled' : 'default'}
            isPending={isPending}
            onClick={() => (isDisabled ? enable() : setAsking(true))}
          >
            {isDisabled ? texts.enable : texts.disable}
          </CommandButton>
        </Group>
      )}
      {isAsking && <DisableDialog person={person} onClose={() => setAsking(false)} onDisable={disable} />}
    </SideCard>
  )
}
