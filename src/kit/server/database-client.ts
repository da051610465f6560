import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What a pool hands to each of its clients, with a member of our own. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  /** How long a statement may take, in milliseconds; without a limit where it is 0 or absent. */
  statementMs?: number
}

/** A statement that was not answered in time: the server hangs, or the way to it does. */
export class StatementTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * A client whose loss never ends the process, and which ends its connection when a statement is not answered in time.
 *
 * node-postgres tells of a lost connection by an `error` event, and Node ends a process that has no listener for it.
 * A pool listens to its idle clients only: one that is lost between two statements of a transaction had nobody. Its own
 * limit (`query_timeout`) keeps the connection, and what is asked next waits behind the statement that still runs.
 */
export class DatabaseClient extends pg.Client {
  readonly #statementMs: number

  constructor(config?: string | DatabaseClientConfig) {
    super(config)
    this.#statementMs = typeof config === 'object' ? (config.statementMs ?? 0) : 0
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: node-postgres declares nine forms of it, and all pass through
  override query(...given: any[]): any {
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

  /** The answer ends the wait. Without one the connection ends, and with it the transaction: it can never commit later. */
  #expectAnswer(): () => void {
    let isAnswered = false
    const giveUp = () => {
      if (isAnswered) return
      const { connection } = this as unknown as { connection: { stream: Duplex } }
      connection.stream.destroy(new StatementTooLong(`a statement took longer than ${this.#statementMs} ms`))
    }
    // After a pause of the whole process its timers come before the answers that have arrived meanwhile: those go first.
    const timer = setTimeout(() => setImmediate(giveUp), this.#statementMs)
    return () => {
      isAnswered = true
      clearTimeout(timer)
    }
  }
}

/**
 * A pool that knocks with one connection at a time while its server is away. Ten of them every second would wait at the
 * door of a server that hangs, and keep it from answering when it is back.
 */
export class DatabasePool extends pg.Pool {
  #isAway = false
  #knocking: Promise<pg.PoolClient> | null = null

  // biome-ignore lint/suspicious/noExplicitAny: the form with a callback is the pool's own, for its `query`
  override connect(...given: any[]): any {
    const pass = super.connect as (...passed: unknown[]) => unknown
    if (given.length > 0) return pass.apply(this, given)
    const attempt = () => this.#notice(pass.apply(this) as Promise<pg.PoolClient>)
    if (!this.#isAway) return attempt()
    if (this.#knocking) return this.#knocking.then(attempt)
    this.#knocking = attempt().finally(() => {
      this.#knocking = null
    })
    return this.#knocking
  }

  async #notice(connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    try {
      const client = await connecting
      this.#isAway = false
      return client
    } catch (error) {
      // The wait for one of the pool's own connections says nothing of the server.
      const isBusy = error instanceof Error && error.message.startsWith('timeout exceeded')
      if (!isBusy) this.#isAway = true
      throw error
    }
  }
}
