import { z } from 'zod'

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
