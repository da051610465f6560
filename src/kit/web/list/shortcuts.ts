import { createContext, useContext, useEffect, useRef } from 'react'

/**
 * Whether single-key shortcuts are on. People who use speech input, or press keys by accident, can switch them off
 * (WCAG 2.1.4). Shortcuts with Ctrl or Cmd are always on.
 */
export const SingleKeys = createContext(true)

/** Whether single-key shortcuts are on, for buttons that show their key. */
export function useSingleKeys(): boolean {
  return useContext(SingleKeys)
}

/** What each key does; a key that has nothing to do at the moment still belongs to the screen, and is listed. */
type Shortcuts = Record<string, ((event: KeyboardEvent) => void) | undefined>

/**
 * Single-key shortcuts of a screen. They are off while the user types, while a dialog is open, and for users who have
 * switched them off.
 */
export function useShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys)
  latest.current = keys
  const isOn = useSingleKeys()
  useEffect(() => {
    atHand.add(latest)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // The help beside a screen is no dialog in front of it.
      if (document.querySelector('[role="dialog"], dialog:modal')) return
      // Enter and Space belong to the focused control.
      if (isPress(event) && isControl(event.target)) return
      const key = event.key.toLowerCase()
      const act = latest.current[key]
      if (!act) return
      const isArrow = key.startsWith('arrow')
      // An arrow belongs to what has the focus, and scrolls if the screen does nothing by it.
      if (isArrow && (event.shiftKey || !isAtNothing(event.target))) return
      if (!isArrow) event.preventDefault()
      // A key that is held down moves on and on, and does everything else once: the next record was not looked at yet.
      if (event.repeat && !movingKeys.includes(key)) return
      act(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      atHand.delete(latest)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOn])
}

const movingKeys = ['j', 'k', 'arrowdown', 'arrowup']

const atHand = new Set<{ current: Shortcuts }>()

/** The keys of the current screen. */
export function keysAtHand(): ReadonlySet<string> {
  return new Set([...atHand].flatMap(({ current }) => Object.keys(current)))
}

let shown: (() => void) | null = null

/** Names what shows the shortcuts of the screen as long as the screen is open, for those who look for them elsewhere. */
export function useShortcutsDialog(show: () => void): void {
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    const own = () => latest.current()
    shown = own
    return () => {
      if (shown === own) shown = null
    }
  }, [])
}

/** Shows the shortcuts of the current screen; null where a screen has no such dialog. */
export function shortcutsOfScreen(): (() => void) | null {
  return shown
}

/** True if no control has the focus: the page itself, or what a screen gives the focus to when it is opened. */
function isAtNothing(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('body, main, h1')
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
