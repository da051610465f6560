import { IconChevronDown, IconLogout, IconMessage, IconUserCircle } from '@tabler/icons-react'
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useRef,
  useState,
} from 'react'
import { texts } from '#app/texts.ts'
import type { Settings } from '#features/identity/account/contract.ts'
import { Face } from '#features/identity/account/web/face-panel.tsx'
import { type CurrentUser, session } from '#features/identity/session/contract.ts'
import { myAccount, signIn } from '#features/identity/session/web/links.ts'
import { ask } from '#features/support/web/use-ask.ts'
import { useCall } from '#kit/web/client.tsx'
import { endView, forgetCurrentUser } from '#kit/web/current-user.ts'
import { leaveFor } from '#kit/web/leave.ts'
import { Link } from '#kit/web/link.tsx'
import { forgetDrafts } from '#kit/web/record/drafts.ts'
import classes from './user-menu.module.css'

/** A server that answers later is not waited for: somebody else may be at the screen by then. */
const longestMs = 2_000

/** Loaded when the pointer is over the menu or the menu is opened, to keep it out of the first load. */
const loadPanel = () => import('#features/identity/account/web/menu-panel.tsx')
const MenuPanel = lazy<ComponentType<{ settings: Settings }>>(() =>
  loadPanel().then(
    (panel) => ({ default: panel.MenuPanel }),
    // The code no longer exists after an update; the sign-out button next to it still works.
    () => ({ default: PanelGone }),
  ),
)

function PanelGone() {
  return <p className={classes.gone}>{texts.reloadForMenu}</p>
}

/**
 * The signed-in user, their availability, the colour scheme, and sign-out. The menu closes on Escape and when it loses
 * the focus.
 */
export function UserMenu({
  user,
  roleName,
  settings,
}: {
  user: CurrentUser
  roleName: string
  settings: Settings | undefined
}) {
  const call = useCall()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const logout = async () => {
    endView()
    // The session ends in this browser even if the server cannot be reached or does not answer; on the server it then expires.
    const ended = call(session.logout, {}, { asks: false }).catch(() => null)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, longestMs))])
    forgetCurrentUser()
    forgetDrafts()
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
        onMouseEnter={() => void loadPanel().catch(() => {})}
        onClick={() => setOpen(!isOpen)}
      >
        <Face name={user.username} presence={settings} size="medium" />
        <span className={classes.who}>
          <span>{user.username}</span>
          <span className={classes.role}>{roleName || '\u00a0'}</span>
        </span>
        <IconChevronDown size={15} aria-hidden="true" />
      </button>
      <div id="user-menu" className={classes.panel} hidden={!isOpen}>
        <div className={classes.settings}>
          <Suspense fallback={null}>{isOpen && settings && <MenuPanel settings={settings} />}</Suspense>
        </div>
        <Link href={myAccount()} onClick={() => setOpen(false)}>
          <IconUserCircle size={16} aria-hidden="true" />
          {texts.myAccount}
        </Link>
        <button
          type="button"
          onClick={() => {
            setOpen(false)
            // The dialog gives the focus back to what had it: the entry is hidden by then.
            button.current?.focus()
            ask('feedback')
          }}
        >
          <IconMessage size={16} aria-hidden="true" />
          {texts.feedback}
        </button>
        <button
          type="button"
          onClick={() => leaveFor(signIn(), () => void logout(), { forgetsDrafts: true })}
        >
          <IconLogout size={16} aria-hidden="true" />
          {texts.logout}
        </button>
      </div>
    </div>
  )
}
