import { hash, verify } from '@node-rs/argon2'
import { normalisePassword } from '#kit/contract/password.ts'

/** OWASP's second parameter set for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many hashes run at once; each takes a thread and 19 MiB, and more would only wait for the cores. */
const mostAtOnce = 4
const mostWaiting = 200

const inTurn = queueOf(mostAtOnce, mostWaiting)

/** The stored form of a password, normalised, by Argon2id in a worker thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalisePassword(password), cost), true)
}

/**
 * True when the password fits. For a person that does not exist, pass null: it takes as long and is false. Who is
 * known, by an open session or a known device, goes before strangers, who may be a flood.
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
    // One that was chosen before passwords were normalised is kept as it was typed.
    return normal !== password && verify(against, password)
  }, isKnown)
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

/** Thrown when the queue is full: a refused sign-in is better than one that answers after minutes. */
export class PasswordQueueFull extends Error {}

/**
 * Runs at most so much work at once, and lets so many wait: those who are known and strangers each in a queue of their
 * own, so that a flood of strangers neither fills the places of the others nor stands before them.
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
      // Whoever is next takes the place over: nobody who comes in between gets before them.
      const next = known.shift() ?? strangers.shift()
      if (next) next()
      else running -= 1
    }
  }
}
