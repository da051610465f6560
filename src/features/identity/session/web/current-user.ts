import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { Call } from '#kit/web/client.tsx'
import { type Credentials, type CurrentUser, session } from '../contract.ts'

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
  endView()
  localStorage.removeItem(key)
  tell()
}

/**
 * Signs in and keeps the result: whoever watches goes on from there. Behind it this browser is made known to the
 * sign-in, so that others who guess at the password do not keep its person out.
 */
export async function signIn(call: Call, given: Credentials): Promise<void> {
  const { otp, ...credentials } = given
  const device = knownDevice(given.email)
  storeCurrentUser(
    await call(session.login, { ...credentials, ...(otp ? { otp } : {}), ...(device ? { device } : {}) }),
  )
  call(session.rememberDevice, device ? { device } : {}, { asks: false }).then(
    (answer) => keepDevice(given.email, answer.device),
    // Nothing is lost but the exemption, and the next sign-in asks again.
    () => {},
  )
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

const deviceKey = 'known_devices'
const mostDevices = 5
/** Address and device id of the people who signed in here, the latest first. */
const KnownDevices = z.array(z.tuple([z.string(), z.string()]))

/** What the server knows this browser by, for the person with this address. */
export function knownDevice(email: string): string | undefined {
  return readDevices().find(([address]) => address === email.trim().toLowerCase())?.[1]
}

/** Keeps what this browser is known by for the person with this address. */
export function keepDevice(email: string, device: string): void {
  const address = email.trim().toLowerCase()
  const others = readDevices().filter(([other]) => other !== address)
  localStorage.setItem(deviceKey, JSON.stringify([[address, device], ...others].slice(0, mostDevices)))
}

function readDevices(): [string, string][] {
  try {
    return KnownDevices.parse(JSON.parse(localStorage.getItem(deviceKey) ?? '[]'))
  } catch {
    return []
  }
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
