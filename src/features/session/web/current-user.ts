import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '../contract.ts'

const key = 'current_user'
const listeners = new Set<() => void>()
let cached: { text: string | null; user: CurrentUser | null } = { text: null, user: null }

/** Who is signed in, from local storage; what cannot be read there is nobody. */
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

export function forgetCurrentUser(): void {
  localStorage.removeItem(key)
  tell()
}

/** Follows sign-in and sign-out, in this tab and in others. */
export function useCurrentUser(): CurrentUser | null {
  return useSyncExternalStore(onCurrentUserChange, readCurrentUser)
}

/** Calls the listener whenever somebody signs in or out, in any tab. Answers how to stop. */
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
