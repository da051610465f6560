import { type RefObject, useEffect, useRef } from 'react'

/**
 * A form that focuses its first invalid field when a check in the browser fails on submit, and when the server has
 * refused the form.
 */
export function useFirstInvalid(refusal: Error | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A dialog renders its form shortly after it opens, so the form is read from the ref at the time of the event.
    const look = ({ target }: Event) => {
      if (target === form.current) setTimeout(() => focusFirst(form.current))
    }
    document.addEventListener('submit', look)
    return () => document.removeEventListener('submit', look)
  }, [])
  useEffect(() => {
    if (refusal) focusFirst(form.current)
  }, [refusal])
  return form
}

function focusFirst(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  // Where keys choose an answer, the focus goes to what takes the keys: in the text below they would be typed.
  const first = invalid?.closest('[data-keys-at-first-field]')?.querySelector<HTMLElement>('input, textarea')
  ;(first ?? invalid)?.focus()
}
