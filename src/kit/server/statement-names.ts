/**
 * How statements are sent: planned once for each connection (`named`), planned each time (`unnamed`), or planned once
 * unless a pooler is found on the way (`auto`). Poolers keep named statements only in newer versions (PgBouncer 1.21).
 */
export const statementModes = ['auto', 'named', 'unnamed'] as const
export type StatementMode = (typeof statementModes)[number]

/** Each named statement keeps its plan in every connection that used it, some 50 to 200 kB. */
const mostNames = 300
/** Texts that were sent once. Most of what is sent once is never sent again, such as rows of a bulk insert. */
const mostSeen = 3_000
const longest = 20_000
const mostValues = 100
/** What these find depends on the value: a plan for all values reads a whole table for a rare word. */
const dependsOnValue = /\blike\b|@@|<->|%>/i
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
  #seen = new Set<string>()
  #epoch = 0
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
    if (text.length > longest || values.length > mostValues || this.#names.size >= mostNames) return null
    if (dependsOnValue.test(text)) return null
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.add(text)
      return null
    }
    this.#seen.delete(text)
    const name = `m${this.#epoch}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /**
   * True if the error says that a named statement is no longer good: the columns of a table changed (a migration while
   * this process runs), or the connection was reset. Every statement then gets another name, so every connection plans
   * it again. Statements that are unknown again and again mean a pooler that does not keep them: all are unnamed then.
   */
  forgets(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const isStale = code === '0A000' && /cached plan/.test((error as Error).message)
    if (!isStale && code !== '26000') return false
    if (!isStale) this.#forgotten += 1
    if (this.#forgotten >= mostForgotten) this.#isOn = false
    this.#epoch += 1
    this.#names.clear()
    return true
  }
}
