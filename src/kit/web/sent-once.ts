import { useRef } from 'react'
import { v7 as uuidv7 } from 'uuid'

/**
 * The id under which something is sent: the same for the same content until `forget` says that it arrived, so that sending it
 * again after an answer that was lost does not write it twice.
 */
export function useSentOnce(): { idOf: (content: unknown) => string; forget: () => void } {
  const last = useRef({ content: '', id: '' })
  return {
    idOf: (given) => {
      const content = JSON.stringify(given)
      if (last.current.content !== content) last.current = { content, id: uuidv7() }
      return last.current.id
    },
    forget: () => {
      last.current = { content: '', id: '' }
    },
  }
}
