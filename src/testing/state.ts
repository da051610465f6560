import { expect } from 'vitest'
import type { Answer, TestApp } from './app.ts'

/** What a call may write although it was refused: when its session was used, and how often somebody guessed. */
const writtenByRefusals = ['sessions', 'sign_in_throttles']

/**
 * Everything that a call could change, as one text: what was denied has left it as it was. It names which versions of rows
 * there are (their place and the transaction that wrote them) and reads none of their columns. So it notices every write that
 * was committed, in every table of the schema, also one that stored the values that were there; and none that was rolled back.
 */
export async function stateOf(app: TestApp): Promise<string> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1) order by relname`,
    [writtenByRefusals],
  )
  const versions = tables.map(
    ({ name }) =>
      `(select concat_ws(' ', '${name}', count(*), sum(hashtextextended(ctid::text || xmin::text, 0))) from "${name}")`,
  )
  const text = `select array_to_string(array[${versions.join(', ')}], ', ') as state`
  // To plan it takes longer than to run it. The connections of the embedded engine share what is prepared.
  const name = app.database.engine === 'server' ? { name: `state of ${tables.length} tables` } : {}
  const { rows } = await app.database.pool.query({ text, ...name })
  return rows[0].state
}

type Call = () => Promise<Answer>

/** Makes the check that a call answers this status, with these words if given, and leaves everything as it was. */
export function refusing(app: () => TestApp) {
  return async (status: number, ...given: [Call] | [words: RegExp | string, Call]): Promise<Answer> => {
    const [words, call] = given.length === 1 ? [undefined, given[0]] : given
    const before = await stateOf(app())
    const answer = await call()
    const { message } = answer.body
    expect({ status: answer.status, message }).toEqual({
      status,
      message: words instanceof RegExp ? expect.stringMatching(words) : (words ?? message),
    })
    expect(await stateOf(app())).toBe(before)
    return answer
  }
}
