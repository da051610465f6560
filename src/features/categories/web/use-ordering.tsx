import { useRef } from 'react'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { categories } from '../contract.ts'

interface Wish {
  id: string
  name: string
  /** From 1, among its siblings. */
  position: number
}

/**
 * Sends places one after the other, so that the last wish stands; one that is refused says why, and what waited behind it
 * is dropped. `onSettled` is told when nothing is on its way any more.
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
        show({ message: `${name} stays where it was. ${wordsOf(error)}.`, tone: 'refused' })
      }
      // What is read before the last of several has landed would turn the later ones back for a moment.
      if (waiting.current.length === 0) await refresh(categories.order)
    }
    isSending.current = false
    onSettled()
  }
  return (wish) => {
    // Of several presses on the same one only the place that it ends at is sent.
    if (waiting.current.at(-1)?.id === wish.id) waiting.current.pop()
    waiting.current.push(wish)
    if (isSending.current) return
    isSending.current = true
    void send()
  }
}
