import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { keyOf, type Result, type Sent, useCall, useRefresh } from './client.tsx'
import { failedWords } from './failure.tsx'
import { texts } from './texts.ts'
import { useToast } from './toast.tsx'

type Turn<S extends Endpoint, E extends Endpoint> = (now: Result<S>) => Sent<E>

/**
 * Applies a change to the cached answer of `shown` at once and saves it in the background. Changes of the same `shown`
 * are sent one after the other, so that the latest change wins. A refused change is reverted and its reason is shown. A
 * toggle is a function of the cached state, because the rendered screen may be one key press behind.
 */
export function useOptimistic<E extends Endpoint, S extends Endpoint>(
  endpoint: E,
  shown: S,
  apply: (before: Result<S>, input: Sent<E>) => Result<S>,
  /** Other endpoints that show the changed data and are refetched. */
  ...others: readonly Pick<Endpoint, 'path'>[]
): (wish: Sent<E> | Turn<S, E>) => void {
  const call = useCall()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const show = useToast()
  const key = keyOf(shown, {} as Sent<S>)
  const running = ['optimistic', shown.path]
  const { mutate } = useMutation<Result<E>, Error, { input: Sent<E>; before: Result<S> | undefined }>({
    mutationKey: running,
    scope: { id: running.join(' ') },
    mutationFn: ({ input }) => call(endpoint, input),
    onError: (error, { before }) => {
      if (before !== undefined) queries.setQueryData(key, before)
      show({ message: failedWords(error, texts.notSaved), tone: 'refused' })
    },
    onSettled: async () => {
      // A refetch before the last pending change has been saved would briefly revert the later changes.
      if (queries.isMutating({ mutationKey: running }) === 1) {
        await Promise.all([shown, endpoint, ...others].map(refresh))
      }
    },
  })
  return (wish) => {
    // A pending fetch is cancelled first, which synchronously restores the previous data.
    void queries.cancelQueries({ queryKey: key })
    const before = queries.getQueryData<Result<S>>(key)
    const isTurn = (given: typeof wish): given is Turn<S, E> => typeof given === 'function'
    if (isTurn(wish) && before === undefined) return
    const input = isTurn(wish) ? wish(before as Result<S>) : wish
    if (before !== undefined) queries.setQueryData(key, apply(before, input))
    mutate({ input, before })
  }
}
