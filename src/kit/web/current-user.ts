import { useSyncExternalStore } from 'react'

/** The login result, which is all that the browser stores about the user. */
export interface CurrentUser {
  id: string
  is_verified: boolean
  email: string
  phone: string
  username: string
  token: string
}

const key = 'current_user'
const listeners = new Set<() => void>()
let cached: { text: string | null; user: CurrentUser | null } = { text: null, user: null }

/** The signed-in user from local storage; null if nothing valid is stored. */
export function readCurrentUser(): CurrentUser | null {
  const text = localStorage.getItem(key)
  if (text !== cached.text) cached = { text, user: parse(text) }
  return cached.user
}

/** Stores the login result and nothing more. */
export function storeCurrentUser(user: CurrentUser): void {
  const { id, is_verified, email, phone, username, token } = user
  localStorage.setItem(key, JSON.stringify({ id, is_verified, email, phone, username, token }))
  tell()
}

/** Signs out in this browser: removes the user and the role that they were viewing the product as. */
export function forgetCurrentUser(): void {
  endView()
  localStorage.removeItem(key)
  tell()
}

/** Follows sign-in and sign-out in this tab and in others. */
export function useCurrentUser(): CurrentUser | null {
  return useSyncExternalStore(onCurrentUserChange, readCurrentUser)
}

/** Calls the listener on every sign-in and sign-out, in any tab. Returns a function that removes the listener. */
export function onCurrentUserChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

const viewKey = 'view_as'

/** The role that this tab views the product as, or null. */
export function viewedRole(): string | null {
  return sessionStorage.getItem(viewKey)
}

/** Shows the product in this tab as a role sees it, starting at the first screen. */
export function viewAs(roleId: string): void {
  sessionStorage.setItem(viewKey, roleId)
  window.location.assign('/')
}

/** Ends viewing as a role: the next call is made with the user's own permissions. */
export function endView(): void {
  sessionStorage.removeItem(viewKey)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function parse(text: string | null): CurrentUser | null {
  try {
    const user = JSON.parse(text ?? 'null') as Partial<CurrentUser> | null
    return typeof user?.token === 'string' && typeof user.id === 'string' ? (user as CurrentUser) : null
  } catch {
    return null
  }
}
