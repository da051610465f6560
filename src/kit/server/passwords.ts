import { hash, verify } from '@node-rs/argon2'

/** OWASP's second parameter set for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many hashes run at once; each takes a thread and 19 MiB, and more would only wait for the cores. */
const mostAtOnce = 4
const mostWaiting = 200

let running = 0
const waiting: (() => void)[] = []

/** The stored form of a password, by Argon2id in a worker thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** True when the password fits. For a person that does not exist, pass null: it takes as long and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(stored ?? (await decoy()), password))
  return stored !== null && fits
}

let decoyHash: Promise<string> | null = null

/** A hash of nothing that anybody knows, so that unknown addresses cost what known ones do. */
function decoy(): Promise<string> {
  decoyHash ??= hash(crypto.randomUUID(), cost)
  return decoyHash
}

/** Makes the decoy before the first sign-in asks for it. */
export async function warmPasswords(): Promise<void> {
  await decoy()
}

/** Throws when the queue is full: a refused sign-in is better than one that answers after minutes. */
export class PasswordQueueFull extends Error {}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new PasswordQueueFull('too many sign-ins at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
