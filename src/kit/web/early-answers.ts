import type { StoredUser } from './stored-user.ts'

/** What a screen asks for first. Without these it works all the same, only later. */
export interface FirstCalls {
  /** The call for the rows of a list with its own query, to which the address adds page, search, sort and filters. */
  rows?: string | undefined
  /** Other calls, with `:id` for the id in the address; without an id there, such a call is left out. */
  calls?: readonly string[]
}

interface EarlyAnswer {
  asker: string
  freshUntil: number
  answer: Promise<Response>
}

/** The script in the document and the product are built apart, so that the answers are handed over by the window. */
const shared = globalThis as { earlyAnswers?: Map<string, EarlyAnswer> }
shared.earlyAnswers ??= new Map()
const answers = shared.earlyAnswers

/** Parameters of an address that are the screen's own and not those of its rows. */
const ownParameters = ['view', 'job']

/** The URLs that a screen asks for first at an address with this query. */
export function firstUrls({ rows, calls = [] }: FirstCalls, search: string): string[] {
  const address = new URLSearchParams(search)
  const urls = calls.flatMap((call) => {
    const id = address.get('id') ?? ''
    return call.includes('/:id') ? (id ? [call.replace(':id', encodeURIComponent(id))] : []) : [call]
  })
  if (rows === undefined) return urls
  const [path, query = ''] = rows.split('?')
  const asked = new URLSearchParams({
    limit: '25',
    page: '1',
    ...Object.fromEntries(new URLSearchParams(query)),
  })
  if (address.has('cursor')) asked.delete('page')
  for (const [name, value] of address) if (!ownParameters.includes(name)) asked.set(name, value)
  return [`${path}?${asked}`, ...urls]
}

/**
 * Asks for an answer before the screen does, which uses it for so many milliseconds. Nothing is sent for an answer that is
 * asked for already and fresh.
 */
export function askEarly(
  url: string,
  user: Pick<StoredUser, 'token'>,
  viewAs: string | null,
  freshForMs: number,
): Promise<Response> {
  const [key, asker] = [keyOf(url), askerOf(user.token, viewAs)]
  const known = answers.get(key)
  if (known?.asker === asker && isFresh(known)) return known.answer
  const headers = { authorization: `Bearer ${user.token}`, ...(viewAs ? { 'x-view-as': viewAs } : {}) }
  const answer = fetch(url, { headers }).then(readWhole)
  // What has failed is asked for again by the screen, which says so.
  answer.catch(() => {
    if (answers.get(key)?.answer === answer) answers.delete(key)
  })
  answers.set(key, { asker, freshUntil: Date.now() + freshForMs, answer })
  return answer
}

/** An answer that nobody takes would keep its connection, if it were not read to its end. */
async function readWhole(answer: Response): Promise<Response> {
  const { status, headers } = answer
  return new Response(await answer.arrayBuffer(), { status, headers })
}

/** Hands over the early answer to this call, once, and only to who asked for it; undefined if there is none. */
export function takeEarly(
  url: string,
  token: string | undefined,
  viewAs: string | null,
): Promise<Response> | undefined {
  const key = keyOf(url)
  const early = answers.get(key)
  answers.delete(key)
  return early && early.asker === askerOf(token, viewAs) && isFresh(early) ? early.answer : undefined
}

/** Forgets all that nobody has taken: what was read before a change would show the state before it. */
export function forgetEarly(): void {
  answers.clear()
}

function isFresh({ freshUntil }: EarlyAnswer): boolean {
  return Date.now() < freshUntil
}

function askerOf(token: string | undefined, viewAs: string | null): string {
  return `${token} ${viewAs}`
}

/** The same call, in whichever order its parameters are written; one that is empty is not sent. */
function keyOf(url: string): string {
  const [path, query = ''] = url.split('?')
  const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
  parameters.sort()
  return `${path}?${parameters}`
}
