import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type StaffMember, staff } from '../contract.ts'
import { texts } from '../texts.ts'
import { FactorDialog } from './factor-dialog.tsx'
import classes from './staff-panel.module.css'

/** Shows whether the person has a second factor, and switches it off if they lost it. */
export function FactorPanel({ person }: { person: StaffMember }) {
  const can = useCan()
  const show = useToast()
  const [isAsking, setAsking] = useState(false)
  const { second_factor, second_factor_refused } = person
  return (
    <SideCard title={texts.secondFactor}>
      <div className={classes.details}>
        <StatusMark tone={second_factor ? 'good' : 'off'}>{second_factor ? texts.on : texts.off}</StatusMark>
        <span className={classes.quiet}>{second_factor ? kindsOf(second_factor) : texts.passwordAlone}</span>
      </div>
      {second_factor && can(staff.resetSecondFactor) && second_factor_refused && (
        <p className={classes.quiet}>{second_factor_refused}.</p>
      )}
      {second_factor && can(staff.resetSecondFactor) && !second_factor_refused && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {texts.switchOff}
          </Button>
        </Group>
      )}
      {isAsking && (
        <FactorDialog
          person={person}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            show({ message: texts.factorOff({ username: person.username }) })
          }}
        />
      )}
    </SideCard>
  )
}

function kindsOf({ has_app, passkeys }: NonNullable<StaffMember['second_factor']>): string {
  if (passkeys === 0) return texts.app
  return has_app ? texts.appAndPasskeys({ passkeys }) : texts.passkeys({ passkeys })
}
