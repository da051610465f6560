import { z } from 'zod'
import type { Call } from '#kit/web/client.tsx'
import { storeCurrentUser } from '#kit/web/current-user.ts'
import { type Credentials, session } from '../contract.ts'

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
