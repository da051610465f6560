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
 * statement, or at the end of the transaction, before the commit. Outside of a transaction it is sent at once.
 */
export async function sendWithNext(db: Database, statement: Compilable | RawBuilder<unknown>): Promise<void> {
  const query = statement.compile(db)
  withNext.add(query)
  await db.executeQuery(query)
}

/** A statement that is sent just before another one, and its answer, as soon as both are there. */
interface Companion {
  query: CompiledQuery
  answer: QueryResult<unknown>
}
const companions = new WeakMap<CompiledQuery, Companion>()

/** The rows of two statements that do not need each other's answers, in one round trip on one connection. */
export async function readTogether<A, B>(
  db: Database,
  first: RawBuilder<A>,
  second: RawBuilder<B>,
): Promise<[A[], B[]]> {
  const companion: Companion = { query: first.compile(db), answer: nothing }
  const query = second.compile(db)
  companions.set(query, companion)
  const { rows } = await db.executeQuery(query)
  return [companion.answer.rows as A[], rows]
}

interface JoiningConfig extends PostgresDialectConfig {
  /** False behind a pooler: one that refuses the begin and keeps the connection would run what follows by itself. */
  joins: () => boolean
}

/** PostgreSQL, where the begin of a transaction and what was given to `sendWithNext` take no round trip of their own. */
export class JoiningDialect extends PostgresDialect {
  readonly #config: JoiningConfig

  constructor(config: JoiningConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new JoiningDriver(this.#config)
  }
}

class JoiningDriver extends PostgresDriver {
  readonly #joins: () => boolean

  constructor({ joins, ...config }: JoiningConfig) {
    super(config)
    this.#joins = joins
  }

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const inner = (await super.acquireConnection(options)) as PostgresConnection
    return new JoiningConnection(inner, this.#joins())
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection(own(connection).inner)
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    await own(connection).begin(CompiledQuery.raw(`begin${level}${accessMode ? ` ${accessMode}` : ''}`))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { inner } = own(connection)
    if (await own(connection).sendRest()) await super.commitTransaction(inner)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { inner, hasBegun } = own(connection)
    if (hasBegun) await super.rollbackTransaction(inner)
  }
}

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]
const own = (connection: DatabaseConnection) => connection as JoiningConnection

class JoiningConnection implements DatabaseConnection {
  readonly inner: PostgresConnection
  readonly #joins: boolean
  /** What is sent with the next statement: the begin first. Null outside of a transaction. */
  #waiting: CompiledQuery[] | null = null
  /** Whether the database has been told of the transaction. */
  hasBegun = false

  constructor(inner: PostgresConnection, joins: boolean) {
    this.inner = inner
    this.#joins = joins
  }

  async begin(statement: CompiledQuery): Promise<void> {
    this.#waiting = [statement]
    this.hasBegun = false
    if (!this.#joins) await this.sendRest()
  }

  /**
   * Sends what waits, and is told how it ended before a commit is sent: a commit that is on its way could be stored after
   * the caller was told that it was not. False if the database has not been asked anything at all.
   */
  async sendRest(): Promise<boolean> {
    const isAsked = this.hasBegun || !this.#joins || (this.#waiting?.length ?? 0) > 1
    const waiting = this.#takeWaiting()
    if (isAsked && waiting.length > 0) await this.#executeAll(waiting)
    return isAsked
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#joins && this.#waiting && withNext.has(query) && this.#waiting.length < mostWaiting) {
      this.#waiting.push(query)
      return nothing
    }
    const companion = companions.get(query)
    if (companion && !this.#joins) companion.answer = await this.inner.executeQuery(companion.query)
    const isJoined = companion && this.#joins
    const before = isJoined ? [...this.#takeWaiting(), companion.query] : this.#takeWaiting()
    if (before.length === 0) return this.inner.executeQuery<R>(query)
    const answers = await this.#executeAll<R>([...before, query])
    if (isJoined) companion.answer = answers.at(-2) ?? nothing
    return answers.at(-1) ?? nothing
  }

  #takeWaiting(): CompiledQuery[] {
    const waiting = this.#waiting ?? []
    if (this.#waiting) this.#waiting = []
    return waiting
  }

  /** All are sent before the first is answered. After one that failed, the database refuses the others of a transaction. */
  async #executeAll<R>(queries: readonly CompiledQuery[]): Promise<QueryResult<R>[]> {
    if (this.#waiting) this.hasBegun = true
    const ends = await Promise.allSettled(queries.map((query) => this.inner.executeQuery<R>(query)))
    return ends.map((end, index) => {
      if (end.status === 'fulfilled') return end.value
      // The stack leads to the statement that was waited for, which may be another one. Values are not part of the text.
      throw Object.assign(end.reason, { statement: queries[index]?.sql.slice(0, 500) })
    })
  }

  streamQuery(): never {
    throw new Error('rows are read in pages, and not by a cursor')
  }
}
