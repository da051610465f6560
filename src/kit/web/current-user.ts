import { useSyncExternalStore } from 'react'
import { type StoredUser, userIn, userKey, viewKey } from './stored-user.ts'

const listeners = new Set<() => void>()
let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** The signed-in user from local storage; null if nothing valid is stored. */
export function readCurrentUser(): StoredUser | null {
  const text = localStorage.getItem(userKey)
  if (text !== cached.text) cached = { text, user: userIn(text) }
  return cached.user
}

/** Stores the login result and nothing more. */
export function storeCurrentUser(user: StoredUser): void {
  const { id, is_verified, email, phone, username, token } = user
  localStorage.setItem(userKey, JSON.stringify({ id, is_verified, email, phone, username, token }))
  tell()
}

/** Signs out in this browser: removes the user and the role that they were viewing the product as. */
export function forgetCurrentUser(): void {
  endView()
  localStorage.removeItem(userKey)
  tell()
}

/** Follows sign-in and sign-out in this tab and in others. */
export function useCurrentUser(): StoredUser | null {
  return useSyncExternalStore(onCurrentUserChange, readCurrentUser)
}

/** Calls the listener on every sign-in and sign-out, in any tab. Returns a function that removes the listener. */
export function onCurrentUserChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === userKey || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

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
