import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { type CurrentUser, session } from '#features/session/contract.ts'
import { forgetCurrentUser } from '#features/session/web/current-user.ts'
import { useCall } from '#kit/web/client.tsx'
import classes from './user-menu.module.css'

const schemes: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
]

export function UserMenu({ user, roleName }: { user: CurrentUser; roleName: string }) {
  const call = useCall()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const logout = async () => {
    // The session ends here whether or not the server can be told; there it ends by itself.
    await call(session.logout, {}).catch(() => null)
    forgetCurrentUser()
  }
  return (
    <Menu position="bottom-end" width={220} withinPortal keepMounted={false}>
      <Menu.Target>
        <button type="button" className={classes.button}>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(user.username)}
          </span>
          <span className={classes.who}>
            <span>{user.username}</span>
            <span className={classes.role}>{roleName || ' '}</span>
          </span>
          <IconChevronDown size={15} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Look</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} aria-hidden="true" />}
            rightSection={colorScheme === value ? <span aria-hidden="true">✓</span> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void logout()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}
