import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useRef } from 'react'
import type { Answer, CallerInput, Endpoint } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Problem } from '#kit/contract/refusal.ts'
import { awaitAnswer, isOffline, noteAnswer, noteSilence } from './connection.ts'
import { forgetEarly, takeEarly } from './early-answers.ts'
import type { LiveMeta } from './live-queries.ts'
import { askForProof, settledSoFar } from './proof.ts'
import { readAgain } from './read-again.ts'
import type { ReadOptions } from './read-options.ts'
import { screenAtHand } from './screen-at-hand.ts'
import { useIsStreamUp } from './stream-state.ts'
import { texts } from './texts.ts'

/** The server refused the call; `problem` holds its message for the user. */
export class ApiRefusal extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
  get status(): number {
    return this.problem.status
  }
}

/** The server did not answer. */
class NetworkFailure extends Error {}

/** The change was not sent, because the device is offline: nothing has happened. */
export class NotSent extends Error {}

/** The result of a call, by the layout of its answer. */
export type Result<E extends Endpoint> = E['layout'] extends 'page' | 'nested'
  ? Page<Answer<E>>
  : E['layout'] extends 'bytes' | 'csv'
    ? Blob
    : E['layout'] extends 'none'
      ? null
      : Answer<E>

/** The input of a call: its fields, and the file if the endpoint accepts one. */
export type Sent<E extends Endpoint> = CallerInput<E> &
  (E['upload'] extends { maxBytes: number } ? { file: Blob } : unknown)

export interface CallOptions {
  signal?: AbortSignal
  /** The version that was read, for changes that require it. */
  ifMatch?: number
  /** Receives the share of the upload that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  /**
   * False for calls in the background: a refusal is thrown, and the user is not asked to sign in or to prove their
   * identity.
   */
  asks?: boolean
  /** True if the answer may have been asked for before the screen was there (`early-answers.ts`). */
  mayBeEarly?: boolean
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options?: CallOptions,
) => Promise<Result<E>>

/** Provides the token that signs the calls, and handles a token that is no longer valid. */
export interface Credentials {
  current(): { id: string; token: string } | null
  onUnauthenticated(): void
  /** The role that the user is viewing the product as; null without a role. */
  viewedRole(): string | null
}

interface Client {
  call: Call
  /** Path prefixes of the endpoints that combine data of several nouns. They are refetched after every command. */
  overviews: readonly string[]
}

const ClientContext = createContext<Client | null>(null)

export function ClientProvider({ children, ...client }: Client & { children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>
}

function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('a ClientProvider is missing above')
  return client
}

const failedCallCountsMs = 5 * 60_000
let lastCall = { id: '', failedAt: 0 }

/**
 * The request id that a report of a problem names: of the last call that was refused or failed in the last five minutes,
 * or else of the last call. Empty before the first.
 */
export function lastRequestId(): string {
  return lastCall.id
}

function noteCall(response: Response): Response {
  noteAnswer(response)
  const id = response.headers.get('x-request-id') ?? ''
  const isRecent = Date.now() - lastCall.failedAt < failedCallCountsMs
  if (id && (!response.ok || !isRecent)) lastCall = { id, failedAt: response.ok ? 0 : Date.now() }
  return response
}

/** The plain call, for requests that are neither a query nor a mutation (a file, a reveal). */
export function useCall(): Call {
  return useClient().call
}

/**
 * Calls endpoints by their contract alone, without code per endpoint. If a call is refused because the session has
 * expired during work, or because it needs a fresh proof of identity, the call is pending until the user has responded.
 * It is then repeated once, and only for the same user.
 */
export function createCall(credentials: Credentials): Call {
  /**
   * The latest token that has worked in this page. A token that has never worked here leads to the sign-in screen
   * instead.
   */
  let workedWith: string | null = null

  const mayRepeat = async (problem: Problem, token: string, settledAtSending: number): Promise<boolean> => {
    if (problem.type === 'urn:munshi:step-up-needed') {
      const by = problem.errors?.[0]?.path === 'otp' ? 'otp' : 'password'
      return askForProof({ need: 'step-up', by }, settledAtSending)
    }
    if (problem.status !== 401) return false
    // Another tab may have signed in since, so only the refused token is renewed or forgotten.
    if (token !== credentials.current()?.token) return true
    if (token === workedWith) return askForProof({ need: 'sign-in', by: 'password' }, settledAtSending)
    credentials.onUnauthenticated()
    return false
  }

  return async (endpoint, input, { signal, ifMatch, onProgress, asks = true, mayBeEarly = false } = {}) => {
    const { url, body } = requestOf(endpoint, input as Record<string, unknown>)
    const viewAs = credentials.viewedRole()
    if (endpoint.method !== 'GET') forgetEarly()
    const send = (token: string | undefined) => {
      const sent = request(onProgress, url, {
        method: endpoint.method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(token && viewAs ? { 'x-view-as': viewAs } : {}),
          // The browser sets the content type of a form, including its multipart boundary.
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(ifMatch === undefined ? {} : { 'if-match': `"v${ifMatch}"` }),
        },
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        // The browser keeps public answers for a minute, and a person who has just changed one must see the change.
        ...(endpoint.method === 'GET' && endpoint.access.kind === 'public' ? { cache: 'no-cache' } : {}),
        // With keepalive the request completes even if the tab is closed at once. Browsers allow at most 64 kB for
        // this.
        ...(endpoint.method !== 'GET' && isSmall(body) ? { keepalive: true } : {}),
      })
      // What was asked for while a change was on its way may show the state before it.
      return endpoint.method === 'GET' ? sent : sent.finally(forgetEarly)
    }
    // A public call is sent without a token, because an expired token would have it refused.
    const signer = endpoint.access.kind === 'public' ? null : credentials.current()
    const settledAtSending = settledSoFar()
    let token = signer?.token
    // What has failed on its way is asked for again.
    const early = mayBeEarly ? takeEarly(url, token, viewAs)?.catch(() => null) : null
    let response = (await early) ?? (await send(token))
    if (!response.ok && signer) {
      const problem = await problemOf(response)
      if (!asks || !(await mayRepeat(problem, signer.token, settledAtSending))) throw new ApiRefusal(problem)
      const again = credentials.current()
      if (again?.id !== signer.id) throw new ApiRefusal(problem)
      token = again.token
      response = await send(token)
    }
    if (!response.ok) throw new ApiRefusal(await problemOf(response))
    if (token) workedWith = token
    return (await resultOf(endpoint, response)) as never
  }
}

function isSmall(body: string | FormData | undefined): boolean {
  return body === undefined || (typeof body === 'string' && body.length < 20_000)
}

async function request(
  onProgress: CallOptions['onProgress'],
  url: string,
  init: RequestInit,
): Promise<Response> {
  const isRead = init.method === 'GET'
  if (!isRead && isOffline()) throw new NotSent(texts.notSent)
  const come = onProgress ? null : awaitAnswer()
  try {
    if (onProgress) {
      return noteCall(await (await import('./pictures/upload.ts')).sendWatched(url, init, onProgress))
    }
    return noteCall(await fetch(url, init))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    noteSilence()
    throw new NetworkFailure(texts.theServerDidNotAnswer)
  } finally {
    come?.()
  }
}

/** While the stream tells of changes, what is live is read again so rarely, in case that something was not told. */
const slowlyMs = 120_000

/** Reads an endpoint. The previous answer stays visible while another page of the same list is fetched. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  { live, liveEveryMs, isStill = false, isBeside = false, ...options }: ReadOptions<Result<E>> = {},
): UseQueryResult<Result<E>, Error> {
  const call = useCall()
  const isStreamUp = useIsStreamUp(live !== undefined && !isStill)
  const key = keyOf(endpoint, input)
  return useQuery<Result<E>, Error>({
    queryKey: isBeside ? ['beside', ...key] : key,
    queryFn: ({ signal, client, queryKey }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      const shown = isBeside && isFirst ? client.getQueryData<Result<E>>(key) : undefined
      return shown ?? call(endpoint, input, { signal, mayBeEarly: isFirst && !isBeside })
    },
    placeholderData: keepPreviousData as never,
    retry: (failures, error) => error instanceof NetworkFailure && failures < 2,
    ...options,
    ...(isStill ? { refetchOnWindowFocus: false } : {}),
    // Kept from an earlier visit, it would be read in addition to what is shown.
    ...(isBeside ? { gcTime: 0 } : {}),
    ...(live || isStill ? { meta: { live, liveEveryMs, isStill } satisfies LiveMeta } : {}),
    ...(isStreamUp ? { refetchInterval: slowlyMs } : {}),
  })
}

/** The query key for the answer of this call. */
export function keyOf<E extends Endpoint>(endpoint: E, input: Sent<E>): readonly unknown[] {
  return [endpoint.path, input]
}

export interface Given<E extends Endpoint> {
  input: Sent<E>
  ifMatch?: number
}

/** A command of a screen: its state and last answer, and the way to send it. */
export type Command<E extends Endpoint> = Pick<
  UseMutationResult<Result<E>, Error, Given<E>>,
  'data' | 'error' | 'isPending' | 'isSuccess' | 'reset'
> & {
  mutate: (
    given: Given<E>,
    heard?: { onSuccess?: (answer: Result<E>) => void; onError?: (error: Error) => void },
  ) => void
}

/**
 * Runs a command, then refetches everything shown of its noun and in the overviews. `onAnswer` receives the answer
 * before the refetch, and `onFailure` the refusal; `onSuccess` and `onError` of one attempt run after it, unless the
 * attempt was reset or the person has gone to another screen meanwhile.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  onAnswer?: (answer: Result<E>) => void,
  onFailure?: (error: Error) => void,
): Command<E> {
  const call = useCall()
  const refresh = useRefresh()
  const isOnItsWay = useRef(false)
  const resets = useRef(0)
  const { data, error, isPending, isSuccess, mutateAsync, reset } = useMutation<Result<E>, Error, Given<E>>({
    mutationFn: async ({ input, ifMatch }) => {
      const answer = await call(endpoint, input, ifMatch === undefined ? {} : { ifMatch })
      onAnswer?.(answer)
      return answer
    },
    ...(onFailure ? { onError: onFailure } : {}),
    onSettled: () => {
      isOnItsWay.current = false
      return refresh(endpoint)
    },
  })
  // The second click of a double click arrives before the button is rendered as disabled and must not send the call
  // again.
  const mutate: Command<E>['mutate'] = (given, { onSuccess, onError } = {}) => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    const [screen, attempt] = [screenAtHand(), resets.current]
    const isAwaited = () => screen === screenAtHand() && attempt === resets.current
    // Callbacks given to the mutation itself would be dropped when the refetch draws the form again, as a form keyed
    // by the version of its record is.
    mutateAsync(given).then(
      (answer) => isAwaited() && onSuccess?.(answer),
      (failure) => isAwaited() && onError?.(failure),
    )
  }
  const forget = () => {
    resets.current += 1
    // A question that was put otherwise is asked at once; a change is not sent beside another.
    if (!endpoint.writes) isOnItsWay.current = false
    reset()
  }
  return { data, error, isPending, isSuccess, mutate, reset: forget }
}

/** Refetches everything that is shown of this endpoint's noun. The function stays the same, so that effects may use it. */
export function useRefresh(): (endpoint: Pick<Endpoint, 'path'>) => Promise<void> {
  const queries = useQueryClient()
  const { overviews } = useClient()
  return useCallback(
    (endpoint) => {
      const noun = endpoint.path.split('/').slice(0, 4).join('/')
      return readAgain(queries, ({ queryKey }) => {
        const path = String(queryKey[0])
        return [noun, ...overviews].some((start) => path.startsWith(start))
      })
    },
    [queries, overviews],
  )
}

function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { url: string; body: string | FormData | undefined } {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.upload) {
    const { file, ...fields } = rest
    return { url: withQuery(path, fields), body: formOf(file as Blob) }
  }
  if (endpoint.body) return { url: path, body: JSON.stringify(rest) }
  // A change without a body takes what it states as its query, and nothing else.
  return { url: endpoint.method === 'GET' || endpoint.query ? withQuery(path, rest) : path, body: undefined }
}

function withQuery(path: string, fields: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return query ? `${path}?${query}` : path
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

async function resultOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.layout === 'none') return null
  if (endpoint.layout === 'bytes' || endpoint.layout === 'csv') return response.blob()
  const body = await response.json()
  if (endpoint.layout === 'raw') return body
  if (endpoint.layout === 'one') return body.results
  const { results, ...facts } = body
  return { rows: endpoint.layout === 'nested' ? results[0] : results, ...facts }
}

/** A proxy between the browser and the server may answer without a problem document. */
async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const fallback: Problem = {
    type: 'about:blank',
    title: texts.somethingWentWrong,
    status: response.status,
    detail: 'Something went wrong',
    message: texts.somethingWentWrong,
    request_id: requestId,
  }
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false
  return isProblem ? { ...fallback, ...(await response.json().catch(() => null)) } : fallback
}
