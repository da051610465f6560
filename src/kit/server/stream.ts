import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from './context.ts'
import type { Database, OpenDatabase } from './database.ts'
import { eventsAfter, numberNews, readAtOnce } from './stream-events.ts'
import { frameOf, heartbeatOf, keyOf, resetOf, type StreamEvent, type StreamReader } from './stream-frames.ts'
import { type Listening, listen } from './stream-listener.ts'

declare module './context.ts' {
  interface Services {
    /** The open streams of this instance. */
    stream: StreamHub
    /**
     * The person behind an open stream as they are now, or null when their session has ended or they no longer may see
     * what they see.
     */
    reidentify: (db: Database, person: Person) => Promise<Person | null>
  }
}

type Person = Extract<Actor, { kind: 'person' }>

export interface StreamSettings {
  /** Streams that one person may have open. */
  mostPerPerson: number
  /** Streams of one instance. */
  mostOpen: number
  /** A stream without events says that often that it is alive. */
  heartbeatMs: number
}

const usual: StreamSettings = { mostPerPerson: 20, mostOpen: 5_000, heartbeatMs: 15_000 }

/** The least time between two looks: what is stored meanwhile comes in one event. */
const gapMs = 80
/** With very many streams, each look costs as much as a call, so there are fewer. */
const gapOfManyMs = 400
const manyStreams = 500
/** Without a connection that listens, the table is looked at twice a second. */
const pollMs = 500
/** With one, only what a process left behind that ended at the wrong moment waits for this. */
const sweepMs = 2_000
const mostRecent = 2_000
/** A reader that is behind by so many bytes is cut off, and reads the rest when it connects again. */
const mostWaitingBytes = 256 * 1024
/** So many streams are written to before other calls have their turn; what is pushed is written at the end of it. */
const atOnce = 25
const roundsOfCheck = 4

interface Open {
  reader: StreamReader
  person: Person
  key: string
  stream: Readable
  /** The number of the last event that was considered for this stream. */
  position: number
  /** False while it reads what it has missed. */
  isLive: boolean
  /** It hears nothing until its reader was looked up. */
  isHeld: boolean
  round: number
}

/**
 * The streams of one instance. Writes leave rows in `stream_news`; this numbers them, learns of those that other instances
 * have numbered, and hands each stream what its reader may know of, in order and each event once.
 */
export class StreamHub {
  readonly #database: OpenDatabase
  readonly #settings: StreamSettings
  readonly #open = new Set<Open>()
  #recent: StreamEvent[] = []
  #position = 0
  #ready: Promise<void> | null = null
  #isClosed = false
  #hasBegun = false
  #timer: NodeJS.Timeout | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null
  #isAskedAgain = false
  readonly #unchecked = new Set<Open>()
  #checking: Promise<void> | null = null
  #reading: Promise<void> = Promise.resolve()
  #sweep: NodeJS.Timeout | null = null
  #beat: NodeJS.Timeout | null = null
  #round = 0
  #listening: Listening | null = null
  #reidentify: ((db: Database, person: Person) => Promise<Person | null>) | null = null

  constructor(database: OpenDatabase, settings: Partial<StreamSettings> = {}) {
    this.#database = database
    this.#settings = { ...usual, ...settings }
  }

  get size(): number {
    return this.#open.size
  }

  /** True while the database tells of events by itself, and the table is not polled. */
  get isListening(): boolean {
    return this.#listening?.isUp() ?? false
  }

  /** Begins to follow the database. The first stream does it too. */
  start(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#ready ??= this.#begin().catch((error: unknown) => {
      this.#ready = null
      throw error
    })
    return this.#ready
  }

  /** Says that this process has stored something that streams tell of. Does nothing where nobody follows. */
  wake(): void {
    if (this.#ready) this.#look()
  }

  /**
   * The text of a stream for this reader, from `lastId` on: what was missed first, then what comes, until the reader or
   * the session leaves. Without `follows` it ends after what was missed. Refuses (too-many) more streams of one person
   * than are allowed, and (unavailable) while the instance is full or stops.
   */
  async open(ctx: Context, reader: StreamReader, lastId: number | null, follows: boolean): Promise<Readable> {
    const { actor: person } = ctx
    if (person.kind !== 'person') throw new Refusal('forbidden', 'This call is for people')
    if (!follows) return this.#missedOnly(person, reader, lastId)
    this.#reidentify = ctx.services.reidentify
    await this.start()
    this.#refuseMore(person.id)
    const stream = new Readable({ read() {} })
    const one: Open = {
      ...{ reader, person, stream },
      key: keyOf(reader.nouns(person)),
      position: lastId ?? this.#position,
      isLive: lastId === null,
      isHeld: false,
      round: this.#round++ % roundsOfCheck,
    }
    this.#open.add(one)
    stream.once('close', () => this.#open.delete(one))
    stream.on('error', () => this.#open.delete(one))
    stream.push(heartbeatOf(one.position))
    if (lastId !== null) void this.#catchUp(one).catch((error: unknown) => stream.destroy(error as Error))
    return stream
  }

  /** Ends every stream at once; their readers connect again, to this instance no longer. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of [this.#timer, this.#sweep, this.#beat]) if (timer) clearTimeout(timer)
    for (const { stream } of this.#open) stream.push(null)
    this.#open.clear()
    this.#unchecked.clear()
    await Promise.all([this.#listening?.end(), this.#looking, this.#checking])
  }

  #refuseMore(personId: string): void {
    if (this.#isClosed || this.#open.size >= this.#settings.mostOpen) {
      throw new Refusal('unavailable', 'This server has no room for another stream. Try again in a moment', {
        retryAfterSeconds: 2,
      })
    }
    const own = [...this.#open].filter(({ person }) => person.id === personId).length
    if (own < this.#settings.mostPerPerson) return
    throw new Refusal('too-many', `You have ${own} streams open. Close some tabs, then try again`, {
      retryAfterSeconds: 10,
    })
  }

  async #begin(): Promise<void> {
    await this.#toNewest()
    this.#hasBegun = true
    this.#listening = await listen(this.#database, () => this.#look())
    const sweep = () => {
      this.#look()
      this.#sweep = setTimeout(sweep, this.isListening ? sweepMs : pollMs).unref()
    }
    sweep()
    this.#beat = setInterval(() => this.#beatOnce(), this.#settings.heartbeatMs).unref()
  }

  async #toNewest(): Promise<void> {
    const { rows } = await sql<{
      id: string
    }>`select coalesce(max(id), 0)::text as id from stream_events`.execute(this.#database.db)
    this.#position = Number(rows[0]?.id ?? 0)
  }

  /** Looks soon: at once after a pause, and otherwise once more after the one that is under way. */
  #look(): void {
    if (this.#isClosed || !this.#hasBegun) return
    if (this.#looking) {
      this.#isAskedAgain = true
      return
    }
    if (this.#timer) return
    const gap = this.#open.size > manyStreams ? gapOfManyMs : gapMs
    const wait = Math.max(0, this.#lookedAt + gap - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#lookedAt = performance.now()
      // A database that is away is asked again by the sweep.
      this.#looking = this.#lookOnce()
        .catch(() => {})
        .then(() => {
          this.#looking = null
          if (!this.#isAskedAgain) return
          this.#isAskedAgain = false
          this.#look()
        })
    }, wait).unref()
  }

  async #lookOnce(): Promise<void> {
    await numberNews(this.#database)
    await this.#readNew()
  }

  /** One reading after the other: two at once would hand out the same events. */
  #readNew(): Promise<void> {
    const reading = this.#reading.catch(() => {}).then(() => this.#readRest())
    this.#reading = reading
    return reading
  }

  async #readRest(): Promise<void> {
    for (let isMore = true; isMore && !this.#isClosed; ) {
      const events = await eventsAfter(this.#database.db, this.#position)
      const last = events.at(-1)
      if (!last) return
      this.#position = last.id
      this.#recent = [...this.#recent, ...events].slice(-mostRecent)
      await this.#handOut(events)
      isMore = events.length === readAtOnce
    }
  }

  /**
   * One frame for each stream; those of the same permissions share its text. A reader whose session or role may have
   * changed is looked up before anything more is told. Other calls have their turn in between: a stream that catches up or
   * opens meanwhile continues where this ends, and is given nothing twice.
   */
  async #handOut(events: readonly StreamEvent[]): Promise<void> {
    const shared = new Map<string, string | null>()
    const personal = new Set(events.flatMap(({ person_id }) => person_id ?? []))
    const all = [...this.#open]
    for (let at = 0; at < all.length; at += atOnce) {
      if (at > 0) await nextTurn()
      for (const one of all.slice(at, at + atOnce)) {
        if (!one.isLive || !this.#open.has(one)) continue
        if (mayChange(one.person, events)) {
          one.isLive = false
          one.isHeld = true
          this.#check(one)
        } else this.#hand(one, events, personal.has(one.person.id) ? null : shared)
      }
    }
  }

  #hand(one: Open, events: readonly StreamEvent[], shared: Map<string, string | null> | null): void {
    const last = events.at(-1)
    if (!last || last.id <= one.position) return
    let frame = shared?.get(one.key)
    if (frame === undefined) {
      frame = frameOf(events, one.reader.nouns(one.person), one.person.id)
      shared?.set(one.key, frame)
    }
    one.position = last.id
    if (frame === null) return
    one.stream.push(frame)
    if (one.stream.readableLength > mostWaitingBytes) one.stream.destroy()
  }

  /** Reads what a stream has missed until it is where the others are. */
  async #catchUp(one: Open): Promise<void> {
    if (one.position > this.#position) await this.#readNew()
    if (one.position > this.#position || !(await this.#isKept(one.position))) {
      one.position = this.#position
      one.stream.push(resetOf(one.position))
    }
    while (one.position < this.#position && this.#open.has(one)) {
      const events = await this.#after(one.position)
      if (events.length === 0) break
      if (!one.isHeld && mayChange(one.person, events)) this.#check(one)
      this.#hand(one, events, null)
    }
    // Nothing is waited for between the last look at the position and this.
    one.isLive = true
    one.isHeld = false
  }

  async #after(position: number): Promise<StreamEvent[]> {
    const [first] = this.#recent
    if (first && first.id <= position + 1) return this.#recent.filter(({ id }) => id > position)
    const events = await eventsAfter(this.#database.db, position)
    // What was numbered after the last look is handed out to everybody at once by the next one.
    return events.filter(({ id }) => id <= this.#position)
  }

  /** Whether every event after this one is still kept. */
  async #isKept(position: number): Promise<boolean> {
    const [first] = this.#recent
    if (position === this.#position || (first && first.id <= position + 1)) return true
    const { rows } = await sql<{ id: string | null }>`select min(id)::text as id from stream_events`.execute(
      this.#database.db,
    )
    const least = rows[0]?.id
    return least !== null && least !== undefined && Number(least) <= position + 1
  }

  async #missedOnly(person: Person, reader: StreamReader, lastId: number | null): Promise<Readable> {
    await numberNews(this.#database)
    if (!this.#hasBegun) await this.#toNewest()
    else await this.#readNew()
    const to = this.#position
    const from = lastId ?? to
    const isWhole = from <= to && (await this.#isKept(from))
    const frames = isWhole ? [heartbeatOf(from)] : [resetOf(to)]
    for (let at = isWhole ? from : to; at < to; ) {
      const events = await eventsAfter(this.#database.db, at)
      const frame = frameOf(events, reader.nouns(person), person.id)
      if (frame !== null) frames.push(frame)
      at = events.at(-1)?.id ?? to
    }
    return Readable.from([frames.join('')])
  }

  #beatOnce(): void {
    this.#round += 1
    for (const one of this.#open) {
      if (one.isLive) one.stream.push(heartbeatOf(one.position))
      if (one.round === this.#round % roundsOfCheck) this.#check(one)
    }
  }

  /** Looks soon whether the session and the role of a stream are still the same; one after the other, as there may be many. */
  #check(one: Open): void {
    this.#unchecked.add(one)
    this.#checking ??= this.#checkAll()
  }

  async #checkAll(): Promise<void> {
    for (const one of this.#unchecked) {
      this.#unchecked.delete(one)
      await this.#checkOne(one)
    }
    this.#checking = null
  }

  /** Ends a stream whose session has ended, and follows a role that has changed. */
  async #checkOne(one: Open): Promise<void> {
    const person = await this.#reidentify?.(this.#database.db, one.person).catch(() => one.person)
    if (!this.#open.has(one)) return
    if (!person) {
      this.#open.delete(one)
      one.stream.push(null)
      return
    }
    one.person = person
    one.key = keyOf(one.reader.nouns(person))
    if (one.isHeld) await this.#catchUp(one).catch((error: unknown) => one.stream.destroy(error as Error))
  }
}

/** Whether these events may have ended the session of this person or changed their role. */
function mayChange({ id }: Person, events: readonly StreamEvent[]): boolean {
  return events.some(({ noun, person_id }) => noun === 'role' || (noun === 'person' && person_id === id))
}
