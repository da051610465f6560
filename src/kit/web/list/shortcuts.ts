import { createContext, useContext, useEffect, useRef } from 'react'

/**
 * Whether a single key acts. Somebody who speaks to their computer, or whose hand slips, switches it off (WCAG 2.1.4);
 * what needs Ctrl or Cmd is not asked here and acts always.
 */
export const SingleKeys = createContext(true)

/** The same, for what names its key beside a button. */
export function useSingleKeys(): boolean {
  return useContext(SingleKeys)
}

/** Single-key shortcuts of a screen; off while somebody types, while a dialog is open, and for who switched them off. */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys)
  latest.current = keys
  const isOn = useSingleKeys()
  useEffect(() => {
    if (!isOn) return
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
  }, [isOn])
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
