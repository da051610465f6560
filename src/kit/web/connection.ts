import { useSyncExternalStore } from 'react'

/** `offline`: the device has no network; `silent`: the server does not answer; `slow`: an answer is late. */
export type Connection = 'up' | 'offline' | 'silent' | 'slow'

/** An answer that takes longer is told of: it is on its way, and nothing has failed. */
const lateMs = 4_000
/** The clock of a device may be so much off without any effect: the server tells whole seconds, and an answer takes time. */
const sameClockMs = 5_000
/** How often the server is asked whether it answers again. */
const askMs = 2_000

const watchers = new Set<() => void>()
let isSilent = false
let late = 0
let asking: ReturnType<typeof setTimeout> | null = null
let hasNewVersion = false
/** What the clock of the server is ahead of that of the device. */
let aheadMs = 0

// Where there is no window, as in a test of the model alone, there is nothing to hear.
globalThis.addEventListener?.('offline', tell)
globalThis.addEventListener?.('online', tell)

/** How this page is connected with the server. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, connectionNow)
}

/** True after an answer of another version of the product than the one that this page was loaded from. */
export function useHasNewVersion(): boolean {
  return useSyncExternalStore(watch, () => hasNewVersion)
}

/** True while the device itself says that it has no network: nothing that is sent then arrives. */
export function isOffline(): boolean {
  // Where nothing says whether there is a network, as outside a browser, there is one.
  return globalThis.navigator?.onLine === false
}

/** Notes that the server has answered, and which version of the product it is. */
export function noteAnswer(response: Response): void {
  const [of, here] = [response.headers.get('x-build'), ownBuild()]
  if (of && here && of !== here && !hasNewVersion) {
    hasNewVersion = true
    tell()
  }
  const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now()
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < sameClockMs ? 0 : ahead
  setSilent(false)
}

/** The time by the clock of the server, as far as its last answer told it: what it sets an end to ends by that clock. */
export function serverNow(): number {
  return Date.now() + aheadMs
}

/** Notes that the server has not answered; it is asked again until it does. */
export function noteSilence(): void {
  setSilent(true)
  if (asking === null) asking = setTimeout(ask, askMs)
}

/** Asks at once whether the server still answers: the stream of changes has ended. */
export function doubt(): void {
  if (!isOffline() && asking === null) asking = setTimeout(ask, 0)
}

/** Counts an answer as late if it takes long; the function that it returns is called when it has come. */
export function awaitAnswer(): () => void {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    late += 1
    tell()
  }, lateMs)
  return () => {
    clearTimeout(timer)
    if (!isLate) return
    late -= 1
    tell()
  }
}

/** Calls the function each time the connection is there again after it was lost. Returns what ends this. */
export function onConnectedAgain(then: () => void): () => void {
  let before = connectionNow()
  return watch(() => {
    const now = connectionNow()
    const isBack = (before === 'silent' || before === 'offline') && (now === 'up' || now === 'slow')
    before = now
    if (isBack) then()
  })
}

async function ask(): Promise<void> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), askMs)
  const answer = await fetch('/livez', { cache: 'no-store', signal: ending.signal }).catch(() => null)
  clearTimeout(timer)
  asking = null
  // A proxy answers for a server that is not there.
  if (answer && answer.status < 502) noteAnswer(answer)
  else noteSilence()
}

function connectionNow(): Connection {
  if (isOffline()) return 'offline'
  if (isSilent) return 'silent'
  return late > 0 ? 'slow' : 'up'
}

function setSilent(now: boolean): void {
  if (now === isSilent) return
  isSilent = now
  tell()
}

function ownBuild(): string {
  const build = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
  return build.startsWith('__') ? '' : build
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function tell(): void {
  for (const watcher of watchers) watcher()
}
