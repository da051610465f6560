import { hash, verify } from '@node-rs/argon2'
import { normalisePassword } from '#kit/contract/password.ts'

/** OWASP's second parameter set for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many hashes run at once. Each takes a thread and 19 MiB, and more would only wait for the cores. */
const mostAtOnce = 4
const mostWaiting = 200

const inTurn = queueOf(mostAtOnce, mostWaiting)

/** The stored form of a password, normalised and hashed by Argon2id in a worker thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalisePassword(password), cost), true)
}

/**
 * True when the password is correct. Pass null for a person who does not exist: the check takes as long and returns
 * false. Known callers, with an open session or a known device, go before strangers, who may be a flood.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  isKnown = false,
): Promise<boolean> {
  const fits = await inTurn(async () => {
    const against = stored ?? (await decoy())
    const normal = normalisePassword(password)
    if (await verify(against, normal)) return true
    // A password chosen before passwords were normalised was hashed as typed.
    return normal !== password && verify(against, password)
  }, isKnown)
  return stored !== null && fits
}

let decoyHash: Promise<string> | null = null

/** A hash of a random password, so that unknown addresses take as long to check as known addresses. */
function decoy(): Promise<string> {
  decoyHash ??= hash(crypto.randomUUID(), cost)
  return decoyHash
}

/** Creates the decoy hash before the first sign-in needs it. */
export async function warmPasswords(): Promise<void> {
  await decoy()
}

/** Thrown when the queue is full, because a refused sign-in is better than an answer after minutes. */
export class PasswordQueueFull extends Error {}

/**
 * Runs at most `atOnce` tasks in parallel and queues up to `mostWaiting` more. Known callers and strangers have
 * separate queues, so that a flood of strangers neither fills the queue of known callers nor delays them.
 */
export function queueOf(
  atOnce: number,
  mostWaiting: number,
): <T>(work: () => Promise<T>, isKnown: boolean) => Promise<T> {
  let running = 0
  const known: (() => void)[] = []
  const strangers: (() => void)[] = []
  return async (work, isKnown) => {
    if (running >= atOnce) {
      const waiting = isKnown ? known : strangers
      if (waiting.length >= mostWaiting) throw new PasswordQueueFull('too many sign-ins at once')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The next task takes over this slot directly, so that no task arriving in between can jump the queue.
      const next = known.shift() ?? strangers.shift()
      if (next) next()
      else running -= 1
    }
  }
}
