import { useEffect } from 'react'

/** A dialog that has not come by then is not coming. */
const longestMs = 10_000
const modifiers = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Tab']

interface Keeping {
  keys: KeyboardEvent[]
  stop: () => void
}

let keeping: Keeping | null = null

/**
 * Keeps what is pressed from the command that opens a dialog until the dialog has the focus: its code and its choices may still
 * be loading, and a person at work does not wait for them. Escape gives up.
 */
export function keepKeys(): void {
  keeping?.stop()
  const keys: KeyboardEvent[] = []
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.isTrusted || modifiers.includes(event.key)) return
    if (event.key === 'Escape') return stop()
    // A key that is held down is one key.
    if (!event.repeat) keys.push(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const timer = setTimeout(() => stop(), longestMs)
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', onKeyDown, true)
    if (keeping === own) keeping = null
  }
  const own: Keeping = { keys, stop }
  keeping = own
  document.addEventListener('keydown', onKeyDown, true)
}

/** Presses the kept keys in this dialog as soon as it has the focus. */
export function useKeptKeys(): void {
  useEffect(() => {
    let isOver = keeping === null
    const start = () => {
      if (isOver || !document.activeElement?.closest('[role="dialog"] form')) return
      isOver = true
      void pressKept()
    }
    document.addEventListener('focusin', start)
    start()
    return () => document.removeEventListener('focusin', start)
  }, [])
}

/** One after the other, because each needs what the one before has chosen; what is pressed meanwhile comes after them. */
async function pressKept(): Promise<void> {
  const own = keeping
  for (let key = own?.keys.shift(); key && own === keeping; key = own?.keys.shift()) {
    press(key)
    await new Promise((resolve) => setTimeout(resolve))
  }
  own?.stop()
}

function press({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const pressed = new KeyboardEvent('keydown', {
    ...{ key, code, ctrlKey, metaKey, shiftKey },
    bubbles: true,
    cancelable: true,
  })
  const isTaken = !document.activeElement?.dispatchEvent(pressed)
  // A letter may have led to the field for words of one's own.
  const field = document.activeElement
  if (isTaken || key.length > 1 || ctrlKey || metaKey || !(field instanceof HTMLTextAreaElement)) return
  field.setRangeText(key, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
