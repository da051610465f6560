/** One event of a stream as it came over the wire; a heartbeat has no name. */
export interface ReadEvent {
  id: number
  event: string
  changed: Record<string, number>
}

/** A stream that a test reads over HTTP, event by event. */
export interface StreamReading {
  status: number
  headers: Headers
  events: ReadEvent[]
  /** The number of the last event or heartbeat. */
  lastId: number | null
  /** Resolves when the server or the test has ended the stream. */
  ended: Promise<void>
  /** Resolves when this is true of what has been read. */
  until(isTrue: (reading: StreamReading) => boolean): Promise<void>
  close(): void
}

/** Opens a stream as a browser does, from the last event on that was heard. */
export async function openStream(
  url: string,
  token: string,
  lastId: number | null = null,
  headers: Record<string, string> = {},
): Promise<StreamReading> {
  const aborting = new AbortController()
  const response = await fetch(`${url}/api/admin/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastId === null ? {} : { 'last-event-id': String(lastId) }),
      ...headers,
    },
    signal: aborting.signal,
  })
  const waiting = new Set<() => void>()
  const reading: StreamReading = {
    status: response.status,
    headers: response.headers,
    events: [],
    lastId,
    ended: Promise.resolve(),
    until(isTrue) {
      return new Promise((resolve) => {
        const look = () => {
          if (!isTrue(reading)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    close: () => aborting.abort(),
  }
  const read = async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      const frames = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) take(reading, frame)
      for (const look of [...waiting]) look()
    }
  }
  reading.ended = read().catch(() => {})
  return reading
}

function take(reading: StreamReading, frame: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const id = Number(field('id'))
  reading.lastId = id
  const event = field('event')
  if (event) reading.events.push({ id, event, changed: JSON.parse(field('data') ?? '{}') })
}

/** How many records of a noun were told. */
export function toldOf(readings: readonly Pick<StreamReading, 'events'>[], noun: string): number {
  let told = 0
  for (const { events } of readings) for (const { changed } of events) told += changed[noun] ?? 0
  return told
}
