import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { keyOf, type Result, type Sent, useCall, useRefresh } from './client.tsx'
import { wordsOf } from './failure.tsx'
import { useToast } from './toast.tsx'

type Turn<S extends Endpoint, E extends Endpoint> = (now: Result<S>) => Sent<E>

/**
 * Sends a change that is shown at once in what `shown` has answered, and stored behind it. Changes of the same `shown`
 * are sent one after the other, so that the last wish stands; one that is refused is taken back and says why. A wish
 * that turns something around is a function of what stands there now: the screen may be a press of a key behind.
 */
export function useOptimistic<E extends Endpoint, S extends Endpoint>(
  endpoint: E,
  shown: S,
  apply: (before: Result<S>, input: Sent<E>) => Result<S>,
  /** What else shows it, to be read again. */
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
      show({ message: `This was not changed. ${wordsOf(error)}.`, tone: 'refused' })
    },
    onSettled: async () => {
      // What is read before the last of several has landed would turn the later ones back for a moment.
      if (queries.isMutating({ mutationKey: running }) === 1) {
        await Promise.all([shown, endpoint, ...others].map(refresh))
      }
    },
  })
  return (wish) => {
    // What was on its way is given up first, and puts back what stood there in the same moment.
    void queries.cancelQueries({ queryKey: key })
    const before = queries.getQueryData<Result<S>>(key)
    const isTurn = (given: typeof wish): given is Turn<S, E> => typeof given === 'function'
    if (isTurn(wish) && before === undefined) return
    const input = isTurn(wish) ? wish(before as Result<S>) : wish
    if (before !== undefined) queries.setQueryData(key, apply(before, input))
    mutate({ input, before })
  }
}
