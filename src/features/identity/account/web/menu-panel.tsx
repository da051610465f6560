import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId } from 'react'
import { session } from '#features/identity/session/contract.ts'
import { useOptimistic } from '#kit/web/optimistic.ts'
import { Switch } from '#kit/web/switch.tsx'
import { account, type Settings, type Theme } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './menu-panel.module.css'
import { usePreferring, withSettings } from './pins-panel.tsx'

/** Endpoints that show whether colleagues are away, matched by the start of their paths. */
const showsColleagues = { path: '/api/admin/staff' }

/** The settings in the user menu: availability and theme. */
export function MenuPanel({ settings }: { settings: Settings }) {
  return (
    <>
      <div className={classes.group}>
        <AvailabilitySwitch isAway={settings.is_away} />
      </div>
      <div className={classes.group}>
        <LookChoice theme={settings.theme} />
      </div>
    </>
  )
}

const looks: { value: Theme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: texts.light, icon: IconSun },
  { value: 'dark', label: texts.dark, icon: IconMoon },
  { value: 'auto', label: texts.system, icon: IconDeviceDesktop },
]

/** Light, dark, or the system setting. */
export function LookChoice({ theme }: { theme: Theme }) {
  const prefer = usePreferring()
  const name = useId()
  return (
    <fieldset className={classes.looks}>
      <legend>{texts.look}</legend>
      {looks.map(({ value, label, icon: Icon }) => (
        <label key={value}>
          <Icon size={16} aria-hidden="true" />
          <span className={classes.label}>{label}</span>
          <input
            type="radio"
            name={name}
            checked={theme === value}
            onChange={() => prefer({ theme: value })}
          />
        </label>
      ))}
    </fieldset>
  )
}

/** On means available. The change applies at once, and colleagues see it beside the name. */
function AvailabilitySwitch({ isAway }: { isAway: boolean }) {
  const id = useId()
  const say = useOptimistic(account.changeAvailability, session.account, withSettings, showsColleagues)
  return (
    <div className={classes.availability}>
      <label className={classes.label} htmlFor={`${id}switch`}>
        {texts.status}
      </label>
      <span className={classes.state} id={`${id}state`}>
        {isAway ? texts.away : texts.available}
      </span>
      <Switch
        id={`${id}switch`}
        aria-describedby={`${id}state`}
        checked={!isAway}
        onChange={() => say(({ settings }) => ({ is_away: !settings.is_away }))}
      />
    </div>
  )
}
