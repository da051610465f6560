import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { lockDirectory } from './directory-lock.ts'
import type { EngineMemory, FromWorker, ToWorker, WorkerData } from './embedded-worker.ts'

/** PGlite behind PostgreSQL's own wire protocol, so that the one driver and the one dialect serve both engines. */
export interface EmbeddedDatabase {
  /** pg's `stream` option: a new connection for each client of a pool. */
  stream: () => Duplex
  /** A gzip'd archive of the data directory, for templates and backups. */
  dump(): Promise<Uint8Array>
  /** What the engine takes of the memory of this process. */
  measure(): Promise<EngineMemory>
  /** Checkpoints, closes, and frees the lock. */
  close(): Promise<void>
  /** Resolves with the reason when the engine has ended by itself. It cannot be opened again beside what it left. */
  lost: Promise<Error>
  /** True when every commit is flushed to the disk before it is acknowledged. */
  isDurable: boolean
  /** False in memory, where nothing outlives the process. */
  isOnDisk: boolean
}

export interface EmbeddedOptions {
  /** Null: in memory, for tests. */
  directory: string | null
  /** An archive that fills a directory which is new. */
  template?: Uint8Array
}

/** Opens the engine in a worker thread. Throws DirectoryLocked when another process works on the directory. */
export async function openEmbedded({ directory, template }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const lock = directory === null ? null : lockDirectory(directory)
  // The lock's own file must not lie in the directory that initdb wants empty.
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

  /** Answered between two statements, so that nobody who holds the engine is waited for. */
  measure(): Promise<EngineMemory> {
    return this.#ask({ kind: 'measure' })
  }

  #ask<T>(request: Request | { kind: 'measure' }): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended)
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      // Handed over, not copied: nobody here reads what was asked any more.
      const handed = 'bytes' in request ? [request.bytes.buffer] : []
      this.#worker.postMessage({ ...request, call } satisfies ToWorker, handed)
    })
  }

  /** From here on an end of the thread is no loss: the engine may end it by itself when it is closed. */
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

/** The one backend. A connection holds it from its first statement until the backend says that it is idle. */
class Backend {
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
/** Frontend messages after which the backend answers: Query, Sync, Flush. What comes before them is collected. */
const answered = new Set([code('Q'), code('S'), code('H')])
const terminate = code('X')
const sslRequest = 80_877_103
const gssRequest = 80_877_104

/** What a client sees as its socket: it collects whole messages, waits for the backend, and hands back the answer. */
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

  // What pg asks of a socket beside a stream's own.
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
    // One after the other: a message may wait for the backend while the next one arrives.
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

  /** The next whole message, or null while one is still arriving. The first of a connection has no letter. */
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
    const bytes = Buffer.concat(this.#batch)
    this.#batch = []
    if (!this.#isHolding) {
      await this.#backend.acquire()
      this.#isHolding = true
    }
    if (this.destroyed) return this.#leaveHeld()
    const { buffer } = await this.#backend.execute(new Uint8Array(bytes))
    const answer = Buffer.from(buffer)
    if (transactionStatus(answer) === 'I') {
      this.#isHolding = false
      this.#backend.release()
    }
    this.push(answer)
  }

  /** A client that goes away in a transaction is rolled back before the next one gets the backend. */
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

/** The backend is started once for all clients; each is told what a fresh one would say. */
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
