import {
  type AbortableOperationOptions,
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type RawBuilder,
  type TransactionSettings,
} from 'kysely'
import type { Database } from './database.ts'

/** So many statements wait for the next one at most: what is bound to be sent anyway is not kept in memory. */
const mostWaiting = 20
const withNext = new WeakSet<CompiledQuery>()
const nothing: QueryResult<never> = { rows: [] }

/**
 * Sends a statement of a transaction together with the next one, without waiting for its answer, which nobody reads. The
 * database runs both in their order, and one round trip is enough for both. What goes wrong with it is thrown by that next
 * statement, or by the commit. Outside of a transaction it is sent at once.
 */
export async function sendWithNext(db: Database, statement: Compilable | RawBuilder<unknown>): Promise<void> {
  const query = statement.compile(db)
  withNext.add(query)
  await db.executeQuery(query)
}

/** PostgreSQL, where the begin of a transaction and what was given to `sendWithNext` take no round trip of their own. */
export class JoiningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new JoiningDriver(this.#config)
  }
}

class JoiningDriver extends PostgresDriver {
  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    return new JoiningConnection((await super.acquireConnection(options)) as PostgresConnection)
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection(own(connection).inner)
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    own(connection).begin(CompiledQuery.raw(`begin${level}${accessMode ? ` ${accessMode}` : ''}`))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).end((joined) => super.commitTransaction(joined))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    own(connection).forget()
    await own(connection).end(({ inner }) => super.rollbackTransaction(inner))
  }
}

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]
const own = (connection: DatabaseConnection) => connection as JoiningConnection

class JoiningConnection implements DatabaseConnection {
  readonly inner: PostgresConnection
  #waiting: CompiledQuery[] = []
  #state: 'none' | 'wanted' | 'begun' = 'none'

  constructor(inner: PostgresConnection) {
    this.inner = inner
  }

  begin(statement: CompiledQuery): void {
    this.#state = 'wanted'
    this.#waiting = [statement]
  }

  /** Ends the transaction, if it has reached the database at all. */
  async end(how: (connection: this) => Promise<void>): Promise<void> {
    const isWorth = this.#state === 'begun' || this.#waiting.length > 1
    if (isWorth) await how(this)
    this.#waiting = []
    this.#state = 'none'
  }

  forget(): void {
    this.#waiting = []
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#state !== 'none' && withNext.has(query) && this.#waiting.length < mostWaiting) {
      this.#waiting.push(query)
      return nothing
    }
    if (this.#waiting.length === 0) return this.inner.executeQuery<R>(query)
    return this.#executeAfterWaiting(query)
  }

  async #executeAfterWaiting<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const before = this.#waiting
    this.#waiting = []
    this.#state = 'begun'
    // All are sent before the first is answered. After one that failed, the database refuses the others.
    const earlier = before.map((each) => this.inner.executeQuery(each))
    const [answer, ...others] = await Promise.allSettled([this.inner.executeQuery<R>(query), ...earlier])
    const failed = [...others, answer].find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    return (answer as PromiseFulfilledResult<QueryResult<R>>).value
  }

  streamQuery(): never {
    throw new Error('rows are read in pages, and not by a cursor')
  }
}
