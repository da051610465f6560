import { z } from 'zod'
import type { Call } from '#kit/web/client.tsx'
import { storeCurrentUser } from '#kit/web/current-user.ts'
import { type Credentials, session } from '../contract.ts'

/**
 * Signs in and stores the result, which continues all screens that watch the current user. Then registers this browser
 * as a known device in the background, so that failed guesses by others do not lock the person out.
 */
export async function signIn(call: Call, given: Credentials): Promise<void> {
  const { otp, ...credentials } = given
  const device = knownDevice(given.email)
  storeCurrentUser(
    await call(session.login, { ...credentials, ...(otp ? { otp } : {}), ...(device ? { device } : {}) }),
  )
  call(session.rememberDevice, device ? { device } : {}, { asks: false }).then(
    (answer) => keepDevice(given.email, answer.device),
    // A failure loses only the exemption, and the next sign-in tries again.
    () => {},
  )
}

const deviceKey = 'known_devices'
const mostDevices = 5
/** Email address and device id of the people who signed in with this browser, latest first. */
const KnownDevices = z.array(z.tuple([z.string(), z.string()]))

/** The device id of this browser for the person with this email address. */
export function knownDevice(email: string): string | undefined {
  return readDevices().find(([address]) => address === email.trim().toLowerCase())?.[1]
}

/** Stores the device id of this browser for the person with this email address. */
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
