import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { lockDirectory } from './directory-lock.ts'
import type { EngineMemory, FromWorker, ToWorker, WorkerData } from './embedded-worker.ts'

/** PGlite behind PostgreSQL's wire protocol, so that one driver and one dialect serve both engines. */
export interface EmbeddedDatabase {
  /** pg's `stream` option: a new connection for each client of a pool. */
  stream: () => Duplex
  /** A gzip'd archive of the data directory, for templates and backups. */
  dump(): Promise<Uint8Array>
  /** The memory of this process that the engine uses. */
  measure(): Promise<EngineMemory>
  /** Runs a checkpoint, closes the engine, and releases the lock. */
  close(): Promise<void>
  /**
   * Resolves with the reason when the engine has ended unexpectedly. A second engine cannot be opened beside the
   * remains of the first.
   */
  lost: Promise<Error>
  /** True when every commit is flushed to the disk before it is acknowledged. */
  isDurable: boolean
  /** False in memory, where no data outlives the process. */
  isOnDisk: boolean
}

export interface EmbeddedOptions {
  /** Null means in memory, for tests. */
  directory: string | null
  /** An archive that fills a new directory. */
  template?: Uint8Array
}

/** Opens the engine in a worker thread. Throws DirectoryLocked when another process uses the directory. */
export async function openEmbedded({ directory, template }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const lock = directory === null ? null : lockDirectory(directory)
  // The lock file must not be inside the directory that initdb requires to be empty.
  const worker = new EngineWorker({
    directory: directory && `${directory}/pgdata`,
    template: template ?? null,
  })
  try {
    const isDurable = await worker.ready
    const backend = new Backend(worker)
    return {
      stream: () => new EmbeddedConnection(backend),
      dump: () => backend.alone(() => worker.call({ kind: 'dump' })),
      measure: () => worker.measure(),
      lost: worker.lost,
      close: async () => {
        worker.expectEnd()
        await backend.alone(() => worker.call({ kind: 'close' })).catch(() => {})
        await worker.end()
        lock?.release()
      },
      isDurable,
      isOnDisk: directory !== null,
    }
  } catch (error) {
    await worker.end()
    lock?.release()
    throw error
  }
}

type Request = { kind: 'execute'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'dump' } | { kind: 'close' }

interface Waiting {
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** The worker thread and the calls that wait for it. */
class EngineWorker {
  readonly ready: Promise<boolean>
  readonly lost: Promise<Error>
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  #ended: Error | null = null
  #isEndExpected = false

  constructor(data: WorkerData) {
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: data })
    const { promise, resolve: lose } = Promise.withResolvers<Error>()
    this.lost = promise
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve(message.isDurable)
        else if (message.kind === 'failed') reject(new Error(message.message))
        else this.#settle(message)
      })
      const fail = (error: Error) => {
        reject(error)
        this.#fail(error)
        if (!this.#isEndExpected) lose(error)
      }
      this.#worker.on('error', fail)
      this.#worker.on('exit', (code) => fail(new Error(`the embedded engine ended with ${code}`)))
    })
  }

  call(request: Request): Promise<Uint8Array<ArrayBuffer>> {
    return this.#ask(request)
  }

  /** The worker answers between two statements, so the call does not wait for the client that holds the engine. */
  measure(): Promise<EngineMemory> {
    return this.#ask({ kind: 'measure' })
  }

  #ask<T>(request: Request | { kind: 'measure' }): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended)
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      // The bytes are transferred, not copied, because this thread does not read the request again.
      const handed = 'bytes' in request ? [request.bytes.buffer] : []
      this.#worker.postMessage({ ...request, call } satisfies ToWorker, handed)
    })
  }

  /** After this call, the end of the thread is not a loss: the engine may end the thread when it closes. */
  expectEnd(): void {
    this.#isEndExpected = true
  }

  async end(): Promise<void> {
    this.expectEnd()
    await this.#worker.terminate()
  }

  #settle(message: Extract<FromWorker, { call: number }>): void {
    const waiting = this.#waiting.get(message.call)
    this.#waiting.delete(message.call)
    if (message.kind === 'answer') waiting?.resolve(message.bytes as never)
    else if (message.kind === 'measured') waiting?.resolve(message.memory as never)
    else waiting?.reject(new Error(message.message))
  }

  #fail(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

/**
 * The single backend. A connection holds the backend from its first statement until the backend reports that it is
 * idle.
 */
class Backend {
  /** The named statements that the backend knows, whichever client sent them: a name means the same text for all. */
  readonly statements = new Set<string>()
  readonly #worker: EngineWorker
  readonly #queue: (() => void)[] = []
  #isHeld = false

  constructor(worker: EngineWorker) {
    this.#worker = worker
  }

  acquire(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true
      return Promise.resolve()
    }
    return new Promise((resolve) => this.#queue.push(resolve))
  }

  release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#isHeld = false
  }

  execute(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    return this.#worker.call({ kind: 'execute', bytes })
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }
}

const code = (letter: string) => letter.charCodeAt(0)
/** Frontend messages that the backend answers: Query, Sync, Flush. Earlier messages are collected until then. */
const answered = new Set([code('Q'), code('S'), code('H')])
const terminate = code('X')
const sslRequest = 80_877_103
const gssRequest = 80_877_104

/** The socket that a client sees. It collects whole messages, waits for the backend, and returns the answer. */
class EmbeddedConnection extends Duplex {
  readonly #backend: Backend
  #received: Buffer = Buffer.alloc(0)
  #batch: Buffer[] = []
  #hasStarted = false
  #isHolding = false
  #work: Promise<void> = Promise.resolve()

  constructor(backend: Backend) {
    super({ decodeStrings: true })
    this.#backend = backend
  }

  // Methods that pg expects of a socket in addition to those of a stream.
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    // Chunks are processed in sequence: a message may wait for the backend while the next chunk arrives.
    this.#work = this.#work.then(() => this.#takeMessages())
    this.#work.then(
      () => done(),
      (error: Error) => done(error),
    )
  }

  override _final(done: (error?: Error | null) => void): void {
    void this.#leave().then(() => {
      this.push(null)
      done()
    })
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#leave().then(() => done(error))
  }

  async #takeMessages(): Promise<void> {
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) {
      const kind = message[0] ?? 0
      if (kind === terminate) {
        await this.#leaveHeld()
        this.push(null)
        return
      }
      this.#batch.push(message)
      if (answered.has(kind)) await this.#run()
    }
  }

  /**
   * The next whole message, or null if it has not fully arrived. The first message of a connection has no type letter.
   */
  #nextMessage(): Buffer | null {
    const at = this.#hasStarted ? 1 : 0
    if (this.#received.length < at + 4) return null
    const length = at + this.#received.readInt32BE(at)
    if (this.#received.length < length) return null
    const message = this.#received.subarray(0, length)
    this.#received = this.#received.subarray(length)
    if (this.#hasStarted) return message
    const version = message.readInt32BE(4)
    if (version === sslRequest || version === gssRequest) {
      this.push(Buffer.from('N'))
      return this.#nextMessage()
    }
    this.#hasStarted = true
    this.push(greeting)
    return this.#nextMessage()
  }

  async #run(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    if (!this.#isHolding) {
      await this.#backend.acquire()
      this.#isHolding = true
    }
    if (this.destroyed) return this.#leaveHeld()
    const { statements } = this.#backend
    const sent = batch.filter((message) => !statements.has(statementOf(message) ?? ''))
    const bytes = Buffer.concat(sent)
    const { buffer } = await this.#backend.execute(new Uint8Array(bytes))
    const answer = Buffer.from(buffer)
    const parsed = sent.filter((message) => message[0] === code('P')).slice(0, parsedIn(answer))
    for (const name of parsed.map(statementOf)) if (name) statements.add(name)
    if (transactionStatus(answer) === 'I') {
      this.#isHolding = false
      this.#backend.release()
    }
    this.push(answer)
  }

  /** A client that disconnects in a transaction is rolled back before the next client gets the backend. */
  async #leave(): Promise<void> {
    await this.#work.catch(() => {})
    await this.#leaveHeld()
  }

  async #leaveHeld(): Promise<void> {
    if (!this.#isHolding) return
    this.#isHolding = false
    await this.#backend.execute(new Uint8Array(rollback)).catch(() => {})
    this.#backend.release()
  }
}

/** The name of the statement that a message parses; null for other messages and for a statement without a name. */
function statementOf(message: Buffer): string | null {
  if (message[0] !== code('P')) return null
  return message.toString('latin1', 5, message.indexOf(0, 5)) || null
}

/** How many statements the backend has parsed, as its answer says. */
function parsedIn(answer: Buffer): number {
  let count = 0
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === code('1')) count += 1
  }
  return count
}

/** The status of the last ReadyForQuery ('I' idle, 'T' in a transaction, 'E' in a failed one). */
function transactionStatus(answer: Buffer): string {
  // ReadyForQuery is always the last message of an answer: Z, the length 5, the status.
  const at = answer.length - 6
  const isReady = at >= 0 && answer[at] === code('Z') && answer.readInt32BE(at + 1) === 5
  return isReady ? String.fromCharCode(answer[at + 5] ?? 0) : 'T'
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const parameter = (name: string, value: string) => message('S', Buffer.from(`${name}\0${value}\0`))
const rollback = message('Q', Buffer.from('rollback\0'))

/** The backend starts once for all clients, so each client receives the greeting that a fresh backend would send. */
const greeting = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  parameter('server_version', '18.0'),
  parameter('server_encoding', 'UTF8'),
  parameter('client_encoding', 'UTF8'),
  parameter('DateStyle', 'ISO, MDY'),
  parameter('integer_datetimes', 'on'),
  parameter('standard_conforming_strings', 'on'),
  parameter('TimeZone', 'UTC'),
  message('Z', Buffer.from('I')),
])
