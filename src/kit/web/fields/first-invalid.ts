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
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
