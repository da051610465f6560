import { sql } from 'kysely'
import type { Context } from './context.ts'
import type { Database } from './database.ts'
import type { Job } from './jobs.ts'
import { type TableOf, table } from './table.ts'

const publicVersions = table('public_versions', { name: 'text', version: 'int8=' })

declare module './database.ts' {
  interface Tables {
    public_versions: TableOf<typeof publicVersions>
  }
}

declare module './context.ts' {
  interface Services {
    /** What shoppers read, in the memory of this process: they are many, and the answers change rarely. */
    publicCache: PublicCache
  }
}

/** What was read for an answer. */
interface Made<T> {
  value: T
  /** When it stops being true although nothing is written; null if never. */
  until: Date | null
  /** False for what strangers can ask for without end: unknown names, pages past the end, searches. */
  isKept?: boolean
}

interface Entry {
  names: readonly string[]
  version: string
  until: Date | null
  value: Promise<unknown>
  /** The value once it is made. */
  made: unknown
  /** 0 until it is made. */
  bytes: number
}

const usualBytes = 32 * 1024 * 1024

/**
 * Answers in the memory of one process, each kept as long as the versions of its kinds (`public_versions`) are the same.
 * Versions are looked at by `keepPublicCache` twice a second; a reader looks itself only if that was longer ago than
 * `freshMs`. Of more than `mostBytes`, what was not asked for the longest makes room.
 */
export class PublicCache {
  readonly #freshMs: number
  readonly #mostBytes: number
  /** Whatever is asked for moves to the end. */
  readonly #entries = new Map<string, Entry>()
  /** Where each value is kept, or was. */
  readonly #paths = new WeakMap<object, string>()
  #bytes = 0
  #versions = new Map<string, string>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: { since: number; done: Promise<void> } | null = null
  /** The last of the entries, which goes last. */
  #touched: Entry | null = null
  /** What was looked at before this moment may lack a change of this process. */
  #changedAt = Number.NEGATIVE_INFINITY
  /** Of how many rows the versions were the sum when they were last looked at. */
  changes = 0

  constructor(freshMs = 900, mostBytes = usualBytes) {
    this.#freshMs = freshMs
    this.#mostBytes = mostBytes
  }

  /** About what the kept answers take, with the forms in which they are sent. */
  get bytes(): number {
    return this.#bytes
  }

  /** Reads the present versions: one query over a handful of rows. */
  async look(db: Database): Promise<void> {
    const since = performance.now()
    const { rows } = await sql<{ name: string; version: string; changes: number }>`
      select name, sum(version)::text as version, count(*)::int4 as changes
      from public_versions group by name`.execute(db)
    if (since < this.#lookedAt) return
    this.#versions = new Map(rows.map(({ name, version }) => [name, version]))
    this.#lookedAt = since
    this.changes = rows.reduce((sum, { changes }) => sum + changes, 0)
  }

  /** Says that this process has changed what shoppers read: the next reader looks for itself. */
  lookAgain(): void {
    this.#changedAt = performance.now()
  }

  /**
   * The value under `key`, made by `make` if there is none of the present versions of `kinds`. The same object is answered
   * again and again, so that its bytes are made once. While the database is away, the last value is answered. A
   * transaction always makes its own value.
   */
  async read<T>(
    ctx: Context,
    kinds: string | readonly string[],
    key: string,
    make: () => Promise<Made<T>>,
  ): Promise<T> {
    // It would wait for a reader that waits for its connection, and everybody would be given what it may yet undo.
    if (ctx.db.isTransaction) return (await make()).value
    const names = typeof kinds === 'string' ? [kinds] : kinds
    const path = JSON.stringify([names, key])
    const found = this.#entries.get(path)
    if (!this.#isFresh(this.#lookedAt)) {
      try {
        await this.#lookOnce(ctx.db)
      } catch (error) {
        if (found && isStillTrue(found, ctx.now())) return found.value as Promise<T>
        throw error
      }
    }
    const version = this.#versionOf(names)
    const entry = this.#entries.get(path)
    if (entry && entry.version === version && isStillTrue(entry, ctx.now())) {
      this.#touch(path, entry)
      return entry.value as Promise<T>
    }
    return this.#make(path, names, version, make)
  }

  /**
   * Whether `read` would answer this object again, without a look at the database: it is of the present versions, and these
   * were looked at a moment ago. Asking keeps it from making room, as reading does.
   */
  isPresent(value: object, now: Date): boolean {
    const path = this.#paths.get(value)
    if (path === undefined || !this.#isFresh(this.#lookedAt)) return false
    const entry = this.#entries.get(path)
    if (entry?.made !== value || entry.version !== this.#versionOf(entry.names) || !isStillTrue(entry, now))
      return false
    this.#touch(path, entry)
    return true
  }

  /** Makes it the last to go. What was touched just before is there already: many ask for one answer in a row. */
  #touch(path: string, entry: Entry): void {
    if (this.#touched === entry) return
    this.#touched = entry
    this.#entries.delete(path)
    this.#entries.set(path, entry)
  }

  #versionOf(names: readonly string[]): string {
    return names.length === 1
      ? (this.#versions.get(names[0] as string) ?? '')
      : names.map((name) => this.#versions.get(name) ?? '').join(' ')
  }

  /** Whether a look that began then is still good enough for a reader. */
  #isFresh(since: number): boolean {
    return since >= this.#changedAt && performance.now() - since <= this.#freshMs
  }

  /** Readers that come at once share one look, if it began late enough to be true for all of them. */
  #lookOnce(db: Database): Promise<void> {
    if (this.#looking && this.#isFresh(this.#looking.since)) return this.#looking.done
    const looking = {
      since: performance.now(),
      done: this.look(db).finally(() => {
        if (this.#looking === looking) this.#looking = null
      }),
    }
    this.#looking = looking
    return looking.done
  }

  async #make<T>(
    path: string,
    names: readonly string[],
    version: string,
    make: () => Promise<Made<T>>,
  ): Promise<T> {
    const making = make()
    const value = making.then((made) => made.value)
    const entry: Entry = { names, version, until: null, value, made: undefined, bytes: 0 }
    // The request that asked for it is told of the failure below; readers that came meanwhile have the promise themselves.
    entry.value.catch(() => {})
    const before = this.#entries.get(path)
    this.#put(path, entry)
    try {
      const { value, until, isKept = true } = await making
      entry.until = until
      entry.made = value
      if (typeof value === 'object' && value !== null) this.#paths.set(value, path)
      if (isKept) this.#weigh(path, entry, value)
      else this.#drop(path, entry)
      return value
    } catch (error) {
      if (this.#entries.get(path) === entry) {
        if (before) this.#put(path, before)
        else this.#drop(path, entry)
      }
      throw error
    }
  }

  #put(path: string, entry: Entry): void {
    const before = this.#entries.get(path)
    if (before) this.#drop(path, before)
    this.#entries.set(path, entry)
    this.#touched = entry
    this.#bytes += entry.bytes
  }

  #drop(path: string, entry: Entry): void {
    if (this.#entries.get(path) !== entry) return
    this.#entries.delete(path)
    this.#bytes -= entry.bytes
  }

  /** Counts an entry that is made, and makes room for it. What would take more than half of all room is not kept. */
  #weigh(path: string, entry: Entry, value: unknown): void {
    if (this.#entries.get(path) !== entry) return
    const bytes = entryBytes + path.length + 2 * bytesOf(value)
    if (bytes > this.#mostBytes / 2) {
      this.#drop(path, entry)
      return
    }
    entry.bytes = bytes
    this.#bytes += bytes
    for (const [oldest, other] of this.#entries) {
      if (this.#bytes <= this.#mostBytes) break
      this.#drop(oldest, other)
    }
  }
}

/** What an entry takes besides its value and its path, roughly. */
const entryBytes = 500

/** About what a value takes in memory, and once more as the text that is sent: neither is less. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 16 + Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 8
  const parts = value instanceof Map ? [...value] : Object.entries(value)
  return parts.reduce((sum, [name, part]) => sum + 8 + String(name).length + bytesOf(part), 16)
}

const isStillTrue = ({ until }: Entry, now: Date) => until === null || now < until

/**
 * Declares, in the transaction of a write, that public answers of this kind differ from now on: at once for readers of this
 * process, within a second for those of others. Writers do not wait for each other here: each adds a row, and the version is
 * the sum.
 */
export async function changePublic(ctx: Context, name: string): Promise<void> {
  ctx.onceStored(() => ctx.services.publicCache.lookAgain())
  await ctx.db.insertInto('public_versions').values({ name }).execute()
}

/** From so many rows on, they are added up. */
const foldedFrom = 100

/** Looks twice a second in every instance whether what shoppers read has changed, and adds up the rows that say so. */
export const keepPublicCache: Job = {
  name: 'keep-public-cache',
  everySeconds: 0.5,
  run: async ({ db, services: { publicCache } }) => {
    await publicCache.look(db)
    if (publicCache.changes < foldedFrom) return
    await sql`
      with taken as (
        delete from public_versions where ctid = any(array(select ctid from public_versions for update skip locked))
        returning name, version
      ) insert into public_versions (name, version)
      select name, sum(version)::int8 from taken group by name`.execute(db)
  },
}
