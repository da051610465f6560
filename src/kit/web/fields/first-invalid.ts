import { type RefObject, useEffect, useRef } from 'react'

/**
 * A form whose first wrong field gets the focus: when it is sent and a check made here finds something, and when the
 * server has refused it.
 */
export function useFirstInvalid(refusal: Error | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A dialog shows its form a moment after it is opened: whichever form is ours by then is looked at.
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
