import { useRef } from 'react'
import { categories } from '#features/categories/contract.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'

interface Wish {
  id: string
  name: string
  /** From 1, among its siblings. */
  position: number
}

/**
 * Sends positions one after the other, so that the last request wins. A refusal shows its reason and drops the queued
 * requests. `onSettled` is called when no request is in progress any more.
 */
export function useOrdering(onSettled: () => void): (wish: Wish) => void {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const waiting = useRef<Wish[]>([])
  const isSending = useRef(false)
  const send = async () => {
    for (let wish = waiting.current.shift(); wish; wish = waiting.current.shift()) {
      const { id, name, position } = wish
      try {
        await call(categories.order, { id, position })
      } catch (error) {
        waiting.current = []
        onSettled()
        show({ message: texts.notMoved({ name, error: wordsOf(error) }), tone: 'refused' })
      }
      // Refetching before the last queued request has finished would briefly undo the later moves on the screen.
      if (waiting.current.length === 0) await refresh(categories.order)
    }
    isSending.current = false
    onSettled()
  }
  return (wish) => {
    // If the same category is moved several times in a row, only the final position is sent.
    if (waiting.current.at(-1)?.id === wish.id) waiting.current.pop()
    waiting.current.push(wish)
    if (isSending.current) return
    isSending.current = true
    void send()
  }
}
