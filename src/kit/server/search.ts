import { type RawBuilder, sql } from 'kysely'
import { mayHaveTypo, searchCode, searchDigits, searchWords, typosOf } from '../contract/search-words.ts'
import type { Database } from './database.ts'
import type { Job } from './jobs.ts'
import type { Search } from './list-source.ts'
import { contains, escapeLike } from './matching.ts'
import { type TableOf, table } from './table.ts'

const searchWordsTable = table('search_words', { kind: 'text', word: 'text' })
const searchWordsLeftTable = table('search_words_left', { kind: 'text', word: 'text' })

declare module './database.ts' {
  interface Tables {
    search_words: TableOf<typeof searchWordsTable>
    search_words_left: TableOf<typeof searchWordsLeftTable>
  }
}

/** The columns of a table that a noun is searched by: the folded text of each record, and its numbers without signs. */
export const searchColumns = { id: 'uuid', text: 'text', codes: '_text' } as const

/**
 * The search for what was typed in a table of `searchColumns`; `column` holds the id of the record. Ids that another index
 * knows by the same number, for example by the hash of a sealed one, come from the query `also`.
 */
export function searchOf(
  q: string,
  { table, column, also = null }: { table: string; column: string; also?: RawBuilder<unknown> | null },
): Search {
  const ids = (condition: RawBuilder<unknown>) =>
    sql`select s.id from ${sql.table(table)} s where ${condition}`
  const among = (query: RawBuilder<unknown>) => sql`${sql.ref(column)} in (${query})`
  const words = searchWords(q)
  const all = allWords(words, q, [])
  const codes = codesOf(q)
  const isCode = sql`s.codes && ${codes}::text[]`
  const numbers = [...(codes.length > 0 ? [ids(isCode)] : []), ...(also ? [also] : [])]
  // What has the number as it was typed comes before what has it as the end of a phone number.
  const exact = codes.map((code, at) => {
    const same = ids(sql`s.codes && ${[code]}::text[]`)
    return among(at === 0 && also ? sql`${same} union all ${also}` : same)
  })
  return {
    column,
    exact,
    // The index of codes is asked by itself: the planner takes a thousandth of all rows for what has a number.
    ids: (most) =>
      sql`(${ids(all)} limit ${most})${sql.join(
        numbers.map((query) => sql` union ${query}`),
        sql``,
      )}`,
    found: among(
      sql`${ids(codes.length > 0 ? sql`(${all} or ${isCode})` : all)}${also ? sql` union all ${also}` : sql``}`,
    ),
    near: async (db) => {
      const typos = await knownTypos(db, table, words)
      if (typos.length === 0) return null
      const query = ids(allWords(words, q, typos))
      return { ids: (most) => sql`${query} limit ${most}`, found: among(query) }
    },
  }
}

/** The ids of the records of a search table with all words of the text, as a query; all of them for a text without words. */
export function idsWith(table: string, text: string): RawBuilder<unknown> {
  const words = searchWords(text)
  return sql`(select s.id from ${sql.table(table)} s where ${words.length > 0 ? allWords(words, text, []) : sql`true`})`
}

/** What may be one of a record's numbers: a text with digits or an e-mail address, in the forms in which it is kept. */
function codesOf(q: string): string[] {
  if (!/[\d@]/.test(searchWords(q).join(''))) return []
  const digits = searchDigits(q)
  return [...new Set([searchCode(q), ...(digits === null ? [] : [digits])])]
}

function allWords(
  words: readonly string[],
  q: string,
  typos: readonly { word: string; known: string[] }[],
): RawBuilder<unknown> {
  if (words.length === 0) return sql`false`
  const has = words.map((word, at) => {
    const known = typos.find((one) => one.word === word)?.known ?? []
    return anyForm([...formsOf(words, at), ...known.map((form) => contains('s.text', form))])
  })
  const condition = sql`(${sql.join(has, sql` and `)})`
  const digits = searchDigits(q)
  if (digits === null || (words.length === 1 && words[0] === digits)) return condition
  // A phone number is kept with a 0 before its national digits too, and no other number is meant where these were cut out.
  const isCut = digits !== searchCode(q)
  return anyForm([condition, contains('s.text', isCut ? `0${digits}` : digits)])
}

/**
 * A word of three letters and more is found anywhere in the text. A shorter one is the beginning of a word, because the
 * index holds three letters and more; or it is joined to the words beside it, as in "wash n wear" of "wash-n-wear". Before
 * further words it may also be the end of the word before the next one, as in "e pott" of "blue pottery".
 */
function formsOf(words: readonly string[], at: number): RawBuilder<unknown>[] {
  const [before = '', word = '', after = ''] = [words[at - 1], words[at], words[at + 1]]
  if (word.length >= 3) return [contains('s.text', word)]
  // One letter tells the index little beside a longer word, and its list is long.
  const isTold = word.length === 1 && words.some((other) => other.length >= 3)
  const joined = [before && before + word, after && word + after].filter((text) => text !== '')
  const phrase = `${word} ${after}`
  return [
    isTold ? sql`strpos(s.text, ${` ${word}`}) > 0` : begins(word),
    ...joined.map((text) => (text.length >= 3 ? contains('s.text', text) : begins(text))),
    ...(at === 0 && after && phrase.length >= 4 ? [contains('s.text', phrase)] : []),
  ]
}

const begins = (word: string) => sql`s.text like ${`% ${escapeLike(word)}%`}`

function anyForm(forms: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return forms.length === 1 && forms[0] ? forms[0] : sql`(${sql.join(forms, sql` or `)})`
}

/** The words that are known of these records and differ from a word of the search by one typo. */
async function knownTypos(
  db: Database,
  kind: string,
  words: readonly string[],
): Promise<{ word: string; known: string[] }[]> {
  const asked = [...new Set(words)].filter(mayHaveTypo).slice(0, mostWithTypo)
  if (asked.length === 0) return []
  const typos = asked.map((word) => ({ word, typos: typosOf(word) }))
  const all = [...new Set(typos.flatMap((one) => [...one.typos]))]
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_words where word collate "C" = any(${all}::text[]) and kind = ${kind} order by word`.execute(
    db,
  )
  return typos
    .map(({ word, typos }) => ({
      word,
      known: rows.flatMap((row) => (typos.has(row.word) ? [row.word] : [])).slice(0, mostForms),
    }))
    .filter(({ known }) => known.length > 0)
}

/** The words of a search that are looked up with typos, and the forms that are tried for each. */
const [mostWithTypo, mostForms] = [6, 8]

/** Forgets words that a record has lost and no other has, within a minute: a change would wait for a plan for each of them. */
export const forgetSearchWords: Job = {
  name: 'forget-search-words',
  everySeconds: 60,
  run: async ({ db }) => {
    const most = 500
    const { rows } = await sql<{ n: number }>`select forget_words_left(${most}) as n`.execute(db)
    return (rows[0]?.n ?? 0) >= most ? 'again' : undefined
  },
}

/**
 * Brings search tables up to their sources each night and forgets words that no record has any more. A difference means
 * that a name changed in the moment in which a record was given to it. `source` is the view of what the table holds.
 */
export function checkSearch(tables: readonly string[]): Job {
  return {
    name: 'check-search',
    cron: '40 4 * * *',
    run: async ({ db }, log) => {
      for (const name of tables) {
        const { rows } = await sql<{ n: number }>`select check_search(${name}) as n`.execute(db)
        if (rows[0]?.n)
          log.warn(
            { table: name, rows: rows[0].n },
            'search texts differed from their records and were corrected',
          )
      }
    },
  }
}
