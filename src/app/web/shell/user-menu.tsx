import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { type CurrentUser, session } from '#features/session/contract.ts'
import { endView, forgetCurrentUser } from '#features/session/web/current-user.ts'
import { useCall } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from './user-menu.module.css'

const schemes: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
]

/** Who is signed in, the look, and the way out; it closes on Escape and when the focus leaves it. */
export function UserMenu({ user, roleName }: { user: CurrentUser; roleName: string }) {
  const call = useCall()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const logout = async () => {
    endView()
    // The session ends here whether or not the server can be told; there it ends by itself.
    await call(session.logout, {}, { asks: false }).catch(() => null)
    forgetCurrentUser()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the buttons inside
    <div className={classes.menu} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls="user-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.initials} aria-hidden="true">
          {initialsOf(user.username)}
        </span>
        <span className={classes.who}>
          <span>{user.username}</span>
          <span className={classes.role}>{roleName || '\u00a0'}</span>
        </span>
        <IconChevronDown size={15} aria-hidden="true" />
      </button>
      <div id="user-menu" className={classes.panel} hidden={!isOpen}>
        <fieldset>
          <legend>Look</legend>
          {schemes.map(({ value, label, icon: Icon }) => (
            <label key={value}>
              <Icon size={16} aria-hidden="true" />
              <span>{label}</span>
              <input
                type="radio"
                name="look"
                checked={colorScheme === value}
                onChange={() => setColorScheme(value)}
              />
            </label>
          ))}
        </fieldset>
        <Link href="/my-account" onClick={() => setOpen(false)}>
          <IconUserCircle size={16} aria-hidden="true" />
          My Account
        </Link>
        <button type="button" onClick={() => void logout()}>
          <IconLogout size={16} aria-hidden="true" />
          Logout
        </button>
      </div>
    </div>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}
