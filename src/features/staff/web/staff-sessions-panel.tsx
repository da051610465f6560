import { Button, Group } from '@mantine/core'
import { browserOf } from '#features/identity/session/web/sessions-panel.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type StaffMember, staff } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './staff-panel.module.css'

/** The sessions of a person; each can be ended, or all of them. */
export function StaffSessions({ person, mayEnd }: { person: StaffMember; mayEnd: boolean }) {
  const show = useToast()
  const end = useCommand(staff.endSession)
  const endAll = useCommand(staff.endSessions)
  const error = end.error ?? endAll.error
  return (
    <SideCard title={texts.openSessions}>
      {error && <ChangeFailure error={error} />}
      {person.sessions.length === 0 ? (
        <p className={classes.quiet}>{texts.notSignedIn}</p>
      ) : (
        <ul className={classes.sessions}>
          {person.sessions.map((one) => (
            <li key={one.id}>
              <span>
                {browserOf(one.user_agent)} <bdi dir="ltr">{one.address}</bdi>
                <br />
                <span className={classes.quiet}>
                  {texts.lastSeen({ lastSeenAt: <Ago at={one.last_seen_at} /> })}
                </span>
              </span>
              {one.is_current ? (
                <StatusMark tone="good">{texts.current}</StatusMark>
              ) : (
                mayEnd && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={end.isPending}
                    aria-label={texts.endSession({
                      browser: browserOf(one.user_agent),
                      address: one.address,
                    })}
                    onClick={() =>
                      end.mutate(
                        { input: { id: person.id, session_id: one.id } },
                        { onSuccess: () => show({ message: texts.sessionEnded }) },
                      )
                    }
                  >
                    {texts.end}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      {/* People end their own sessions in My Account, which keeps the current one. */}
      {mayEnd && person.sessions.length > 0 && !person.sessions.some((one) => one.is_current) && (
        <Group>
          <CommandButton
            size="xs"
            variant="default"
            isPending={endAll.isPending}
            onClick={() =>
              endAll.mutate(
                { input: { id: person.id } },
                {
                  onSuccess: () => show({ message: texts.signedOut({ username: person.username }) }),
                },
              )
            }
          >
            {texts.endAll}
          </CommandButton>
        </Group>
      )}
    </SideCard>
  )
}
