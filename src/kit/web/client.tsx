import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useRef } from 'react'
import type { Answer, CallerInput, Endpoint } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Problem } from '#kit/contract/refusal.ts'
import { askForProof, settledSoFar } from './proof.ts'

/** The server answered and refused: what it said, for a person to read. */
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

/** What a call resolves to, by the layout of its answer. */
export type Result<E extends Endpoint> = E['layout'] extends 'page' | 'nested'
  ? Page<Answer<E>>
  : E['layout'] extends 'bytes' | 'csv'
    ? Blob
    : E['layout'] extends 'none'
      ? null
      : Answer<E>

/** What a call is given: its fields, and the file where it takes one. */
export type Sent<E extends Endpoint> = CallerInput<E> &
  (E['upload'] extends { maxBytes: number } ? { file: Blob } : unknown)

export interface CallOptions {
  signal?: AbortSignal
  /** The version that was read, for changes that need it. */
  ifMatch?: number
  /** Told how much of what is sent has left, from 0 to 1: for files. */
  onProgress?: (share: number) => void
  /** False for what nobody waits for: a refusal is thrown, and nobody is asked to sign in or to prove anything. */
  asks?: boolean
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options?: CallOptions,
) => Promise<Result<E>>

/** Who signs the calls, and what happens when the signature is no longer good. */
export interface Credentials {
  current(): { id: string; token: string } | null
  onUnauthenticated(): void
  /** As which role the product is looked at; null for as oneself. */
  viewedRole(): string | null
}

interface Client {
  call: Call
  /** Where the paths of calls begin that look across all nouns: they are read again after every command. */
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

/** The call itself, for what is neither a query nor a mutation (a file, a reveal). */
export function useCall(): Call {
  return useClient().call
}

/**
 * Calls endpoints by their contract alone; there is no code for one of them. A call that is refused because its session
 * has ended in the middle of the work, or because it needs a fresh proof of who asks, waits for the person and is then
 * repeated once, for that person alone.
 */
export function createCall(credentials: Credentials): Call {
  /** The latest token that this page has worked with: one that never worked here leads to the sign-in instead. */
  let workedWith: string | null = null

  const mayRepeat = async (problem: Problem, token: string, settledAtSending: number): Promise<boolean> => {
    if (problem.type === 'urn:munshi:step-up-needed') {
      const by = problem.errors?.[0]?.path === 'otp' ? 'otp' : 'password'
      return askForProof({ need: 'step-up', by }, settledAtSending)
    }
    if (problem.status !== 401) return false
    // Another tab may have signed in since: only the token that was refused is asked for, or forgotten.
    if (token !== credentials.current()?.token) return true
    if (token === workedWith) return askForProof({ need: 'sign-in', by: 'password' }, settledAtSending)
    credentials.onUnauthenticated()
    return false
  }

  return async (endpoint, input, { signal, ifMatch, onProgress, asks = true } = {}) => {
    const { url, body } = requestOf(endpoint, input as Record<string, unknown>)
    const viewAs = credentials.viewedRole()
    const send = (token: string | undefined) =>
      request(onProgress, url, {
        method: endpoint.method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(token && viewAs ? { 'x-view-as': viewAs } : {}),
          // A form names its own type, with the border between its parts.
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(ifMatch === undefined ? {} : { 'if-match': `"v${ifMatch}"` }),
        },
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        // What was pressed goes on when its tab is closed at once; browsers hold back no more than 64 kB for that.
        ...(endpoint.method !== 'GET' && isSmall(body) ? { keepalive: true } : {}),
      })
    // A public call is nobody's: a token that has ended would have it refused.
    const signer = endpoint.access.kind === 'public' ? null : credentials.current()
    const settledAtSending = settledSoFar()
    let token = signer?.token
    let response = await send(token)
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
  try {
    if (onProgress) return await (await import('./pictures/upload.ts')).sendWatched(url, init, onProgress)
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NetworkFailure('The server did not answer')
  }
}

/** Reads an endpoint; the answer of before stays while another page of it is fetched. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: { enabled?: boolean; refetchInterval?: number; refetchOnWindowFocus?: boolean } = {},
): UseQueryResult<Result<E>, Error> {
  const call = useCall()
  return useQuery<Result<E>, Error>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData as never,
    retry: (failures, error) => error instanceof NetworkFailure && failures < 2,
    ...options,
  })
}

/** Under which the answer of this call is kept. */
export function keyOf<E extends Endpoint>(endpoint: E, input: Sent<E>): readonly unknown[] {
  return [endpoint.path, input]
}

interface Given<E extends Endpoint> {
  input: Sent<E>
  ifMatch?: number
}

/**
 * Runs a command; afterwards everything that is shown of its noun and in the overviews is read again. `onAnswer` gets the
 * answer before that.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  onAnswer?: (answer: Result<E>) => void,
): UseMutationResult<Result<E>, Error, Given<E>> {
  const call = useCall()
  const refresh = useRefresh()
  const isOnItsWay = useRef(false)
  const mutation = useMutation<Result<E>, Error, Given<E>>({
    mutationFn: async ({ input, ifMatch }) => {
      const answer = await call(endpoint, input, ifMatch === undefined ? {} : { ifMatch })
      onAnswer?.(answer)
      return answer
    },
    onSettled: () => {
      isOnItsWay.current = false
      return refresh(endpoint)
    },
  })
  // The second click of two comes before a button can be drawn as disabled: it must not send the call again.
  const mutate: typeof mutation.mutate = (given, options) => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    mutation.mutate(given, options)
  }
  return { ...mutation, mutate }
}

/** Reads again what is shown of the noun of this endpoint. */
export function useRefresh(): (endpoint: Pick<Endpoint, 'path'>) => Promise<void> {
  const queries = useQueryClient()
  const { overviews } = useClient()
  return (endpoint) => {
    const noun = endpoint.path.split('/').slice(0, 4).join('/')
    return queries.invalidateQueries({
      predicate: ({ queryKey }) => {
        const path = String(queryKey[0])
        return [noun, ...overviews].some((start) => path.startsWith(start))
      },
    })
  }
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
  if (endpoint.method !== 'GET') return { url: path, body: endpoint.body ? JSON.stringify(rest) : undefined }
  return { url: withQuery(path, rest), body: undefined }
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

/** What stands between us and the server may answer without a problem document. */
async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const fallback: Problem = {
    type: 'about:blank',
    title: 'Something went wrong',
    status: response.status,
    detail: 'Something went wrong',
    message: 'Something went wrong',
    request_id: requestId,
  }
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false
  return isProblem ? { ...fallback, ...(await response.json().catch(() => null)) } : fallback
}
