import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Switch } from '#kit/web/switch.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PersonStatus, type StaffRow, staff } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './staff-panel.module.css'

/** Loaded on demand, because most visits only read. */
const DisableDialog = lazyOf(() => import('./disable-dialog.tsx'), 'DisableDialog')

const words: Record<PersonStatus, { text: string; tone: Tone }> = {
  active: { text: texts.active, tone: 'good' },
  invited: { text: texts.invited, tone: 'waiting' },
  disabled: { text: texts.disabled, tone: 'off' },
}

export function PersonStatusMark({ status }: { status: PersonStatus }) {
  const { text, tone } = words[status]
  return <StatusMark tone={tone}>{text}</StatusMark>
}

/**
 * Disables a person, after saying what that ends, and enables them again; both can be undone for a moment. If the
 * reader may do neither, shows the person's status with the reason.
 */
export function StaffSwitch({ person }: { person: StaffRow }) {
  const can = useCan()
  const { isAsking, setAsking, enable, disable, isPending } = useStanding(person)
  const isOn = person.status !== 'disabled'
  const why = isOn ? person.disable_refused : person.change_refused
  if (why || !can(staff.disable)) {
    return (
      <span title={why || undefined}>
        <PersonStatusMark status={person.status} />
      </span>
    )
  }
  return (
    <span className={classes.status}>
      <Switch
        aria-label={texts.personEnabled({ username: person.username })}
        checked={isOn}
        disabled={isPending}
        onChange={() => (isOn ? setAsking(true) : enable())}
      />
      {person.status === 'invited' && <PersonStatusMark status="invited" />}
      <Suspense fallback={null}>
        {isAsking && <DisableDialog person={person} onClose={() => setAsking(false)} onDisable={disable} />}
      </Suspense>
    </span>
  )
}

/** Disables and enables a person, with toasts that offer Undo. */
export function useStanding(person: StaffRow) {
  const show = useToast()
  const [isAsking, setAsking] = useState(false)
  const turnOff = useCommand(staff.disable)
  const turnOn = useCommand(staff.enable)
  const input = { id: person.id }
  const refused = (error: Error) =>
    show({
      message: texts.notChanged({ username: person.username, message: error.message }),
      tone: 'refused',
    })
  const enable = (isUndo = false) =>
    turnOn.mutate(
      { input },
      {
        onSuccess: () =>
          show({
            message: texts.enabledAgain({ username: person.username }),
            ...(isUndo ? {} : { undo: () => disable(true) }),
          }),
        onError: refused,
      },
    )
  const disable = (isUndo = false) => {
    setAsking(false)
    turnOff.mutate(
      { input },
      {
        onSuccess: () =>
          show({
            message: texts.personDisabled({ username: person.username }),
            ...(isUndo ? {} : { undo: () => enable(true) }),
          }),
        onError: refused,
      },
    )
  }
  return { isAsking, setAsking, enable, disable, isPending: turnOff.isPending || turnOn.isPending }
}
