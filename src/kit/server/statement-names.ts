import { createHash } from 'node:crypto'

/**
 * How statements are sent: planned once for each connection (`named`), planned each time (`unnamed`), or planned once
 * unless a pooler is found on the way (`auto`). Poolers keep named statements only in newer versions (PgBouncer 1.21).
 */
export const statementModes = ['auto', 'named', 'unnamed'] as const
export type StatementMode = (typeof statementModes)[number]

/** Each named statement keeps its plan in every connection that used it, some 50 to 200 kB. */
const mostNames = 300
/** So often is a text sent without a name, while none is free, before all names are given again. */
const mostUnnamed = 100
/** Connections keep the plans of names that were given up, so names are not given again without end. */
const mostRounds = 3
/** Texts that have no name yet. Most of what is sent once is never sent again, such as rows of a bulk insert. */
const mostSeen = 3_000
const longest = 20_000
const mostValues = 100
/** What these find depends on the value: a plan for all values reads a whole table for a rare word. */
const dependsOnValue = /\blike\b|@@|<->|%>/i
/** Commands in one text are sent unnamed, as the database prepares one at a time: the job queue does its upkeep so. */
const hasSeveral = (text: string) => /;\s*\S/.test(text.replaceAll(/'(?:[^']|'')*'/g, "''"))
/** These have no plan, and one that is unknown would leave what follows without its transaction. */
const isTransaction = /^(?:begin|start transaction|commit|rollback)\b/i
/** How often the database may say that it does not know a statement, before a pooler is assumed in between. */
const mostForgotten = 3

/**
 * Names for the statements that this process sends again and again. PostgreSQL parses and plans a named statement once
 * for each connection; an unnamed one is planned each time, which takes longer than most of them run.
 */
export class StatementNames {
  readonly #mode: StatementMode
  #isOn: boolean
  #names = new Map<string, string>()
  /** How often a text was sent without a name. */
  #seen = new Map<string, number>()
  #epoch = 0
  #rounds = 0
  #forgotten = 0

  constructor(mode: StatementMode) {
    this.#mode = mode
    this.#isOn = mode !== 'unnamed'
  }

  /** A pooler was found between this process and the database. */
  foundPooler(): void {
    if (this.#mode === 'auto') this.#isOn = false
  }

  /** The name of this statement from its second use; null for a statement that is planned each time. */
  nameOf(text: string, values: readonly unknown[]): string | null {
    if (!this.#isOn) return null
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (text.length > longest || values.length > mostValues || dependsOnValue.test(text)) return null
    if (values.length === 0 && (hasSeveral(text) || isTransaction.test(text))) return null
    const uses = (this.#seen.get(text) ?? 0) + 1
    const isFull = this.#names.size >= mostNames
    if (uses < 2 || (isFull && (uses < mostUnnamed || this.#rounds >= mostRounds))) {
      if (uses === 1 && this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.set(text, uses)
      return null
    }
    // The names went to texts that were merely first. What is sent most often takes them again first.
    if (isFull) {
      this.#rounds += 1
      this.#giveAnew()
    }
    this.#seen.delete(text)
    // Another process may share the connection behind a pooler: the same name means the same text for all.
    const name = `m${this.#epoch}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    this.#names.set(text, name)
    return name
  }

  #giveAnew(): void {
    this.#epoch += 1
    this.#names.clear()
    this.#seen.clear()
  }

  /**
   * True if the error says that a named statement is no longer good: the columns of a table changed (a migration while
   * this process runs), the connection was reset, or another process prepared it on the same connection. Every statement
   * then gets another name, so every connection plans it again. Statements that are unknown again and again mean a pooler that does not keep them: all are unnamed then.
   */
  forgets(error: unknown, name: string): boolean {
    if (!isForgotten(error)) return false
    // Statements that were sent together are forgotten together, which counts once.
    if (!name.startsWith(`m${this.#epoch}_`)) return true
    if ((error as { code?: unknown }).code !== '0A000') this.#forgotten += 1
    if (this.#forgotten >= mostForgotten) this.#isOn = false
    this.#giveAnew()
    return true
  }
}

/**
 * True if the database refuses a named statement as such: its plan is stale (0A000), it is unknown on this connection
 * (26000), or the name is taken there (42P05). Nothing of the transaction was kept, and the same work succeeds again.
 */
export function isForgotten(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code } = error
  return code === '26000' || code === '42P05' || (code === '0A000' && /cached plan/.test(error.message))
}
