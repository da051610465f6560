import { useEffect, useRef } from 'react'

/** Single-key shortcuts of a screen; they are off while somebody types, and while a dialog is open. */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      // Enter and Space belong to the control that has the focus.
      if (isPress(event) && isControl(event.target)) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isPress({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key === ' '
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, label, [role]') !== null
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isTextInput =
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return (
    isTextInput ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable
  )
}
