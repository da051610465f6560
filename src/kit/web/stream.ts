import { doubt, noteAnswer } from './connection.ts'
import { type Changed, setStreamUp, tellFollowers } from './stream-state.ts'

interface Followed {
  url: string
  /** The headers of the person who follows. */
  headers: Record<string, string>
  /** Tabs with the same name share one stream. */
  sharedAs: string
}

/** What the tab with the stream tells the others. */
type Told = { id: number; changed: Changed } | { isUp: boolean } | { isAsking: true; ageMs: number }

/** A stream that has said nothing for this long is taken for lost: the server says every 15 seconds that it is there. */
const silentMs = 40_000
const firstWaitMs = 500
const longestWaitMs = 15_000
/** For so long a tab knows what it has heard, for one that is opened meanwhile. */
const rememberedMs = 60_000
/** A page was asked for a little earlier than it knows. */
const marginMs = 2_000

/**
 * Follows what changes, on one stream for all tabs of this browser: the first tab has it and tells the others, and when
 * it is closed the next one continues after the last event that it has heard. Returns a function that ends it.
 */
export function followStream(followed: Followed): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const channel = new BroadcastChannel(followed.sharedAs)
  const heard = { id: null as number | null }
  let isLeading = false
  let remembered: { at: number; id: number; changed: Changed }[] = []
  const hear = (told: Told) => {
    if ('isUp' in told) setStreamUp(told.isUp)
    else if ('id' in told && (heard.id === null || told.id > heard.id || told.changed === null)) {
      heard.id = told.id
      if (told.changed !== null && Object.keys(told.changed).length === 0) return
      const at = performance.now()
      remembered = [...remembered.filter((one) => at - one.at < rememberedMs), { ...told, at }]
      tellFollowers(told.changed)
    }
  }
  let isUp = false
  const tell = (told: Told) => {
    if ('isUp' in told) isUp = told.isUp
    channel.postMessage(told)
    hear(told)
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (!('isAsking' in data)) return hear(data)
    if (!isLeading) return
    if (heard.id !== null) {
      // The other may have read its screen before these events, and continues after them if this tab is closed.
      const since = performance.now() - data.ageMs - marginMs
      const isKnown = since > 0 && data.ageMs + marginMs < rememberedMs
      if (!isKnown) channel.postMessage({ id: heard.id, changed: null } satisfies Told)
      for (const { at, id, changed } of isKnown ? remembered : [])
        if (at >= since) channel.postMessage({ id, changed } satisfies Told)
      channel.postMessage({ id: heard.id, changed: {} } satisfies Told)
    }
    channel.postMessage({ isUp } satisfies Told)
  }
  channel.postMessage({ isAsking: true, ageMs: ageOfPage() } satisfies Told)
  const lead = async () => {
    isLeading = true
    await keepOpen(followed, signal, heard, tell)
  }
  // Without a secure context there are no locks, and each tab has a stream of its own.
  const leading = navigator.locks ? navigator.locks.request(followed.sharedAs, { signal }, lead) : lead()
  leading.catch(() => {})
  return () => {
    ending.abort()
    if (isLeading) channel.postMessage({ isUp: false } satisfies Told)
    channel.close()
    setStreamUp(false)
  }
}

/** Connects, and connects again after each loss, until it is ended or the session has. */
async function keepOpen(
  followed: Followed,
  signal: AbortSignal,
  heard: { id: number | null },
  tell: (told: Told) => void,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const ended = await connect(followed, signal, heard, (told) => {
      if ('isUp' in told && told.isUp) failures = 0
      tell(told)
    }).catch(() => 'lost' as const)
    if (signal.aborted) return
    tell({ isUp: false })
    doubt()
    // The next call of the screen asks to sign in.
    if (ended === 'refused') return
    failures += 1
    const most = Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
    await waitOrOnline(most / 2 + Math.random() * (most / 2), signal)
  }
}

async function connect(
  { url, headers }: Followed,
  ending: AbortSignal,
  heard: { id: number | null },
  tell: (told: Told) => void,
): Promise<'lost' | 'refused'> {
  const losing = new AbortController()
  const lose = () => losing.abort()
  let silence = setTimeout(lose, silentMs)
  ending.addEventListener('abort', lose)
  window.addEventListener('offline', lose)
  try {
    // The first time, what was stored since the page was asked for is told: it may have read its screen before.
    const from = heard.id === null ? `${url}?age_ms=${ageOfPage()}` : url
    const response = await fetch(from, {
      headers: { ...headers, ...(heard.id === null ? {} : { 'last-event-id': String(heard.id) }) },
      signal: losing.signal,
      cache: 'no-store',
      priority: 'low',
    })
    noteAnswer(response)
    if (!response.ok || !response.body) {
      return response.status === 401 || response.status === 403 ? 'refused' : 'lost'
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    let isUp = false
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'lost'
      clearTimeout(silence)
      silence = setTimeout(lose, silentMs)
      const frames = (rest + value).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const told = read(frame)
        if (told) tell(told)
      }
      if (isUp) continue
      isUp = true
      tell({ isUp: true })
    }
  } finally {
    clearTimeout(silence)
    ending.removeEventListener('abort', lose)
    window.removeEventListener('offline', lose)
    losing.abort()
  }
}

/** Milliseconds since this page was asked for, at most a day. */
function ageOfPage(): number {
  return Math.min(Math.round(performance.now()), 86_400_000)
}

/** One event or heartbeat; null for what says nothing. */
function read(frame: string): Told | null {
  const fields = new Map(
    frame.split('\n').flatMap((line) => {
      const at = line.indexOf(': ')
      return at > 0 ? [[line.slice(0, at), line.slice(at + 2)] as const] : []
    }),
  )
  const id = Number(fields.get('id'))
  if (!fields.has('id') || Number.isNaN(id)) return null
  const event = fields.get('event')
  if (event === 'reset') return { id, changed: null }
  return { id, changed: event === 'changed' ? JSON.parse(fields.get('data') ?? '{}') : {} }
}

function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}
