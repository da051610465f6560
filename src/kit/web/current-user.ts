import { useSyncExternalStore } from 'react'

/** The login result, and everything that the browser keeps of it. */
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

/** The signed-in person from local storage; null where nothing there can be read. */
export function readCurrentUser(): CurrentUser | null {
  const text = localStorage.getItem(key)
  if (text !== cached.text) cached = { text, user: parse(text) }
  return cached.user
}

/** Keeps the login result and nothing more. */
export function storeCurrentUser(user: CurrentUser): void {
  const { id, is_verified, email, phone, username, token } = user
  localStorage.setItem(key, JSON.stringify({ id, is_verified, email, phone, username, token }))
  tell()
}

/** Signs out in this browser: forgets the person and the role that they looked at the product as. */
export function forgetCurrentUser(): void {
  endView()
  localStorage.removeItem(key)
  tell()
}

/** Follows sign-in and sign-out, in this tab and in others. */
export function useCurrentUser(): CurrentUser | null {
  return useSyncExternalStore(onCurrentUserChange, readCurrentUser)
}

/** Calls the listener whenever somebody signs in or out, in any tab; the answer stops it. */
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

/** The role as which this tab shows the product, or null. */
export function viewedRole(): string | null {
  return sessionStorage.getItem(viewKey)
}

/** Shows the product in this tab as a role sees it, from its first screen on. */
export function viewAs(roleId: string): void {
  sessionStorage.setItem(viewKey, roleId)
  window.location.assign('/')
}

/** From the next call on the person is themselves again. */
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
