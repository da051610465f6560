import { useRef } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type Sent, useCall, useRefresh } from '../client.tsx'
import { failedWords } from '../failure.tsx'
import { useToast } from '../toast.tsx'
import { texts } from './texts.ts'

/** A position that was asked for, from 1 among the rows of its list. */
export interface Wish {
  id: string
  name: string
  position: number
}

/**
 * Sends positions by this call one after the other, so that the last request wins. A refusal shows its reason and drops
 * the queued requests. `onSettled` is called when no request is in progress any more.
 */
export function useOrdering<E extends Endpoint>(of: E, onSettled: () => void): (wish: Wish) => void {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const waiting = useRef<Wish[]>([])
  const isSending = useRef(false)
  const send = async () => {
    for (let wish = waiting.current.shift(); wish; wish = waiting.current.shift()) {
      const { id, name, position } = wish
      try {
        await call(of, { id, position } as unknown as Sent<E>)
      } catch (error) {
        waiting.current = []
        onSettled()
        show({ message: failedWords(error, (why) => texts.notMoved({ name, ...why })), tone: 'refused' })
      }
      // Refetching before the last queued request has finished would briefly undo the later moves on the screen.
      if (waiting.current.length === 0) await refresh(of)
    }
    isSending.current = false
    onSettled()
  }
  return (wish) => {
    // If the same row is moved several times in a row, only the final position is sent.
    if (waiting.current.at(-1)?.id === wish.id) waiting.current.pop()
    waiting.current.push(wish)
    if (isSending.current) return
    isSending.current = true
    void send()
  }
}
