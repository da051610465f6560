import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { StatementNames } from './statement-names.ts'

/** The configuration that a pool passes to each of its clients, plus our own option. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  /** Timeout of a statement in milliseconds; no timeout if 0 or absent. */
  statementMs?: number
  /** Names for the statements that are planned once; absent behind a pooler. */
  statements?: StatementNames
}

/** A statement timed out because the server, or the network path to it, hangs. */
export class StatementTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * A client whose connection loss never ends the process, and which closes its connection when a statement times out.
 * node-postgres reports a lost connection as an `error` event, and Node ends a process that has no listener for it. A
 * pool listens only to its idle clients, so a client lost between two statements of a transaction has no listener. The
 * timeout of node-postgres (`query_timeout`) keeps the connection open, so the next query would queue behind the
 * statement that is still running.
 */
export class DatabaseClient extends pg.Client {
  readonly #statementMs: number
  readonly #statements: StatementNames | null
  #isInTransaction = false
  #isGathering = false
  #unanswered = 0
  #timer: NodeJS.Timeout | null = null

  constructor(config?: string | DatabaseClientConfig) {
    super(config)
    this.#statementMs = typeof config === 'object' ? (config.statementMs ?? 0) : 0
    this.#statements = typeof config === 'object' ? (config.statements ?? null) : null
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: node-postgres declares nine forms of it, and all pass through
  override query(...given: any[]): any {
    const [text, values] = given
    if (typeof text === 'string') this.#noticeTransaction(text)
    const isPlain = given.length === 2 && typeof text === 'string' && Array.isArray(values)
    const name = isPlain && this.#statements ? this.#statements.nameOf(text, values) : null
    return name === null ? this.#timed(given) : this.#queryNamed({ name, text, values })
  }

  /** The status that the database has told last is not yet that of a begin on its way. */
  #noticeTransaction(text: string): void {
    if (/^(?:begin|start transaction)\b/i.test(text)) this.#isInTransaction = true
    else if (/^(?:commit|rollback|end|abort)\b(?! to\b)/i.test(text)) this.#isInTransaction = false
  }

  /** A statement whose plan is no longer good is sent again without a name, unless its transaction has failed with it. */
  async #queryNamed(statement: { name: string; text: string; values: unknown[] }): Promise<unknown> {
    const isAlone = !this.#isInTransaction && this.getTransactionStatus() === 'I'
    try {
      return await this.#timed([statement])
    } catch (error) {
      if (!this.#statements?.forgets(error, statement.name) || !isAlone) throw error
      return this.#timed([statement.text, statement.values])
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: what the driver takes
  #timed(given: any[]): any {
    this.#gather()
    const pass = super.query as (...passed: unknown[]) => unknown
    if (this.#statementMs === 0) return pass.apply(this, given)
    const answered = this.#expectAnswer()
    const last = given.at(-1)
    if (typeof last === 'function') {
      const told = (...answer: unknown[]) => {
        answered()
        last(...answer)
      }
      return pass.apply(this, [...given.slice(0, -1), told])
    }
    const result = pass.apply(this, given)
    if (result instanceof Promise) result.then(answered, answered)
    else answered()
    return result
  }

  /** What is sent before anything else happens leaves in one piece: each piece wakes the database and costs a system call. */
  #gather(): void {
    if (this.#isGathering) return
    const { stream } = this.#connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /**
   * An answer starts the time of the next statement, if that was sent already. Without an answer the connection ends
   * together with its transaction, which can then never commit late.
   */
  #expectAnswer(): () => void {
    this.#unanswered += 1
    if (this.#unanswered === 1) this.#startTimer()
    let isAnswered = false
    return () => {
      if (isAnswered) return
      isAnswered = true
      this.#unanswered -= 1
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      if (this.#unanswered > 0) this.#startTimer()
    }
  }

  #startTimer(): void {
    const timer = setTimeout(() => setImmediate(giveUp), this.#statementMs)
    // After the whole process was paused, timers run before answers that arrived in the meantime. `setImmediate` lets
    // these answers go first, and they take this timer's place.
    const giveUp = () => {
      if (this.#timer !== timer) return
      this.#connection.stream.destroy(
        new StatementTooLong(`a statement took longer than ${this.#statementMs} ms`),
      )
    }
    this.#timer = timer
  }

  /** False once the connection is lost or was ended. */
  get isOpen(): boolean {
    return !this.#connection.stream.destroyed
  }

  get #connection(): { stream: Duplex } {
    return (this as unknown as { connection: { stream: Duplex } }).connection
  }
}

/** A queue that moves is waited in for so many times the limit of the pool: its server is busy, and not away. */
const mostWaits = 3

/**
 * A pool that tries one connection at a time while its server is away. Ten attempts every second would queue at a hung
 * server and keep it from answering when it recovers.
 */
export class DatabasePool extends pg.Pool {
  #isAway = false
  #knocking: Promise<pg.PoolClient> | null = null
  /** How many connections were given back in good order. */
  #given = 0

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (_error: Error | undefined, client: pg.PoolClient) => {
      if (client instanceof DatabaseClient && client.isOpen) this.#given += 1
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the form with a callback is the pool's own, for its `query`
  override connect(...given: any[]): any {
    const pass = super.connect as (...passed: unknown[]) => unknown
    if (given.length > 0) return pass.apply(this, given)
    const attempt = () => this.#attempt(() => pass.apply(this) as Promise<pg.PoolClient>)
    if (!this.#isAway) return attempt()
    if (this.#knocking) return this.#knocking.then(attempt)
    this.#knocking = attempt().finally(() => {
      this.#knocking = null
    })
    return this.#knocking
  }

  async #attempt(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    for (let waits = 1; ; waits += 1) {
      const before = this.#given
      try {
        const client = await connect()
        this.#isAway = false
        return client
      } catch (error) {
        // A timeout while waiting for a pool connection says nothing about the server.
        const isBusy = error instanceof Error && error.message.startsWith('timeout exceeded')
        if (!isBusy) this.#isAway = true
        if (!isBusy || this.#given === before || waits === mostWaits) throw error
      }
    }
  }
}
